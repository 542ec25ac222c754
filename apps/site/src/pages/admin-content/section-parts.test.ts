import { expect, test } from "vitest";
import { changedPart, headingOf, partsIn, wordsOf } from "./section-parts.ts";

test("parts without an id are known by their place, and what is no part is left out", () => {
  expect(partsIn([{ heading: "A" }, null, { id: "b" }, "c"])).toEqual([{ heading: "A", id: "0" }, { id: "b" }]);
  expect(partsIn({})).toEqual([]);
});

test("a translation begins empty, and is added to when its first word is written", () => {
  const section = { id: "s", heading: "Labas" };
  expect(wordsOf([], section)).toEqual({ id: "s" });
  const first = changedPart([], { id: "s", heading: "Hello" });
  expect(wordsOf(first, section)).toEqual({ id: "s", heading: "Hello" });
  expect(changedPart([{ id: "a" }, ...first], { id: "s", heading: "Hi" })).toEqual([
    { id: "a" },
    { id: "s", heading: "Hi" },
  ]);
});

test("a part is called by the first of its texts", () => {
  expect(headingOf({ id: "1", heading: " ", question: "Ar reikia?" })).toBe("Ar reikia?");
  expect(headingOf({ id: "1" })).toBe("");
});
