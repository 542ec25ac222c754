import type { Client } from "@uola/client";
import type { Order } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { atGym, type TestGym } from "../testing.ts";
import { createShop, findLostMoney, pay, place, processOn, startDemo } from "./orders.testing.ts";

const dayMs = 86_400_000;
let gym: TestGym;
let owner: Client;
let visitor: Client;
let policyId: string;
beforeAll(async () => {
  gym = await createShop();
  owner = gym.as(gym.key);
  policyId = await gym.policy({
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 60 },
    cancellationFeePolicy: {
      enabled: true,
      cancellationWindows: [{ percentage: "40", startInMinutes: 60 * 24 * 60 }],
    },
  });
});
beforeEach(() => {
  gym.clock.now = new Date("2026-11-23T10:00:00Z");
  visitor = gym.as(gym.visitor());
});
// After every test, payments, refunds and documents must agree to the cent.
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(() => gym.close());

const days = (count: number) => {
  gym.clock.now = new Date(gym.clock.now.getTime() + count * dayMs);
};

/** Adds a course of 100 € from December to March, payable in three instalments, to the cart. */
async function course(more: object = {}, lessons: object = {}) {
  const service = await gym.service({
    type: "COURSE",
    name: "Žiemos kursas",
    defaultCapacity: 8,
    ...more,
    payment: { ...atGym, fixed: { price: { value: "100.00" } } },
    instalments: { parts: 3, from: { value: "50.00", currency: "EUR" } },
  });
  const { scheduleId } = service;
  const weekly = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, staffIds: [] };
  const winter = { validFrom: "2026-12-02", validUntil: "2027-03-31", ...lessons };
  await owner.schedules.createRules({ rules: [{ ...weekly, ...winter }] });
  await visitor.carts.add({ booking: { schedule: { scheduleId }, totalParticipants: 1 } });
  return service;
}
const amounts = [3334, 3333, 3333];
const inParts = async () => {
  const { order, key } = await place(visitor, "DEMO_BANK", { parts: amounts });
  return { id: order.id, key };
};
const read = async (key: string): Promise<Order> => (await visitor.orders.readByKey({ key })).order;
const invoiced = async ({ documents }: Order) =>
  Promise.all(documents.map(async ({ id }) => (await owner.documents.get({ documentId: id })).document.gross));
const bookingOf = ({ lines }: Order) =>
  gym.db
    .selectFrom("booking")
    .select(["status", "paymentStatus"])
    .where("id", "=", lines[0]?.bookingId ?? "")
    .executeTakeFirst();
const remind = () => gym.api.background.drain("orders: remind of parts");
const reminded = async (orderId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  const mails = rows.map(({ payload }) => payload as { orderId?: string; about?: string });
  return mails.filter((mail) => mail.orderId === orderId && mail.about === "toPay").length;
};

describe("a course in monthly instalments", () => {
  test("a course is fulfilled with the first instalment and paid with the last one, and each has an invoice", async () => {
    await course();
    const { cart } = await visitor.carts.get({});
    expect(cart.parts).toEqual([
      { dueDay: "2026-11-23", amount: 3334 },
      { dueDay: "2026-12-23", amount: 3333 },
      { dueDay: "2027-01-23", amount: 3333 },
    ]);
    const { key } = await inParts();
    expect(await read(key)).toMatchObject({ state: "AWAITING_PAYMENT", toPay: 10_000, dueNow: 3334 });
    await expect(visitor.payments.start({ key, way: "AT_DESK" })).rejects.toMatchObject({ code: "WAY_NOT_OFFERED" });
    const first = await pay(visitor, key);
    expect(first).toMatchObject({
      state: "PART_PAID",
      paid: 3334,
      dueNow: 3333,
      total: 10_000,
      parts: [{ left: 0 }, { left: 3333 }, { left: 3333 }],
    });
    expect(await bookingOf(first)).toEqual({ status: "CONFIRMED", paymentStatus: "PARTIALLY_PAID" });
    expect(await invoiced(first)).toEqual([3334]);
    await pay(visitor, key);
    const last = await pay(visitor, key);
    expect(last).toMatchObject({ state: "PAID", paid: 10_000, dueNow: 0, refunded: 0 });
    expect(await invoiced(last)).toEqual(amounts);
    expect(await bookingOf(last)).toEqual({ status: "CONFIRMED", paymentStatus: "PAID" });
    await expect(visitor.payments.start({ key, way: "DEMO_BANK" })).rejects.toMatchObject({ code: "ORDER_NOT_OPEN" });
  });

  test("the last instalment is not due after the end of a course that ends at midnight", async () => {
    await course({}, { weekday: 5, startTime: "22:00", durationMinutes: 120, validUntil: "2027-01-22" });
    const { cart } = await visitor.carts.get({});
    expect(cart.lines[0]?.endDate).toEqual(new Date("2027-01-22T22:00:00Z"));
    expect(cart.parts?.map(({ dueDay }) => dueDay)).toEqual(["2026-11-23", "2026-12-23"]);
  });

  test("instalments must match those shown and be paid online, without a voucher", async () => {
    await course();
    const refused = async (way: "DEMO_BANK" | "AT_DESK", parts: number[]) =>
      place(visitor, way, { parts }).catch(({ code }: { code: string }) => code);
    expect(await refused("DEMO_BANK", [5000, 5000])).toBe("TOTAL_CHANGED");
    expect(await refused("AT_DESK", amounts)).toBe("WAY_NOT_OFFERED");
    const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
    const { voucher } = await owner.vouchers.issue({ face: 1000, ...kind });
    const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    expect((await visitor.carts.addCode({ code })).cart.parts).toBeNull();
  });

  test("sends reminders before and after the due day of an instalment, at most once a day, until it is paid", async () => {
    await course();
    const { id, key } = await inParts();
    await pay(visitor, key);
    await remind();
    expect(await reminded(id)).toBe(0);
    days(27);
    const other = processOn(gym).commerce.tasks.find(({ name }) => name === "orders: remind of parts");
    await Promise.all([remind(), other?.run({} as never)]);
    await remind();
    expect(await reminded(id)).toBe(1);
    // The instalment is overdue. Two more reminders follow, then staff have to decide.
    days(6);
    await remind();
    days(4);
    await remind();
    days(1);
    await remind();
    expect(await reminded(id)).toBe(3);
    await pay(visitor, key);
    expect(await read(key)).toMatchObject({ state: "PART_PAID", parts: [{ left: 0 }, { left: 0 }, { left: 3333 }] });
    days(20);
    await remind();
    expect(await reminded(id)).toBe(4);
    await pay(visitor, key);
    days(10);
    await remind();
    expect(await reminded(id)).toBe(4);
    const waiting = await gym.db.selectFrom("orderPart").selectAll().where("orderId", "=", id).execute();
    expect(waiting.filter(({ remindDay }) => remindDay)).toEqual([]);
  });

  test("staff find an overdue order in the list and the overview until it is paid or extended", async () => {
    await course();
    const { id, key } = await inParts();
    await pay(visitor, key);
    const late = async () => (await owner.orders.query({ overdue: true, limit: 100 })).orders;
    const decision = async () =>
      (await owner.reports.overview({ period: "WEEK" })).overview.decisions.find(
        ({ kind }) => kind === "OVERDUE_PARTS",
      );
    const ofOrder = async () => (await late()).find((order) => order.id === id);
    days(30);
    expect(await ofOrder()).toBeUndefined();
    days(1);
    expect(await ofOrder()).toMatchObject({ overdue: 3333, state: "PART_PAID" });
    const others = await late();
    expect(await decision()).toEqual({
      kind: "OVERDUE_PARTS",
      count: others.length,
      amount: others.reduce((sum, { overdue }) => sum + overdue, 0),
    });
    days(31);
    expect(await ofOrder()).toMatchObject({ overdue: 6666 });
    const { revision } = await read(key);
    const later = { orderId: id, dueDay: "2026-12-23", newDueDay: "2027-01-23", reason: "susitarta", revision };
    await expect(owner.orders.extendPart(later)).rejects.toMatchObject({ code: "PART_NOT_OPEN" });
    await pay(visitor, key);
    expect(await ofOrder()).toBeUndefined();
    expect((await read(key)).overdue).toBe(0);
    expect((await decision())?.count ?? 0).toBe((await late()).length);
  });

  test("an extended instalment is not overdue any more", async () => {
    await course();
    const { id, key } = await inParts();
    await pay(visitor, key);
    days(31);
    const order = await read(key);
    expect(order.overdue).toBe(3333);
    const later = { orderId: id, dueDay: "2026-12-23", newDueDay: "2027-01-05", reason: "susitarta" };
    const { order: after } = await owner.orders.extendPart({ ...later, revision: order.revision });
    expect(after.overdue).toBe(0);
    expect((await owner.orders.query({ overdue: true, limit: 100 })).orders.map((each) => each.id)).not.toContain(id);
  });

  test("sends no reminders at night", async () => {
    await course();
    const { id, key } = await inParts();
    await pay(visitor, key);
    gym.clock.now = new Date("2026-12-20T05:00:00Z");
    await remind();
    expect(await reminded(id)).toBe(0);
    gym.clock.now = new Date("2026-12-20T07:00:00Z");
    await remind();
    expect(await reminded(id)).toBe(1);
  });

  test("an overdue instalment is paid together with the one due now, and a double payment is refunded", async () => {
    await course();
    const { key } = await inParts();
    await pay(visitor, key);
    days(62);
    expect((await read(key)).dueNow).toBe(6666);
    const attemptId = await startDemo(visitor, key);
    await visitor.payments.demoDecide({ attemptId, pay: true });
    await visitor.payments.demoDecide({ attemptId, pay: true });
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 10_000, refunded: 0 });
    const { id, toPay } = await read(key);
    const receive = { orderId: id, kind: "BANK_TRANSFER", amount: 3333, requestId: newId() } as const;
    const signedIn = gym.as((await gym.member({ role: "owner" })).token);
    await signedIn.payments.receive(receive);
    const twice = await read(key);
    expect(twice).toMatchObject({ state: "PAID", paid: toPay + 3333, refunded: 3333 });
    expect(await invoiced(twice)).toHaveLength(2);
  });

  test("the front desk can record only the next instalment or the whole remaining amount", async () => {
    await course();
    const { id, key } = await inParts();
    await pay(visitor, key);
    const cash = (amount: number) =>
      owner.payments.receive({ orderId: id, kind: "CASH", amount, requestId: newId(), receiptNumber: "14" });
    await expect(cash(5000)).rejects.toMatchObject({ code: "AMOUNT_DIFFERS" });
    await cash(3333);
    expect(await read(key)).toMatchObject({ state: "PART_PAID", dueNow: 3333 });
    await cash(3333);
    expect(await read(key)).toMatchObject({ state: "PAID" });
  });

  test("a cancellation midway charges a fee on the full price up to the amount paid, and waives later instalments", async () => {
    const service = await course({ policyId });
    const { id, key } = await inParts();
    const first = await pay(visitor, key);
    await pay(visitor, key);
    const { lines } = await visitor.orders.quoteRefundByKey({ key });
    expect(lines).toMatchObject([{ price: 6667, fee: 4000, amount: 2667 }]);
    const lineIds = [first.lines[0]?.id ?? ""];
    await visitor.orders.refundByKey({ key, lineIds, expectedAmount: 2667, way: "PROVIDER" });
    const ended = await read(key);
    expect(ended).toMatchObject({ state: "PART_REFUNDED", paid: 6667, refunded: 2667, total: 6667, dueNow: 0 });
    expect(await invoiced(ended)).toEqual([3334, 3333, -2667]);
    expect((await gym.placesOf(service.scheduleId))?.taken).toBe(0);
    days(40);
    await remind();
    expect(await reminded(id)).toBe(0);
  });

  test("a cancellation by the gym refunds everything that was paid, from each invoice", async () => {
    await course({ policyId });
    const { key } = await inParts();
    const first = await pay(visitor, key);
    await pay(visitor, key);
    const bookingId = first.lines[0]?.bookingId ?? "";
    const { extendedBookings } = await owner.bookings.queryExtended({ query: { filter: { id: bookingId } } });
    const revision = extendedBookings[0]?.booking.revision ?? "";
    await owner.bookings.cancel({ bookingId, revision, flowControlSettings: { withRefund: true } });
    const ended = await read(key);
    expect(ended).toMatchObject({ state: "REFUNDED", refunded: 6667, dueNow: 0 });
    expect(await invoiced(ended)).toEqual([3334, 3333, -3333, -3334]);
  });

  test("staff can extend an instalment, or cancel the course of a buyer who stops paying", async () => {
    await course();
    const { id, key } = await inParts();
    const { revision } = await pay(visitor, key);
    days(45);
    const extend = (dueDay: string, newDueDay: string, seen: string) =>
      owner.orders.extendPart({ orderId: id, revision: seen, dueDay, newDueDay, reason: "Susitarta telefonu" });
    await expect(extend("2026-12-23", "2027-01-24", revision)).rejects.toMatchObject({ code: "PART_NOT_OPEN" });
    const { order } = await extend("2026-12-23", "2027-01-20", revision);
    expect(order).toMatchObject({ dueNow: 3333, parts: [{}, { dueDay: "2027-01-20" }, {}] });
    await expect(extend("2027-01-20", "2027-01-21", revision)).rejects.toMatchObject({ code: "REVISION_MISMATCH" });
    await remind();
    expect(await reminded(id)).toBe(0);
    days(11);
    await remind();
    expect(await reminded(id)).toBe(1);
    const [line] = order.lines;
    await owner.orders.refund({
      orderId: id,
      revision: order.revision,
      lines: [{ lineId: line?.id ?? "", amount: 0 }],
      way: "PROVIDER",
      reason: "Nebemokama",
    });
    // The paid instalment is not refunded and becomes the price of the order.
    expect(await read(key)).toMatchObject({ state: "PAID", total: 3334, paid: 3334, lines: [{ state: "CANCELED" }] });
  });
});

describe("a deposit for a private lesson", () => {
  test("a deposit is paid first and the rest before the lesson, and the deposit is retained on cancellation", async () => {
    const trainer = await gym.trainer();
    const service = await gym.lessons([trainer], {
      policyId,
      payment: {
        ...atGym,
        fixed: { price: { value: "60.00" }, deposit: { value: "20.00", currency: "EUR" } },
        options: { inPerson: true, online: true, deposit: true },
      },
    });
    const slot = {
      serviceId: service.id,
      scheduleId: service.scheduleId,
      timezone: "Europe/Vilnius",
      startDate: "2026-12-02T10:00:00",
      endDate: "2026-12-02T11:00:00",
    };
    const { cart } = await visitor.carts.add({ booking: { slot, totalParticipants: 1 } });
    expect(cart.parts).toEqual([
      { dueDay: "2026-11-23", amount: 2000 },
      { dueDay: "2026-11-30", amount: 4000 },
    ]);
    const { key } = await place(visitor, "DEMO_BANK", { parts: [2000, 4000] });
    const paid = await pay(visitor, key);
    expect(paid).toMatchObject({ state: "PART_PAID", paid: 2000, dueNow: 4000 });
    expect((await visitor.orders.quoteRefundByKey({ key })).lines).toMatchObject([
      { price: 2000, fee: 2000, amount: 0 },
    ]);
    expect(await pay(visitor, key)).toMatchObject({ state: "PAID", paid: 6000 });
    expect(await invoiced(await read(key))).toEqual([2000, 4000]);
  });

  test("a deposit may be a percentage of the price of all people, in whole cents, shown before confirming", async () => {
    const trainer = await gym.trainer();
    const service = await gym.lessons([trainer], {
      policyId,
      payment: {
        ...atGym,
        fixed: { price: { value: "33.35" } },
        depositPercent: 30,
        options: { inPerson: true, online: true, deposit: true },
      },
    });
    const slot = {
      serviceId: service.id,
      scheduleId: service.scheduleId,
      timezone: "Europe/Vilnius",
      startDate: "2026-12-03T10:00:00",
      endDate: "2026-12-03T11:00:00",
    };
    const { cart } = await visitor.carts.add({ booking: { slot, totalParticipants: 1 } });
    expect(cart.parts).toEqual([
      { dueDay: "2026-11-23", amount: 1001 },
      { dueDay: "2026-12-01", amount: 2334 },
    ]);
    const refused = place(visitor, "DEMO_BANK", { parts: [1000, 2335] });
    await expect(refused).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
    const { key } = await place(visitor, "DEMO_BANK", { parts: [1001, 2334] });
    expect(await pay(visitor, key)).toMatchObject({ state: "PART_PAID", paid: 1001, dueNow: 2334 });
    expect(await pay(visitor, key)).toMatchObject({ state: "PAID", paid: 3335 });
    expect(await invoiced(await read(key))).toEqual([1001, 2334]);
  });
});
