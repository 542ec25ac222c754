import { readdirSync, readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { expect, test } from "vitest";
import { faces, lettersOf, type Range, ranges, unicodeRange } from "./fonts.ts";

const folder = new URL("../fonts/", import.meta.url);
const fileOf = (name: string, range: Range) => readFileSync(new URL(`${name}-${range}.woff2`, folder));
const fonts = new Map(
  faces.map(({ name }) => [name, ranges.map((range) => create(fileOf(name, range)) as Font)] as const),
);
const without = (name: "anybody" | "hanken", letters: Iterable<string>) =>
  [...new Set(letters)].filter(
    (letter) => !fonts.get(name)?.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  );

/** All user-visible messages of every area and language. */
const messages = ["site", "admin"].flatMap((area) =>
  ["lt", "en"].map((locale) =>
    readFileSync(new URL(`../../words/src/${area}/${locale}.json`, import.meta.url), "utf8"),
  ),
);
const lithuanian = "aąbcčdeęėfghiįyjklmnoprsštuųūvzž";
/** The characters that appear in formatted numbers, times, prices and ranges. */
const formatted = "0123456789 \u00a0.,:;–—−-+/%°×·„“”‘’…€()[]{}?!&@#*\"'";

test("both typefaces contain all Lithuanian letters and the characters of formatted values", () => {
  const letters = `${lithuanian}${lithuanian.toUpperCase()}`;
  expect(without("hanken", `${letters}${formatted}`)).toEqual([]);
  expect(without("anybody", `${letters}0123456789 .,:–-?!€„“()`)).toEqual([]);
});

test("the body typeface contains every letter used in messages", () => {
  // Symbols that neither typeface has ever contained are rendered with the device's fonts.
  const signs = /[^\p{L}\p{N}\p{P}\s€+<>=|~^`]/gu;
  const letters = messages.join("").replaceAll("\\u00a0", "\u00a0").replace(signs, "");
  expect(without("hanken", letters.replace(/[\n\r\t]/g, ""))).toEqual([]);
});

test("the body typeface contains the remaining letters of Latin alphabets, which occur in names", () => {
  expect(without("hanken", lettersOf("rest").replace(/[ŉĿŀſ]/g, ""))).toEqual([]);
});

test("the display typeface has tabular figures, and each typeface has the variation axes the styles use", () => {
  const [running] = fonts.get("hanken") ?? [];
  const [display] = fonts.get("anybody") ?? [];
  expect(display?.availableFeatures).toEqual(expect.arrayContaining(["tnum", "kern"]));
  expect(running?.variationAxes).toMatchObject({ wght: { min: 400, max: 800 } });
  expect(display?.variationAxes).toMatchObject({ wdth: { min: 50, max: 75 } });
});

test("all fonts together are at most 110 kB, and those of a Lithuanian page at most 55 kB", () => {
  const weightOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + readFileSync(new URL(name, folder)).length, 0) / 1000;
  const files = readdirSync(folder).filter((name) => name.endsWith(".woff2"));
  expect(files).toHaveLength(faces.length * ranges.length);
  expect(weightOf(files)).toBeLessThanOrEqual(110);
  expect(weightOf(files.filter((name) => !name.includes("rest")))).toBeLessThanOrEqual(55);
});

test("the stylesheet maps each letter to the font file that contains it", () => {
  const sheet = readFileSync(new URL("../../ui/src/styles/fonts.css", import.meta.url), "utf8");
  for (const { name } of faces) {
    for (const range of ranges) {
      const [, face = ""] = sheet.split(`${name}-${range}.woff2`);
      expect(/unicode-range:\s+([^;]+);/.exec(face)?.[1]?.replace(/\s+/g, " ")).toBe(unicodeRange(range));
    }
  }
});
