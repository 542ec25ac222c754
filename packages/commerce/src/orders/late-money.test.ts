import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { describe, expect, test } from "vitest";
import type { TestGym } from "../testing.ts";
import { openShop, testIn } from "./open-shop.testing.ts";
import { pay, place, places, type Sold, startDemo } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});

const later = (minutes: number) => {
  gym.clock.now = new Date(gym.clock.now.getTime() + minutes * 60_000);
};
const expire = async () => {
  later(33);
  await gym.api.background.drain("orders: expire");
};
const voucher = async (face: number) => {
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher: issued } = await owner.vouchers.issue({ face, ...kind });
  const code = (await owner.vouchers.print({ voucherId: issued.id })).vouchers[0]?.code as string;
  const read = async () => (await owner.vouchers.get({ voucherId: issued.id })).voucher;
  const take = (amount: number) => owner.vouchers.redeem({ voucherId: issued.id, amount, requestId: newId() });
  return { id: issued.id, code, read, take };
};
const coupon = async (
  code: string,
  { totalLimit, stacking }: { totalLimit: number; stacking: "ALONE" | "WITH_OTHERS" },
) => {
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking };
  const { coupon: created } = await owner.coupons.create({
    name: code,
    code,
    totalLimit,
    rule: { ...rule, kind: "AMOUNT", amount: 250 },
  });
  return async () => (await owner.coupons.report({ couponId: created.id })).coupon;
};
const order = async (key: string) => (await visitor.orders.readByKey({ key })).order;
const decide = (attemptId: string) => visitor.payments.demoDecide({ attemptId, pay: true });

describe("the voucher part of an order", () => {
  const ordered = async (gift: { code: string }) => {
    const sessionId = await gym.session({ service });
    await visitor.carts.add({ booking: places(sessionId, service, 2) });
    await visitor.carts.addCode({ code: gift.code });
    return { ...(await place(visitor)), sessionId };
  };

  test("a voucher remains reserved as long as the order can be paid, even if the payment is restarted", async () => {
    const gift = await voucher(2500);
    const { key } = await ordered(gift);
    await startDemo(visitor, key);
    later(29);
    const attemptId = await startDemo(visitor, key);
    later(10);
    await expect(gift.take(2500)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    await decide(attemptId);
    expect(await order(key)).toMatchObject({ state: "PAID", paid: 2500, voucherPays: 2500 });
    expect(await gift.read()).toMatchObject({ balance: 0, reserved: 0 });
  });

  test("a voucher remains reserved until the front desk receives the remaining amount", async () => {
    const gift = await voucher(2500);
    const { key, order: placed } = await ordered(gift);
    await visitor.payments.start({ key, way: "AT_DESK" });
    later(24 * 60);
    await expect(gift.take(2500)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" });
    const receipt = { orderId: placed.id, kind: "CASH", amount: 2500, requestId: newId(), receiptNumber: "7" } as const;
    expect((await owner.payments.receive(receipt)).order.state).toBe("PAID");
  });

  test("an order paid partly with a blocked voucher is canceled, and the payment is refunded", async () => {
    const gift = await voucher(2500);
    const { key, sessionId } = await ordered(gift);
    const attemptId = await startDemo(visitor, key);
    const { revision } = await gift.read();
    await owner.vouchers.setBlocked({ voucherId: gift.id, revision, blocked: true, reason: "pamestas" });
    await decide(attemptId);
    expect(await order(key)).toMatchObject({
      state: "CANCELED",
      paid: 2500,
      refunded: 2500,
      documents: [],
      lines: [{ state: "CANCELED" }],
      refunds: [{ amount: 2500, way: "PROVIDER" }],
    });
    expect(await gift.read()).toMatchObject({ balance: 2500, reserved: 0 });
    const counter = gym.db.selectFrom("places").select(["taken", "held"]).where("id", "=", sessionId);
    expect(await counter.executeTakeFirst()).toEqual({ taken: 0, held: 0 });
  });
});

describe("late payment for an order that cannot be fulfilled", () => {
  /** Places an order whose place is taken by another customer before the payment arrives. */
  const tooLate = async (codes: string[]) => {
    const sessionId = await gym.session({ service, capacity: 1 });
    await visitor.carts.add({ booking: places(sessionId, service) });
    for (const code of codes) await visitor.carts.addCode({ code });
    const { key } = await place(visitor);
    const attemptId = await startDemo(visitor, key);
    await expire();
    return { key, attemptId, sessionId };
  };
  const takePlace = async (sessionId: string) => {
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking: places(sessionId, service) });
    await pay(other, (await place(other)).key);
  };

  test("a late payment for a lost place uses no coupon, so that the next customer may use it", async () => {
    const used = await coupon("VELAI", { totalLimit: 1, stacking: "ALONE" });
    const { key, attemptId, sessionId } = await tooLate(["VELAI"]);
    await takePlace(sessionId);
    await decide(attemptId);
    expect(await order(key)).toMatchObject({ state: "EXPIRED", paid: 2250, refunded: 2250 });
    expect(await used()).toMatchObject({ used: 0 });
  });

  test("a late payment uses neither of two coupons if one of them is used up", async () => {
    const first = await coupon("PORA1", { totalLimit: 1, stacking: "WITH_OTHERS" });
    const second = await coupon("PORA2", { totalLimit: 1, stacking: "WITH_OTHERS" });
    const { key, attemptId } = await tooLate(["PORA1", "PORA2"]);
    // The coupon that is checked second is used by another customer.
    const [, later] = [await first(), await second()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking: places(await gym.session({ service }), service) });
    await other.carts.addCode({ code: later?.name as string });
    await pay(other, (await place(other)).key);
    await decide(attemptId);
    expect(await order(key)).toMatchObject({ state: "EXPIRED", paid: 2000, refunded: 2000 });
    expect((await first()).used + (await second()).used).toBe(1);
  });
});
