import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AgePriced,
  personPrices,
  priceOfPerson,
  proRataCents,
  totalCents,
  withProRataPrices,
} from "./booking-price.ts";

const prices: AgePriced[] = [
  { group: "CHILD", ages: { max: 12 }, cents: 800 },
  { group: "YOUTH", ages: { min: 13, max: 18 }, cents: 1000 },
  { group: "SENIOR", ages: { min: 65 }, cents: 900 },
];

describe("price per person by year of birth", () => {
  test.each([
    ["a child", 2016, 800, "CHILD"],
    ["a child who turns 13 in the year of the session", 2013, 800, "CHILD"],
    ["a youth who turns 14 in the year of the session", 2012, 1000, "YOUTH"],
    ["a youth who turns 19 in the year of the session", 2007, 1000, "YOUTH"],
    ["an adult", 2006, 1200, null],
    ["a senior who turns 65 in the year of the session", 1961, 900, "SENIOR"],
    ["an adult who turns 64 in the year of the session", 1962, 1200, null],
    ["a person of unknown birth year", undefined, 1200, null],
  ])("calculates the price of a person: %s", (_, birthYear, cents, group) => {
    expect(priceOfPerson(1200, prices, birthYear, 2026)).toEqual({ group, cents });
  });

  test("charges the usual price when there is no date to compute the age from", () => {
    expect(priceOfPerson(1200, prices, 2016, undefined)).toEqual({ group: null, cents: 1200 });
  });

  test("charges the lower price of two matching age groups, and never more than the usual price", () => {
    const both: AgePriced[] = [
      { group: "YOUTH", ages: { max: 20 }, cents: 1000 },
      { group: "CHILD", ages: { max: 14 }, cents: 800 },
      { group: "SENIOR", ages: { max: 14 }, cents: 1500 },
    ];
    expect(priceOfPerson(1200, both, 2016, 2026)).toEqual({ group: "CHILD", cents: 800 });
  });
});

describe("total price of all participants", () => {
  const service = {
    payment: { rateType: "FIXED", fixed: { price: { value: "12.00", currency: "EUR" } } },
    agePrices: prices.map(({ group, ages, cents }) => ({ group, ages, price: { value: (cents / 100).toFixed(2) } })),
  } as const;
  const sold = service as unknown as Parameters<typeof totalCents>[0];
  const startDate = new Date("2026-09-10T15:00:00Z");
  const participants = [{ firstName: "Ona" }, { firstName: "Jonas", birthYear: 2016 }];

  test("charges each participant by age, and participants without a name the usual price", () => {
    const counts = { totalParticipants: 3, participantsChoices: null, participants, startDate };
    expect(personPrices(sold, counts)?.map(({ cents }) => cents)).toEqual([1200, 800, 1200]);
    expect(totalCents(sold, counts)).toEqual({ cents: 3200, currency: "EUR" });
  });

  test("charges a member the member price, or their age price if that is lower", () => {
    const ofMembers = { ...sold, memberPrice: { value: "9.00" } };
    const all = [
      { firstName: "Ona", member: true },
      { firstName: "Jonas", birthYear: 2016, member: true },
      { firstName: "Petras", member: false },
    ];
    const counts = { totalParticipants: 4, participantsChoices: null, participants: all, startDate };
    expect(personPrices(ofMembers, counts)).toEqual([
      { group: "MEMBER", cents: 900 },
      { group: "CHILD", cents: 800 },
      { group: null, cents: 1200 },
      { group: null, cents: 1200 },
    ]);
    expect(totalCents(ofMembers, counts)?.cents).toBe(4100);
    // The member price also applies when there are no age prices.
    expect(totalCents({ ...ofMembers, agePrices: null }, counts)?.cents).toBe(4200);
  });

  test("decides the age by the year in which the service begins", () => {
    const counts = {
      totalParticipants: 1,
      participantsChoices: null,
      participants: [{ firstName: "J", birthYear: 2013 }],
    };
    expect(totalCents(sold, { ...counts, startDate })?.cents).toBe(800);
    expect(totalCents(sold, { ...counts, startDate: new Date("2027-09-10T15:00:00Z") })?.cents).toBe(1000);
  });
});

describe("pro-rata price for joining a course late", () => {
  test.each([
    ["no lesson has been held yet", 12000, { left: 8, all: 8 }, 12000],
    ["two of eight lessons have been held", 12000, { left: 6, all: 8 }, 9000],
    ["the share includes a fraction of a cent", 10000, { left: 2, all: 3 }, 6666],
    ["one lesson is left", 9999, { left: 1, all: 32 }, 312],
  ])("calculates the pro-rata price when %s", (_, cents, lessons, share) =>
    expect(proRataCents(cents, lessons)).toBe(share),
  );

  test("a pro-rata share is whole cents, at most the price, and grows with the number of lessons", () => {
    const lessons = fc
      .integer({ min: 1, max: 200 })
      .chain((all) => fc.tuple(fc.integer({ min: 1, max: all }), fc.constant(all)));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), lessons, (cents, [left, all]) => {
        const share = proRataCents(cents, { left, all });
        expect(Number.isInteger(share)).toBe(true);
        expect(share).toBeLessThanOrEqual((cents * left) / all);
        expect((cents * left) / all - share).toBeLessThan(1);
        expect(proRataCents(cents, { left: left - 1, all })).toBeLessThanOrEqual(share);
      }),
    );
  });

  test("charges each person the share of their own price, so that the prices per person sum to the total", () => {
    const price = (value: string) => ({ value, currency: "EUR" });
    const sold = {
      payment: { rateType: "FIXED" as const, fixed: { price: price("100.00") } },
      agePrices: [{ group: "CHILD" as const, ages: { max: 12 }, price: price("80.00") }],
      memberPrice: price("90.00"),
    };
    const counts = {
      totalParticipants: 3,
      participantsChoices: null,
      startDate: "2026-09-02T15:00:00Z",
      participants: [{ firstName: "A" }, { firstName: "B", birthYear: 2016 }, { firstName: "C", member: true }],
      lessons: { left: 2, all: 3 },
    };
    expect(personPrices(sold, counts)).toEqual([
      { group: null, cents: 6666 },
      { group: "CHILD", cents: 5333 },
      { group: "MEMBER", cents: 6000 },
    ]);
    expect(totalCents(sold, counts)).toEqual({ cents: 17_999, currency: "EUR" });
    expect(totalCents(sold, { ...counts, lessons: null })?.cents).toBe(27_000);
    expect(withProRataPrices(sold, { left: 3, all: 3 })).toBe(sold);
  });
});
