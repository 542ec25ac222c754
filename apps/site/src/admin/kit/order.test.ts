import { expect, test } from "vitest";
import { dropAt, moved } from "./order.ts";

test("one of a list moves and those between step aside", () => {
  expect(moved(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
});

test("nothing moves past the ends, and what is not there does not move", () => {
  expect(moved(["a", "b"], 0, 9)).toEqual(["b", "a"]);
  expect(moved(["a", "b"], 1, -3)).toEqual(["b", "a"]);
  expect(moved(["a", "b"], 5, 0)).toEqual(["a", "b"]);
});

test("what is dropped comes after everything whose middle is above", () => {
  const middles = [20, 60, 100];
  expect(dropAt(middles, 0, 10)).toBe(0);
  expect(dropAt(middles, 0, 70)).toBe(1);
  expect(dropAt(middles, 0, 300)).toBe(2);
  expect(dropAt(middles, 2, 30)).toBe(1);
  expect(dropAt(middles, 2, 0)).toBe(0);
});
