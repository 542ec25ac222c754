import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { passKind } from "../../passes/passes.testing.ts";
import type { TestGym } from "../../testing.ts";
import { openShop, testIn } from "../open-shop.testing.ts";
import { pay, place, places, type Sold } from "../orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
const start = () => gym.clock.now;
let began: Date;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});
beforeAll(async () => {
  began = start();
});
beforeEach(() => {
  gym.clock.now = began;
});

/** Buys a place and two gift vouchers. */
async function bought() {
  await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 48 }), service) });
  await visitor.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
  await visitor.carts.add({ voucher: { face: 4000, design: "HOLDS", language: "lt" } });
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  const [booking, first, second] = order.lines.map(({ id }) => id) as [string, string, string];
  return { key, order, booking, first, second };
}
const who = { name: "Ona Sava", email: "ona.kita@example.lt" };
const mailsOf = async (orderId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  return rows
    .map(({ payload }) => payload as { orderId?: string; about?: string; documentIds?: string[] })
    .filter((mail) => mail.orderId === orderId);
};

test("a withdrawal from a voucher purchase refunds its full price by the original payment method", async () => {
  const { key, order, first } = await bought();
  const guest = gym.as(gym.visitor());
  const { order: after } = await guest.orders.withdraw({ key, lineIds: [first], ...who });
  expect(after).toMatchObject({
    state: "PART_REFUNDED",
    refunded: 3000,
    lines: [{ state: "DONE" }, { state: "CANCELED", refunded: 3000 }, { state: "DONE" }],
    refunds: [{ way: "PROVIDER", state: "REQUESTED", amount: 3000, reasonCode: "WITHDRAWN" }],
    withdrawals: [{ lineIds: [first], ...who, amount: 3000, date: gym.clock.now }],
    documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
  });
  expect((await owner.vouchers.get({ voucherId: order.lines[1]?.voucherId as string })).voucher.status).toBe(
    "REFUNDED",
  );
  const mails = await mailsOf(order.id);
  expect(mails.map(({ about }) => about)).toEqual(["paid", "withdrawn"]);
  expect(mails[1]?.documentIds).toEqual([after.documents[1]?.id]);
  const { steps } = await owner.orders.get({ orderId: order.id });
  expect(steps[0]).toMatchObject({ action: "order.withdraw", reason: "pirkėjas atsisakė sutarties" });
});

test("a repeated withdrawal takes effect only once", async () => {
  const { key, order, first, second } = await bought();
  const asked = { key, lineIds: [first, second], ...who };
  const both = await Promise.all([visitor.orders.withdraw(asked), visitor.orders.withdraw(asked)]);
  await visitor.orders.withdraw(asked);
  for (const { order } of both) expect(order).toMatchObject({ refunded: 7000, withdrawals: [{ amount: 7000 }] });
  expect((await mailsOf(order.id)).map(({ about }) => about)).toEqual(["paid", "withdrawn"]);
});

test("rejects withdrawing from a dated place, from a used voucher, and after the fourteenth day", async () => {
  const { key, order, booking, first, second } = await bought();
  const refusal = (lineIds: string[]) => visitor.orders.withdraw({ key, lineIds, ...who });
  await expect(refusal([booking])).rejects.toMatchObject({ code: "NOT_REFUNDABLE", data: { problem: "NO_RIGHT" } });
  await owner.vouchers.redeem({ voucherId: order.lines[1]?.voucherId as string, amount: 100, requestId: newId() });
  await expect(refusal([first])).rejects.toMatchObject({ code: "NOT_REFUNDABLE", data: { problem: "USED" } });
  const until = order.lines[2]?.withdrawableUntil as Date;
  gym.clock.now = new Date(until.getTime() + 1);
  const late = gym.as(gym.visitor()).orders.withdraw({ key, lineIds: [second], ...who });
  await expect(late).rejects.toMatchObject({ code: "NOT_REFUNDABLE", data: { problem: "TOO_LATE" } });
  gym.clock.now = until;
  await visitor.orders.withdraw({ key, lineIds: [second], ...who });
});

test("a withdrawal refunds a bank transfer to the account given in the statement of withdrawal", async () => {
  await visitor.carts.add({ voucher: { face: 5000, design: "HOLDS", language: "lt" } });
  const { order: placed, key } = await place(visitor, "BANK_TRANSFER");
  await owner.payments.receive({ orderId: placed.id, kind: "BANK_TRANSFER", amount: 5000, requestId: newId() });
  const iban = "LT601010012345678901";
  const lineIds = [placed.lines[0]?.id as string];
  const { order } = await visitor.orders.withdraw({ key, lineIds, ...who, iban });
  expect(order.refunds).toMatchObject([{ way: "TRANSFER", state: "TO_PAY_OUT", amount: 5000, iban }]);
});

test("only goods ordered from home, not goods sold at the front desk, have a right of withdrawal", async () => {
  await gym.api.background.drain("business: follow the lists");
  const chalk = { name: "Magnezija", price: 12, kind: "GOODS", _translations: { en: { name: "Chalk" } } };
  await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: "chalk", data: chalk } });
  const desk = gym.as((await gym.member({ role: "desk", email: "greta@example.lt" })).token);
  const bought = async (client: Client) => {
    await client.carts.add({ goods: { priceId: "chalk", quantity: 1 } });
    const { order, key } = await place(client, "AT_DESK");
    const money = { orderId: order.id, kind: "CASH", amount: 1200, requestId: newId(), receiptNumber: "7" } as const;
    const { order: paid } = await desk.payments.receive(money);
    return { key, lines: paid.lines };
  };
  const [sold, ordered] = [await bought(desk), await bought(visitor)];
  expect(sold.lines).toMatchObject([{ kind: "GOODS", withdrawableUntil: null }]);
  expect(ordered.lines[0]?.withdrawableUntil).toBeInstanceOf(Date);
  const lineIds = sold.lines.map(({ id }) => id);
  await expect(visitor.orders.withdraw({ key: sold.key, lineIds, ...who })).rejects.toMatchObject({
    code: "NOT_REFUNDABLE",
    data: { problem: "NO_RIGHT" },
  });
  // Canceling through the order link does not refund goods that were already handed over, either.
  const asked = { key: sold.key, lineIds, expectedAmount: 1200, way: "PROVIDER" as const };
  await expect(visitor.orders.refundByKey(asked)).rejects.toMatchObject({ code: "NOT_REFUNDABLE" });
  expect((await visitor.orders.quoteRefundByKey({ key: ordered.key })).amount).toBe(1200);
  const until = ordered.lines[0]?.withdrawableUntil as Date;
  gym.clock.now = new Date(until.getTime() + 1);
  const late = gym.as(gym.visitor());
  expect((await late.orders.quoteRefundByKey({ key: ordered.key })).amount).toBe(0);
});

test("a voucher or pass sold at the front desk has no right of withdrawal", async () => {
  await gym.api.background.drain("business: follow the lists");
  const kind = await passKind(owner);
  const desk = gym.as((await gym.member({ role: "desk", email: "greta.kasoje@example.lt" })).token);
  const bought = async (client: Client) => {
    await client.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
    await client.carts.add({ pass: { kindId: kind.id } });
    const { order, key } = await place(client, "AT_DESK");
    const money = {
      orderId: order.id,
      kind: "CASH",
      amount: order.toPay,
      requestId: newId(),
      receiptNumber: "8",
    } as const;
    const { order: paid } = await desk.payments.receive(money);
    return { id: order.id, key, lines: paid.lines, amount: order.toPay };
  };
  const [sold, ordered] = [await bought(desk), await bought(visitor)];
  expect(sold.lines.map(({ kind, withdrawableUntil }) => [kind, withdrawableUntil])).toEqual([
    ["VOUCHER", null],
    ["PASS", null],
  ]);
  for (const { id } of sold.lines) {
    await expect(visitor.orders.withdraw({ key: sold.key, lineIds: [id], ...who })).rejects.toMatchObject({
      code: "NOT_REFUNDABLE",
      data: { problem: "NO_RIGHT" },
    });
  }
  const quoted = async (key: string) => {
    const { lines, amount } = await gym.as(gym.visitor()).orders.quoteRefundByKey({ key });
    return { amount, problems: lines.map(({ problem }) => problem) };
  };
  expect(await quoted(sold.key)).toEqual({ amount: 0, problems: ["TOO_LATE", "TOO_LATE"] });
  expect(await quoted(ordered.key)).toEqual({ amount: ordered.amount, problems: [null, null] });
  const until = ordered.lines[0]?.withdrawableUntil as Date;
  gym.clock.now = new Date(until.getTime() + 1);
  expect(await quoted(ordered.key)).toEqual({ amount: 0, problems: ["TOO_LATE", "TOO_LATE"] });
  const lineIds = ordered.lines.map(({ id }) => id);
  const asked = { key: ordered.key, lineIds, expectedAmount: ordered.amount, way: "PROVIDER" as const };
  const late = gym.as(gym.visitor()).orders.refundByKey(asked);
  await expect(late).rejects.toMatchObject({ code: "NOT_REFUNDABLE" });
  // Staff can still refund the purchase.
  expect((await gym.as(gym.key).orders.quoteRefund({ orderId: ordered.id })).amount).toBe(ordered.amount);
});
