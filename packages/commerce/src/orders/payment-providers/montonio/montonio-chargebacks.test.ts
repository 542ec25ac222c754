import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createPassLedger } from "../../../passes/ledger.ts";
import { passKind } from "../../../passes/passes.testing.ts";
import { testIn } from "../../open-shop.testing.ts";
import { place, places } from "../../orders.testing.ts";
import { createMontonioGym, type MontonioGym } from "./montonio-gym.testing.ts";

let shop: MontonioGym;
let { gym, partner, owner, service, send } = {} as MontonioGym;
let visitor: Client;
testIn(createMontonioGym, (opened) => {
  shop = opened;
  ({ gym, partner, owner, service, send, visitor } = opened);
});
beforeEach(() => shop.reset());

const later = (minutes: number) => {
  gym.clock.now = new Date(gym.clock.now.getTime() + minutes * 60_000);
};
const read = async (key: string) => (await visitor.orders.readByKey({ key })).order;

describe("a chargeback of a pass", () => {
  /** Buys a pass with Montonio. Returns functions to book with the pass and to trigger the chargeback. */
  async function bankPaid() {
    const kind = await passKind(owner, { lets: { entry: true, categoryKinds: [], serviceIds: [service.id] } });
    await visitor.carts.add({ pass: { kindId: kind.id } });
    const { key } = await place(visitor, "MONTONIO");
    await visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
    const { uuid } = partner.last();
    partner.set(uuid, "PAID");
    await send(await partner.token(uuid));
    const passId = (await read(key)).lines[0]?.passId as string;
    const ledger = createPassLedger(gym.context);
    const code = ledger.codes.open((await ledger.read(passId)).sealedCode);
    return {
      key,
      passId,
      async chosen(inHours: number) {
        const other = gym.as(gym.visitor());
        await other.carts.add({ booking: places(await gym.session({ service, inHours }), service) });
        await other.carts.addCode({ code });
        return other;
      },
      async takeBack() {
        partner.set(uuid, "VOIDED");
        for (let n = 0; n < 2; n++) await send(await partner.token(uuid));
        expect(await read(key)).toMatchObject({ state: "CANCELED", paid: 0 });
      },
    };
  }
  const statusOf = async (bookingId: string) => {
    const booking = gym.db.selectFrom("booking").select("status").where("id", "=", bookingId);
    return (await booking.executeTakeFirst())?.status;
  };
  const orderBy = async (client: Client) => {
    const { order } = await place(client);
    expect(order).toMatchObject({ state: "PAID", toPay: 0 });
    return { orderId: order.id, bookingId: order.lines[0]?.bookingId as string };
  };
  const lineOf = async (orderId: string) => (await owner.orders.get({ orderId })).order.lines[0]?.state;

  test("a chargeback ends the pass once", async () => {
    const { key, passId, takeBack } = await bankPaid();
    await owner.passes.use({ passId, people: 1, requestId: newId() });
    await takeBack();
    expect((await read(key)).documents).toMatchObject([{ kind: "INVOICE" }, { kind: "CREDIT" }]);
    const { pass, entries } = await owner.passes.get({ passId });
    expect(pass).toMatchObject({ status: "REFUNDED", balance: 0 });
    expect(entries.filter(({ kind }) => kind === "REFUND")).toHaveLength(1);
  });

  test("a chargeback cancels the future places paid by the pass and notifies their people", async () => {
    const { passId, chosen, takeBack } = await bankPaid();
    const [past, ahead] = [await orderBy(await chosen(1)), await orderBy(await chosen(48))];
    later(120);
    await takeBack();
    expect([await statusOf(past.bookingId), await lineOf(past.orderId)]).toEqual(["CONFIRMED", "DONE"]);
    expect([await statusOf(ahead.bookingId), await lineOf(ahead.orderId)]).toEqual(["CANCELED", "CANCELED"]);
    const mails = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
    const orders = mails.map(({ payload }) => payload as { template: string; bookingId?: string });
    const both = [past.bookingId, ahead.bookingId];
    expect(
      orders.filter((mail) => mail.template === "booking-canceled" && both.includes(mail.bookingId ?? "")),
    ).toEqual([
      expect.objectContaining({
        bookingId: ahead.bookingId,
        message: expect.stringContaining("bankas atšaukė mokėjimą"),
      }),
    ]);
    expect((await owner.passes.get({ passId })).pass).toMatchObject({ status: "REFUNDED", balance: 0 });
  });

  test("a chargeback also cancels the place of a person who uses the pass at the same moment", async () => {
    const { passId, takeBack } = await bankPaid();
    const { slot } = places(await gym.session({ service, inHours: 72 }), service);
    const asked = { bookedEntity: { slot }, contactDetails: { firstName: "Ona" }, totalParticipants: 1 };
    const { booking } = await owner.bookings.create({ booking: { ...asked, selectedPaymentOption: "OFFLINE" } });
    const entering = { people: 1, at: booking.startDate as Date, bookingId: booking.id, requestId: newId() };
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const by = {
      service: { id: service.id, categoryKind: "other" },
      actor: { kind: "system", id: "desk" },
    } as const;
    const held = Promise.withResolvers<void>();
    const holding = gym.db.transaction().execute(async (tx) => {
      await createPassLedger(gym.context).ofOrder.use(tx, passId, { ...entering, ...by });
      held.resolve();
      while ((await waiting.execute(tx)).rows[0]?.count === 0) await wait(5);
    });
    await Promise.race([held.promise, holding]);
    await Promise.all([takeBack(), holding]);
    expect(await statusOf(booking.id)).toBe("CANCELED");
  });
});

describe("a chargeback of a gift voucher", () => {
  /**
   * Buys a voucher with Montonio. Returns the voucher, its code and a function to trigger the
   * chargeback.
   */
  async function bankPaid() {
    await visitor.carts.add({ voucher: { face: 3000, design: "HOLDS", language: "lt" } });
    const { key } = await place(visitor, "MONTONIO");
    await visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
    const { uuid } = partner.last();
    partner.set(uuid, "PAID");
    await send(await partner.token(uuid));
    const voucherId = (await read(key)).lines[0]?.voucherId as string;
    return {
      code: (await owner.vouchers.print({ voucherId })).vouchers[0]?.code as string,
      voucher: async () => (await owner.vouchers.get({ voucherId })).voucher,
      async takeBack() {
        partner.set(uuid, "VOIDED");
        for (let n = 0; n < 2; n++) await send(await partner.token(uuid));
        expect(await read(key)).toMatchObject({ state: "CANCELED", paid: 0 });
      },
    };
  }
  /** Places an order of another customer that is paid partly or fully with the voucher. */
  const buys = async (code: string, euros: number) => {
    const other = gym.as(gym.visitor());
    const chalk = { name: "Magnezija", price: euros, kind: "GOODS" };
    await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: "chalk", data: chalk } });
    await other.carts.add({ goods: { priceId: "chalk", quantity: 1 } });
    await other.carts.addCode({ code });
    return (await place(other, "BANK_TRANSFER")).order;
  };

  test("a chargeback voids the voucher's remaining balance, including the part reserved by another order", async () => {
    const { code, voucher, takeBack } = await bankPaid();
    const order = await buys(code, 20);
    expect(order).toMatchObject({ state: "PAID", voucherPays: 2000 });
    const waiting = await buys(code, 40);
    expect(waiting).toMatchObject({ voucherPays: 1000, toPay: 3000 });
    await takeBack();
    expect(await voucher()).toMatchObject({ status: "REFUNDED", balance: 0, reserved: 0 });
    const money = { orderId: waiting.id, kind: "BANK_TRANSFER", amount: 3000, requestId: newId() } as const;
    const { order: after } = await owner.payments.receive(money);
    expect(after).toMatchObject({ state: "CANCELED", paid: 3000, refunded: 3000, documents: [{ kind: "PROFORMA" }] });
  });

  test("a chargeback blocks a used-up voucher, so that an amount refunded to it cannot be spent", async () => {
    const { code, voucher, takeBack } = await bankPaid();
    const order = await buys(code, 30);
    expect(order).toMatchObject({ state: "PAID", voucherPays: 3000 });
    await takeBack();
    const lines = [{ lineId: order.lines[0]?.id as string }];
    const back = { orderId: order.id, revision: order.revision, lines, way: "PROVIDER", reason: "grąžino" } as const;
    await owner.orders.refund(back);
    expect(await voucher()).toMatchObject({ status: "BLOCKED", balance: 3000 });
  });
});

describe("a chargeback of a partly refunded payment", () => {
  const statusOf = async (bookingId: string) => {
    const booking = gym.db.selectFrom("booking").select("status").where("id", "=", bookingId);
    return (await booking.executeTakeFirst())?.status;
  };
  /** Buys a pass and a place with Montonio, and another place that the pass pays for. */
  async function partRefunded() {
    await gym.api.background.drain("business: follow the lists");
    const kind = await passKind(owner, { lets: { entry: true, categoryKinds: [], serviceIds: [service.id] } });
    await visitor.carts.add({ pass: { kindId: kind.id } });
    await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
    const { key } = await place(visitor, "MONTONIO");
    await visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
    const { uuid } = partner.last();
    partner.set(uuid, "PAID");
    await send(await partner.token(uuid));
    const bought = await read(key);
    const passId = bought.lines.find((line) => line.kind === "PASS")?.passId as string;
    const lineId = bought.lines.find((line) => line.kind === "BOOKING")?.id as string;
    const ledger = createPassLedger(gym.context);
    const code = ledger.codes.open((await ledger.read(passId)).sealedCode);
    const other = gym.as(gym.visitor());
    await other.carts.add({ booking: places(await gym.session({ service, inHours: 48 }), service) });
    await other.carts.addCode({ code });
    const ahead = (await place(other)).order.lines[0]?.bookingId as string;
    const refund = async () =>
      owner.orders.refund({
        orderId: bought.id,
        revision: bought.revision,
        way: "PROVIDER",
        reason: "susirgo",
        lines: [{ lineId }],
      });
    const takeBack = async () => {
      partner.set(uuid, "VOIDED");
      for (let n = 0; n < 2; n++) await send(await partner.token(uuid));
    };
    return { key, passId, ahead, refund, takeBack, total: bought.toPay };
  }

  test("a chargeback ends the pass and its places, and does not refund an amount twice", async () => {
    const { key, passId, ahead, refund, takeBack, total } = await partRefunded();
    await refund();
    await takeBack();
    const after = await read(key);
    expect(after).toMatchObject({ state: "REFUNDED", paid: total, refunded: total });
    expect(after.lines.map(({ state }) => state)).toEqual(["CANCELED", "CANCELED"]);
    expect(after.documents.map(({ kind }) => kind)).toEqual(["INVOICE", "CREDIT", "CREDIT"]);
    expect(after.refunds).toMatchObject([
      { way: "PROVIDER", state: "DONE" },
      { way: "PROVIDER", state: "DONE", reasonCode: "VOIDED" },
    ]);
    expect((await owner.passes.get({ passId })).pass).toMatchObject({ status: "REFUNDED", balance: 0 });
    expect(await statusOf(ahead)).toBe("CANCELED");
  });

  test("a second payment that is refunded in full does not end the pass", async () => {
    const { key, passId, total } = await partRefunded();
    const { id: orderId } = await read(key);
    const twice = { orderId, kind: "BANK_TRANSFER", amount: total, requestId: newId() } as const;
    expect((await owner.payments.receive(twice)).order).toMatchObject({ paid: 2 * total, refunded: total });
    expect((await owner.passes.get({ passId })).pass).toMatchObject({ status: "ACTIVE" });
  });

  test("a chargeback ends the purchase even if a second payment was received and refunded", async () => {
    const { key, passId, ahead, takeBack, total } = await partRefunded();
    const { id: orderId } = await read(key);
    await owner.payments.receive({ orderId, kind: "BANK_TRANSFER", amount: total, requestId: newId() });
    await takeBack();
    expect(await read(key)).toMatchObject({ state: "REFUNDED", paid: 2 * total, refunded: 2 * total });
    expect((await owner.passes.get({ passId })).pass).toMatchObject({ status: "REFUNDED" });
    expect(await statusOf(ahead)).toBe("CANCELED");
  });
});

test("blocks a refunded voucher when its bank transfer is reversed", async () => {
  await visitor.carts.add({ voucher: { face: 5000, design: "TAPE", language: "lt" } });
  const { key } = await place(visitor, "MONTONIO");
  await visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
  const { uuid } = partner.last();
  partner.set(uuid, "PAID");
  await send(await partner.token(uuid));
  const bought = await read(key);
  const { id: lineId = "", voucherId } = bought.lines[0] ?? {};
  const { vouchers } = await owner.vouchers.print({ voucherId: voucherId ?? "" });
  const other = gym.as(gym.visitor());
  const sessionId = await gym.session({ service, inHours: 100 });
  await other.carts.add({ booking: places(sessionId, service) });
  await other.carts.addCode({ code: vouchers[0]?.code ?? "" });
  expect((await place(other)).order).toMatchObject({ state: "PAID", toPay: 0 });
  const { revision } = await read(key);
  await owner.orders.refund({
    orderId: bought.id,
    revision,
    way: "PROVIDER",
    reason: "persigalvojo",
    lines: [{ lineId }],
  });
  partner.set(uuid, "VOIDED");
  await send(await partner.token(uuid));
  await owner.schedules.cancelSession({ sessionId });
  const { voucher } = await owner.vouchers.get({ voucherId: voucherId ?? "" });
  expect(voucher).toMatchObject({ status: "BLOCKED", balance: 2500 });
});

test("a chargeback refunds the other payments of the order", async () => {
  await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 240 }), service) });
  const { key, order } = await place(visitor, "BANK_TRANSFER");
  await owner.payments.receive({ orderId: order.id, kind: "BANK_TRANSFER", amount: 1000, requestId: newId() });
  await visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
  const { uuid } = partner.last();
  partner.set(uuid, "PAID");
  await send(await partner.token(uuid));
  expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500 });
  partner.set(uuid, "VOIDED");
  await send(await partner.token(uuid));
  expect(await read(key)).toMatchObject({
    state: "CANCELED",
    paid: 1000,
    refunded: 1000,
    refunds: [{ way: "TRANSFER", state: "TO_PAY_OUT" }],
  });
});
