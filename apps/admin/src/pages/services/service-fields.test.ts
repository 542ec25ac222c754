import type { Service } from "@uola/contract";
import { changedOf } from "@uola/ui/kit/changes.ts";
import { say } from "@uola/words/admin";
import { describe, expect, test } from "vitest";
import { type Draft, noLists, serviceForm, serviceHistory } from "./service-fields.tsx";
import * as input from "./service-input.ts";

const { draft: emptyDraft, check, sent, fieldOf } = serviceForm(undefined, noLists);
const intro: Draft = { ...emptyDraft, name: "Įvadas", price: "25" };
const draftOf = (service: Service) => serviceForm(service, noLists).draft;
const changeOf = (draft: Draft, changed: Partial<Draft>) => input.changeOf(sent(draft), changed);
const serviceInputOf = (draft: Draft) => input.serviceInputOf(sent(draft));
/** Returns the expected error texts by field, for error keys given by their last part. */
const wrong = (errors: Record<string, "name" | "price" | "deposit" | "durations" | "staff">) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, say(`services.wrong.${error}`)]));
const change = (part: Partial<Draft>) => changeOf({ ...intro, ...part }, changedOf(intro, { ...intro, ...part }));

describe("service update", () => {
  test("a service update is empty if nothing changed", () => expect(change({})).toEqual({}));
  test("if the price changed, only the payment is sent", () =>
    expect(change({ price: "28,5" })).toEqual({
      payment: {
        rateType: "FIXED",
        fixed: { price: { value: "28.5" }, deposit: null },
        options: { online: false, inPerson: true, deposit: false, pricingPlan: false },
      },
    }));
  test("sends null for a text that was emptied", () =>
    expect(changeOf({ ...intro, tagLine: "" }, { tagLine: "" })).toEqual({ tagLine: null }));
  test("sends levels and the list of things to bring with their translations, and preserves other extended fields", () => {
    const otherFields = { "kita.programa": { code: "7" } };
    const draft = {
      ...intro,
      nameEn: "Intro",
      otherFields,
      levels: ["some", "best", "new"],
      bring: " Vandens ",
      bringEn: "Water",
    };
    expect(changeOf(draft, { bring: draft.bring })).toEqual({
      extendedFields: {
        namespaces: {
          ...otherFields,
          "uola.facts": { levels: ["new", "some"], prerequisite: "", bring: "Vandens" },
          "uola.translations": {
            en: { name: "Intro", tagLine: "", description: "", prerequisite: "", bring: "Water", conditions: "" },
          },
        },
      },
    });
  });
  test("a service update leaves out locations, plans and the slug", () =>
    expect(change({ locationIds: ["a"], planIds: ["b"], slug: "c" })).toEqual({}));
  test("converts a reminder to minutes", () =>
    expect(change({ reminders: [{ count: "24", unit: "HOURS", by: "MAIL" }] })).toEqual({
      reminders: [{ minutesBefore: 1440, by: "MAIL" }],
    }));
});

describe("service deposit", () => {
  const typed = (deposit: string) => serviceInputOf({ ...intro, deposit }).payment;

  test("a deposit is an amount, or a share of the price if typed with a percent sign", () => {
    expect(typed("5,5")).toMatchObject({
      fixed: { price: { value: "25" }, deposit: { value: "5.5" } },
      options: { deposit: true },
    });
    expect(typed("5,5")).not.toHaveProperty("depositPercent");
    expect(typed("30 %")).toMatchObject({ fixed: { deposit: null }, options: { deposit: true }, depositPercent: 30 });
    expect(typed("")).toMatchObject({ fixed: { deposit: null }, options: { deposit: false } });
  });

  test.each([
    ["1 %", true],
    ["99%", true],
    ["0 %", false],
    ["100 %", false],
    ["12,5 %", false],
    ["25", true],
    ["25,01", false],
    ["%", false],
  ])("whether a deposit of %s is accepted: %s", (deposit, may) => {
    expect(check({ ...intro, deposit })).toEqual(may ? {} : wrong({ deposit: "deposit" }));
  });

  test("shows a stored deposit as it was typed", () => {
    const fields = { rateType: "FIXED", options: { deposit: true, inPerson: true } } as const;
    const shown = (payment: object) =>
      draftOf({
        name: "Įvadas",
        type: "CLASS",
        defaultCapacity: 8,
        locations: [],
        staffMemberIds: [],
        revision: "1",
        schedule: {},
        onlineBooking: {},
        bookingPolicy: { id: "p" },
        mainSlug: { name: "ivadas" },
        payment: { ...fields, ...payment },
      } as unknown as Service).deposit;
    const price = { value: "25.00", currency: "EUR" };
    expect(shown({ fixed: { price }, depositPercent: 30 })).toBe("30\u00a0%");
    expect(shown({ fixed: { price, deposit: { value: "5.50", currency: "EUR" } } })).toBe("5,50");
  });
});

test("an appointment has a capacity of one and the typed durations", () => {
  const input = serviceInputOf({ ...intro, type: "APPOINTMENT", durations: "60, 90", gap: "15", defaultCapacity: "8" });
  expect(input).toMatchObject({
    defaultCapacity: 1,
    schedule: { availabilityConstraints: { sessionDurations: [60, 90], timeBetweenSessions: 15 } },
  });
});

test("reports invalid service fields before anything is sent", () => {
  expect(check(intro)).toEqual({});
  expect(check({ ...intro, name: " ", price: "0", deposit: "30" })).toEqual(
    wrong({ name: "name", price: "price", deposit: "deposit" }),
  );
  expect(check({ ...intro, type: "APPOINTMENT", durations: "60 60" })).toEqual(
    wrong({ durations: "durations", staffIds: "staff" }),
  );
  expect(check({ ...intro, rateType: "NO_FEE", price: "" })).toEqual({});
});

test.each([
  ["service.payment.fixed.price", "price"],
  ["payment.varied.defaultPrice.value", "price"],
  ["payment.fixed.price.formattedValue", undefined],
  ["service.bookingPolicy.id", "policyId"],
  ["bookingPolicy.cancellationPolicy.enabled", undefined],
  ["tagLine", "tagLine"],
])("maps the stored path %s to the form field %s", (path, field) => expect(fieldOf(path)).toBe(field));

test("the change history shows empty previous values of a new service as empty, not as keys", () => {
  const { show } = serviceHistory(new Map());
  expect([show("type", undefined), show("type", "COURSE")]).toEqual(["", "Kursas"]);
  expect(show("name", undefined)).toBe("");
});
