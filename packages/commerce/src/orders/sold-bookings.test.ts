import { bookingLinks } from "@uola/booking";
import type { Client } from "@uola/client";
import type { CouponRule } from "@uola/contract";
import { newId } from "@uola/database";
import { createContext } from "@uola/kernel";
import { urls } from "@uola/kernel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { issuePass, passKind } from "../passes/passes.testing.ts";
import type { TestGym } from "../testing.ts";
import { openShop, testIn } from "./open-shop.testing.ts";
import { pay, place, places, type Sold } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});

async function bought({ sold = service, inHours = 48, count = 1 } = {}) {
  const sessionId = await gym.session({ service: sold, inHours });
  await visitor.carts.add({ booking: places(sessionId, sold, count) });
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  return { key, order, sessionId, bookingId: order.lines[0]?.bookingId as string };
}
const takenOf = async (id: string) =>
  (await gym.db.selectFrom("places").select("taken").where("id", "=", id).executeTakeFirst())?.taken;
const revisionOf = async (bookingId: string) => {
  const row = gym.db.selectFrom("booking").select("revision").where("id", "=", bookingId);
  return String((await row.executeTakeFirstOrThrow()).revision);
};

test("canceling a paid booking refunds the quoted amount with a credit note and frees the place", async () => {
  const { key, order, sessionId, bookingId } = await bought({ count: 3 });
  const { quote } = await visitor.orders.quoteBooking({ bookingId });
  expect(quote).toMatchObject({ price: 7500, fee: 0, amount: 7500, back: [{ way: "PROVIDER", amount: 7500 }] });
  const { booking } = await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  expect(booking).toMatchObject({ status: "CANCELED", paymentStatus: "REFUNDED" });
  expect(await takenOf(sessionId)).toBe(0);
  const { order: after } = await visitor.orders.readByKey({ key });
  expect(after).toMatchObject({
    id: order.id,
    state: "REFUNDED",
    refunded: 7500,
    lines: [{ state: "CANCELED", refunded: 7500 }],
    refunds: [{ way: "PROVIDER", state: "REQUESTED", reasonCode: "CANCELED" }],
    documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
  });
  expect(await visitor.orders.quoteBooking({ bookingId })).toEqual({ quote: null });
});

test("retains the cancellation fee of the policy at the time of purchase, and charges it only once", async () => {
  const windows = { enabled: true, cancellationWindows: [{ percentage: "20", startInMinutes: 3 * 1440 }] };
  const sold = await gym.service({
    policyId: await gym.policy({ name: "Su mokesčiu", cancellationFeePolicy: windows }),
  });
  const { key, bookingId } = await bought({ sold });
  expect((await visitor.orders.quoteBooking({ bookingId })).quote).toMatchObject({ fee: 500, amount: 2000 });
  const { booking } = await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  expect(booking.paymentStatus).toBe("PAID");
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "PART_REFUNDED", refunded: 2000 });
  const row = gym.db.selectFrom("booking").select("cancellationFee").where("id", "=", bookingId);
  expect(await row.executeTakeFirst()).toEqual({ cancellationFee: null });
});

test("the booking link in the mail also allows a refund quote and a refund, but other people get no quote for a booking", async () => {
  const { key: orderKey, bookingId } = await bought();
  const context = createContext({
    connection: gym.connection,
    siteId: gym.siteId,
    accounts: gym.accounts,
    urls,
    now: () => gym.clock.now,
  });
  const key = await bookingLinks(context).keyOf(bookingId);
  const stranger = gym.as(gym.visitor());
  await expect(stranger.orders.quoteBooking({ bookingId })).rejects.toMatchObject({ code: "BOOKING_NOT_FOUND" });
  await expect(stranger.orders.quoteBookingByLink({ key: `${key}x` })).rejects.toMatchObject({
    code: "BOOKING_NOT_FOUND",
  });
  expect((await stranger.orders.quoteBookingByLink({ key })).quote).toMatchObject({ amount: 2500 });
  await stranger.bookings.cancelByLink({ key, revision: await revisionOf(bookingId) });
  expect((await stranger.orders.readByKey({ key: orderKey })).order.state).toBe("REFUNDED");
});

test("refunds everybody in full when the gym cancels a session, whatever the policy", async () => {
  const windows = { enabled: true, cancellationWindows: [{ percentage: "100", startInMinutes: 30 * 1440 }] };
  const sold = await gym.service({
    policyId: await gym.policy({ name: "Be grąžinimo", cancellationFeePolicy: windows }),
  });
  const { key, order, sessionId } = await bought({ sold, count: 2 });
  const other = gym.as(gym.visitor());
  await other.carts.add({ booking: places(sessionId, sold) });
  const second = await place(other);
  await pay(other, second.key);
  await owner.schedules.cancelSession({ sessionId });
  for (const opened of [key, second.key]) {
    expect((await visitor.orders.readByKey({ key: opened })).order).toMatchObject({
      state: "REFUNDED",
      refunds: [{ reasonCode: "CALLED_OFF", reason: "atšaukė salė" }],
    });
  }
  const { steps } = await owner.orders.get({ orderId: order.id });
  expect(steps[0]).toMatchObject({ action: "order.refund" });
});

test("refunds in full at any time if the owner ignores the cancellation policy", async () => {
  const windows = { enabled: true, cancellationWindows: [{ percentage: "100", startInMinutes: 30 * 1440 }] };
  const sold = await gym.service({ policyId: await gym.policy({ name: "Vėlu", cancellationFeePolicy: windows }) });
  for (const flags of [{}, { withRefund: true }]) {
    const { key, bookingId } = await bought({ sold });
    const flowControlSettings = { ignoreCancellationPolicy: true, ...flags };
    const revision = await revisionOf(bookingId);
    const { booking } = await owner.bookings.cancel({ bookingId, revision, flowControlSettings });
    expect(booking).toMatchObject({ status: "CANCELED", paymentStatus: "REFUNDED" });
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
      state: "REFUNDED",
      refunded: 2500,
      lines: [{ state: "CANCELED", refunded: 2500 }],
      refunds: [{ reasonCode: "CALLED_OFF", amount: 2500 }],
      documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
    });
  }
});

test("ends an order to be paid at the desk as soon as its last place is canceled", async () => {
  const [one, other] = [await gym.session({ service }), await gym.session({ service })];
  await visitor.carts.add({ booking: places(one, service) });
  await visitor.carts.add({ booking: places(other, service) });
  const { key, order } = await place(visitor, "AT_DESK");
  const [first, second] = order.lines.map(({ bookingId }) => bookingId as string) as [string, string];
  await visitor.bookings.cancel({ bookingId: first, revision: await revisionOf(first) });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
    state: "AWAITING_PAYMENT",
    lines: [{ state: "CALLED_OFF" }, { state: "WAITING" }],
  });
  await visitor.bookings.cancel({ bookingId: second, revision: await revisionOf(second) });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "CANCELED", dueDate: null });
  expect([await takenOf(one), await takenOf(other)]).toEqual([0, 0]);
});

test("the desk does not charge for places canceled while the order was waiting for an online payment", async () => {
  const [one, other] = [await gym.session({ service }), await gym.session({ service })];
  for (const sessionId of [one, other]) await visitor.carts.add({ booking: places(sessionId, service) });
  const { key, order } = await place(visitor, "AT_DESK");
  const cancel = async (bookingId: string) =>
    visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  const turnTo = async (way: "DEMO_BANK" | "AT_DESK") => (await visitor.payments.start({ key, way })).order;
  await turnTo("DEMO_BANK");
  await cancel(order.lines[0]?.bookingId as string);
  expect(await turnTo("AT_DESK")).toMatchObject({
    state: "AWAITING_PAYMENT",
    toPay: 2500,
    lines: [{ state: "CALLED_OFF" }, { state: "WAITING" }],
  });
  await turnTo("DEMO_BANK");
  await cancel(order.lines[1]?.bookingId as string);
  expect(await turnTo("AT_DESK")).toMatchObject({ state: "CANCELED", dueDate: null });
  expect([await takenOf(one), await takenOf(other)]).toEqual([0, 0]);
});

test("the desk charges only for the remaining places of an order, and its document shows the same amount", async () => {
  const [one, other] = [await gym.session({ service }), await gym.session({ service })];
  await visitor.carts.add({ booking: places(one, service, 2) });
  await visitor.carts.add({ booking: places(other, service) });
  const { key, order } = await place(visitor, "AT_DESK");
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  const { order: left } = await visitor.orders.readByKey({ key });
  expect(left).toMatchObject({ total: 2500, toPay: 2500, vat: [{ rate: 2100, gross: 2500, net: 2066, vat: 434 }] });
  const money = { orderId: order.id, kind: "CASH", requestId: newId(), receiptNumber: "7" } as const;
  await expect(owner.payments.receive({ ...money, amount: 7500 })).rejects.toMatchObject({ code: "AMOUNT_DIFFERS" });
  const { order: paid } = await owner.payments.receive({ ...money, amount: 2500 });
  expect(paid).toMatchObject({ state: "PAID", refunded: 0, documents: [{ kind: "INVOICE" }] });
  expect(paid.lines.map(({ state }) => state)).toEqual(["CALLED_OFF", "DONE"]);
});

test("a switch from online payment to bank transfer excludes places canceled in the meantime", async () => {
  for (const inHours of [240, 241]) {
    await visitor.carts.add({ booking: places(await gym.session({ service, inHours }), service) });
  }
  const { key, order } = await place(visitor);
  await visitor.payments.start({ key, way: "DEMO_BANK" });
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  expect((await visitor.payments.start({ key, way: "BANK_TRANSFER" })).order).toMatchObject({
    toPay: 2500,
    transfer: { amount: 2500 },
    lines: [{ state: "CALLED_OFF" }, { state: "WAITING" }],
  });
});

test("closes a bank-transfer order when its last place is canceled, and refunds a transfer that arrives later", async () => {
  const sessionId = await gym.session({ service, inHours: 240 });
  await visitor.carts.add({ booking: places(sessionId, service) });
  const { key, order } = await place(visitor, "BANK_TRANSFER");
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "CANCELED", dueDate: null });
  const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 2500, requestId: newId() } as const;
  expect((await owner.payments.receive(money)).order).toMatchObject({ paid: 2500, refunded: 2500 });
});

test("completes an order at the front desk if a voucher covers the remaining amount after a cancellation", async () => {
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher } = await owner.vouchers.issue({ face: 6000, ...kind });
  const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  const [one, other] = [await gym.session({ service }), await gym.session({ service })];
  await visitor.carts.add({ booking: places(one, service, 2) });
  await visitor.carts.add({ booking: places(other, service) });
  await visitor.carts.addCode({ code });
  const { key, order } = await place(visitor, "AT_DESK");
  expect(order).toMatchObject({ voucherPays: 6000, toPay: 1500 });
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
    state: "PAID",
    total: 2500,
    voucherPays: 2500,
    toPay: 0,
    documents: [{ kind: "INVOICE" }],
  });
  expect((await owner.vouchers.get({ voucherId: voucher.id })).voucher).toMatchObject({ balance: 3500, reserved: 0 });
});

test("canceling a booking and refunding its order concurrently makes only one refund", async () => {
  const { key, order, bookingId } = await bought();
  const lines = [{ lineId: order.lines[0]?.id as string }];
  const refund = { orderId: order.id, revision: order.revision, lines, way: "PROVIDER", reason: "susirgo" } as const;
  const revision = await revisionOf(bookingId);
  const both = await Promise.allSettled([
    owner.orders.refund(refund),
    visitor.bookings.cancel({ bookingId, revision }),
    visitor.bookings.cancel({ bookingId, revision }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "REFUNDED", refunded: 2500 });
});

test("rejects marking a place as paid if it is part of an unpaid order", async () => {
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const { order } = await place(visitor, "AT_DESK");
  const bookingId = order.lines[0]?.bookingId as string;
  const mark = { bookingId, received: { method: "CASH" } as const };
  await expect(owner.bookings.setPayment({ ...mark, revision: await revisionOf(bookingId) })).rejects.toMatchObject({
    status: 409,
    code: "BOOKING_OF_ORDER",
    data: { orderId: order.id, number: order.number },
  });
  const money = { orderId: order.id, kind: "CASH", requestId: newId(), receiptNumber: "9" } as const;
  expect((await owner.payments.receive({ ...money, amount: 2500 })).order.state).toBe("PAID");
});

test("a coupon or pass used at the front desk does not reduce the price of a place in an order", async () => {
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "WITH_OTHERS" as const };
  await owner.coupons.create({ name: "Dešimt", code: "PRIE-STALO", rule: { ...rule, kind: "PERCENT", percent: 10 } });
  await gym.api.background.drain("business: follow the lists");
  const lets = { entry: true, categoryKinds: [], serviceIds: [service.id] };
  const pass = await issuePass(owner, await passKind(owner, { lets }));
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const { order } = await place(visitor, "AT_DESK");
  const bookingId = order.lines[0]?.bookingId as string;
  const refused = { status: 409, code: "BOOKING_OF_ORDER", data: { number: order.number } };
  await expect(owner.coupons.check({ code: "PRIE-STALO", bookingId })).rejects.toMatchObject(refused);
  await expect(owner.coupons.redeem({ code: "PRIE-STALO", bookingId })).rejects.toMatchObject(refused);
  const use = { passId: pass.id, requestId: newId(), people: 1, bookingId };
  await expect(owner.passes.use(use)).rejects.toMatchObject(refused);
});

describe("moving a sold place", () => {
  let movable: Sold;
  beforeAll(async () => {
    const policyId = await gym.policy({ reschedulePolicy: { enabled: true, limitLatestReschedule: false } });
    movable = await gym.service({ policyId });
  });
  const move = async (by: Client, bookingId: string, inHours: number) => {
    const { slot } = places(await gym.session({ service: movable, inHours }), movable);
    return (await by.bookings.reschedule({ bookingId, revision: await revisionOf(bookingId), slot })).booking;
  };
  /** Creates a coupon code valid for the next three days. */
  async function coupon(more: Partial<CouponRule> = {}) {
    const code = `IKI-${newId().slice(-8)}`;
    const rule: CouponRule = {
      kind: "PERCENT",
      percent: 40,
      serviceIds: [],
      weekdays: [],
      firstBookingOnly: false,
      stacking: "ALONE",
      sessionsUntil: gym.hours(72).toISOString().slice(0, 10),
      ...more,
    };
    await owner.coupons.create({ name: "Ankstyvi", code, rule });
    return code;
  }
  const boughtWith = async (code: string) => {
    await visitor.carts.add({ booking: places(await gym.session({ service: movable }), movable) });
    await visitor.carts.addCode({ code });
    return (await place(visitor, "AT_DESK")).order;
  };

  test("a customer can move a place only to times allowed by its coupon, but the gym can move it to any time", async () => {
    const order = await boughtWith(await coupon());
    expect(order.toPay).toBe(1500);
    const bookingId = order.lines[0]?.bookingId as string;
    await move(visitor, bookingId, 24);
    const refused = { status: 409, code: "COUPON_NOT_AT_THIS_TIME" };
    await expect(move(visitor, bookingId, 24 * 6)).rejects.toMatchObject(refused);
    expect((await move(owner, bookingId, 24 * 6)).startDate).toEqual(gym.hours(24 * 6));
    // If the gym moved a place outside the coupon's times, they no longer restrict the place.
    expect((await move(visitor, bookingId, 24 * 7)).startDate).toEqual(gym.hours(24 * 7));
  });

  test("a place can be moved to any time if its coupon is for another service, gives a free item or was withdrawn", async () => {
    const other = await coupon({ serviceIds: [service.id] });
    await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
    const order = await boughtWith(other);
    expect(order.lines.map(({ discount }) => discount)).toEqual([1000, 0]);
    await move(visitor, order.lines[1]?.bookingId as string, 24 * 6);
    const thing = await boughtWith(await coupon({ kind: "THING", percent: null, thing: "Bateliai" }));
    await move(visitor, thing.lines[0]?.bookingId as string, 24 * 6);
    const { slot } = places(await gym.session({ service: movable }), movable);
    const contactDetails = { firstName: "Ona", email: "ona@example.lt" };
    const asked = {
      bookedEntity: { slot },
      totalParticipants: 1,
      selectedPaymentOption: "OFFLINE",
      contactDetails,
    } as const;
    const { booking } = await visitor.bookings.create({ booking: asked });
    const bookingId = booking.id as string;
    const { redemption } = await owner.coupons.redeem({ code: await coupon(), bookingId });
    await expect(move(visitor, bookingId, 24 * 6)).rejects.toMatchObject({ code: "COUPON_NOT_AT_THIS_TIME" });
    await owner.coupons.release({ redemptionId: redemption.id });
    await move(visitor, bookingId, 24 * 6);
  });

  test("the order and later documents show the new day of a moved place, but a credit note the day of its invoice", async () => {
    await visitor.carts.add({ booking: places(await gym.session({ service: movable }), movable) });
    const { key, order } = await place(visitor, "AT_DESK");
    const bookingId = order.lines[0]?.bookingId as string;
    await move(visitor, bookingId, 24);
    const read = async () => (await visitor.orders.readByKey({ key })).order;
    expect((await read()).lines[0]).toMatchObject({ startDate: gym.hours(24), endDate: gym.hours(25) });
    const dayOf = (inHours: number) => gym.hours(inHours).toISOString().slice(0, 10);
    const money = { orderId: order.id, kind: "CASH", requestId: newId(), receiptNumber: "8" } as const;
    await owner.payments.receive({ ...money, amount: 2500 });
    await move(visitor, bookingId, 36);
    await owner.bookings.cancel({ bookingId, revision: await revisionOf(bookingId) });
    const after = await read();
    expect(after.lines[0]).toMatchObject({ startDate: gym.hours(36) });
    const issued = after.documents.map(async ({ id }) => (await owner.documents.get({ documentId: id })).document);
    expect((await Promise.all(issued)).map(({ kind, lines }) => [kind, lines[0]?.serviceDate])).toEqual([
      ["INVOICE", dayOf(24)],
      ["CREDIT", dayOf(24)],
    ]);
  });

  test("moving a place to be paid at the front desk extends its due date to the day after the new time", async () => {
    await visitor.carts.add({ booking: places(await gym.session({ service: movable }), movable) });
    const { key, order } = await place(visitor, "AT_DESK");
    const bookingId = order.lines[0]?.bookingId as string;
    const began = gym.clock.now;
    await move(visitor, bookingId, 24 * 10);
    expect((await visitor.orders.readByKey({ key })).order.dueDate).toEqual(gym.hours(24 * 11));
    gym.clock.now = new Date(began.getTime() + 24 * 4 * 3_600_000);
    await gym.api.background.drain("orders: expire");
    expect((await visitor.orders.readByKey({ key })).order.state).toBe("AWAITING_PAYMENT");
    gym.clock.now = new Date(began.getTime() + (24 * 11 + 1) * 3_600_000);
    await gym.api.background.drain("orders: expire");
    expect((await visitor.orders.readByKey({ key })).order.state).toBe("EXPIRED");
    gym.clock.now = began;
  });
});
