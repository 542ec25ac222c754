import { expect, test } from "vitest";
import { dropPosition, moveItem } from "./order.ts";

test("moving an item shifts the items in between", () => {
  expect(moveItem(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
  expect(moveItem(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
});

test("does not move an item past the ends of the list or from an unknown position", () => {
  expect(moveItem(["a", "b"], 0, 9)).toEqual(["b", "a"]);
  expect(moveItem(["a", "b"], 1, -3)).toEqual(["b", "a"]);
  expect(moveItem(["a", "b"], 5, 0)).toEqual(["a", "b"]);
});

test("drops an item after all items whose middle is above the pointer", () => {
  const middles = [20, 60, 100];
  expect(dropPosition(middles, 0, 10)).toBe(0);
  expect(dropPosition(middles, 0, 70)).toBe(1);
  expect(dropPosition(middles, 0, 300)).toBe(2);
  expect(dropPosition(middles, 2, 30)).toBe(1);
  expect(dropPosition(middles, 2, 0)).toBe(0);
});
