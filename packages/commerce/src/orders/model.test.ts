import { type Database, newId } from "@uola/database";
import { createContext } from "@uola/kernel";
import { urls } from "@uola/kernel/testing";
import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { owner, partsOn, type TestGym, visitor } from "../testing.ts";
import { buyer, consents, createShop, places, refuseLostMoney, type Sold } from "./orders.testing.ts";

let gym: TestGym;
let service: Sold;
let alive: ReturnType<typeof processOn>;
beforeAll(async () => {
  gym = await createShop();
  service = await gym.service();
  alive = processOn(gym.db);
});
afterAll(() => gym.close());

class Crash extends Error {}
/** A database whose process dies before its nth statement. */
const dyingAt = (db: Database, statement: number): Database => {
  let left = statement;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left--;
      if (left === 0) throw new Crash();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
};

/** The operations and tasks of a process. */
function processOn(db: Database) {
  const context = createContext({
    ...{ connection: { ...gym.connection, db }, siteId: gym.siteId, accounts: gym.accounts, urls },
    ...{ now: () => gym.clock.now, demo: true },
  });
  const { handlers, tasks } = partsOn(context).commerce;
  const run = (name: string) => tasks.find((task) => task.name === name)?.run({} as never);
  return { ...handlers, run };
}

type Step = { crashAt: number; which: number } & (
  | { do: "order"; voucher: boolean; coupon: boolean; gift: boolean }
  | { do: "start" | "pay" | "payAgain" | "refuse" | "cancel" | "refund" | "work" }
  | { do: "time"; minutes: number }
);
const which = fc.nat(7);
const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("order"), voucher: fc.boolean(), coupon: fc.boolean(), gift: fc.boolean() }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("start", "pay", "pay", "payAgain", "refuse") }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("cancel", "refund", "refund", "work") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("time"), minutes: fc.constantFrom(5, 31, 40) }) },
);
/** Most steps go through; the others end in the middle. */
const crashAt = fc.oneof(
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90 }) },
);
const step = fc
  .tuple(deed, crashAt, which)
  .map(([each, crash, at]) => ({ ...each, crashAt: crash, which: at })) as fc.Arbitrary<Step>;

type Known = { id: string; key: string; call: ReturnType<typeof visitor> };
type World = { sessionId: string; code: string; couponCode: string; orders: Known[]; attempts: string[] };

/** A session for three, a voucher of 40 euros and a coupon for two uses. */
async function newWorld(): Promise<World> {
  const client = gym.as(gym.key);
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher } = await client.vouchers.issue({ face: 4000, ...kind });
  const code = (await client.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  const couponCode = `DU${newId().slice(-8)}`;
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
  const coupon = { name: "Du", rule: { ...rule, kind: "PERCENT" as const, percent: 33 }, code: couponCode };
  await client.coupons.create({ ...coupon, totalLimit: 2 });
  return { sessionId: await gym.session({ service, capacity: 3 }), code, couponCode, orders: [], attempts: [] };
}

/** Carries a step out in a process. What is refused is refused, and changes nothing. */
async function carryOut(each: Step, world: World, of: ReturnType<typeof processOn>): Promise<void> {
  const order = world.orders[each.which % Math.max(1, world.orders.length)];
  const attemptId = world.attempts[each.which % Math.max(1, world.attempts.length)];
  switch (each.do) {
    case "order": {
      const call = visitor();
      const booking = places(world.sessionId, service);
      await alive.carts.add({ booking }, call);
      if (each.gift) await alive.carts.add({ voucher: { face: 1500, design: "TAPE", language: "lt" } }, call);
      if (each.voucher) await alive.carts.addCode({ code: world.code }, call);
      if (each.coupon) await alive.carts.addCode({ code: world.couponCode }, call);
      const { cart } = await alive.carts.get({}, call);
      const requestId = newId();
      const asked = {
        requestId,
        buyer,
        consents,
        way: "DEMO_BANK",
        language: "lt",
        expectedToPay: cart.toPay,
      } as const;
      const place = (process: typeof of) => process.orders.place({ ...asked, consents: [...consents] }, call);
      // Whoever lost the answer asks again with the same id.
      const { order, key } = await place(of).catch(() => place(alive));
      world.orders.push({ id: order.id, key, call });
      return;
    }
    case "start": {
      if (!order) return;
      const { redirectUrl } = await of.payments.start({ key: order.key, way: "DEMO_BANK" }, order.call);
      const id = new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
      if (!world.attempts.includes(id)) world.attempts.push(id);
      return;
    }
    case "pay":
    case "payAgain":
    case "refuse": {
      if (!attemptId) return;
      const times = each.do === "payAgain" ? 3 : 1;
      for (let n = 0; n < times; n++) {
        await of.payments.demoDecide({ attemptId, pay: each.do !== "refuse" }, visitor());
      }
      return;
    }
    case "cancel":
      if (order) await of.orders.cancelByKey({ key: order.key }, order.call);
      return;
    case "refund": {
      if (!order) return;
      const { order: seen } = await alive.orders.readByKey({ key: order.key }, order.call);
      const line = seen.lines[each.which % seen.lines.length];
      const lines = [{ lineId: line?.id as string, ...(each.which % 2 === 0 && { amount: 500 }) }];
      const way = each.which % 3 === 0 ? "CREDIT" : "PROVIDER";
      const { id: orderId, revision } = seen;
      await of.orders.refund({ orderId, revision, lines, way, reason: "taip sutarta" }, owner);
      return;
    }
    case "work":
      await of.run("refunds: hand to providers");
      return;
    case "time":
      await of.run("orders: expire");
  }
}

/** Beside what must never be lost: each attempt brought its money once, and coupons and vouchers are counted exactly. */
async function isSound({ orders, sessionId }: World): Promise<void> {
  expect(await refuseLostMoney(gym, { orderIds: orders.map(({ id }) => id), sessionId })).toEqual([]);
  const { db } = gym;
  for (const { id, state, amount } of await db.selectFrom("paymentAttempt").selectAll().execute()) {
    const payments = await db.selectFrom("payment").select("amount").where("attemptId", "=", id).execute();
    expect(payments.map((each) => each.amount)).toEqual(state === "SUCCEEDED" ? [amount] : []);
  }
  for (const { id, used, totalLimit } of await db.selectFrom("coupon").selectAll().execute()) {
    const uses = db.selectFrom("couponRedemption").select("id").where("couponId", "=", id);
    expect((await uses.where("releasedDate", "is", null).execute()).length).toBe(used);
    expect(used).toBeLessThanOrEqual(totalLimit ?? used);
  }
  for (const { id, balance, reserved } of await db.selectFrom("voucher").selectAll().execute()) {
    const entries = await db.selectFrom("voucherEntry").selectAll().where("voucherId", "=", id).execute();
    expect(entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(balance);
    expect(entries.reduce((sum, { reservedDelta }) => sum + reservedDelta, 0)).toBe(reserved);
  }
  // Whoever waits keeps places; whoever has ended keeps none.
  const bookings = await db
    .selectFrom("orderLine")
    .innerJoin("shopOrder", "shopOrder.id", "orderLine.orderId")
    .innerJoin("booking", "booking.id", "orderLine.bookingId")
    .select(["shopOrder.state", "booking.status"])
    .execute();
  for (const { state, status } of bookings) {
    expect(status === "CREATED").toBe(state === "AWAITING_PAYMENT");
  }
}

/** A history that reaches every state, whatever is drawn beside it. */
const plain = { crashAt: 0, which: 0 };
const every: Step[] = [
  { ...plain, do: "order", voucher: true, coupon: true, gift: true },
  { ...plain, do: "start" },
  { ...plain, do: "pay" },
  { ...plain, do: "refund", crashAt: 30 },
  { ...plain, do: "order", voucher: false, coupon: true, gift: false },
  { ...plain, do: "start", which: 1 },
  { ...plain, do: "time", minutes: 40 },
  { ...plain, do: "pay", which: 1, crashAt: 25 },
  { ...plain, do: "refund", which: 1 },
  { ...plain, do: "order", voucher: false, coupon: false, gift: true },
  { ...plain, do: "cancel", which: 2 },
  { ...plain, do: "order", voucher: false, coupon: false, gift: false },
  { ...plain, do: "time", minutes: 31 },
];

test("in any order of steps, some of which die half-way, no money and no place appears or disappears", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const world = await newWorld();
      const before = gym.clock.now;
      for (const each of steps) {
        if (each.do === "time") gym.clock.now = new Date(gym.clock.now.getTime() + each.minutes * 60_000);
        if (each.crashAt > 0) {
          await carryOut(each, world, processOn(dyingAt(gym.db, each.crashAt))).catch(() => undefined);
          await isSound(world);
        }
        // The one who died is asked again, as people and tasks do.
        await carryOut(each, world, alive).catch(() => undefined);
        await isSound(world);
      }
      gym.clock.now = before;
    }),
    { numRuns: 4, examples: [[every]] },
  );
  const states = await gym.db.selectFrom("shopOrder").select("state").distinct().execute();
  expect(new Set(states.map(({ state }) => state))).toEqual(
    new Set(["PART_REFUNDED", "REFUNDED", "CANCELED", "EXPIRED", ...states.map(({ state }) => state)]),
  );
}, 120_000);
