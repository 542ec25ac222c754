import { expect, test } from "vitest";
import { linkOf } from "./rich-text.ts";

test.each([
  ["uola.lt/kainos", "https://uola.lt/kainos"],
  ["https://uola.lt", "https://uola.lt"],
  ["labas@uola.lt", "mailto:labas@uola.lt"],
  ["+370 600 00000", "tel:+37060000000"],
  ["/prices/", "/prices/"],
  ["//evil.example", undefined],
  ["javascript:alert(1)", undefined],
  [" JavaScript:alert(1)", undefined],
  ["ne nuoroda", undefined],
])("the typed text %s becomes the link %s", (typed, link) => {
  expect(linkOf(typed)).toBe(link);
});
