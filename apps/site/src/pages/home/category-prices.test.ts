import type { CategoryKind } from "@uola/contract";
import { expect, test } from "vitest";
import { categoryPrices } from "./category-prices.ts";

const service = (category: CategoryKind, cents: number, changes = {}) => ({
  kind: "CLASS" as const,
  bookable: true,
  category: { id: category, name: category, kind: category },
  price: { kind: "each" as const, cents, currency: "EUR" },
  ...changes,
});

test("shows a first-timer the price of the first introduction, not a cheaper one for seniors", () =>
  expect(categoryPrices([service("firstTime", 2500), service("firstTime", 1500)]).firstTime?.cents).toBe(2500));

test("shows parents the lowest price among the sessions they can book", () => {
  const services = [
    service("children", 1400),
    service("children", 1200),
    service("children", 900, { kind: "APPOINTMENT" }),
    service("children", 800, { bookable: false }),
    service("children", 18_000, { kind: "COURSE" }),
    service("children", 0, { price: { kind: "free" } }),
  ];
  expect(categoryPrices(services).children?.cents).toBe(1200);
});

test("shows no price for a category without bookable sessions", () =>
  expect(categoryPrices([service("trainings", 1000, { bookable: false })])).toEqual({}));
