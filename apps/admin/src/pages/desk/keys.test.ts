import { expect, test } from "vitest";
import { changeOf, deskKey, goodOf, isPeopleSearch, lastCheckIn } from "./keys.ts";

const press = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test.each([
  ["Enter", {}, "choose"],
  ["Enter", { ctrlKey: true }, "take"],
  ["Enter", { metaKey: true }, "take"],
  ["F8", {}, "cash"],
  ["F9", {}, "card"],
  ["Escape", {}, "next"],
  ["ArrowDown", {}, "down"],
  ["a", {}, undefined],
  ["ArrowDown", { altKey: true }, undefined],
] as const)("maps key %s with modifiers %o to front desk action %s", (key, held, expected) => {
  expect(deskKey(press(key, held), false)).toBe(expected);
});

test("Ctrl+Z undoes the last check-in, unless there is typed text to undo", () => {
  expect(deskKey(press("z", { ctrlKey: true }), true)).toBe("undo");
  expect(deskKey(press("z", { ctrlKey: true }), false)).toBeUndefined();
});

test('adds goods by "+" and a number or part of the name without diacritics', () => {
  const goods = ["Vienkartinis", "Batelių nuoma", "Magnezija"].map((name) => ({ id: name, name, cents: 100 }));
  expect(goodOf("+2", goods)?.name).toBe("Batelių nuoma");
  expect(goodOf("+bateliu", goods)?.name).toBe("Batelių nuoma");
  expect(goodOf("+nuoma", goods)?.name).toBe("Batelių nuoma");
  expect([goodOf("+9", goods), goodOf("+", goods), goodOf("magnezija", goods)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("calculates change only if the cash given is enough", () => {
  expect([changeOf(10_000, 9210), changeOf(9210, 9210), changeOf(9000, 9210), changeOf(undefined, 1)]).toEqual([
    790,
    0,
    undefined,
    undefined,
  ]);
});

test('a single letter, or goods after "+", does not start a people search', () => {
  expect(["j", "jo", "+bat"].map(isPeopleSearch)).toEqual([false, true, false]);
});

test("the last check-in can be undone only once, by key or by button", () => {
  const [one, other] = [{ id: "one" }, { id: "other" }];
  expect(lastCheckIn(undefined, one, true)).toBe(one);
  expect(lastCheckIn(one, one, false)).toBeUndefined();
  expect(lastCheckIn(one, other, false)).toBe(one);
});
