import type { Client } from "@uola/client";
import { createContext } from "@uola/kernel";
import { urls } from "@uola/kernel/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Crash, crashingBefore } from "../../crash-simulation.testing.ts";
import { owner, partsOn, type TestGym } from "../../testing.ts";
import { createShop, findLostMoney, pay, place, places, type Sold } from "../orders.testing.ts";

let gym: TestGym;
let service: Sold;
let buyer: Client;
beforeAll(async () => {
  gym = await createShop();
  service = await gym.service({ policyId: await gym.policy({ name: "Su eile", waitlistPolicy: { enabled: true } }) });
});
beforeEach(() => {
  buyer = gym.as(gym.visitor());
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(() => gym.close());

/** Fills a session with one order and puts another person on its waiting list. */
async function soldOut(capacity: number) {
  const sessionId = await gym.session({ service, capacity });
  await buyer.carts.add({ booking: places(sessionId, service, capacity) });
  const { key } = await place(buyer);
  const order = await pay(buyer, key);
  const waiting = gym.as(gym.visitor());
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  await waiting.waitlist.join({
    booking: {
      bookedEntity: { slot },
      contactDetails: { firstName: "Ieva", email: `${sessionId}@example.lt` },
      selectedPaymentOption: "OFFLINE",
      totalParticipants: 1,
    },
  });
  const counter = async () =>
    gym.db
      .selectFrom("places")
      .select(["taken", "held", "waitingMin"])
      .where("id", "=", sessionId)
      .executeTakeFirstOrThrow();
  const stateOf = async () => {
    const entries = gym.db.selectFrom("waitlistEntry").select("state").where("sessionId", "=", sessionId);
    return (await entries.executeTakeFirstOrThrow()).state;
  };
  return { sessionId, key, order, lineId: order.lines[0]?.id as string, counter, stateOf };
}
const offer = () => gym.api.background.drain("waitlist: offer places");
/** Tries to add a place to the cart of another visitor. */
const another = (sessionId: string) => gym.as(gym.visitor()).carts.add({ booking: places(sessionId, service) });

test("a refunded order frees its place for the waiting list when the refund is committed", async () => {
  const { sessionId, order, lineId, counter, stateOf } = await soldOut(1);
  const asked = { orderId: order.id, revision: order.revision, way: "PROVIDER", reason: "susirgo" } as const;
  await gym.as(gym.key).orders.refund({ ...asked, lines: [{ lineId }] });
  expect(await counter()).toEqual({ taken: 0, held: 0, waitingMin: 1 });
  await expect(another(sessionId)).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
  await offer();
  expect([await stateOf(), await counter()]).toEqual(["OFFERED", { taken: 0, held: 1, waitingMin: null }]);
});

test("if one of three participants leaves, a place is freed for the waiting list when the refund is committed", async () => {
  const { sessionId, key, lineId, counter, stateOf } = await soldOut(3);
  await buyer.orders.refundByKey({
    key,
    lineIds: [lineId],
    participants: [1],
    expectedAmount: 2500,
    way: "PROVIDER",
  });
  expect(await counter()).toEqual({ taken: 2, held: 0, waitingMin: 1 });
  await expect(another(sessionId)).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
  await offer();
  expect([await stateOf(), await counter()]).toEqual(["OFFERED", { taken: 2, held: 1, waitingMin: null }]);
});

test("a refund that fails at any SQL statement frees no place and offers none to the waiting list", async () => {
  const { order, lineId, counter, stateOf } = await soldOut(1);
  const asked = { orderId: order.id, revision: order.revision, way: "PROVIDER", reason: "susirgo" } as const;
  let failed = 0;
  for (let statement = 1; ; statement += 4) {
    const context = createContext({
      connection: { ...gym.connection, db: crashingBefore(gym.db, statement) },
      siteId: gym.siteId,
      accounts: gym.accounts,
      urls,
      now: () => gym.clock.now,
      demo: true,
    });
    const { orders } = partsOn(context).commerce.handlers;
    const crash = await orders.refund({ ...asked, lines: [{ lineId }] }, owner).catch((error: unknown) => error);
    const { order: after } = await gym.as(gym.key).orders.get({ orderId: order.id });
    if (after.state === "REFUNDED") break;
    expect(crash).toBeInstanceOf(Crash);
    await offer();
    expect([await stateOf(), await counter()]).toEqual(["WAITING", { taken: 1, held: 0, waitingMin: 1 }]);
    failed++;
  }
  expect(failed).toBeGreaterThan(4);
  await offer();
  expect(await stateOf()).toBe("OFFERED");
});
