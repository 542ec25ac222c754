import { expect, test } from "vitest";
import { moved, placesOf } from "./order.ts";

test("an item moves by places and no further than the ends", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, -2)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 1, 9)).toEqual(["a", "c", "b"]);
});

test("only places that differ are written", () => {
  const [a, b, c] = [10, 20, 30].map((sortOrder) => ({ id: String(sortOrder), sortOrder })) as [
    { id: string; sortOrder: number },
    { id: string; sortOrder: number },
    { id: string; sortOrder: number },
  ];
  expect(placesOf([a, b, c])).toEqual([]);
  expect(placesOf([a, c, b])).toEqual([
    { item: c, sortOrder: 20 },
    { item: b, sortOrder: 30 },
  ]);
});
