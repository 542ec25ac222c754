import { expect, test } from "vitest";
import { changedOf, mergeDrafts } from "./changes.ts";

const before = { name: "Įvadas", price: "25", staff: ["a"] };

test("only differing fields count as changed, with lists compared by content", () => {
  expect(changedOf(before, { ...before, staff: ["a"] })).toEqual({});
  expect(changedOf(before, { ...before, price: "28", staff: ["a", "b"] })).toEqual({ price: "28", staff: ["a", "b"] });
});

test("a merge keeps typed values over concurrent changes and reports all of the other user's changes", () => {
  const mine = { ...before, price: "28" };
  const theirs = { ...before, price: "30", name: "Įvadas vaikams" };
  expect(mergeDrafts(before, mine, theirs)).toEqual({
    draft: { name: "Įvadas vaikams", price: "28", staff: ["a"] },
    told: { price: "30", name: "Įvadas vaikams" },
  });
});
