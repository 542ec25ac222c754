import type { PassTerms } from "@uola/contract";
import { expect, test } from "vitest";
import { termsOf } from "./pass-words.ts";

const terms: PassTerms = {
  entries: 10,
  period: { count: 12, unit: "MONTHS" },
  begins: "PURCHASE",
  people: 1,
  windows: [],
  lets: { entry: true, categoryKinds: [], serviceIds: [] },
  freezeDays: 0,
  transferable: true,
};

test("the terms of a pass type state how long it is valid", () => {
  expect(termsOf(terms)).toBe("10 įėjimų, galioja 12 mėnesių");
});

test("the terms state that a pass is valid from the first visit or booking if it begins then", () => {
  const month = { ...terms, entries: null, period: { count: 21, unit: "DAYS" as const }, begins: "FIRST_USE" as const };
  expect(termsOf(month)).toBe("įėjimai neskaičiuojami, galioja 21 dieną nuo pirmo apsilankymo ar rezervacijos");
});
