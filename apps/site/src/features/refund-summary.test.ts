import { expect, test } from "vitest";
import { refundForParticipants, sharesOf } from "./refund-summary.tsx";

test("the shares of all participants add up to the refund and differ by a cent at most", () => {
  for (const amount of [0, 1, 2500, 2501, 9999]) {
    const sums = sharesOf(amount, ["Ona", "Jonas", "Ūla"]).map(({ sum }) => sum);
    expect(sums.reduce((all, sum) => all + sum, 0)).toBe(amount);
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(1);
  }
});

test("if one of three participants leaves, a third is refunded, starting with the first refund target", () => {
  const people = ["Ona", "Jonas", "Ūla"];
  const back = [
    { way: "PROVIDER", amount: 2000 },
    { way: "VOUCHER", amount: 5500 },
  ] as const;
  const quote = { price: 7500, fee: 0, amount: 7500, back: [...back] };
  expect(refundForParticipants(quote, people, [1])).toMatchObject({
    amount: 2500,
    back: [back[0], { way: "VOUCHER", amount: 500 }],
  });
  expect(refundForParticipants(quote, people, [0, 1, 2])).toMatchObject({ amount: 7500, back });
});
