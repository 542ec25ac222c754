import { expect, test } from "vitest";
import { placesOf } from "./places.ts";

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
