import { expect, test } from "vitest";
import { dropAt, placed, within } from "./line.ts";

test("one of a line moves and everybody between steps aside", () => {
  expect(placed(["a", "b", "c", "d"], 4, 2)).toEqual(["a", "d", "b", "c"]);
  expect(placed(["a", "b", "c", "d"], 1, 3)).toEqual(["b", "c", "a", "d"]);
  expect(placed(["a", "b"], 1, 9)).toEqual(["b", "a"]);
  expect(placed(["a", "b"], 5, 1)).toEqual(["a", "b"]);
});

test("a position is within the line", () => expect([within(0, 3), within(2, 3), within(9, 3)]).toEqual([1, 2, 3]));

test("what is dropped comes after everybody whose middle is above", () => {
  const middles = [20, 60, 100];
  expect(dropAt(middles, 1, 10)).toBe(1);
  expect(dropAt(middles, 1, 70)).toBe(2);
  expect(dropAt(middles, 1, 300)).toBe(3);
  expect(dropAt(middles, 3, 30)).toBe(2);
  expect(dropAt(middles, 3, 0)).toBe(1);
});
