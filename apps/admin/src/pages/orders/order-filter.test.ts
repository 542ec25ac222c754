import { describe, expect, test } from "vitest";
import { chosenIn, filterOf, overdueHref } from "./order-filter.ts";

describe("order filter", () => {
  test("the link from the overview filters orders by overdue instalments", () => {
    const search = new URL(overdueHref(), "http://localhost").searchParams;
    expect(filterOf(chosenIn(search))).toEqual({ overdue: true });
  });

  test("filters orders by state, or shows all", () => {
    expect(filterOf("PART_PAID")).toEqual({ states: ["PART_PAID"] });
    expect(filterOf(chosenIn(new URLSearchParams("order=1")))).toEqual({});
  });
});
