import { expect, test } from "vitest";
import { sortOrdersOf } from "./sort-orders.ts";

test("writes only the sort orders that changed", () => {
  const [a, b, c] = [10, 20, 30].map((sortOrder) => ({ id: String(sortOrder), sortOrder })) as [
    { id: string; sortOrder: number },
    { id: string; sortOrder: number },
    { id: string; sortOrder: number },
  ];
  expect(sortOrdersOf([a, b, c])).toEqual([]);
  expect(sortOrdersOf([a, c, b])).toEqual([
    { item: c, sortOrder: 20 },
    { item: b, sortOrder: 30 },
  ]);
});
