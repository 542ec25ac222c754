import type { Client } from "@uola/client";
import { SignJWT } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { testIn } from "../../open-shop.testing.ts";
import { place, places } from "../../orders.testing.ts";
import { keys } from "./montonio.testing.ts";
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
const ordered = async () => {
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const { key } = await place(visitor, "MONTONIO");
  const { redirectUrl, order } = await visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
  return { key, redirectUrl, order, uuid: partner.last().uuid };
};
const read = async (key: string) => (await visitor.orders.readByKey({ key })).order;

test("a Montonio token has the standard signature", async () => {
  const payload = {
    accessKey: "AK",
    merchantReference: "KAL-1-1",
    grandTotal: 12.5,
    currency: "EUR",
    iat: 1_700_000_000,
    exp: 1_700_003_600,
  };
  const token = await new SignJWT(payload)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode("SK"));
  expect(token.split(".")[2]).toBe("avI3YpAlD9xPj1ZpgdHjUIV4UfLYosuscXmCwsCRqws");
});

describe("Montonio keys", () => {
  test("checks the keys by requesting the list of banks, and never returns the secret key", async () => {
    expect(await owner.payments.testConnection({ provider: "MONTONIO" })).toEqual({
      works: true,
      banks: 1,
      failure: null,
    });
    const answer = await owner.payments.settings({});
    expect(answer.settings.montonio).toEqual({
      enabled: true,
      sandbox: true,
      accessKey: keys.accessKey,
      hasSecretKey: true,
    });
    expect(JSON.stringify(await gym.db.selectFrom("setting").selectAll().execute())).not.toContain(keys.secretKey);
    partner.world.dead = true;
    expect(await owner.payments.testConnection({ provider: "MONTONIO" })).toMatchObject({
      works: false,
      failure: expect.stringContaining("500"),
    });
  });

  test("offers Montonio's banks by name", async () => {
    expect((await visitor.payments.ways({})).ways).toContainEqual({
      way: "MONTONIO",
      banks: [{ code: "HABALT22", name: "Swedbank" }],
    });
  });
});

describe("a Montonio payment", () => {
  test("starts a payment with the sum, the order number and the bank, but without children's names", async () => {
    const { redirectUrl, order } = await ordered();
    const { claims, uuid } = partner.last();
    expect(redirectUrl).toBe(`https://pay.example/${uuid}`);
    expect(claims).toMatchObject({
      merchantReferenceDisplay: order.number,
      grandTotal: 25,
      currency: "EUR",
      locale: "lt",
      payment: { method: "paymentInitiation", amount: 25, methodOptions: { preferredProvider: "HABALT22" } },
      notificationUrl: "http://localhost:3001/v1/payments/montonio",
    });
    expect(JSON.stringify(claims)).not.toContain("participants");
    expect(order.openAttempt).toMatchObject({ way: "MONTONIO" });
  });

  test("ten identical Montonio messages pay the order only once", async () => {
    const { key, uuid } = await ordered();
    partner.set(uuid, "PAID");
    const token = await partner.token(uuid);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500, payments: [{ kind: "MONTONIO" }] });
  });

  test("an order is paid by the returning browser's token, or by querying Montonio if there is no message", async () => {
    const first = await ordered();
    partner.set(first.uuid, "PAID");
    const token = await partner.token(first.uuid);
    expect((await visitor.payments.check({ key: first.key, token })).order.state).toBe("PAID");
    const second = await ordered();
    partner.set(second.uuid, "PAID");
    // Returning to the page does not pay the order; Montonio is queried.
    expect((await visitor.payments.check({ key: second.key, token: "forged" })).order.state).toBe("PAID");
    const third = await ordered();
    partner.set(third.uuid, "PAID");
    const before = gym.clock.now;
    later(2);
    await gym.api.background.drain("payments: ask about attempts");
    expect((await read(third.key)).state).toBe("PAID");
    gym.clock.now = before;
  });

  test("messages in the wrong order do not revert a paid order", async () => {
    const { key, uuid } = await ordered();
    const pending = await partner.token(uuid);
    const abandoned = await partner.token(uuid, { paymentStatus: "ABANDONED" });
    partner.set(uuid, "PAID");
    for (const token of [abandoned, await partner.token(uuid), pending, abandoned]) await send(token);
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500 });
  });

  test.each([
    ["signed with another key", { secretKey: "somebody else's secret key, long enough" }],
    ["for another shop", { accessKey: "AK-of-another" }],
  ])("rejects a message %s", async (_, claims) => {
    const { key, uuid } = await ordered();
    const answer = await send(await partner.token(uuid, { paymentStatus: "PAID", ...claims }));
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { applicationError: { code: "SIGNATURE_INVALID" } } },
    });
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
  });

  test("a chargeback revokes the purchase and issues a credit note", async () => {
    const { key, uuid } = await ordered();
    partner.set(uuid, "PAID");
    await send(await partner.token(uuid));
    const bookingId = (await read(key)).lines[0]?.bookingId as string;
    partner.set(uuid, "VOIDED");
    for (let n = 0; n < 3; n++) await send(await partner.token(uuid));
    expect(await read(key)).toMatchObject({
      state: "CANCELED",
      paid: 0,
      payments: [],
      lines: [{ state: "CANCELED" }],
      documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
    });
    const booking = gym.db.selectFrom("booking").select("status").where("id", "=", bookingId);
    expect(await booking.executeTakeFirst()).toEqual({ status: "CANCELED" });
  });

  test("queries Montonio about an order at most thirty times a minute, even if its page polls more often", async () => {
    const { key, uuid } = await ordered();
    const asked = () => partner.world.asked.filter((each) => each.startsWith("GET")).length;
    const before = asked();
    await Promise.all(Array.from({ length: 50 }, () => visitor.payments.check({ key })));
    expect(asked() - before).toBe(30);
    partner.set(uuid, "PAID");
    expect((await visitor.payments.check({ key })).order.state).toBe("AWAITING_PAYMENT");
    later(1);
    expect((await visitor.payments.check({ key })).order.state).toBe("PAID");
  });

  test("a new payment after a chargeback uses the coupon and the voucher again", async () => {
    const rule = { serviceIds: [], weekdays: [], firstBookingOnly: false, stacking: "ALONE" as const };
    const off = { ...rule, kind: "PERCENT" as const, percent: 10 };
    const { coupon } = await owner.coupons.create({ name: "Dukart", rule: off, code: "DUKART" });
    const gift = { face: 3000, vatType: "MULTI", design: "ROUTE", language: "lt" } as const;
    const { voucher } = await owner.vouchers.issue({ ...gift, payment: { method: "TRANSFER" } });
    const code = (await owner.vouchers.print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    const counts = async () => {
      const { balance, reserved } = (await owner.vouchers.get({ voucherId: voucher.id })).voucher;
      return { balance, reserved, used: (await owner.coupons.report({ couponId: coupon.id })).coupon.used };
    };
    const chalk = { name: "Magnezija", price: 20, kind: "GOODS" };
    await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: "chalk", data: chalk } });
    await visitor.carts.add({ goods: { priceId: "chalk", quantity: 2 } });
    for (const typed of ["DUKART", code]) await visitor.carts.addCode({ code: typed });
    const { key } = await place(visitor, "MONTONIO");
    const before = gym.clock.now;
    const uuids: string[] = [];
    for (let pages = 0; pages < 3; pages++) {
      const start = () => visitor.payments.start({ key, way: "MONTONIO", bank: "HABALT22" });
      await start();
      uuids.push(partner.last().uuid);
      // Continuing the payment extends the order's deadline slightly beyond that of the bank's
      // page.
      later(29);
      await start();
      later(2);
    }
    const tell = async (uuid: string, status: "PAID" | "VOIDED") => {
      partner.set(uuid, status);
      await send(await partner.token(uuid));
    };
    const [first, second, third] = uuids as [string, string, string];
    expect(new Set(uuids).size).toBe(3);
    await tell(first, "PAID");
    expect(await counts()).toEqual({ balance: 0, reserved: 0, used: 1 });
    await tell(first, "VOIDED");
    expect(await read(key)).toMatchObject({ state: "CANCELED", paid: 0 });
    expect(await counts()).toEqual({ balance: 3000, reserved: 0, used: 0 });
    await tell(second, "PAID");
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 600, refunded: 0 });
    expect(await counts()).toEqual({ balance: 0, reserved: 0, used: 1 });
    await tell(second, "VOIDED");
    await tell(third, "PAID");
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 600, refunded: 0 });
    expect(await counts()).toEqual({ balance: 0, reserved: 0, used: 1 });
    gym.clock.now = before;
  });

  test("a Montonio message with a wrong amount does not pay the order and is shown to staff", async () => {
    const { key, uuid, order } = await ordered();
    expect((await send(await partner.token(uuid, { paymentStatus: "PAID", grandTotal: 0.01 }))).status).toBe(200);
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
    const { steps } = await owner.orders.get({ orderId: order.id });
    expect(steps[0]?.action).toBe("order.wrongAmount");
  });

  test("accepts an outdated message only after querying Montonio", async () => {
    const { key, uuid } = await ordered();
    const old = { at: new Date(gym.clock.now.getTime() - 7_200_000), paymentStatus: "PAID" };
    await send(await partner.token(uuid, old));
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
    partner.set(uuid, "PAID");
    await send(await partner.token(uuid, old));
    expect((await read(key)).state).toBe("PAID");
  });

  test("accepts and ignores a message about an unknown order", async () => {
    const { uuid } = await ordered();
    expect((await send(await partner.token(uuid, { uuid: "unknown", paymentStatus: "PAID" }))).status).toBe(200);
  });

  test("reports that Montonio is unavailable, and the order can be paid by another method", async () => {
    await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
    const { key } = await place(visitor, "MONTONIO");
    partner.world.dead = true;
    await expect(visitor.payments.start({ key, way: "MONTONIO" })).rejects.toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
    });
    expect(await read(key)).toMatchObject({ state: "AWAITING_PAYMENT", openAttempt: null });
    partner.world.dead = false;
    expect((await visitor.payments.start({ key, way: "MONTONIO" })).redirectUrl).toContain("https://pay.example/");
  });
});

describe("a Montonio refund", () => {
  const refunded = async () => {
    const { key, uuid } = await ordered();
    partner.set(uuid, "PAID");
    await send(await partner.token(uuid));
    const order = await read(key);
    const lines = [{ lineId: order.lines[0]?.id as string }];
    const asked = { orderId: order.id, revision: order.revision, lines, way: "PROVIDER", reason: "susirgo" } as const;
    await owner.orders.refund(asked);
    return { key, uuid };
  };
  const work = () => gym.api.background.drain("refunds: hand to providers");

  test("requests a refund once, and completes it when Montonio reports it as done", async () => {
    partner.world.refunds = "PENDING";
    const { key, uuid } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "SENT", amount: 2500 }]);
    partner.endRefunds("SUCCESSFUL");
    const before = gym.clock.now;
    later(11);
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
    expect(partner.last().refunds).toHaveLength(1);
    expect(partner.last().uuid).toBe(uuid);
    gym.clock.now = before;
  });

  test("finds a refund whose response was lost, and does not make it twice", async () => {
    const before = gym.clock.now;
    partner.world.losesRefunds = true;
    const { key } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "REQUESTED" }]);
    partner.world.dead = false;
    later(10);
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
    expect(partner.last().refunds).toHaveLength(1);
    gym.clock.now = before;
  });

  test("puts a rejected refund with its reason on the list of refunds to pay out", async () => {
    partner.world.refunds = "REJECTED";
    const { key } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "TO_PAY_OUT", failure: "REJECTED" }]);
  });

  test("retries a refund while Montonio is unavailable, and leaves it to staff after eight attempts", async () => {
    const before = gym.clock.now;
    const { key } = await refunded();
    partner.world.dead = true;
    for (let n = 0; n < 8; n++) {
      await work();
      later(600);
    }
    expect((await read(key)).refunds).toMatchObject([{ state: "TO_PAY_OUT", failure: expect.stringContaining("500") }]);
    gym.clock.now = before;
  });
});
