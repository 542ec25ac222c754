import { changedOf } from "@uola/ui/kit/changes.ts";
import { describe, expect, test } from "vitest";
import { changeOf, type Draft, emptyDraft, keptOf, serviceInputOf } from "./draft.ts";
import { fieldOf, problemsOf } from "./problems.ts";

const intro: Draft = { ...emptyDraft, name: "Įvadas", price: "25" };
const change = (part: Partial<Draft>) => changeOf({ ...intro, ...part }, changedOf(intro, { ...intro, ...part }));

describe("a service update", () => {
  test("a service update is empty if nothing changed", () => expect(change({})).toEqual({}));
  test("a changed price sends only the payment", () =>
    expect(change({ price: "28,5" })).toEqual({
      payment: {
        rateType: "FIXED",
        fixed: { price: { value: "28.5" }, deposit: null },
        options: { online: false, inPerson: true, deposit: false, pricingPlan: false },
      },
    }));
  test("removes a text that was emptied", () =>
    expect(changeOf({ ...intro, tagLine: "" }, { tagLine: "" })).toEqual({ tagLine: null }));
  test("sends levels and what to bring with the translations and preserves other extended fields", () => {
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
  test("a service update leaves out locations, plans and the address", () =>
    expect(change({ locationIds: ["a"], planIds: ["b"], slug: "c" })).toEqual({}));
  test("converts a reminder to minutes", () =>
    expect(change({ reminders: [{ count: "24", unit: "HOURS", by: "MAIL" }] })).toEqual({
      reminders: [{ minutesBefore: 1440, by: "MAIL" }],
    }));
});

describe("a deposit", () => {
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
  ])("accepts a deposit of %s: %s", (deposit, may) => {
    expect(problemsOf({ ...intro, deposit })).toEqual(may ? {} : { deposit: "deposit" });
  });

  test("shows a stored deposit as it was typed", () => {
    const fields = { rateType: "FIXED", options: { deposit: true, inPerson: true } } as const;
    const shown = (payment: object) =>
      keptOf({
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
      } as unknown as Parameters<typeof keptOf>[0]).draft.deposit;
    const price = { value: "25.00", currency: "EUR" };
    expect(shown({ fixed: { price }, depositPercent: 30 })).toBe("30\u00a0%");
    expect(shown({ fixed: { price, deposit: { value: "5.50", currency: "EUR" } } })).toBe("5,50");
  });
});

test("an appointment has a capacity of one and its durations", () => {
  const input = serviceInputOf({ ...intro, type: "APPOINTMENT", durations: "60, 90", gap: "15", defaultCapacity: "8" });
  expect(input).toMatchObject({
    defaultCapacity: 1,
    schedule: { availabilityConstraints: { sessionDurations: [60, 90], timeBetweenSessions: 15 } },
  });
});

test("reports invalid service fields before anything is sent", () => {
  expect(problemsOf(intro)).toEqual({});
  expect(problemsOf({ ...intro, name: " ", price: "0", deposit: "30" })).toEqual({
    name: "name",
    price: "price",
    deposit: "deposit",
  });
  expect(problemsOf({ ...intro, type: "APPOINTMENT", durations: "60 60" })).toEqual({
    durations: "durations",
    staffIds: "staff",
  });
  expect(problemsOf({ ...intro, rateType: "NO_FEE", price: "" })).toEqual({});
});

test.each([
  ["service.payment.fixed.price", "price"],
  ["payment.varied.defaultPrice.value", "price"],
  ["payment.fixed.price.formattedValue", undefined],
  ["service.bookingPolicy.id", "policyId"],
  ["bookingPolicy.cancellationPolicy.enabled", undefined],
  ["tagLine", "tagLine"],
])("maps the stored path %s to the form field %s", (path, field) => expect(fieldOf(path)).toBe(field));
