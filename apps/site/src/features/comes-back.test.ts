import { expect, test } from "vitest";
import { sharesOf } from "./comes-back.tsx";

test("the parts of all who come sum to what comes back, and differ by a cent at most", () => {
  for (const amount of [0, 1, 2500, 2501, 9999]) {
    const sums = sharesOf(amount, ["Ona", "Jonas", "Ūla"]).map(({ sum }) => sum);
    expect(sums.reduce((all, sum) => all + sum, 0)).toBe(amount);
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(1);
  }
});
