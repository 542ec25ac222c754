import { expect, test } from "vitest";
import { changedOf, mergeOf } from "./changes.ts";

const before = { name: "Įvadas", price: "25", staff: ["a"] };

test("only what differs is a change, lists by what is in them", () => {
  expect(changedOf(before, { ...before, staff: ["a"] })).toEqual({});
  expect(changedOf(before, { ...before, price: "28", staff: ["a", "b"] })).toEqual({ price: "28", staff: ["a", "b"] });
});

test("what was typed stays over what another wrote, and all of theirs is told", () => {
  const mine = { ...before, price: "28" };
  const theirs = { ...before, price: "30", name: "Įvadas vaikams" };
  expect(mergeOf(before, mine, theirs)).toEqual({
    draft: { name: "Įvadas vaikams", price: "28", staff: ["a"] },
    told: { price: "30", name: "Įvadas vaikams" },
  });
});
