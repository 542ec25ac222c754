import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedIn } from "./typed-in.ts";

class Select {}
beforeEach(() => void vi.stubGlobal("HTMLSelectElement", Select));
afterEach(() => vi.unstubAllGlobals());

/** A field as the document brought it, and as it is now. */
const field = (type: string, now: object) => ({ type, value: "", defaultValue: "", ...now });
const typed = (...fields: object[]) =>
  typedIn({ querySelectorAll: () => fields } as unknown as Element).map((each) => fields.indexOf(each.field));

test("a text that is not what the document brought was typed", () => {
  expect(
    typed(field("text", { value: "Ona" }), field("text", {}), field("email", { value: "a", defaultValue: "a" })),
  ).toEqual([0]);
});

test("a box was ticked or not: what it is called when it is sent was typed by nobody", () => {
  const box = { value: "on", defaultValue: "" };
  const boxes = [
    field("checkbox", { ...box, checked: false, defaultChecked: false }),
    field("checkbox", { ...box, checked: true, defaultChecked: true }),
    field("checkbox", { ...box, checked: true, defaultChecked: false }),
    field("radio", { ...box, checked: false, defaultChecked: true }),
  ];
  expect(typed(...boxes)).toEqual([2, 3]);
});
