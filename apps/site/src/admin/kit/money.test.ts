import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { amountOf, moneyOf, priceText } from "./money.ts";

test("money is read as people write it", () => {
  expect(amountOf(" 28,50 € ")).toBe("28.50");
  expect(amountOf("28")).toBe("28");
  for (const text of ["", "28,505", "nemokamai"]) expect(amountOf(text)).toBeUndefined();
});

test("money is written as people read it", () => {
  expect(["28.00", "28.50", "28", undefined].map(priceText)).toEqual(["28", "28,50", "28", ""]);
});

test("an amount that was typed is tidied, and what is none stays as typed", () => {
  expect(["28.5", "28.50 €", "28,00", "", "nemokamai"].map(moneyOf)).toEqual(["28,5", "28,50", "28", "", "nemokamai"]);
});

test("English writes a point, and reads it again", () => {
  inLanguage("en", () => {
    expect(["28.00", "28.50"].map(priceText)).toEqual(["28", "28.50"]);
    expect(["28,5", "28.5"].map(moneyOf)).toEqual(["28.5", "28.5"]);
  });
});
