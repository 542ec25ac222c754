import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { hourMs } from "@uola/kernel";
import { describe, expect, test } from "vitest";
import type { TestGym } from "../testing.ts";
import { openShop, testIn } from "./open-shop.testing.ts";
import { buyer, consents, findLostMoney, pay, place, places, type Sold, startDemo } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});

const booked = async (count = 1, capacity = 12) => {
  const sessionId = await gym.session({ service, capacity });
  await visitor.carts.add({ booking: places(sessionId, service, count) });
  return sessionId;
};
const countOf = (sessionId: string) =>
  gym.db.selectFrom("places").select(["taken", "held"]).where("id", "=", sessionId).executeTakeFirst();
const statusOf = async (bookingId: string | null | undefined) =>
  (
    await gym.db
      .selectFrom("booking")
      .select("status")
      .where("id", "=", bookingId ?? "")
      .executeTakeFirst()
  )?.status;
const mailsOf = async (orderId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  return rows
    .map(({ payload }) => payload as { orderId?: string; about?: string })
    .filter((mail) => mail.orderId === orderId)
    .map(({ about }) => about);
};
const later = (minutes: number) => {
  gym.clock.now = new Date(gym.clock.now.getTime() + minutes * 60_000);
};
const voucher = async (face: number) => {
  const kind = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher: issued } = await owner.vouchers.issue({ face, ...kind });
  const printed = (await owner.vouchers.print({ voucherId: issued.id })).vouchers[0]?.code as string;
  const balance = async () => (await owner.vouchers.get({ voucherId: issued.id })).voucher;
  return { printed, balance };
};
const coupon = async (code: string, totalLimit?: number) => {
  const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
  const made = { name: code, rule: { ...rule, kind: "PERCENT" as const, percent: 10 }, code };
  const { coupon: created } = await owner.coupons.create({ ...made, ...(totalLimit && { totalLimit }) });
  return async () => (await owner.coupons.report({ couponId: created.id })).coupon;
};

describe("placing an order", () => {
  test("placing an order holds its places until it is paid, and empties the cart", async () => {
    const sessionId = await booked(2);
    const { order, key } = await place(visitor);
    expect(order).toMatchObject({
      state: "AWAITING_PAYMENT",
      total: 5000,
      toPay: 5000,
      paid: 0,
      buyer,
      documents: [],
      vat: [{ rate: 2100, gross: 5000, net: 4132, vat: 868 }],
      dueDate: new Date(gym.clock.now.getTime() + 1_800_000),
      lines: [{ kind: "BOOKING", name: "Įvadas į boulderingą", quantity: 2, total: 5000, state: "WAITING" }],
    });
    expect(order.number).toMatch(/^UOLA-/);
    expect(await countOf(sessionId)).toEqual({ taken: 0, held: 2 });
    expect((await visitor.carts.get({})).cart.lines).toEqual([]);
    expect((await gym.as(gym.visitor()).orders.readByKey({ key })).order).toEqual(order);
    const strange = [`${order.id}.AAAAAAAAAAAAAAAAAAAAAAAA`, `${key}.`, `${key}.anything`, `${key}=`, `${key} `];
    for (const wrong of strange) {
      await expect(visitor.orders.readByKey({ key: wrong })).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
    }
  });

  test("a repeated request returns the same order", async () => {
    await booked();
    const requestId = newId();
    const [first, second] = await Promise.all(
      [0, 1].map(() => place(visitor, "DEMO_BANK", { requestId, expectedToPay: 2500 })),
    );
    expect(second?.order.id).toBe(first?.order.id);
    expect((await place(visitor, "DEMO_BANK", { requestId })).key).toBe(first?.key);
  });

  test("rejects an order at another price than the buyer saw, and returns the new price", async () => {
    await booked();
    await expect(place(visitor, "DEMO_BANK", { expectedToPay: 2400 })).rejects.toMatchObject({
      code: "TOTAL_CHANGED",
      data: { cart: { toPay: 2500 } },
    });
  });

  test.each([
    ["without consent", { consents: [] }, "CONSENT_REQUIRED"],
    ["with a payment method that is not offered", { way: "MONTONIO" as const }, "WAY_NOT_OFFERED"],
  ])("rejects an order %s", async (_, more, code) => {
    await booked();
    await expect(place(visitor, "DEMO_BANK", more)).rejects.toMatchObject({ code });
  });

  test("rejects an order if the cart is empty or the places are taken", async () => {
    await expect(place(visitor)).rejects.toMatchObject({ code: "CART_EMPTY" });
    const before = gym.clock.now;
    const sessionId = await booked(1, 1);
    later(11);
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking: places(sessionId, service) });
    await expect(place(visitor, "DEMO_BANK", { expectedToPay: 2500 })).rejects.toMatchObject({
      code: "LINES_NOT_AVAILABLE",
      data: { cart: { lines: [{ problem: { code: "SOLD_OUT" } }] } },
    });
    gym.clock.now = before;
  });

  test("an order uses free places even after their hold has ended", async () => {
    const before = gym.clock.now;
    const sessionId = await booked();
    later(11);
    await place(visitor);
    expect(await countOf(sessionId)).toEqual({ taken: 0, held: 1 });
    gym.clock.now = before;
  });
});

describe("paying an order", () => {
  test("paying confirms places, sends vouchers, issues the invoice and notifies the buyer", async () => {
    const sessionId = await booked(2);
    await visitor.carts.add({ voucher: { face: 4000, design: "TAPE", language: "lt", recipientName: "Gabija" } });
    const { key } = await place(visitor);
    const order = await pay(visitor, key);
    expect(order).toMatchObject({
      state: "PAID",
      paid: 9000,
      refunded: 0,
      dueDate: null,
      paidDate: gym.clock.now,
      openAttempt: null,
      payments: [{ kind: "DEMO_BANK", amount: 9000 }],
      documents: [{ kind: "INVOICE" }],
      lines: [{ state: "DONE" }, { state: "DONE", name: "Dovanų kuponas" }],
    });
    expect(await countOf(sessionId)).toEqual({ taken: 2, held: 0 });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CONFIRMED");
    const { voucher } = await owner.vouchers.get({ voucherId: order.lines[1]?.voucherId as string });
    expect(voucher).toMatchObject({
      face: 4000,
      recipientEmail: buyer.email,
      recipientName: "Gabija",
      vatType: "MULTI",
      payment: null,
    });
    expect(await mailsOf(order.id)).toEqual(["paid"]);
    const { steps } = await owner.orders.get({ orderId: order.id });
    expect(steps.map(({ action }) => action)).toEqual(["order.pay", "order.receive", "order.attempt", "order.place"]);
  });

  test("ten identical payment reports pay the order once", async () => {
    await booked();
    const { key } = await place(visitor);
    const attemptId = await startDemo(visitor, key);
    for (let n = 0; n < 10; n++) await visitor.payments.demoDecide({ attemptId, pay: true });
    await visitor.payments.demoDecide({ attemptId, pay: false });
    const { order } = await visitor.orders.readByKey({ key });
    expect(order).toMatchObject({ state: "PAID", paid: 2500, payments: [{ amount: 2500 }], documents: [{}] });
    expect(await mailsOf(order.id)).toEqual(["paid"]);
  });

  test("limits payment attempts to twenty a day, but still allows a payment method without attempts", async () => {
    await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 72 }), service) });
    const { key } = await place(visitor);
    for (let n = 0; n < 20; n++) {
      await visitor.payments.demoDecide({ attemptId: await startDemo(visitor, key), pay: false });
    }
    const refused = { status: 429, code: "TOO_MANY_ATTEMPTS", data: { max: 20 } };
    await expect(startDemo(visitor, key)).rejects.toMatchObject(refused);
    const { order } = await visitor.payments.start({ key, way: "BANK_TRANSFER" });
    expect(order).toMatchObject({ state: "AWAITING_PAYMENT", way: "BANK_TRANSFER" });
    await expect(startDemo(visitor, key)).rejects.toMatchObject(refused);
    const before = gym.clock.now;
    gym.clock.now = new Date(before.getTime() + 23 * hourMs);
    await expect(startDemo(visitor, key)).rejects.toMatchObject(refused);
    gym.clock.now = new Date(before.getTime() + 24 * hourMs);
    expect(await pay(visitor, key)).toMatchObject({ state: "PAID" });
    gym.clock.now = before;
  });

  test("restarting a payment returns the open attempt, or a new one after a failed attempt", async () => {
    await booked();
    const { key } = await place(visitor);
    const first = await startDemo(visitor, key);
    expect(await startDemo(visitor, key)).toBe(first);
    const { returnUrl } = await visitor.payments.demoDecide({ attemptId: first, pay: false });
    expect(returnUrl).toContain(`/order/#${key}`);
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "AWAITING_PAYMENT" });
    const second = await startDemo(visitor, key);
    expect(second).not.toBe(first);
    // Both payments arrived, so one is refunded automatically.
    await visitor.payments.demoDecide({ attemptId: second, pay: true });
    await visitor.payments.demoDecide({ attemptId: first, pay: true });
    await gym.api.background.drain("refunds: hand to providers");
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
      state: "PAID",
      paid: 5000,
      refunded: 2500,
      documents: [{ kind: "INVOICE" }],
      refunds: [{ way: "PROVIDER", state: "DONE", amount: 2500 }],
    });
  });

  test("an order that costs nothing is paid at once", async () => {
    const free = await gym.service({ payment: { rateType: "NO_FEE", options: { inPerson: true } } });
    await visitor.carts.add({ booking: places(await gym.session({ service: free }), free) });
    const { order } = await place(visitor);
    expect(order).toMatchObject({ state: "PAID", way: "ZERO", total: 0, documents: [], lines: [{ state: "DONE" }] });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CONFIRMED");
  });

  test("an order is paid partly with a voucher and counts as a use of its coupon", async () => {
    const gift = await voucher(1000);
    const used = await coupon("RUDUO");
    await booked();
    await visitor.carts.addCode({ code: gift.printed });
    await visitor.carts.addCode({ code: "ruduo" });
    const { order: placed, key } = await place(visitor);
    expect(placed).toMatchObject({ discount: 250, voucherPays: 1000, toPay: 1250 });
    expect(await gift.balance()).toMatchObject({ balance: 1000, reserved: 1000 });
    expect(await used()).toMatchObject({ used: 1, discount: 250 });
    const order = await pay(visitor, key);
    expect(order).toMatchObject({ state: "PAID", paid: 1250, coupons: [{ code: "RUDUO", discount: 250 }] });
    expect(await gift.balance()).toMatchObject({ balance: 0, reserved: 0, status: "USED_UP" });
  });

  test("the report of a coupon contains each service for which it was used", async () => {
    const other = await gym.service({ name: "Joga ant sienos" });
    const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "WITH_OTHERS" as const };
    const create = async (
      code: string,
      more: { kind: "PERCENT"; percent: number } | { kind: "AMOUNT"; amount: number },
    ) => (await owner.coupons.create({ name: code, code, rule: { ...rule, ...more } })).coupon.id;
    const [tenth, one] = [
      await create("DESIMTA", { kind: "PERCENT", percent: 10 }),
      await create("VIENAS", { kind: "AMOUNT", amount: 100 }),
    ];
    await booked(2);
    await visitor.carts.add({ booking: places(await gym.session({ service: other }), other) });
    for (const code of ["VIENAS", "DESIMTA"]) await visitor.carts.addCode({ code });
    const { order } = await place(visitor);
    expect(order).toMatchObject({ gross: 7500, discount: 850, toPay: 6650 });
    const report = async (couponId: string) => {
      const { coupon, services } = await owner.coupons.report({ couponId });
      return { ...coupon, services: services.toSorted((a, b) => b.income - a.income) };
    };
    // 10 % is 5 € and 2.50 €; one euro is split into 67 ct and 33 ct. The discount of the other
    // coupon is not income.
    expect(await report(tenth)).toMatchObject({
      used: 1,
      discount: 750,
      income: 6650,
      services: [
        { serviceId: service.id, uses: 1, discount: 500, income: 4433 },
        { serviceId: other.id, uses: 1, discount: 250, income: 2217 },
      ],
    });
    expect(await report(one)).toMatchObject({
      used: 1,
      discount: 100,
      income: 6650,
      services: [
        { discount: 67, income: 4433 },
        { discount: 33, income: 2217 },
      ],
    });
    await owner.orders.cancel({ orderId: order.id, revision: order.revision, reason: "taip sutarta" });
    expect(await report(tenth)).toMatchObject({ used: 0, income: 0, services: [] });
  });

  test("an order fully paid by a voucher is fulfilled at once", async () => {
    const gift = await voucher(9000);
    await booked();
    await visitor.carts.addCode({ code: gift.printed });
    const { order } = await place(visitor);
    expect(order).toMatchObject({ state: "PAID", toPay: 0, voucherPays: 2500, documents: [{ kind: "INVOICE" }] });
    expect(await gift.balance()).toMatchObject({ balance: 6500 });
  });
});

describe("payment deadlines", () => {
  test("an unpaid order ends at its deadline and releases its reservations", async () => {
    const before = gym.clock.now;
    const gift = await voucher(1000);
    const used = await coupon("PAVASARIS", 1);
    const sessionId = await booked();
    await visitor.carts.addCode({ code: gift.printed });
    await visitor.carts.addCode({ code: "PAVASARIS" });
    const { order: placed, key } = await place(visitor);
    later(31);
    await gym.api.background.drain("orders: expire");
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
      state: "EXPIRED",
      lines: [{ state: "CANCELED" }],
      paid: 0,
    });
    expect(await countOf(sessionId)).toEqual({ taken: 0, held: 0 });
    expect(await gift.balance()).toMatchObject({ balance: 1000, reserved: 0 });
    expect(await used()).toMatchObject({ used: 0 });
    expect(await mailsOf(placed.id)).toEqual(["ended"]);
    gym.clock.now = before;
  });

  test("a late payment buys the items that are still available", async () => {
    const before = gym.clock.now;
    const gift = await voucher(1000);
    const used = await coupon("VASARA", 1);
    const sessionId = await booked();
    await visitor.carts.addCode({ code: gift.printed });
    await visitor.carts.addCode({ code: "VASARA" });
    const { key } = await place(visitor);
    const attemptId = await startDemo(visitor, key);
    later(31);
    await gym.api.background.drain("orders: expire");
    await visitor.payments.demoDecide({ attemptId, pay: true });
    const { order } = await visitor.orders.readByKey({ key });
    expect(order).toMatchObject({ state: "PAID", paid: 1250, refunded: 0, lines: [{ state: "DONE" }] });
    expect(await countOf(sessionId)).toEqual({ taken: 1, held: 0 });
    expect(await gift.balance()).toMatchObject({ balance: 0 });
    expect(await used()).toMatchObject({ used: 1 });
    gym.clock.now = before;
  });

  test("refunds a payment that arrives too late, and notifies the buyer", async () => {
    const before = gym.clock.now;
    const sessionId = await booked(1, 1);
    await visitor.carts.add({ goods: { priceId: "none", quantity: 1 } }).catch(() => undefined);
    const { key } = await place(visitor);
    const attemptId = await startDemo(visitor, key);
    later(33);
    await gym.api.background.drain("orders: expire");
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking: places(sessionId, service) });
    await pay(other, (await place(other)).key);
    await visitor.payments.demoDecide({ attemptId, pay: true });
    await gym.api.background.drain("refunds: hand to providers");
    const { order } = await visitor.orders.readByKey({ key });
    expect(order).toMatchObject({
      state: "EXPIRED",
      paid: 2500,
      refunded: 2500,
      documents: [],
      lines: [{ state: "NOT_DONE" }],
      refunds: [{ state: "DONE", amount: 2500, way: "PROVIDER" }],
    });
    expect(await mailsOf(order.id)).toEqual(["ended", "refunded"]);
    expect(await countOf(sessionId)).toEqual({ taken: 1, held: 0 });
    gym.clock.now = before;
  });

  test("refunds the price of a booking that was cancelled before the order was paid", async () => {
    await booked();
    await visitor.carts.add({ donation: { amount: 700 } });
    const { order: placed, key } = await place(visitor);
    const bookingId = placed.lines[0]?.bookingId as string;
    await visitor.bookings.cancel({ bookingId, revision: "1" });
    const order = await pay(visitor, key);
    expect(order).toMatchObject({
      state: "PART_REFUNDED",
      paid: 3200,
      refunded: 2500,
      lines: [{ state: "NOT_DONE", refunded: 2500 }, { state: "DONE" }],
    });
  });
});

describe("an appointment with a trainer", () => {
  const lesson = async () => {
    const sold = await gym.lessons([await gym.trainer()]);
    const startDate = new Date("2026-09-03T10:00:00Z").toISOString();
    const slot = { serviceId: sold.id, scheduleId: sold.scheduleId, startDate };
    return { slot, totalParticipants: 1 };
  };

  test("books an appointment on payment, even a late one if the trainer is still free", async () => {
    const before = gym.clock.now;
    const booking = await lesson();
    await visitor.carts.add({ booking });
    const { key } = await place(visitor);
    const attemptId = await startDemo(visitor, key);
    later(33);
    await gym.api.background.drain("orders: expire", "holds: give back late ones");
    await visitor.payments.demoDecide({ attemptId, pay: true });
    const { order } = await visitor.orders.readByKey({ key });
    expect(order).toMatchObject({ state: "PAID", lines: [{ state: "DONE", name: "Individuali treniruotė" }] });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CONFIRMED");
    gym.clock.now = before;
  });

  test("does not book an appointment that another customer took before the payment", async () => {
    const before = gym.clock.now;
    const booking = await lesson();
    await visitor.carts.add({ booking });
    const { key } = await place(visitor);
    const attemptId = await startDemo(visitor, key);
    later(33);
    await gym.api.background.drain("orders: expire", "holds: give back late ones");
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking });
    expect((await pay(other, (await place(other)).key)).state).toBe("PAID");
    await visitor.payments.demoDecide({ attemptId, pay: true });
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
      state: "EXPIRED",
      paid: 2500,
      refunded: 2500,
      lines: [{ state: "NOT_DONE" }],
    });
    gym.clock.now = before;
  });
});

describe("other payment methods", () => {
  test("a transfer order has a proforma, a reference and a QR code, and the owner records the payment", async () => {
    await booked();
    const { order, key } = await place(visitor, "BANK_TRANSFER");
    expect(order).toMatchObject({
      way: "BANK_TRANSFER",
      documents: [{ kind: "PROFORMA" }],
      transfer: { receiver: "UAB „Uola“", iban: "LT601010012345678901", amount: 2500, reference: order.number },
      dueDate: gym.hours(24),
    });
    expect(await mailsOf(order.id)).toEqual(["placed"]);
    expect((await visitor.payments.start({ key, way: "BANK_TRANSFER" })).redirectUrl).toBeNull();
    const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 2500, requestId: newId() } as const;
    const desk = gym.as((await gym.member({ role: "desk" })).token);
    await expect(desk.payments.receive(money)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const { order: paid } = await owner.payments.receive(money);
    expect(paid).toMatchObject({ state: "PAID", payments: [{ kind: "BANK_TRANSFER" }] });
    expect((await owner.payments.receive(money)).order.paid).toBe(2500);
  });

  test("rejects a payment with the requestId of a different payment", async () => {
    const transfer = async () => {
      await booked();
      return (await place(visitor, "BANK_TRANSFER")).order;
    };
    const [first, second] = [await transfer(), await transfer()];
    const money = { orderId: first.id, kind: "BANK_TRANSFER", amount: 1000, requestId: newId() } as const;
    await owner.payments.receive(money);
    for (const other of [{ orderId: second.id }, { amount: 1500 }]) {
      await expect(owner.payments.receive({ ...money, ...other })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    }
    expect((await owner.payments.receive(money)).order).toMatchObject({ paid: 1000, state: "AWAITING_PAYMENT" });
    expect((await owner.orders.get({ orderId: second.id })).order.paid).toBe(0);
  });

  test("the last of several transfers completes an order, and the surplus is to be refunded", async () => {
    await booked();
    const { order } = await place(visitor, "BANK_TRANSFER");
    const send = (amount: number) =>
      owner.payments.receive({ orderId: order.id, kind: "BANK_TRANSFER", amount, requestId: newId() });
    expect((await send(1000)).order).toMatchObject({
      state: "AWAITING_PAYMENT",
      paid: 1000,
      transfer: { amount: 1500 },
    });
    expect((await send(1700)).order).toMatchObject({
      state: "PAID",
      paid: 2700,
      refunded: 200,
      refunds: [{ way: "TRANSFER", state: "TO_PAY_OUT", amount: 200 }],
    });
    const { refunds } = await owner.orders.payouts({});
    const waiting = refunds.find(({ orderId }) => orderId === order.id);
    expect(waiting).toMatchObject({ receiverName: "Ona Sava", amount: 200 });
    await owner.orders.markPaidOut({ refundId: waiting?.id as string });
    expect((await owner.orders.payouts({})).refunds.some(({ id }) => id === waiting?.id)).toBe(false);
  });

  test("the front desk can order for a customer even if customers may not choose to pay there", async () => {
    const { settings } = await owner.payments.settings({});
    const { revision, montonio, ...rest } = settings;
    const { hasSecretKey: _, ...keys } = montonio;
    const set = async (atDesk: boolean) => {
      const { settings: now } = await owner.payments.settings({});
      await owner.payments.updateSettings({ settings: { ...rest, montonio: keys, atDesk }, revision: now.revision });
    };
    const published: string[] = [];
    const leave = gym.api.changes.subscribe(["content"], (topic) => published.push(topic));
    await set(false);
    // Sales pages show the available payment methods, so they are published again.
    expect(published).toEqual(["content"]);
    leave();
    await booked();
    await expect(place(visitor, "AT_DESK")).rejects.toMatchObject({ code: "WAY_NOT_OFFERED" });
    const desk = gym.as((await gym.member({ role: "desk", email: "greta@example.lt" })).token);
    await desk.carts.add({ booking: places(await gym.session({ service }), service) });
    const { order } = await place(desk, "AT_DESK");
    expect(await mailsOf(order.id)).toEqual([]);
    expect((await desk.orders.own({})).orders).toEqual([]);
    const cash = {
      orderId: order.id,
      kind: "CASH",
      amount: 2500,
      requestId: newId(),
      receiptNumber: "004871",
    } as const;
    expect((await desk.payments.receive(cash)).order).toMatchObject({
      state: "PAID",
      documents: [{ kind: "INVOICE" }],
    });
    expect(await mailsOf(order.id)).toEqual(["paid"]);
    await desk.carts.add({ booking: places(await gym.session({ service }), service) });
    await place(desk, "AT_DESK", { buyer: { ...buyer, email: "greta@example.lt" } });
    expect((await desk.orders.own({})).orders).toHaveLength(1);
    await set(true);
  });

  test("the front desk can sell to a customer without an email address, and the order is not assigned to an account", async () => {
    const desk = gym.as((await gym.member({ role: "desk", email: "greta.be.adreso@example.lt" })).token);
    const sessionId = await gym.session({ service });
    await desk.carts.add({ booking: places(sessionId, service) });
    await desk.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
    const nobody = { firstName: "Pirkėjas", lastName: "", email: null, phone: null };
    const { order, key } = await place(desk, "AT_DESK", { buyer: nobody });
    expect(order.buyer).toEqual(nobody);
    const money = {
      orderId: order.id,
      kind: "CASH",
      amount: order.toPay,
      requestId: newId(),
      receiptNumber: "9",
    } as const;
    const { order: paid } = await desk.payments.receive(money);
    expect(paid).toMatchObject({ state: "PAID", lines: [{ state: "DONE" }, { state: "DONE" }] });
    const { document } = await owner.documents.get({ documentId: paid.documents[0]?.id as string });
    expect(document).toMatchObject({ buyer: "Pirkėjas", email: null });
    const file = await gym.api.fetch(
      new Request(`http://localhost:3001/v1/documents/${document.id}/file`, { headers: { authorization: gym.key } }),
    );
    expect(file.headers.get("content-type")).toBe("application/pdf");
    const { voucher } = await owner.vouchers.get({ voucherId: paid.lines[1]?.voucherId as string });
    expect(voucher.recipientEmail).toBeNull();
    expect((await desk.orders.own({})).orders.map(({ id }) => id)).not.toContain(order.id);
    expect((await visitor.orders.readByKey({ key })).order.state).toBe("PAID");
  });

  test("requires an email address unless the front desk sells to a customer who pays there", async () => {
    const nobody = { buyer: { ...buyer, email: null } };
    const missing = { fieldViolations: [{ field: "buyer.email" }] };
    await booked();
    await expect(place(visitor, "AT_DESK", nobody)).rejects.toMatchObject(missing);
    const desk = gym.as((await gym.member({ role: "desk", email: "greta.kitur@example.lt" })).token);
    await desk.carts.add({ booking: places(await gym.session({ service }), service) });
    await expect(place(desk, "BANK_TRANSFER", nobody)).rejects.toMatchObject(missing);
    const { order } = await place(desk, "AT_DESK", nobody);
    const { revision } = order;
    await expect(owner.orders.sendPayLink({ orderId: order.id, revision })).rejects.toMatchObject({
      fieldViolations: [{ field: "email" }],
    });
  });

  test("the front desk records exactly the amount due, with the receipt number of the till", async () => {
    await booked();
    const { order } = await place(visitor, "AT_DESK");
    expect(order).toMatchObject({ state: "AWAITING_PAYMENT", dueDate: gym.hours(72), lines: [{ state: "WAITING" }] });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CONFIRMED");
    const desk = gym.as((await gym.member({ role: "desk" })).token);
    const cash = { orderId: order.id, kind: "CASH", amount: 2500, requestId: newId() } as const;
    await expect(desk.payments.receive(cash)).rejects.toMatchObject({
      fieldViolations: [{ field: "receiptNumber" }],
    });
    await expect(desk.payments.receive({ ...cash, amount: 2000, receiptNumber: "17" })).rejects.toMatchObject({
      code: "AMOUNT_DIFFERS",
      data: { left: 2500 },
    });
    const { order: paid } = await desk.payments.receive({ ...cash, receiptNumber: "17" });
    expect(paid).toMatchObject({ state: "PAID", payments: [{ kind: "CASH", receiptNumber: "17" }] });
    const again = { ...cash, requestId: newId(), receiptNumber: "18" };
    await expect(desk.payments.receive(again)).rejects.toMatchObject({ code: "ORDER_NOT_OPEN" });
  });

  test("releases the places of an order at the front desk that is still unpaid a day after the start", async () => {
    const before = gym.clock.now;
    const sessionId = await booked();
    const { order, key } = await place(visitor, "AT_DESK");
    expect(await countOf(sessionId)).toEqual({ taken: 1, held: 0 });
    later(72 * 60 + 1);
    await gym.api.background.drain("orders: expire");
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "EXPIRED" });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CANCELED");
    expect(await countOf(sessionId)).toEqual({ taken: 0, held: 0 });
    gym.clock.now = before;
  });

  test("places are also confirmed if the buyer later chooses to pay at the front desk", async () => {
    await booked();
    const { order, key } = await place(visitor);
    await visitor.payments.start({ key, way: "AT_DESK" });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CONFIRMED");
    expect(await pay(visitor, key)).toMatchObject({ state: "PAID", lines: [{ state: "DONE" }] });
  });

  test("an order can be paid by another method than the one chosen first", async () => {
    await booked();
    const { order, key } = await place(visitor, "AT_DESK");
    expect(await pay(visitor, key)).toMatchObject({ id: order.id, state: "PAID", way: "DEMO_BANK" });
  });

  test("places to be paid at the front desk remain confirmed after a failed bank payment", async () => {
    const before = gym.clock.now;
    const sessionId = await booked();
    const { order, key } = await place(visitor, "AT_DESK");
    const { redirectUrl } = await visitor.payments.start({ key, way: "DEMO_BANK" });
    const attemptId = new URL(redirectUrl as string).searchParams.get("attempt") as string;
    await visitor.payments.demoDecide({ attemptId, pay: false });
    later(60);
    await gym.api.background.drain("orders: expire");
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
      state: "AWAITING_PAYMENT",
      dueDate: order.dueDate,
      lines: [{ state: "WAITING" }],
    });
    expect(await statusOf(order.lines[0]?.bookingId)).toBe("CONFIRMED");
    expect(await countOf(sessionId)).toEqual({ taken: 1, held: 0 });
    expect(await findLostMoney(gym)).toEqual([]);
    const cash = { kind: "CASH", amount: 2500, requestId: newId(), receiptNumber: "19" } as const;
    expect((await owner.payments.receive({ orderId: order.id, ...cash })).order.state).toBe("PAID");
    gym.clock.now = before;
  });
});

describe("concurrent sales at the desk", () => {
  const at = async () => gym.as((await gym.member({ role: "desk" })).token);

  test("sells the last place only once, and rejects the other sale", async () => {
    const sessionId = await gym.session({ service, capacity: 1 });
    const [one, other] = [await at(), await at()];
    const carts = await Promise.allSettled(
      [one, other].map((client) => client.carts.add({ booking: places(sessionId, service) })),
    );
    const sales = await Promise.allSettled([one, other].map((client) => place(client, "AT_DESK")));
    expect(sales.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = [...carts, ...sales].flatMap((each) => (each.status === "rejected" ? each.reason.code : []));
    expect(refused).toEqual(["SESSION_CAPACITY_EXCEEDED", "CART_EMPTY"]);
    expect((await gym.placesOf(sessionId))?.taken).toBe(1);
  });

  test("uses a voucher for one sale, and rejects the other because its total has changed", async () => {
    const gift = await voucher(2500);
    const clients = [await at(), await at()];
    for (const client of clients) {
      await client.carts.add({ booking: places(await gym.session({ service }), service) });
      await client.carts.addCode({ code: gift.printed });
    }
    // Each customer was shown a cart that is paid by the voucher.
    const sales = await Promise.allSettled(clients.map((client) => place(client, "AT_DESK", { expectedToPay: 0 })));
    expect(sales.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(sales.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "TOTAL_CHANGED" } });
    expect(await gift.balance()).toMatchObject({ balance: 0, reserved: 0 });
  });
});

describe("cancelling an order", () => {
  test("a buyer can cancel an unpaid order by its link, and staff can with a reason", async () => {
    const sessionId = await booked();
    const { key } = await place(visitor);
    expect((await gym.as(gym.visitor()).orders.cancelByKey({ key })).order).toMatchObject({ state: "CANCELED" });
    expect(await countOf(sessionId)).toEqual({ taken: 0, held: 0 });
    await booked();
    const second = await place(visitor);
    const { id: orderId, revision } = second.order;
    await expect(owner.orders.cancel({ orderId, revision: "77", reason: "taip sutarta" })).rejects.toMatchObject({
      code: "REVISION_MISMATCH",
    });
    await owner.orders.cancel({ orderId, revision, reason: "taip sutarta" });
    const { steps } = await owner.orders.get({ orderId });
    expect(steps[0]).toMatchObject({ action: "order.cancel", reason: "taip sutarta" });
    await booked();
    const third = await place(visitor);
    await pay(visitor, third.key);
    await expect(visitor.orders.cancelByKey({ key: third.key })).rejects.toMatchObject({ code: "ORDER_NOT_OPEN" });
  });
});

describe("reading orders", () => {
  test("a member can read their own orders, and the owner finds all orders by state, text and time", async () => {
    const { token } = await gym.member();
    const member = gym.as(token);
    await member.carts.add({ donation: { amount: 1234 } });
    const { order, key } = await place(member, "BANK_TRANSFER", {
      buyer: { ...buyer, lastName: "Žiobrytė" },
      company: { name: "UAB Uosis", code: "123456789", address: "Skardžio g. 1, Vilnius" },
    });
    expect((await member.orders.own({})).orders).toMatchObject([{ id: order.id, key }]);
    expect((await gym.as((await gym.member()).token).orders.own({})).orders).toEqual([]);
    const found = async (more: object) => (await owner.orders.query({ limit: 50, ...more })).orders.map(({ id }) => id);
    expect(await found({ text: "ziobryte" })).toEqual([order.id]);
    expect(await found({ text: order.number.toLowerCase() })).toEqual([order.id]);
    expect(await found({ text: "uosis", states: ["AWAITING_PAYMENT"], way: "BANK_TRANSFER" })).toEqual([order.id]);
    expect(await found({ text: "uosis", states: ["PAID"] })).toEqual([]);
    expect(await found({ until: new Date(0) })).toEqual([]);
    const first = await owner.orders.query({ limit: 1 });
    const next = await owner.orders.query({ limit: 1, cursor: first.pagingMetadata.cursors?.next ?? "" });
    expect(next.orders[0]?.id).not.toBe(first.orders[0]?.id);
  });

  test("rejects orders until the seller's details are set", async () => {
    const { createTestGym } = await import("../testing.ts");
    const fresh = await createTestGym();
    const guest = fresh.as(fresh.visitor());
    await guest.carts.add({ donation: { amount: 500 } });
    await expect(place(guest, "AT_DESK")).rejects.toMatchObject({ code: "SELLER_NOT_SET" });
    await fresh.close();
    expect(consents).toHaveLength(1);
  });
});
