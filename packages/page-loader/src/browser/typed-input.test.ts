import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedIn } from "./typed-input.ts";

class Select {}
beforeEach(() => void vi.stubGlobal("HTMLSelectElement", Select));
afterEach(() => vi.unstubAllGlobals());

/** A field with its default value and its current state. */
const field = (type: string, now: object) => ({ type, value: "", defaultValue: "", ...now });
const typed = (...fields: object[]) =>
  typedIn({ querySelectorAll: () => fields } as unknown as Element).map((each) => fields.indexOf(each.field));

test("counts a text field as typed in only if its value differs from the default", () => {
  expect(
    typed(field("text", { value: "Ona" }), field("text", {}), field("email", { value: "a", defaultValue: "a" })),
  ).toEqual([0]);
});

test("compares a checkbox or radio button by its checked state, not by its value", () => {
  const box = { value: "on", defaultValue: "" };
  const boxes = [
    field("checkbox", { ...box, checked: false, defaultChecked: false }),
    field("checkbox", { ...box, checked: true, defaultChecked: true }),
    field("checkbox", { ...box, checked: true, defaultChecked: false }),
    field("radio", { ...box, checked: false, defaultChecked: true }),
  ];
  expect(typed(...boxes)).toEqual([2, 3]);
});
