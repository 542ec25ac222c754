import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { centsOf } from "../../features/typed-sum.ts";
import { type Experience, firstGift, goodUntil, requestOf, sumLimits, sumOf, worthOf } from "./gift-rules.ts";

const experiences: Experience[] = [{ id: "intro", name: "Įvadas", cents: 2500 }];

test.each([
  ["50", 5000],
  ["64,5", 6450],
  ["64.05", 6405],
  [" 120 € ", 12_000],
  ["10", 1000],
  ["500", 50_000],
  ["9,99", undefined],
  ["500,01", undefined],
  ["1e2", undefined],
  ["-20", undefined],
  ["dešimt", undefined],
  ["", undefined],
])("parses the typed sum %j as %s cents", (typed, cents) => expect(centsOf(typed, sumLimits)).toBe(cents));

test("a voucher for an experience has the price of the experience, regardless of the typed sum", () => {
  expect(worthOf({ ...firstGift, experience: "intro", sum: "7" }, experiences)).toEqual({
    said: "Įvadas",
    cents: 2500,
  });
  expect(worthOf({ ...firstGift, experience: "gone", sum: "7" }, experiences)).toBeUndefined();
});

test("a voucher is valid for a year", () => {
  expect(goodUntil(new Date("2026-11-23T10:00:00Z"))).toBe("2027\u00a0m. lapkričio 23\u00a0d.");
});

test("the request to the front desk lists each given detail on its own line and omits missing ones", () => {
  const gift = { ...firstGift, to: " Ąžuolas ", greeting: "Lipk aukščiau nei vakar." };
  expect(requestOf(gift, experiences).split("\n")).toEqual([
    "Dovanų kuponas: 50\u00a0€",
    "Piešinys: Vardas laiptais",
    "Gavėjas: Ąžuolas",
    "Sveikinimas: Lipk aukščiau nei vakar.",
  ]);
  expect(inLanguage("en", () => requestOf(firstGift, experiences))).toContain("Gift voucher: €50");
});

test("formats an experience's price with the locale's decimal separator and parses it back", () => {
  const lesson = { id: "lesson", name: "Pamoka", cents: 1250 };
  expect([sumOf(lesson), inLanguage("en", () => sumOf(lesson)), sumOf({ ...lesson, cents: 2500 })]).toEqual([
    "12,50",
    "12.50",
    "25",
  ]);
  for (const typed of ["12,50", "12.50"]) expect(centsOf(typed, sumLimits)).toBe(1250);
});
