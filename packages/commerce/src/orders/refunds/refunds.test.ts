import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { openShop, testIn } from "../open-shop.testing.ts";
import { buyer, pay, place, places, type Sold } from "../orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});

const reason = "susirgo";
const session = (inHours = 48) => gym.session({ service, inHours });
const bought = async (sessionId: string, count = 1) => {
  await visitor.carts.add({ booking: places(sessionId, service, count) });
  const { key } = await place(visitor);
  return { key, order: await pay(visitor, key) };
};
const takenOf = async (id: string) =>
  (await gym.db.selectFrom("places").select("taken").where("id", "=", id).executeTakeFirst())?.taken;

test("refunding a whole line frees its places, and issues a credit note and an email", async () => {
  const [first, second] = [await session(), await session(72)];
  await visitor.carts.add({ booking: places(first, service, 2) });
  const { order, key } = await bought(second);
  const [line] = order.lines;
  const { order: after } = await owner.orders.refund({
    orderId: order.id,
    revision: order.revision,
    lines: [{ lineId: line?.id as string }],
    way: "PROVIDER",
    reason,
  });
  expect(after).toMatchObject({
    state: "PART_REFUNDED",
    paid: 7500,
    refunded: 5000,
    lines: [
      { state: "CANCELED", refunded: 5000 },
      { state: "DONE", refunded: 0 },
    ],
    documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
    refunds: [{ way: "PROVIDER", state: "REQUESTED", amount: 5000, reason }],
  });
  expect([await takenOf(first), await takenOf(second)]).toEqual([0, 1]);
  await gym.api.background.drain("refunds: hand to providers");
  const { order: done } = await visitor.orders.readByKey({ key });
  expect(done.refunds).toMatchObject([{ state: "DONE" }]);
  const again = { orderId: order.id, revision: done.revision, lines: [{ lineId: line?.id as string }] };
  await expect(owner.orders.refund({ ...again, way: "PROVIDER", reason })).rejects.toMatchObject({
    code: "NOT_REFUNDABLE",
  });
});

test("quotes a refund by the policy of the purchase, even after the owner has changed that policy", async () => {
  const windows = (percentage: string) => ({
    enabled: true,
    cancellationWindows: [{ percentage, startInMinutes: 3 * 1440 }],
  });
  const policyId = await gym.policy({ name: "Su mokesčiu", cancellationFeePolicy: windows("20") });
  const sold = await gym.service({ policyId });
  const sessionId = await gym.session({ service: sold, inHours: 48 });
  await visitor.carts.add({ booking: places(sessionId, sold) });
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  const { policies } = await owner.policies.list({});
  const { revision } = policies.find(({ id }) => id === policyId) ?? { revision: "" };
  await owner.policies.update({ policy: { id: policyId, revision, cancellationFeePolicy: windows("90") } });
  expect((await owner.orders.quoteRefund({ orderId: order.id })).lines).toMatchObject([
    { price: 2500, fee: 500, amount: 2000, problem: null },
  ]);
  const before = gym.clock.now;
  gym.clock.now = gym.hours(25);
  expect((await gym.as(gym.key).orders.quoteRefund({ orderId: order.id })).lines).toMatchObject([
    { amount: 0, fee: 2500, problem: "TOO_LATE" },
  ]);
  gym.clock.now = before;
});

test("the owner can refund part of a line, up to the amount paid", async () => {
  const { order } = await bought(await session());
  const lineId = order.lines[0]?.id as string;
  const part = {
    orderId: order.id,
    revision: order.revision,
    way: "PROVIDER",
    reason,
  } as const;
  await expect(owner.orders.refund({ ...part, lines: [{ lineId, amount: 2501 }] })).rejects.toMatchObject({
    code: "MORE_THAN_PAID",
    data: { left: 2500 },
  });
  const { order: after } = await owner.orders.refund({ ...part, lines: [{ lineId, amount: 2000 }] });
  expect(after).toMatchObject({
    state: "PART_REFUNDED",
    refunded: 2000,
    refunds: [{ way: "PROVIDER", state: "REQUESTED", amount: 2000 }],
  });
});

test("refunds a provider payment only through the provider, and a bank transfer to an account", async () => {
  const { order, key } = await bought(await session(72));
  const asked = { key, lineIds: [order.lines[0]?.id as string], expectedAmount: 2500 };
  const iban = "LT601010012345678901";
  await expect(visitor.orders.refundByKey({ ...asked, way: "TRANSFER", iban })).rejects.toMatchObject({
    code: "WAY_NOT_OFFERED",
    data: { way: "TRANSFER" },
  });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "PAID", refunds: [] });
  await visitor.orders.refundByKey({ ...asked, way: "PROVIDER" });
  await visitor.carts.add({ booking: places(await session(72), service) });
  const { order: placed, key: other } = await place(visitor, "BANK_TRANSFER");
  await owner.payments.receive({ orderId: placed.id, kind: "BANK_TRANSFER", amount: 2500, requestId: newId() });
  const byTransfer = { key: other, lineIds: [placed.lines[0]?.id as string], expectedAmount: 2500, iban };
  const { order: after } = await visitor.orders.refundByKey({ ...byTransfer, way: "TRANSFER" });
  expect(after.refunds).toMatchObject([{ way: "TRANSFER", state: "TO_PAY_OUT", iban }]);
});

test("a refund as a gift voucher adds the owner's bonus", async () => {
  const { settings } = await owner.payments.settings({});
  const { revision, montonio, ...rest } = settings;
  const { hasSecretKey: _, ...unchanged } = montonio;
  await owner.payments.updateSettings({ revision, settings: { ...rest, montonio: unchanged, creditBonusPercent: 10 } });
  const { order } = await bought(await session());
  expect(await owner.orders.quoteRefund({ orderId: order.id })).toMatchObject({ amount: 2500, credit: 2750 });
  const lines = [{ lineId: order.lines[0]?.id as string }];
  const { order: after } = await owner.orders.refund({
    orderId: order.id,
    revision: order.revision,
    lines,
    way: "CREDIT",
    reason,
  });
  expect(after).toMatchObject({
    state: "REFUNDED",
    refunds: [{ way: "CREDIT", state: "DONE", amount: 2500, bonus: 250 }],
  });
  const { vouchers } = await owner.vouchers.query({ text: buyer.email });
  expect(vouchers).toMatchObject([{ face: 2750, vatType: "MULTI", recipientEmail: buyer.email }]);
});

test("refunds the payment in money first, and the rest to the voucher that was used", async () => {
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher } = await owner.vouchers.issue({ face: 1000, ...kind });
  const printed = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  await visitor.carts.addCode({ code: printed });
  const { order } = await bought(await session());
  const lineId = order.lines[0]?.id as string;
  const refund = { orderId: order.id, revision: order.revision, way: "PROVIDER", reason } as const;
  const { order: after } = await owner.orders.refund({ ...refund, lines: [{ lineId }] });
  expect(after).toMatchObject({
    state: "REFUNDED",
    paid: 1500,
    refunded: 2500,
    refunds: [
      { way: "PROVIDER", amount: 1500 },
      { way: "VOUCHER", amount: 1000, state: "DONE" },
    ],
  });
  expect((await owner.vouchers.get({ voucherId: voucher.id })).voucher).toMatchObject({ balance: 1000 });
});

test("the order link cannot be used to refund a voucher in money or with the bonus", async () => {
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher } = await owner.vouchers.issue({ face: 9000, ...kind });
  const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  await visitor.carts.add({ booking: places(await session(72), service) });
  await visitor.carts.addCode({ code });
  const { key, order } = await place(visitor);
  const asked = { key, lineIds: [order.lines[0]?.id as string], expectedAmount: 2500 };
  for (const way of ["TRANSFER", "CREDIT"] as const) {
    const refused = visitor.orders.refundByKey({ ...asked, way, iban: "LT601010012345678901" });
    await expect(refused).rejects.toMatchObject({ code: "WAY_NOT_OFFERED" });
  }
  await visitor.orders.refundByKey({ ...asked, way: "PROVIDER" });
  expect((await owner.vouchers.get({ voucherId: voucher.id })).voucher).toMatchObject({ balance: 9000 });
});

test("quotes the buyer a refund only for an unused gift voucher, but staff the remaining balance", async () => {
  await visitor.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
  await visitor.carts.add({ voucher: { face: 4000, design: "HOLDS", language: "lt" } });
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  const [used, whole] = order.lines;
  await owner.vouchers.redeem({ voucherId: used?.voucherId as string, amount: 100, requestId: newId() });
  expect((await visitor.orders.quoteRefundByKey({ key })).lines).toMatchObject([
    { amount: 0, problem: "USED" },
    { amount: 4000, problem: null },
  ]);
  expect((await owner.orders.quoteRefund({ orderId: order.id })).lines).toMatchObject([
    { amount: 2900, problem: null },
    { amount: 4000, problem: null },
  ]);
  const refund = { orderId: order.id, revision: order.revision, way: "PROVIDER", reason } as const;
  const { order: after } = await owner.orders.refund({ ...refund, lines: [{ lineId: whole?.id as string }] });
  expect(after).toMatchObject({ state: "PART_REFUNDED", refunded: 4000 });
  expect((await owner.vouchers.get({ voucherId: whole?.voucherId as string })).voucher.status).toBe("REFUNDED");
});

test("the buyer cancels through the order link for exactly the quoted amount", async () => {
  const first = await session(72);
  await visitor.carts.add({ booking: places(first, service) });
  const { key, order } = await bought(await session(20));
  const guest = gym.as(gym.visitor());
  const { lines } = await guest.orders.quoteRefundByKey({ key });
  expect(lines).toMatchObject([
    { amount: 2500, problem: null },
    { amount: 0, problem: "TOO_LATE" },
  ]);
  const [early, late] = lines.map(({ lineId }) => lineId) as [string, string];
  const asked = { key, way: "PROVIDER", expectedAmount: 2500 } as const;
  await expect(guest.orders.refundByKey({ ...asked, lineIds: [early, late] })).rejects.toMatchObject({
    code: "NOT_REFUNDABLE",
  });
  await expect(guest.orders.refundByKey({ ...asked, lineIds: [early], expectedAmount: 2400 })).rejects.toMatchObject({
    code: "TOTAL_CHANGED",
    data: { amount: 2500 },
  });
  const { order: after } = await guest.orders.refundByKey({ ...asked, lineIds: [early] });
  expect(after).toMatchObject({
    id: order.id,
    state: "PART_REFUNDED",
    refunded: 2500,
    lines: [{ state: "CANCELED" }, { state: "DONE" }],
  });
  expect(await takenOf(first)).toBe(0);
  await expect(guest.orders.refundByKey({ ...asked, lineIds: [early] })).rejects.toMatchObject({
    code: "NOT_REFUNDABLE",
  });
});

test("if one of three participants leaves through the order link, a third is refunded and one place is freed", async () => {
  const sessionId = await session(72);
  const participants = ["Ona", "Jonas", "Ūla"].map((firstName) => ({ firstName }));
  await visitor.carts.add({ booking: { ...places(sessionId, service, 3), participants } });
  const { key } = await place(visitor);
  const { lines } = await pay(visitor, key);
  const lineIds = [lines[0]?.id as string];
  const asked = { key, lineIds, participants: [1], expectedAmount: 2500, way: "PROVIDER" as const };
  const both = await Promise.allSettled([visitor.orders.refundByKey(asked), visitor.orders.refundByKey(asked)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const { order } = await visitor.orders.readByKey({ key });
  expect(order).toMatchObject({
    state: "PART_REFUNDED",
    refunded: 2500,
    lines: [{ state: "DONE", quantity: 2, participants: [{ firstName: "Ona" }, { firstName: "Ūla" }], refunded: 2500 }],
    documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
  });
  expect(await takenOf(sessionId)).toBe(2);
  await expect(visitor.orders.refundByKey({ ...asked, participants: [2] })).rejects.toMatchObject({
    code: "NOT_REFUNDABLE",
  });
  const all = { ...asked, participants: [0, 1], expectedAmount: 5000 };
  expect((await visitor.orders.refundByKey(all)).order).toMatchObject({ state: "REFUNDED", refunded: 7500 });
  expect(await takenOf(sessionId)).toBe(0);
});

describe("refunds from the till", () => {
  test("refunds a payment at the till with a receipt number instead of through a provider", async () => {
    await visitor.carts.add({ booking: places(await session(), service) });
    const { order: placed } = await place(visitor, "AT_DESK");
    const cash = { orderId: placed.id, kind: "CASH", amount: 2500, requestId: newId(), receiptNumber: "7" } as const;
    const { order } = await owner.payments.receive(cash);
    const refund = {
      orderId: order.id,
      revision: order.revision,
      lines: [{ lineId: order.lines[0]?.id as string }],
      reason,
    };
    await expect(owner.orders.refund({ ...refund, way: "PROVIDER" })).rejects.toMatchObject({
      code: "WAY_NOT_OFFERED",
    });
    await expect(owner.orders.refund({ ...refund, way: "DESK" })).rejects.toMatchObject({
      fieldViolations: [{ field: "receiptNumber" }],
    });
    const { order: after } = await owner.orders.refund({ ...refund, way: "DESK", receiptNumber: "8" });
    expect(after).toMatchObject({ state: "REFUNDED", refunds: [{ way: "DESK", state: "DONE" }] });
  });
});
