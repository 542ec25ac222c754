import { inLanguage, locales } from "@uola/words/language";
import { type SiteWord, say } from "@uola/words/site";
import { expect, test } from "vitest";
import { contentPages } from "./all-pages.ts";

const firstTexts = contentPages.flatMap(({ collection, texts }) =>
  Object.entries(texts).map(([field, word]) => ({ name: `${collection}.${field}`, word: word as SiteWord })),
);
/**
 * Matches a sentence about cancelling that contains a number of hours or days. Only the booking
 * policy may state the deadline.
 */
const deadline = /(atšau|cancel)[^.\n]*\d+[\s\u00a0]*(val|dien|hour|day)/i;

test.each(locales)("no default text in %s states a deadline for cancelling a booking", (locale) => {
  const stating = firstTexts.filter(({ word }) => deadline.test(inLanguage(locale, () => say(word as "kids.lead"))));
  expect(stating.map(({ name }) => name)).toEqual([]);
});

test("the pattern finds a cancellation deadline in both languages", () => {
  expect(deadline.test("Nemokamai atšaukti galima likus 24\u00a0val.")).toBe(true);
  expect(deadline.test("Cancel free of charge until 24 hours before.")).toBe(true);
});
