import { defaultTape, tapeColours } from "@uola/art";
import type { Tape } from "@uola/contract";
import { expect, test } from "vitest";
import { recoloured } from "./tape.ts";

test("assigns a free tape colour, or swaps colours with the category that already has it", () => {
  const free = recoloured(defaultTape, "ropes", "lilac");
  expect(free).toEqual({ ...defaultTape, ropes: "lilac" });
  const changed = recoloured(free, "bouldering", "lilac");
  expect(changed).toEqual({ ...defaultTape, ropes: "orange", bouldering: "lilac" });
  expect(recoloured(changed, "bouldering", "lilac")).toEqual(changed);
});

test("the platform accepts every tape colour that the site can render", () => {
  const names: Record<Tape["ropes"], unknown> = tapeColours;
  expect(Object.keys(names)).toHaveLength(12);
  const tape: Tape = defaultTape;
  expect(new Set(Object.values(tape)).size).toBe(5);
});
