import type { Client } from "@uola/client";
import type { PassKind } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPassLedger } from "../../passes/ledger.ts";
import { passKind } from "../../passes/passes.testing.ts";
import { atGym, type TestGym } from "../../testing.ts";
import { createShop, findLostMoney, pay, place, places } from "../orders.testing.ts";

const start = new Date("2026-09-01T09:00:00Z");
let gym: TestGym;
let owner: Client;
let visitor: Client;
let kind: PassKind;
beforeAll(async () => {
  gym = await createShop();
  owner = gym.as(gym.key);
  await gym.api.background.drain("business: follow the lists");
  kind = await passKind(owner);
});
beforeEach(() => {
  gym.clock.now = start;
  visitor = gym.as(gym.visitor());
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(() => gym.close());

type Sold = { orderId: string; lineId: string };
/**
 * For each kind of line: its price, how it is added to the cart and then partly used, and the
 * unused part after that.
 */
type Case = { price: number; unused: number; add(): Promise<unknown>; use(sold: Sold): Promise<unknown> };

const lineOf = async ({ orderId, lineId }: Sold) =>
  (await owner.orders.get({ orderId })).order.lines.find(({ id }) => id === lineId);

const cases: Record<string, Case> = {
  "a gift voucher of 50.00 with 20.00 taken": {
    price: 5000,
    unused: 3000,
    add: () => visitor.carts.add({ voucher: { face: 5000, design: "TAPE", language: "lt" } }),
    async use(sold) {
      const voucherId = (await lineOf(sold))?.voucherId as string;
      await owner.vouchers.redeem({ voucherId, amount: 2000, requestId: newId() });
    },
  },
  "a pass of ten entries with three used": {
    price: 9000,
    unused: 6300,
    add: () => visitor.carts.add({ pass: { kindId: kind.id } }),
    async use(sold) {
      const passId = (await lineOf(sold))?.passId as string;
      for (let entry = 0; entry < 3; entry++)
        await owner.passes.use({ passId, people: 1, requestId: newId(), again: true });
    },
  },
  "a course of four lessons with one held": {
    price: 10_000,
    unused: 7500,
    async add() {
      const service = await gym.service({
        type: "COURSE",
        name: "Rudens kursas",
        defaultCapacity: 8,
        payment: { ...atGym, fixed: { price: { value: "100.00" } } },
      });
      const { scheduleId } = service;
      const weekly = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, staffIds: [] };
      await owner.schedules.createRules({ rules: [{ ...weekly, validFrom: "2026-09-02", validUntil: "2026-09-23" }] });
      await visitor.carts.add({ booking: { schedule: { scheduleId }, totalParticipants: 1 } });
    },
    async use() {
      gym.clock.now = new Date("2026-09-04T09:00:00Z");
    },
  },
};

async function sold(name: string, way: "DEMO_BANK" | "AT_DESK"): Promise<Sold & { revision: string; key: string }> {
  await cases[name]?.add();
  const { order, key } = await place(visitor, way);
  if (way === "DEMO_BANK") await pay(visitor, key);
  else {
    const cash = { kind: "CASH", amount: order.toPay, requestId: newId(), receiptNumber: "7" } as const;
    await owner.payments.receive({ orderId: order.id, ...cash });
  }
  const one = { orderId: order.id, lineId: order.lines[0]?.id as string };
  await cases[name]?.use(one);
  const { revision } = (await owner.orders.get({ orderId: order.id })).order;
  return { ...one, revision, key };
}

/** Each refund method, with the payment method of the order. */
const ways = [
  ["PROVIDER", "DEMO_BANK"],
  ["CREDIT", "DEMO_BANK"],
  ["TRANSFER", "AT_DESK"],
  ["DESK", "AT_DESK"],
] as const;
const reason = "susirgo";
type Amounts = { amount?: number; expectedAmount?: number };
const refund = (
  { orderId, revision, lineId }: Sold & { revision: string },
  way: (typeof ways)[number][0],
  more: Amounts = {},
) =>
  owner.orders.refund({
    orderId,
    revision,
    way,
    reason,
    lines: [{ lineId, ...more }],
    ...(way === "DESK" && { receiptNumber: "8" }),
  });

describe.each(Object.keys(cases))("%s", (name) => {
  const { price, unused } = cases[name] as Case;

  test.each(ways)("a refund by %s returns the unused part", async (way, paidBy) => {
    const one = await sold(name, paidBy);
    const { order } = await refund(one, way);
    expect(order).toMatchObject({ refunded: unused, refunds: [{ way, amount: unused }] });
    expect(order.lines[0]).toMatchObject({ state: "CANCELED", refunded: unused });
  });

  test.each(ways)("a refund by %s exceeds the unused part only if staff entered the amount", async (way, paidBy) => {
    const one = await sold(name, paidBy);
    await expect(refund(one, way, { amount: price + 1 })).rejects.toMatchObject({ code: "MORE_THAN_PAID" });
    await expect(refund(one, way, { expectedAmount: price })).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
    const { order } = await refund(one, way, { amount: price });
    expect(order).toMatchObject({ state: "REFUNDED", refunded: price, refunds: [{ way, amount: price }] });
    const audit = await gym.db.selectFrom("audit").selectAll().where("entityId", "=", one.orderId).execute();
    const entry = audit.find(({ action }) => action === "order.refund");
    expect(entry?.after).toMatchObject({ moreThanUnused: price - unused });
    expect(JSON.stringify(entry)).toContain(reason);
  });
});

test.each(["a gift voucher of 50.00 with 20.00 taken", "a pass of ten entries with three used"])(
  "quotes the unused part of %s to staff, and rejects that amount after further use",
  async (name) => {
    const one = await sold(name, "DEMO_BANK");
    const { lines } = await owner.orders.quoteRefund({ orderId: one.orderId });
    const { unused: expectedAmount } = cases[name] as Case;
    expect(lines).toMatchObject([{ amount: expectedAmount, problem: null }]);
    await cases[name]?.use(one);
    await expect(refund(one, "PROVIDER", { expectedAmount })).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
    expect((await owner.orders.get({ orderId: one.orderId })).order.refunds).toEqual([]);
  },
);

test("rejects the refund of a used-up voucher", async () => {
  const one = await sold("a gift voucher of 50.00 with 20.00 taken", "DEMO_BANK");
  const voucherId = (await lineOf(one))?.voucherId as string;
  await owner.vouchers.redeem({ voucherId, amount: 3000, requestId: newId() });
  await expect(refund(one, "PROVIDER")).rejects.toMatchObject({ code: "NOT_REFUNDABLE", data: { problem: "USED" } });
});

describe("a place paid by a gift voucher whose purchase was later refunded", () => {
  /**
   * Buys a place for 25.00 with a voucher for 50.00, and refunds the other 25.00 to the buyer of
   * the voucher.
   */
  async function paidByRefundedVoucher() {
    await visitor.carts.add({ voucher: { face: 5000, design: "TAPE", language: "lt" } });
    const { order: purchase, key: purchaseKey } = await place(visitor);
    await pay(visitor, purchaseKey);
    const { lines, id: orderId } = (await owner.orders.get({ orderId: purchase.id })).order;
    const { id: lineId = "", voucherId } = lines[0] ?? {};
    const { vouchers } = await owner.vouchers.print({ voucherId: voucherId ?? "" });
    const code = vouchers[0]?.code ?? "";
    const friend = gym.as(gym.visitor());
    const service = await gym.service();
    const sessionId = await gym.session({ service, inHours: 100 });
    await friend.carts.add({ booking: places(sessionId, service) });
    await friend.carts.addCode({ code });
    const { order } = await place(friend);
    const { revision } = (await owner.orders.get({ orderId })).order;
    const { order: refunded } = await refund({ orderId, lineId, revision }, "PROVIDER");
    expect([order.state, refunded.refunded]).toEqual(["PAID", 2500]);
    const voucher = async () => (await owner.vouchers.get({ voucherId: voucherId ?? "" })).voucher;
    return { orderId: order.id, sessionId, lineId: order.lines[0]?.id ?? "", voucher };
  }

  test("a refund of the place is credited to the voucher, which can be used again for that amount", async () => {
    const { orderId, lineId, voucher } = await paidByRefundedVoucher();
    expect(await voucher()).toMatchObject({ status: "REFUNDED", balance: 0 });
    const { revision } = (await owner.orders.get({ orderId })).order;
    const { order } = await refund({ orderId, lineId, revision }, "PROVIDER");
    expect(order).toMatchObject({ state: "REFUNDED", refunds: [{ way: "VOUCHER", amount: 2500 }] });
    expect(await voucher()).toMatchObject({ status: "ACTIVE", balance: 2500 });
  });

  test("the gym can cancel the session of the place", async () => {
    const { orderId, sessionId, voucher } = await paidByRefundedVoucher();
    await owner.schedules.cancelSession({ sessionId });
    expect((await owner.orders.get({ orderId })).order.state).toBe("REFUNDED");
    expect(await voucher()).toMatchObject({ status: "ACTIVE", balance: 2500 });
  });
});

test("if the gym cancels a session, a pass that was refunded after booking gets its entry back", async () => {
  const service = await gym.service();
  const forClasses = await passKind(owner, { lets: { entry: true, categoryKinds: [], serviceIds: [service.id] } });
  await visitor.carts.add({ pass: { kindId: forClasses.id } });
  const { order: purchase, key } = await place(visitor);
  await pay(visitor, key);
  const line = (await owner.orders.get({ orderId: purchase.id })).order.lines[0];
  const [lineId, passId] = [line?.id ?? "", line?.passId ?? ""];
  const ledger = createPassLedger(gym.context);
  const code = ledger.codes.open((await ledger.read(passId)).sealedCode);
  const sessionId = await gym.session({ service, inHours: 100 });
  await visitor.carts.add({ booking: places(sessionId, service) });
  await visitor.carts.addCode({ code });
  await place(visitor);
  const { revision } = (await owner.orders.get({ orderId: purchase.id })).order;
  const { order } = await refund({ orderId: purchase.id, lineId, revision }, "PROVIDER");
  expect(order.refunded).toBe(8100);
  const pass = async () => (await owner.passes.get({ passId })).pass;
  expect(await pass()).toMatchObject({ status: "REFUNDED", balance: 0 });
  await owner.schedules.cancelSession({ sessionId });
  expect(await pass()).toMatchObject({ status: "ACTIVE", balance: 1 });
});

test("refunds a place in a past session only if staff entered the amount", async () => {
  const service = await gym.service();
  await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 48 }), service) });
  const { order, key } = await place(visitor);
  await pay(visitor, key);
  gym.clock.now = gym.hours(72);
  const { revision } = (await owner.orders.get({ orderId: order.id })).order;
  const one = { orderId: order.id, lineId: order.lines[0]?.id as string, revision };
  await expect(refund(one, "PROVIDER")).rejects.toMatchObject({ code: "NOT_REFUNDABLE" });
  expect((await refund(one, "PROVIDER", { amount: 1000 })).order).toMatchObject({ refunded: 1000 });
});
