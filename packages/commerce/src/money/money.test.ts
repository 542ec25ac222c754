import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shareOf, spread, sumOf } from "./money.ts";

describe("shareOf", () => {
  test.each([
    [1250, 2100, 12_100, 217],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [0, 5, 7, 0],
  ])("shareOf(%i, %i, %i) is %i", (amount, part, whole, share) => expect(shareOf(amount, part, whole)).toBe(share));

  test("rounds a share by at most half a cent, and the same way for negative amounts", () => {
    const amounts = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 5000 }), (amount, rate) => {
        const whole = 10_000 + rate;
        const share = shareOf(amount, rate, whole);
        expect(Math.abs(share * whole - amount * rate) * 2).toBeLessThanOrEqual(whole);
        expect(shareOf(-amount, rate, whole) + share).toBe(0);
      }),
    );
  });
});

describe("spreading an amount over weights", () => {
  test("gives the remaining cents to the shares with the largest remainders", () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(spread(100, [0, 2, 1])).toEqual([0, 67, 33]);
    expect(spread(5, [0, 0])).toEqual([0, 0]);
  });

  test("spreads an amount into shares that sum to it and do not exceed their weights", () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
        const amount = Math.floor(sumOf(weights) * part);
        const parts = spread(amount, weights);
        expect(sumOf(parts)).toBe(amount);
        expect(parts.every((each, index) => each >= 0 && each <= (weights[index] as number))).toBe(true);
      }),
    );
  });
});
