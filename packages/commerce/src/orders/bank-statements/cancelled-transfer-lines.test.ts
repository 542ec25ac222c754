import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { openShop, testIn } from "../open-shop.testing.ts";
import { place, places, type Sold } from "../orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});

const takenOf = async (id: string) =>
  (await gym.db.selectFrom("places").select("taken").where("id", "=", id).executeTakeFirst())?.taken;
const revisionOf = async (bookingId: string) => {
  const row = gym.db.selectFrom("booking").select("revision").where("id", "=", bookingId);
  return String((await row.executeTakeFirstOrThrow()).revision);
};

test("after a cancellation, the page, the payment code and a new proforma show only the remaining amount", async () => {
  const [one, other] = [await gym.session({ service, inHours: 240 }), await gym.session({ service, inHours: 240 })];
  await visitor.carts.add({ booking: places(one, service, 2) });
  await visitor.carts.add({ booking: places(other, service) });
  const { key, order } = await place(visitor, "BANK_TRANSFER");
  expect(order).toMatchObject({ toPay: 7500, transfer: { amount: 7500 } });
  const cancel = async (bookingId: string) =>
    visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  await cancel(order.lines[0]?.bookingId as string);
  const { order: left } = await visitor.orders.readByKey({ key });
  expect(left).toMatchObject({
    state: "AWAITING_PAYMENT",
    toPay: 2500,
    transfer: { amount: 2500 },
    lines: [{ state: "CALLED_OFF" }, {}],
    documents: [{ kind: "PROFORMA" }, { kind: "PROFORMA" }],
  });
  const documents = gym.db.selectFrom("document").select("gross").where("orderId", "=", order.id);
  expect((await documents.orderBy("createdDate").execute()).map(({ gross }) => gross)).toEqual([7500, 2500]);
  const outbox = await gym.db.selectFrom("outbox").select("payload").orderBy("id").execute();
  const mails = outbox.map(({ payload }) => payload as { orderId?: string; about?: string; documentIds?: string[] });
  expect(mails.filter(({ orderId }) => orderId === order.id)).toMatchObject(
    left.documents.map(({ id }) => ({ about: "placed", documentIds: [id] })),
  );
  const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 2500 } as const;
  const { order: paid } = await owner.payments.receive({ ...money, requestId: newId() });
  expect(paid).toMatchObject({ state: "PAID", refunded: 0 });
  expect([await takenOf(one), await takenOf(other)]).toEqual([0, 1]);
});

test("fulfils a transfer order without a payment if a voucher covers the lines left after a cancellation", async () => {
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher } = await owner.vouchers.issue({ face: 6000, ...kind });
  const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  const [one, other] = [await gym.session({ service, inHours: 240 }), await gym.session({ service, inHours: 240 })];
  await visitor.carts.add({ booking: places(one, service, 2) });
  await visitor.carts.add({ booking: places(other, service) });
  await visitor.carts.addCode({ code });
  const { key, order } = await place(visitor, "BANK_TRANSFER");
  expect(order).toMatchObject({ voucherPays: 6000, toPay: 1500, transfer: { amount: 1500 } });
  const proforma = gym.db.selectFrom("document").select(["gross", "snapshot"]).where("orderId", "=", order.id);
  expect(await proforma.execute()).toMatchObject([{ gross: 7500, snapshot: { toPay: 1500 } }]);
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
    toPay: 0,
    voucherPays: 2500,
    transfer: null,
  });
  await gym.api.background.drain("orders: expire");
  const { order: given } = await visitor.orders.readByKey({ key });
  expect(given).toMatchObject({
    state: "PAID",
    paid: 0,
    refunded: 0,
    lines: [{ state: "CALLED_OFF" }, { state: "DONE" }],
  });
  expect(await takenOf(other)).toBe(1);
  expect((await owner.vouchers.get({ voucherId: voucher.id })).voucher).toMatchObject({ balance: 3500 });
});

test("fulfils a transfer order and refunds the surplus if a partial payment covers the remaining lines", async () => {
  const [one, other] = [await gym.session({ service, inHours: 240 }), await gym.session({ service, inHours: 240 })];
  await visitor.carts.add({ booking: places(one, service, 2) });
  await visitor.carts.add({ booking: places(other, service) });
  const { key, order } = await place(visitor, "BANK_TRANSFER");
  const part = { orderId: order.id, kind: "BANK_TRANSFER", amount: 4000, requestId: newId() } as const;
  expect((await owner.payments.receive(part)).order).toMatchObject({ paid: 4000, transfer: { amount: 3500 } });
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  await gym.api.background.drain("orders: expire");
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
    state: "PAID",
    toPay: 2500,
    paid: 4000,
    refunded: 1500,
    transfer: null,
  });
  expect([await takenOf(one), await takenOf(other)]).toEqual([0, 1]);
});
