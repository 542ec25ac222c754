import { describe, expect, test } from "vitest";
import { changedOf } from "../../admin/kit/changes.ts";
import { changeOf, type Draft, emptyDraft, keptOf, serviceInputOf } from "./draft.ts";
import { fieldOf, problemsOf } from "./problems.ts";

const intro: Draft = { ...emptyDraft, name: "Įvadas", price: "25" };
const change = (part: Partial<Draft>) => changeOf({ ...intro, ...part }, changedOf(intro, { ...intro, ...part }));

describe("a change says only what was touched", () => {
  test("nothing when nothing was", () => expect(change({})).toEqual({}));
  test("a price brings its payment and nothing else", () =>
    expect(change({ price: "28,5" })).toEqual({
      payment: {
        rateType: "FIXED",
        fixed: { price: { value: "28.5" }, deposit: null },
        options: { online: false, inPerson: true, deposit: false, pricingPlan: false },
      },
    }));
  test("a text that was emptied is taken away", () =>
    expect(changeOf({ ...intro, tagLine: "" }, { tagLine: "" })).toEqual({ tagLine: null }));
  test("whom it is for and what to bring go with the translations, beside what others keep there", () => {
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
  test("places, plans and the address are not said here", () =>
    expect(change({ locationIds: ["a"], planIds: ["b"], slug: "c" })).toEqual({}));
  test("a reminder is told in minutes", () =>
    expect(change({ reminders: [{ count: "24", unit: "HOURS", by: "MAIL" }] })).toEqual({
      reminders: [{ minutesBefore: 1440, by: "MAIL" }],
    }));
});

describe("a deposit", () => {
  const typed = (deposit: string) => serviceInputOf({ ...intro, deposit }).payment;

  test("is a sum, or a share where it is typed with a percent sign", () => {
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
  ])("of %s may be: %s", (deposit, may) => {
    expect(problemsOf({ ...intro, deposit })).toEqual(may ? {} : { deposit: "deposit" });
  });

  test("is shown as it was typed", () => {
    const fields = { rateType: "FIXED", options: { deposit: true, inPerson: true } } as const;
    const shown = (payment: object) =>
      keptOf({
        ...{ name: "Įvadas", type: "CLASS", defaultCapacity: 8, locations: [], staffMemberIds: [], revision: "1" },
        ...{ schedule: {}, onlineBooking: {}, bookingPolicy: { id: "p" }, mainSlug: { name: "ivadas" } },
        payment: { ...fields, ...payment },
      } as unknown as Parameters<typeof keptOf>[0]).draft.deposit;
    const price = { value: "25.00", currency: "EUR" };
    expect(shown({ fixed: { price }, depositPercent: 30 })).toBe("30\u00a0%");
    expect(shown({ fixed: { price, deposit: { value: "5.50", currency: "EUR" } } })).toBe("5,50");
  });
});

test("an appointment is for one, and has its durations", () => {
  const input = serviceInputOf({ ...intro, type: "APPOINTMENT", durations: "60, 90", gap: "15", defaultCapacity: "8" });
  expect(input).toMatchObject({
    defaultCapacity: 1,
    schedule: { availabilityConstraints: { sessionDurations: [60, 90], timeBetweenSessions: 15 } },
  });
});

test("what is wrong is told before anybody is asked", () => {
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
])("%s is about %s", (path, field) => expect(fieldOf(path)).toBe(field));
