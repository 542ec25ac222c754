import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { normalizeAmount, parseAmount, priceText } from "./money.ts";

test("parses amounts of money in the formats people type", () => {
  expect(parseAmount(" 28,50 € ")).toBe("28.50");
  expect(parseAmount("28")).toBe("28");
  for (const text of ["", "28,505", "nemokamai"]) expect(parseAmount(text)).toBeUndefined();
});

test("formats amounts of money with a comma and without zero cents", () => {
  expect(["28.00", "28.50", "28", undefined].map(priceText)).toEqual(["28", "28,50", "28", ""]);
});

test("normalizes a typed amount of money and leaves other text unchanged", () => {
  expect(["28.5", "28.50 €", "28,00", "", "nemokamai"].map(normalizeAmount)).toEqual([
    "28,5",
    "28,50",
    "28",
    "",
    "nemokamai",
  ]);
});

test("in English, amounts are written with a point and parsed with a point or comma", () => {
  inLanguage("en", () => {
    expect(["28.00", "28.50"].map(priceText)).toEqual(["28", "28.50"]);
    expect(["28,5", "28.5"].map(normalizeAmount)).toEqual(["28.5", "28.5"]);
  });
});
