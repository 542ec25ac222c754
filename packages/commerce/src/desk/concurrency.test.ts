import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import { createShop } from "../orders/orders.testing.ts";
import type { TestGym } from "../testing.ts";
import { recordDeskMoney } from "./desk.ts";

let gym: TestGym;
let owner: Client;
beforeEach(async () => {
  await gym?.close();
  gym = await createShop({ connections: 10 });
  owner = gym.as(gym.key);
});
afterAll(() => gym.close());

const take = (amount: number) =>
  owner.vouchers.issue({
    face: amount,
    vatType: "MULTI",
    design: "TAPE",
    language: "lt",
    payment: { method: "CASH", receiptNumber: "K-1" },
  });
type Answer = { status: number; code?: string };
/** Closes the day in one of the processes, with the current sums. */
async function close(api: typeof gym.api): Promise<Answer> {
  const { today: day, expected, sums } = await owner.desk.takings({});
  const cardTotal = sums.card.received - sums.card.paidOut;
  const body = JSON.stringify({ requestId: newId(), day, expected, cardTotal, counted: expected, again: true });
  const request = new Request("http://localhost:3001/v1/desk/closes", {
    method: "POST",
    body,
    headers: { authorization: gym.key, "content-type": "application/json" },
  });
  const answer = await api.fetch(request);
  const { details } = (await answer.json()) as { details?: { applicationError?: { code: string } } };
  return { status: answer.status, code: details?.applicationError?.code ?? "" };
}
const allCloses = async () => (await owner.desk.closes({ limit: 100 })).closes;

test("of several concurrent closings of the same day, one succeeds and the others are rejected", async () => {
  const neighbour = gym.secondProcess();
  await take(1000);
  const { today: day, expected } = await owner.desk.takings({});
  const body = () => JSON.stringify({ requestId: newId(), day, expected, cardTotal: 0, counted: expected });
  const answers = await Promise.all(
    [gym.api, neighbour, gym.api, neighbour].map(async (api) => {
      const headers = { authorization: gym.key, "content-type": "application/json" };
      const request = new Request("http://localhost:3001/v1/desk/closes", { method: "POST", body: body(), headers });
      const answer = await api.fetch(request);
      return answer.ok ? "closed" : JSON.stringify(await answer.json()).includes("DAY_CLOSED") ? "told" : answer.status;
    }),
  );
  expect(answers.toSorted()).toEqual(["closed", "told", "told", "told"]);
  expect(await allCloses()).toMatchObject([{ number: 1, sums: { cash: { payments: 1, received: 1000 } } }]);
});

test("every payment is counted in exactly one day close, even if two processes close the day concurrently", async () => {
  const neighbour = gym.secondProcess();
  const amounts = Array.from({ length: 40 }, (_, index) => 100 + index);
  const payments = Promise.all(amounts.map((amount) => take(amount)));
  const closing = (async () => {
    for (let round = 0; round < 12; round++) await Promise.all([close(gym.api), close(neighbour)]);
  })();
  await Promise.all([payments, closing]);
  while ((await close(gym.api)).status !== 200);
  const closes = await allCloses();
  expect(closes.length).toBeGreaterThan(1);
  expect(sumOf(closes.map(({ sums }) => sums.cash.payments))).toBe(amounts.length);
  expect(sumOf(closes.map(({ sums }) => sums.cash.received))).toBe(sumOf(amounts));
  expect(closes.map(({ number }) => number)).toEqual(closes.map((_, index) => closes.length - index));
  // Each day close starts with the cash left by the previous one, so the last one contains all
  // cash.
  expect(closes[0]?.counted).toBe(sumOf(amounts));
});

test("a payment taken during a day close but committed after it is counted in the next day close", async () => {
  await take(1000);
  let commit = () => {};
  const later = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let noted = () => {};
  const isNoted = new Promise<void>((resolve) => {
    noted = resolve;
  });
  const slow = gym.db.transaction().execute(async (tx) => {
    await recordDeskMoney(tx, {
      siteId: gym.siteId,
      at: gym.clock.now,
      kind: "ORDER",
      method: "CASH",
      amount: 700,
      about: "UOLA-LATE",
      actor: { kind: "system", id: "slow" },
    });
    noted();
    await later;
  });
  await isNoted;
  expect((await close(gym.api)).status).toBe(200);
  commit();
  await slow;
  expect((await owner.desk.takings({})).sums.cash).toMatchObject({ payments: 1, received: 700 });
  expect((await close(gym.api)).status).toBe(200);
  expect((await allCloses()).map(({ sums }) => sums.cash.received)).toEqual([700, 1000]);
});
