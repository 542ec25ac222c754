import { expect, test } from "vitest";
import { headingOf, partsIn, translationOfPart, withPart } from "./section-parts.ts";

test("identifies sections without an id by their index and ignores invalid values", () => {
  expect(partsIn([{ heading: "A" }, null, { id: "b" }, "c"])).toEqual([{ heading: "A", id: "0" }, { id: "b" }]);
  expect(partsIn({})).toEqual([]);
});

test("a translation starts empty and gains a section when the first text of that section is entered", () => {
  const section = { id: "s", heading: "Labas" };
  expect(translationOfPart([], section)).toEqual({ id: "s" });
  const first = withPart([], { id: "s", heading: "Hello" });
  expect(translationOfPart(first, section)).toEqual({ id: "s", heading: "Hello" });
  expect(withPart([{ id: "a" }, ...first], { id: "s", heading: "Hi" })).toEqual([
    { id: "a" },
    { id: "s", heading: "Hi" },
  ]);
});

test("names a section after its first non-blank text", () => {
  expect(headingOf({ id: "1", heading: " ", question: "Ar reikia?" })).toBe("Ar reikia?");
  expect(headingOf({ id: "1" })).toBe("");
});
