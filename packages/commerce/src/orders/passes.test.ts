import type { Client } from "@uola/client";
import type { PassKind } from "@uola/contract";
import { newId } from "@uola/database";
import { beforeAll, describe, expect, test } from "vitest";
import { createPassLedger } from "../passes/ledger.ts";
import { holder, issuePass, passKind } from "../passes/passes.testing.ts";
import type { TestGym } from "../testing.ts";
import { openShop, testIn } from "./open-shop.testing.ts";
import { buyer, pay, place, places, type Sold } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
let kind: PassKind;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});
beforeAll(async () => {
  await gym.api.background.drain("business: follow the lists");
  const lets = { entry: true, categoryKinds: [], serviceIds: [service.id] };
  kind = await passKind(owner, { lets, people: 2 });
});

const codeOf = async (passId: string) => {
  const ledger = createPassLedger(gym.context);
  return ledger.codes.open((await ledger.read(passId)).sealedCode);
};
const passOf = async (passId: string) => (await owner.passes.get({ passId })).pass;
const expire = async () => {
  gym.clock.now = new Date(gym.clock.now.getTime() + 31 * 60_000);
  await gym.api.background.drain("orders: expire");
};

describe("a place paid by a pass", () => {
  /**
   * Books a place two days from now at noon in Vilnius, paid by a pass that admits once a day until
   * 15:00.
   */
  async function booked() {
    gym.clock.now = new Date("2026-09-01T09:00:00Z");
    const policyId = await gym.policy({ reschedulePolicy: { enabled: true, limitLatestReschedule: false } });
    const movable = await gym.service({ policyId });
    const terms = {
      entries: null,
      lets: { entry: true, categoryKinds: [], serviceIds: [movable.id] },
      windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: "08:00", until: "15:00" }],
    };
    const pass = await issuePass(owner, await passKind(owner, terms));
    await visitor.carts.add({ booking: places(await gym.session({ service: movable }), movable) });
    await visitor.carts.addCode({ code: await codeOf(pass.id) });
    const { order } = await place(visitor);
    const bookingId = order.lines[0]?.bookingId as string;
    const move = async (by: Client, inHours: number) => {
      const { slot } = places(await gym.session({ service: movable, inHours }), movable);
      const { extendedBookings } = await by.bookings.queryExtended({ query: { filter: { id: bookingId } } });
      const revision = extendedBookings[0]?.booking.revision as string;
      return (await by.bookings.reschedule({ bookingId, revision, slot })).booking;
    };
    const visits = async () => {
      const { pass: row, entries } = await owner.passes.get({ passId: pass.id });
      return [row.visits, entries.map(({ kind, day }) => `${kind} ${day ?? ""}`.trim()).toReversed()];
    };
    return { pass, move, visits };
  }

  test("a place paid by a pass can be moved to a time that the pass allows, which also moves the visit", async () => {
    const { move, visits } = await booked();
    await move(visitor, 24);
    const moved = ["ISSUE", "USE 2026-09-03", "GIVE_BACK 2026-09-03", "USE 2026-09-02"];
    expect(await visits()).toEqual([1, moved]);
    await move(visitor, 25);
    expect(await visits()).toEqual([1, [...moved, "GIVE_BACK 2026-09-02", "USE 2026-09-02"]]);
  });

  test("rejects freezing a pass on the day of a place that it pays for", async () => {
    const { pass, move } = await booked();
    const freeze = async (from: string, until: string) => {
      const { revision } = await passOf(pass.id);
      return (await owner.passes.freeze({ passId: pass.id, revision, reason: "liga", from, until })).pass;
    };
    const refused = { status: 409, code: "FREEZE_OVER_VISIT", data: { day: "2026-09-03" } };
    await expect(freeze("2026-09-02", "2026-09-08")).rejects.toMatchObject(refused);
    await move(visitor, 24);
    expect((await freeze("2026-09-03", "2026-09-08")).frozenFrom).toBe("2026-09-03");
  });

  test("a place paid by a pass cannot move to a time that the pass excludes, unless the gym moves it", async () => {
    const { pass, move, visits } = await booked();
    await expect(move(visitor, 52)).rejects.toMatchObject({ status: 409, code: "PASS_NOT_AT_THIS_TIME" });
    await expect(move(visitor, 24 * 92)).rejects.toMatchObject({ code: "PASS_EXPIRED" });
    const { revision } = await passOf(pass.id);
    const days = { from: "2026-09-04", until: "2026-09-04" };
    await owner.passes.freeze({ passId: pass.id, revision, reason: "liga", ...days });
    await expect(move(visitor, 72)).rejects.toMatchObject({ code: "PASS_FROZEN" });
    await owner.passes.use({ passId: pass.id, people: 1, requestId: newId() });
    await expect(move(visitor, 2)).rejects.toMatchObject({ code: "PASS_USED_TODAY" });
    expect((await move(owner, 52)).startDate).toEqual(gym.hours(52));
    expect((await visits())[1]).toEqual(["ISSUE", "USE 2026-09-03", "FREEZE", "USE 2026-09-01"]);
  });
});

describe("a pass with unlimited entries", () => {
  test("refunds an unlimited pass only after its future places are cancelled", async () => {
    const monthly = await passKind(owner, {
      entries: null,
      period: { count: 30, unit: "DAYS" },
      lets: { entry: true, categoryKinds: [], serviceIds: [service.id] },
    });
    await visitor.carts.add({ pass: { kindId: monthly.id } });
    const { key } = await place(visitor);
    const { id: orderId, lines } = await pay(visitor, key);
    const [lineId, passId] = [lines[0]?.id as string, lines[0]?.passId as string];
    await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
    await visitor.carts.addCode({ code: await codeOf(passId) });
    const { order } = await place(visitor);
    const withdrawal = { key, lineIds: [lineId], name: "Ona Sava", email: buyer.email };
    const used = { status: 409, code: "NOT_REFUNDABLE", data: { problem: "USED" } };
    await expect(visitor.orders.withdraw(withdrawal)).rejects.toMatchObject(used);
    const quote = async () => (await owner.orders.quoteRefund({ orderId })).lines[0];
    expect(await quote()).toMatchObject({ amount: 0, problem: "USED" });
    const bookingId = order.lines[0]?.bookingId as string;
    const { extendedBookings } = await visitor.bookings.queryExtended({ query: { filter: { id: bookingId } } });
    await visitor.bookings.cancel({ bookingId, revision: extendedBookings[0]?.booking.revision as string });
    expect(await quote()).toMatchObject({ amount: 9000 });
    expect((await visitor.orders.withdraw(withdrawal)).order.refunded).toBe(9000);
  });

  test("rejects resuming a frozen pass if it pays for a place after its new last day", async () => {
    gym.clock.now = new Date("2026-09-01T09:00:00Z");
    const terms = { entries: null, period: { count: 30, unit: "DAYS" as const }, lets: kind.terms.lets };
    const email = `${newId()}@example.lt`;
    const pass = await issuePass(owner, await passKind(owner, terms), { email });
    const member = gym.as((await gym.member({ email })).token);
    const own = async () => ({ passId: pass.id, revision: (await passOf(pass.id)).revision });
    await member.passes.freezeOwn({ ...(await own()), from: "2026-09-02", until: "2026-09-21" });
    await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 24 * 35 }), service) });
    await visitor.carts.addCode({ code: await codeOf(pass.id) });
    const { order } = await place(visitor);
    const refused = { status: 409, code: "PASS_PAYS_FOR_PLACES", data: { day: "2026-10-06" } };
    await expect(member.passes.resumeOwn(await own())).rejects.toMatchObject(refused);
    await expect(owner.passes.resume({ ...(await own()), reason: "grįžo" })).rejects.toMatchObject(refused);
    const bookingId = order.lines[0]?.bookingId as string;
    const { extendedBookings } = await visitor.bookings.queryExtended({ query: { filter: { id: bookingId } } });
    await visitor.bookings.cancel({ bookingId, revision: extendedBookings[0]?.booking.revision as string });
    expect((await member.passes.resumeOwn(await own())).pass.validUntil).toBe("2026-09-30");
  });

  test("rejects a refund at the desk of a pass that pays for future places", async () => {
    const terms = { entries: null, lets: { entry: true, categoryKinds: [], serviceIds: [service.id] } };
    const pass = await issuePass(owner, await passKind(owner, terms));
    await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
    await visitor.carts.addCode({ code: await codeOf(pass.id) });
    await place(visitor);
    const { revision } = await passOf(pass.id);
    const back = { passId: pass.id, revision, reason: "persigalvojo", payment: { method: "TRANSFER" } } as const;
    await expect(owner.passes.refund(back)).rejects.toMatchObject({ status: 409, code: "PASS_PAYS_FOR_PLACES" });
  });
});

test("a code that was replaced after it was entered has no effect in any cart", async () => {
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const pass = await issuePass(owner, kind);
  await visitor.carts.addCode({ code: await codeOf(pass.id) });
  const issue = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: { method: "TRANSFER" } } as const;
  const { voucher } = await owner.vouchers.issue({ face: 1000, ...issue });
  const codeNow = async () => (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
  await visitor.carts.addCode({ code: await codeNow() });
  expect((await visitor.carts.get({})).cart).toMatchObject({ toPay: 0, codes: [{}, {}] });
  const { revision } = await passOf(pass.id);
  await owner.passes.transfer({ passId: pass.id, revision, holder, reason: "dovana" });
  expect((await visitor.carts.get({})).cart).toMatchObject({ toPay: 1500, codes: [{ amount: 1000 }] });
  await owner.vouchers.renewCode({ voucherId: voucher.id, revision: voucher.revision, reason: "kodas paviešintas" });
  expect((await visitor.carts.get({})).cart).toMatchObject({ toPay: 2500, codes: [] });
  expect((await visitor.carts.addCode({ code: await codeNow() })).cart.toPay).toBe(1500);
});

describe("a pass in the cart", () => {
  test("issues a pass on payment, to its holder, at the terms and price of its order", async () => {
    await visitor.carts.add({ pass: { kindId: kind.id } });
    const { cart } = await visitor.carts.add({ pass: { kindId: kind.id, holder: { ...holder, name: "Jonas" } } });
    expect(cart).toMatchObject({
      total: 18_000,
      lines: [{ kind: "PASS", name: "10 kartų abonementas", vatRate: 2100 }, {}],
    });
    const { key } = await place(visitor);
    const order = await pay(visitor, key);
    expect(order).toMatchObject({ state: "PAID", documents: [{ kind: "INVOICE" }] });
    const given = await Promise.all(order.lines.map(({ passId }) => passOf(passId as string)));
    expect(given).toMatchObject([
      { holder: { name: "Ona Sava", email: buyer.email }, price: 9000, balance: 10, orderId: order.id },
      { holder: { name: "Jonas" } },
    ]);
  });

  test("rejects buying a pass as goods, even if its pass type is on sale", async () => {
    const { priceId, ...ending } = await passKind(owner);
    const asGoods = () => visitor.carts.add({ goods: { priceId, quantity: 1 } });
    await expect(asGoods()).rejects.toMatchObject({ code: "NOT_FOR_SALE" });
    await owner.passes.updateKind({ kind: { id: ending.id, revision: ending.revision, onSale: false } });
    await expect(asGoods()).rejects.toMatchObject({ code: "NOT_FOR_SALE" });
  });

  test("reports in the cart line that a pass is no longer on sale", async () => {
    const ending = await passKind(owner);
    await visitor.carts.add({ pass: { kindId: ending.id } });
    await owner.passes.updateKind({ kind: { id: ending.id, revision: ending.revision, onSale: false } });
    const { cart } = await visitor.carts.get({});
    expect(cart).toMatchObject({ orderable: false, lines: [{ problem: { code: "GONE", blocks: true } }] });
  });

  test("refunds the unused part of a pass, and rejects a quote if entries were used since", async () => {
    await visitor.carts.add({ pass: { kindId: kind.id } });
    const { key } = await place(visitor);
    const { lines, id: orderId } = await pay(visitor, key);
    const [line] = lines;
    const passId = line?.passId as string;
    await owner.passes.use({ passId, people: 1, requestId: newId() });
    const { lines: quoted, amount } = await visitor.orders.quoteRefundByKey({ key });
    expect(quoted).toMatchObject([{ price: 9000, fee: 900, amount: 8100, problem: null }]);
    await owner.passes.use({ passId, people: 1, requestId: newId(), again: true });
    const asked = { key, lineIds: [line?.id as string], expectedAmount: amount, way: "PROVIDER" as const };
    await expect(visitor.orders.refundByKey(asked)).rejects.toMatchObject({ code: "TOTAL_CHANGED" });
    const { order } = await visitor.orders.refundByKey({ ...asked, expectedAmount: 7200 });
    expect(order).toMatchObject({ id: orderId, state: "PART_REFUNDED", refunded: 7200 });
    expect(await passOf(passId)).toMatchObject({ status: "REFUNDED", balance: 0 });
    expect((await visitor.orders.quoteRefundByKey({ key })).amount).toBe(0);
  });
});

describe("reversing the sale of a pass", () => {
  const buyPass = async () => {
    await visitor.carts.add({ pass: { kindId: kind.id } });
    const { key } = await place(visitor);
    const [line] = (await pay(visitor, key)).lines;
    return { key, lineId: line?.id as string, passId: line?.passId as string };
  };

  test("a withdrawal refunds the unused part of a pass once, and ends the pass", async () => {
    const { key, lineId, passId } = await buyPass();
    await owner.passes.use({ passId, people: 2, requestId: newId() });
    const asked = { key, lineIds: [lineId], name: "Ona Sava", email: "ona@example.lt" };
    await Promise.all([visitor.orders.withdraw(asked), visitor.orders.withdraw(asked)]);
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({
      state: "PART_REFUNDED",
      refunded: 7200,
      withdrawals: [{ amount: 7200 }],
      lines: [{ state: "CANCELED", refunded: 7200 }],
    });
    expect(await passOf(passId)).toMatchObject({ status: "REFUNDED", balance: 0 });
    const later = owner.passes.use({ passId, people: 1, requestId: newId(), again: true });
    await expect(later).rejects.toMatchObject({ code: "PASS_REFUNDED" });
  });

  test("rejects a withdrawal from a pass with all entries used", async () => {
    const { key, lineId, passId } = await buyPass();
    for (let n = 0; n < 5; n++) await owner.passes.use({ passId, people: 2, requestId: newId(), again: true });
    const withdrawn = visitor.orders.withdraw({ key, lineIds: [lineId], name: "Ona", email: "ona@example.lt" });
    await expect(withdrawn).rejects.toMatchObject({ code: "NOT_REFUNDABLE", data: { problem: "USED" } });
  });
});

describe("places paid by a pass", () => {
  test("places paid by a pass cost nothing and use its entries in the order's transaction", async () => {
    const pass = await issuePass(owner, kind);
    const sessionId = await gym.session({ service });
    await visitor.carts.add({ booking: places(sessionId, service, 2) });
    const { cart } = await visitor.carts.addCode({ code: await codeOf(pass.id) });
    expect(cart).toMatchObject({
      total: 0,
      toPay: 0,
      orderable: true,
      lines: [{ gross: 0, passPays: { number: pass.number, entries: 2 } }],
      codes: [{ kind: "PASS", text: pass.last4, entries: 2, entriesLeft: 8, problem: null }],
    });
    expect(await passOf(pass.id)).toMatchObject({ balance: 10 });
    const { order } = await place(visitor);
    expect(order).toMatchObject({ state: "PAID", way: "ZERO", total: 0, documents: [], lines: [{ passEntries: 2 }] });
    expect(await passOf(pass.id)).toMatchObject({ balance: 8, visits: 2 });
    const [line] = order.lines;
    const bookingId = line?.bookingId as string;
    const bookings = gym.db
      .selectFrom("booking")
      .select(["status", "revision", "selectedPaymentOption"])
      .where("id", "=", bookingId);
    const { status, revision, selectedPaymentOption } = await bookings.executeTakeFirstOrThrow();
    expect([status, selectedPaymentOption]).toEqual(["CONFIRMED", "MEMBERSHIP"]);
    // Entries are returned after a timely cancellation.
    await owner.bookings.cancel({ bookingId, revision: String(revision) });
    expect(await passOf(pass.id)).toMatchObject({ balance: 10, visits: 0 });
  });

  const booked = async ({ sold, passId }: { sold: Sold; passId: string }) => {
    const sessionId = await gym.session({ service: sold, inHours: 48 });
    await visitor.carts.add({ booking: places(sessionId, sold) });
    await visitor.carts.addCode({ code: await codeOf(passId) });
    const { order, key } = await place(visitor);
    const bookingId = order.lines[0]?.bookingId as string;
    const row = gym.db.selectFrom("booking").select("revision").where("id", "=", bookingId);
    return { key, bookingId, revision: String((await row.executeTakeFirstOrThrow()).revision) };
  };

  test("a place that is cancelled in time returns its pass entry once", async () => {
    const pass = await issuePass(owner, kind);
    const { key, ...booking } = await booked({ sold: service, passId: pass.id });
    expect(await passOf(pass.id)).toMatchObject({ balance: 9, visits: 1 });
    const both = await Promise.allSettled([visitor.bookings.cancel(booking), visitor.bookings.cancel(booking)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await passOf(pass.id)).toMatchObject({ balance: 10, visits: 0 });
    expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ refunds: [], lines: [{ refunded: 0 }] });
  });

  test("a cancellation with a fee does not return the pass entry, but one by the gym does", async () => {
    const windows = { enabled: true, cancellationWindows: [{ percentage: "50", startInMinutes: 3 * 1440 }] };
    const policyId = await gym.policy({ name: "Vėlai su mokesčiu", cancellationFeePolicy: windows });
    const dear = await gym.service({ policyId });
    const lets = { entry: true, categoryKinds: [], serviceIds: [dear.id] };
    const pass = await issuePass(owner, await passKind(owner, { lets }));
    const { key: _, ...own } = await booked({ sold: dear, passId: pass.id });
    await visitor.bookings.cancel(own);
    expect(await passOf(pass.id)).toMatchObject({ balance: 9, visits: 1 });
    const paid = gym.db.selectFrom("booking").select("paymentStatus").where("id", "=", own.bookingId);
    expect(await paid.executeTakeFirstOrThrow()).toEqual({ paymentStatus: "PAID" });
    const { key: __, ...gyms } = await booked({ sold: dear, passId: pass.id });
    await owner.bookings.cancel({ ...gyms, flowControlSettings: { ignoreCancellationPolicy: true } });
    expect(await passOf(pass.id)).toMatchObject({ balance: 9, visits: 1 });
  });

  test("a pass pays for places in a mixed order, and its entries are returned if the order is not paid", async () => {
    const pass = await issuePass(owner, kind);
    const sessionId = await gym.session({ service });
    await visitor.carts.add({ booking: places(sessionId, service) });
    await visitor.carts.add({ donation: { amount: 500 } });
    await visitor.carts.addCode({ code: await codeOf(pass.id) });
    const { order, key } = await place(visitor);
    expect(order).toMatchObject({ state: "AWAITING_PAYMENT", toPay: 500 });
    expect((await passOf(pass.id)).balance).toBe(9);
    await expire();
    expect((await visitor.orders.readByKey({ key })).order.state).toBe("EXPIRED");
    expect((await passOf(pass.id)).balance).toBe(10);
  });

  test("a late payment uses the pass entries again if the pass still has enough", async () => {
    const one = await issuePass(owner, await passKind(owner, { entries: 1, lets: kind.terms.lets }));
    const sessionId = await gym.session({ service });
    await visitor.carts.add({ booking: places(sessionId, service) });
    await visitor.carts.add({ donation: { amount: 500 } });
    await visitor.carts.addCode({ code: await codeOf(one.id) });
    const { key } = await place(visitor);
    const { redirectUrl } = await visitor.payments.start({ key, way: "DEMO_BANK" });
    const attemptId = new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
    await expire();
    await owner.passes.use({ passId: one.id, people: 1, requestId: newId() });
    await visitor.payments.demoDecide({ attemptId, pay: true });
    const { order } = await visitor.orders.readByKey({ key });
    expect(order.lines).toMatchObject([
      { kind: "BOOKING", state: "NOT_DONE" },
      { kind: "DONATION", state: "DONE" },
    ]);
    expect(await passOf(one.id)).toMatchObject({ balance: 0, visits: 1 });
  });

  test("a pass that does not include a service does not pay for it, and the cart shows the reason", async () => {
    const elsewhere = await issuePass(owner, await passKind(owner));
    const sessionId = await gym.session({ service });
    await visitor.carts.add({ booking: places(sessionId, service) });
    const { cart } = await visitor.carts.addCode({ code: await codeOf(elsewhere.id) });
    expect(cart.codes).toMatchObject([{ kind: "PASS", entries: 0, problem: "PASS_NOT_FOR_THIS" }]);
    expect(cart.toPay).toBe(2500);
  });

  test("only one of two carts gets the last entry of a pass", async () => {
    const one = await issuePass(owner, await passKind(owner, { entries: 1, lets: kind.terms.lets }));
    const code = await codeOf(one.id);
    const carts = [gym.as(gym.visitor()), gym.as(gym.visitor())];
    for (const client of carts) {
      await client.carts.add({ booking: places(await gym.session({ service }), service) });
      await client.carts.addCode({ code });
    }
    const ends = await Promise.allSettled(carts.map((client) => place(client)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = ends.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "TOTAL_CHANGED" });
    expect(await passOf(one.id)).toMatchObject({ balance: 0, visits: 1 });
  });
});
