import { holderOf } from "@uola/booking";
import type { Client } from "@uola/client";
import { json, newId } from "@uola/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestGym, visitor } from "../testing.ts";
import {
  buyer,
  consents,
  createShop,
  findLostMoney,
  pay,
  place,
  places,
  processOn,
  type Sold,
  startDemo,
} from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let service: Sold;
let neighbour: ReturnType<TestGym["secondProcess"]>;
beforeAll(async () => {
  gym = await createShop({ connections: 10 });
  owner = gym.as(gym.key);
  service = await gym.service();
  neighbour = gym.secondProcess();
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(() => gym.close());

/**
 * Sends a request to one of the two processes. If the server responds that it is busy, it has
 * changed nothing and the request is repeated.
 */
async function ask(n: number, path: string, body: object, token?: string): Promise<number> {
  const headers = new Headers(token ? { authorization: token } : {});
  const request = () =>
    new Request(`http://localhost:3001${path}`, { method: "POST", body: JSON.stringify(body), headers });
  const { status } = await (n % 2 ? gym.api : neighbour).fetch(request());
  return status === 503 ? ask(n, path, body, token) : status;
}

/** Creates visitors with the same item in their carts. */
const withCarts = (count: number, fill: (client: Client) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = gym.as(gym.visitor());
      await fill(client);
      return client;
    }),
  );
const settled = async <Value>(promises: Promise<Value>[]) =>
  (await Promise.allSettled(promises)).flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));

describe("concurrent requests", () => {
  test("two hundred messages about one order to two processes have the effect of one", async () => {
    const client = gym.as(gym.visitor());
    const sessionId = await gym.session({ service });
    await client.carts.add({ booking: places(sessionId, service, 2) });
    const { key, order } = await place(client);
    const attemptId = await startDemo(client, key);
    const path = `/v1/payments/demo-bank/${attemptId}`;
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n % 10 === 9 ? ask(n, "/v1/payments/check", { key }) : ask(n, path, { pay: true }),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { order: paid, steps } = await owner.orders.get({ orderId: order.id });
    expect(paid).toMatchObject({ state: "PAID", paid: 5000, refunded: 0, payments: [{ amount: 5000 }] });
    expect(paid.documents).toHaveLength(1);
    expect(steps.filter(({ action }) => action === "order.pay")).toHaveLength(1);
    const mails = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
    const about = mails.filter(({ payload }) => (payload as { orderId?: string }).orderId === order.id);
    expect(about).toHaveLength(1);
  });

  test("an order with concurrent payments at the front desk and by bank is paid once, and the surplus is refunded", async () => {
    const client = gym.as(gym.visitor());
    await client.carts.add({ booking: places(await gym.session({ service }), service) });
    const { key, order } = await place(client);
    const attemptId = await startDemo(client, key);
    const cash = { orderId: order.id, kind: "CASH", amount: 2500, receiptNumber: "3" };
    await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => ask(n, `/v1/payments/demo-bank/${attemptId}`, { pay: true })),
      ...Array.from({ length: 5 }, (_, n) => ask(n, "/v1/payments/receive", { ...cash, requestId: newId() }, gym.key)),
    ]);
    const { order: paid } = await owner.orders.get({ orderId: order.id });
    expect(paid.state).toBe("PAID");
    expect(paid.paid - paid.refunded).toBe(2500);
    expect(paid.documents).toHaveLength(1);
  });

  test("a first-booking coupon applies to only one of a person's ten concurrent orders, even from different browsers", async () => {
    const rule = { kind: "PERCENT" as const, percent: 50, serviceIds: [], weekdays: [], firstBookingOnly: true };
    const made = { name: "Pirmas kartas", rule: { ...rule, stacking: "ALONE" as const }, code: "PIRMAS" };
    await owner.coupons.create(made);
    const sessionId = await gym.session({ service, capacity: 40 });
    const clients = await withCarts(10, async (client) => {
      await client.carts.add({ booking: places(sessionId, service) });
      await client.carts.addCode({ code: "PIRMAS" });
    });
    const who = { ...buyer, email: `${newId()}@example.lt` };
    const results = await Promise.allSettled(
      clients.map((client) => place(client, "DEMO_BANK", { expectedToPay: 1250, buyer: who })),
    );
    const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(9);
    for (const error of refused) expect(error).toMatchObject({ code: "TOTAL_CHANGED" });
  });

  test("only three of twelve concurrent orders get the discount of a coupon with three uses", async () => {
    const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
    const made = { name: "Trys", rule: { ...rule, kind: "PERCENT" as const, percent: 10 }, code: "TRYS3" };
    const { coupon } = await owner.coupons.create({ ...made, totalLimit: 3 });
    const sessionId = await gym.session({ service, capacity: 40 });
    const clients = await withCarts(12, async (client) => {
      await client.carts.add({ booking: places(sessionId, service) });
      await client.carts.addCode({ code: "TRYS3" });
    });
    const results = await Promise.allSettled(
      clients.map((client) => place(client, "DEMO_BANK", { expectedToPay: 2250 })),
    );
    const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(9);
    for (const error of refused) expect(error).toMatchObject({ code: "TOTAL_CHANGED" });
    expect((await owner.coupons.report({ couponId: coupon.id })).coupon).toMatchObject({ used: 3, state: "USED_UP" });
    for (const { value } of results.filter((each) => each.status === "fulfilled"))
      await pay(clients[0] as Client, value.key);
  });

  test("exactly ten of five hundred concurrent checkouts get the discount of a code with ten uses", async () => {
    const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
    const made = { name: "Dešimt", rule: { ...rule, kind: "PERCENT" as const, percent: 10 }, code: "DESIMT10" };
    const { coupon } = await owner.coupons.create({ ...made, totalLimit: 10 });
    const sessionId = await gym.session({ service, capacity: 500 });
    const carts = Array.from({ length: 500 }, () => ({ cartId: newId(), call: visitor() }));
    const { siteId, clock, db } = gym;
    const ofCart = (cartId: string) => ({ siteId, cartId, id: newId(), createdDate: clock.now });
    const dates = { createdDate: clock.now, updatedDate: clock.now };
    await db
      .insertInto("cart")
      .values(carts.map(({ cartId: id, call }) => ({ siteId, id, holder: holderOf(call.caller), ...dates })))
      .execute();
    const detail = json(places(sessionId, service));
    await db
      .insertInto("cartLine")
      .values(carts.map(({ cartId }) => ({ ...ofCart(cartId), kind: "BOOKING", detail, seenGross: 2500 })))
      .execute();
    await db
      .insertInto("cartCode")
      .values(carts.map(({ cartId }) => ({ ...ofCart(cartId), couponCode: "DESIMT10" })))
      .execute();
    const elsewhere = gym.secondConnection();
    const processes = [processOn(gym), processOn({ ...gym, connection: elsewhere })];
    const order = (n: number, expectedToPay: number) => {
      const asked = { requestId: newId(), buyer, consents: [...consents], expectedToPay };
      const { orders } = (processes[n % 2] as (typeof processes)[number]).commerce.handlers;
      return orders.place({ ...asked, way: "AT_DESK", language: "lt" }, (carts[n] as (typeof carts)[number]).call);
    };
    const results = await Promise.allSettled(carts.map((_, n) => order(n, 2250)));
    const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refused).toHaveLength(490);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["TOTAL_CHANGED"]));
    expect((await owner.coupons.report({ couponId: coupon.id })).coupon).toMatchObject({ used: 10, discount: 2500 });
    // A buyer who came too late for the coupon may order at the full price.
    await order(
      results.findIndex(({ status }) => status === "rejected"),
      2500,
    );
    const placed = await db
      .selectFrom("shopOrder as order")
      .innerJoin("orderLine as line", "line.orderId", "order.id")
      .innerJoin("booking", "booking.id", "line.bookingId")
      .where("booking.placesId", "=", sessionId)
      .select("order.discount")
      .execute();
    expect(placed.map(({ discount }) => discount).toSorted((a, b) => a - b)).toEqual([0, ...Array(10).fill(250)]);
    await elsewhere.close();
  });

  test("two combined coupons are used together or not at all, and their reports agree", async () => {
    const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "WITH_OTHERS" as const };
    const create = async (
      code: string,
      kind: { kind: "PERCENT"; percent: number } | { kind: "AMOUNT"; amount: number },
    ) =>
      (
        await owner.coupons.create({
          name: code,
          rule: { ...rule, ...kind },
          code,
          totalLimit: code === "SESI" ? 6 : 4,
        })
      ).coupon;
    const [six, four] = [
      await create("SESI", { kind: "PERCENT", percent: 10 }),
      await create("KETURI", { kind: "AMOUNT", amount: 250 }),
    ];
    const sessionId = await gym.session({ service, capacity: 40 });
    const clients = await withCarts(12, async (client) => {
      await client.carts.add({ booking: places(sessionId, service) });
      for (const code of ["KETURI", "SESI"]) await client.carts.addCode({ code });
    });
    const placed = await settled(clients.map((client) => place(client, "DEMO_BANK", { expectedToPay: 2000 })));
    expect(placed).toHaveLength(4);
    const report = async ({ id: couponId }: { id: string }) => (await owner.coupons.report({ couponId })).coupon;
    // The discount of one coupon does not count as income of the other.
    expect(await report(six)).toMatchObject({ used: 4, discount: 1000, income: 8000 });
    expect(await report(four)).toMatchObject({ used: 4, discount: 1000, income: 8000, state: "USED_UP" });
    const [first] = placed;
    await owner.orders.cancel({
      orderId: first?.order.id as string,
      revision: first?.order.revision as string,
      reason: "taip sutarta",
    });
    for (const coupon of [six, four])
      expect(await report(coupon)).toMatchObject({ used: 3, discount: 750, income: 6000 });
  });

  test("a voucher of 50 euros pays at most 50 euros for eight concurrent carts", async () => {
    const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
    const { voucher } = await owner.vouchers.issue({ face: 5000, ...kind });
    const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    const sessionId = await gym.session({ service, capacity: 40 });
    const clients = await withCarts(8, async (client) => {
      await client.carts.add({ booking: places(sessionId, service) });
      await client.carts.addCode({ code });
    });
    const placed = await settled(clients.map((client) => place(client, "DEMO_BANK", { expectedToPay: 0 })));
    expect(placed).toHaveLength(2);
    expect((await owner.vouchers.get({ voucherId: voucher.id })).voucher).toMatchObject({ balance: 0, reserved: 0 });
  });

  test("three of twenty concurrent orders get the last three places", async () => {
    const before = gym.clock.now;
    const sessionId = await gym.session({ service, capacity: 3 });
    const clients = Array.from({ length: 20 }, () => gym.as(gym.visitor()));
    // All holds have ended, so every order requests free places.
    for (const client of clients) {
      await client.carts.add({ booking: places(sessionId, service) });
      gym.clock.now = new Date(gym.clock.now.getTime() + 11 * 60_000);
    }
    const placed = await settled(clients.map((client) => place(client, "DEMO_BANK", { expectedToPay: 2500 })));
    expect(placed).toHaveLength(3);
    const orders = await Promise.all(placed.map(({ key }) => pay(clients[0] as Client, key)));
    expect(orders.map(({ state }) => state)).toEqual(["PAID", "PAID", "PAID"]);
    gym.clock.now = before;
  });

  test("concurrent orders for the same two sessions in either order are all paid", async () => {
    const [first, second] = [await gym.session({ service }), await gym.session({ service, inHours: 60 })];
    const clients = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const client = gym.as(gym.visitor());
        for (const id of n % 2 ? [first, second] : [second, first]) {
          await client.carts.add({ booking: places(id, service) });
        }
        return client;
      }),
    );
    const placed = await Promise.all(clients.map((client) => place(client)));
    const orders = await Promise.all(placed.map(({ key }, n) => pay(clients[n] as Client, key)));
    expect(new Set(orders.map(({ state }) => state))).toEqual(new Set(["PAID"]));
  });
});
