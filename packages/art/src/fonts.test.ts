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

/** Every text that people read, of each area and language. */
const messages = ["site", "admin"].flatMap((area) =>
  ["lt", "en"].map((locale) =>
    readFileSync(new URL(`../../words/src/${area}/${locale}.json`, import.meta.url), "utf8"),
  ),
);
const lithuanian = "aąbcčdeęėfghiįyjklmnoprsštuųūvzž";
/** What formats put between figures, and the times, prices and ranges they make. */
const formatted = "0123456789 \u00a0.,:;–—−-+/%°×·„“”‘’…€()[]{}?!&@#*\"'";

test("both faces have every Lithuanian letter, and those of formats", () => {
  const letters = `${lithuanian}${lithuanian.toUpperCase()}`;
  expect(without("hanken", `${letters}${formatted}`)).toEqual([]);
  expect(without("anybody", `${letters}0123456789 .,:–-?!€„“()`)).toEqual([]);
});

test("running text has every letter that messages have", () => {
  // Signs that no face of ours ever had come from the device.
  const signs = /[^\p{L}\p{N}\p{P}\s€+<>=|~^`]/gu;
  const letters = messages.join("").replaceAll("\\u00a0", "\u00a0").replace(signs, "");
  expect(without("hanken", letters.replace(/[\n\r\t]/g, ""))).toEqual([]);
});

test("the other letters of Latin alphabets are there for names", () => {
  expect(without("hanken", lettersOf("rest").replace(/[ŉĿŀſ]/g, ""))).toEqual([]);
});

test("display figures can stand in columns, and each face has the axes the styles use", () => {
  const [running] = fonts.get("hanken") ?? [];
  const [display] = fonts.get("anybody") ?? [];
  expect(display?.availableFeatures).toEqual(expect.arrayContaining(["tnum", "kern"]));
  expect(running?.variationAxes).toMatchObject({ wght: { min: 400, max: 800 } });
  expect(display?.variationAxes).toMatchObject({ wdth: { min: 50, max: 75 } });
});

test("all fonts together weigh at most 110 kB, and what a Lithuanian page fetches half of that", () => {
  const weightOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + readFileSync(new URL(name, folder)).length, 0) / 1000;
  const files = readdirSync(folder).filter((name) => name.endsWith(".woff2"));
  expect(files).toHaveLength(faces.length * ranges.length);
  expect(weightOf(files)).toBeLessThanOrEqual(110);
  expect(weightOf(files.filter((name) => !name.includes("rest")))).toBeLessThanOrEqual(55);
});

test("the stylesheet leads each letter to the file it is in", () => {
  const sheet = readFileSync(new URL("../../../apps/site/src/styles/fonts.css", import.meta.url), "utf8");
  for (const { name } of faces) {
    for (const range of ranges) {
      const [, face = ""] = sheet.split(`${name}-${range}.woff2`);
      expect(/unicode-range:\s+([^;]+);/.exec(face)?.[1]?.replace(/\s+/g, " ")).toBe(unicodeRange(range));
    }
  }
});
