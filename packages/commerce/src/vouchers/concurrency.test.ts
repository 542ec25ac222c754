import { newId } from "@uola/database";
import { expect, test } from "vitest";
import { createTestGym } from "../testing.ts";

test("a hundred concurrent redemptions in two processes never exceed the voucher's balance", async () => {
  const gym = await createTestGym({ connections: 10 });
  const neighbour = gym.secondProcess();
  try {
    const payment = { method: "TRANSFER" } as const;
    const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment } as const;
    const { voucher } = await gym.as(gym.key).vouchers.issue({ face: 5000, ...kind });
    type Answer = { amount: number; status: number };
    const take = async (api: typeof neighbour, amount: number, requestId = newId()): Promise<Answer> => {
      const body = JSON.stringify({ amount, requestId });
      const url = `http://localhost:3001/v1/vouchers/${voucher.id}/redeem`;
      const request = new Request(url, { method: "POST", body, headers: { authorization: gym.key } });
      const { status } = await api.fetch(request);
      // A busy server (503) has not processed the request, so it is retried.
      return status === 503 ? take(api, amount, requestId) : { amount, status };
    };
    const amounts = Array.from({ length: 100 }, (_, index) => 100 + (index % 7) * 130);
    const answers = await Promise.all(amounts.map((amount, index) => take(index % 2 ? gym.api : neighbour, amount)));
    const taken = answers.reduce((sum, { amount, status }) => sum + (status === 200 ? amount : 0), 0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const { balance } = await gym.db.selectFrom("voucher").select("balance").executeTakeFirstOrThrow();
    expect(taken + balance).toBe(5000);
    // The smallest requested amount is 100, and every rejected amount exceeded the remaining
    // balance.
    expect(balance).toBeLessThan(100);
    const entries = await gym.db.selectFrom("voucherEntry").select(["delta", "sequence"]).execute();
    expect(entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(balance);
    expect(new Set(entries.map(({ sequence }) => sequence)).size).toBe(entries.length);
  } finally {
    await gym.close();
  }
});
