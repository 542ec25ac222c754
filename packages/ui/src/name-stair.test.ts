import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameStair, titleEnd } from "./name-stair.ts";

const names = [
  "Rožė",
  "Ąžuolas",
  "Žygimantė",
  "Ū",
  "Ė",
  "Šė",
  "Ona",
  "Žė",
  "Čiurlė",
  "Rūta",
  "Mažvydė",
  "Eglė",
  "Ąžė",
  "Lėja",
  "Ūla",
  "Jūratė",
  "Kęstutis",
  "Ieva",
  "I",
  "Iš",
  "José",
  "Zoë",
  "Ž-Š",
  "Krišpinavičiūtė-Žemaitė",
];

/**
 * Checks that no part of a name extends above the lower edge of the title line and that everything
 * fits within the voucher.
 */
function expectRoom(name: string) {
  const { letters, steps } = nameStair(name);
  for (const { top, size } of letters) {
    expect(top).toBeGreaterThanOrEqual(titleEnd - 1e-9);
    expect(size).toBeGreaterThan(0);
  }
  for (const [x] of steps) expect(x).toBeLessThanOrEqual(92);
}

describe("the name on a voucher", () => {
  test.each(names)("the name %s on a voucher does not overlap the title", (name) => expectRoom(name));

  test("no Lithuanian name on a voucher overlaps the title", () => {
    const letters = fc.constantFrom(..."AĄBCČDEĘĖFGHIĮYJKLMNOPRSŠTUŲŪVZŽ");
    fc.assert(fc.property(fc.array(letters, { minLength: 1, maxLength: 14 }), (word) => expectRoom(word.join(""))));
  });

  test("a voucher name is set larger when no letter has a mark above it", () => {
    expect(nameStair("Ieva").size).toBeGreaterThan(nameStair("Ievė").size);
    expect(nameStair("").letters).toEqual([]);
  });
});
