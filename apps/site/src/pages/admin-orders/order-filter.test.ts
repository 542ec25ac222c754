import { describe, expect, test } from "vitest";
import { chosenIn, filterOf, lateHref } from "./order-filter.ts";

describe("what is looked for among orders", () => {
  test("is what is late, where the overview leads to it", () => {
    const search = new URL(lateHref(), "http://localhost").searchParams;
    expect(filterOf(chosenIn(search))).toEqual({ overdue: true });
  });

  test("is a state, or everything", () => {
    expect(filterOf("PART_PAID")).toEqual({ states: ["PART_PAID"] });
    expect(filterOf(chosenIn(new URLSearchParams("order=1")))).toEqual({});
  });
});
