import type { Client } from "@uola/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, seller, type TestGym } from "../../../testing.ts";
import { findLostMoney, later, place, places, type Sold } from "../../orders.testing.ts";
import { keys, type Partner, startFakeStripe } from "./stripe.testing.ts";
import { isSigned } from "./stripe.ts";

let gym: TestGym;
let partner: Partner;
let owner: Client;
let visitor: Client;
let service: Sold;
beforeAll(async () => {
  partner = await startFakeStripe(() => gym.clock.now);
  gym = await createTestGym({}, { providerUrls: { STRIPE: partner.url } });
  owner = gym.as(gym.key);
  await owner.documents.setSeller(seller);
  service = await gym.service();
  const { settings } = await owner.payments.settings({});
  const { revision, ...rest } = settings;
  await owner.payments.updateSettings({ revision, settings: { ...rest, stripe: { enabled: true, ...keys } } });
});
beforeEach(() => {
  visitor = gym.as(gym.visitor());
  const asIs = { dead: false, losesRefunds: false, forgetsKeys: false, refunds: "succeeded", asked: [] };
  Object.assign(partner.world, asIs);
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(async () => {
  await gym.close();
  await partner.close();
});

const ordered = async () => {
  await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
  const { key } = await place(visitor, "STRIPE");
  const { redirectUrl, order } = await visitor.payments.start({ key, way: "STRIPE" });
  return { key, redirectUrl, order, id: partner.last().id };
};
const paid = async () => {
  const { key, id } = await ordered();
  partner.pay(id);
  await send(partner.event(id));
  return { key, id, order: await read(key) };
};
const read = async (key: string) => (await visitor.orders.readByKey({ key })).order;
const send = (body: string, signature = partner.sign(body)) =>
  gym.ask("/v1/payments/stripe", { method: "POST", body, headers: { "stripe-signature": signature } });
const poll = () => gym.api.background.drain("payments: ask about attempts");

describe("Stripe webhook signatures", () => {
  const body = '{"id":"evt_1"}';
  const v1 = "c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925";
  const at = new Date(1_700_000_000_000);
  const holds = (signature: string, when = at) => isSigned(body, { signature, secret: "whsec_test", at: when });

  test("accepts a Stripe signature computed by an independent implementation", () => {
    expect(holds(`t=1700000000,v1=${v1}`)).toBe(true);
  });

  test("accepts a Stripe header that contains signatures of both an old and a new secret", () => {
    expect(holds(`t=1700000000,v1=${"0".repeat(64)},v1=${v1}`)).toBe(true);
  });

  test.each([
    ["for another body or secret", `t=1700000000,v1=${"0".repeat(64)}`],
    ["for another timestamp", `t=1700000001,v1=${v1}`],
    ["of another scheme", `t=1700000000,v0=${v1}`],
    ["that is cut off", `t=1700000000,v1=${v1.slice(0, 32)}`],
    ["without a timestamp", `v1=${v1}`],
    ["that is empty", ""],
  ])("rejects a Stripe signature %s", (_, signature) => expect(holds(signature)).toBe(false));

  test("accepts a Stripe signature for five minutes", () => {
    expect(holds(`t=1700000000,v1=${v1}`, new Date(at.getTime() + 300_000))).toBe(true);
    expect(holds(`t=1700000000,v1=${v1}`, new Date(at.getTime() + 301_000))).toBe(false);
  });
});

describe("Stripe credentials", () => {
  test("tests the Stripe credentials, and neither returns secrets nor stores them in plain text", async () => {
    const tried = () => owner.payments.testConnection({ provider: "STRIPE" });
    expect(await tried()).toEqual({ works: true, banks: 1, failure: null });
    const { settings } = await owner.payments.settings({});
    expect(settings.stripe).toEqual({ enabled: true, hasSecretKey: true, hasWebhookSecret: true });
    const stored = JSON.stringify(await gym.db.selectFrom("setting").selectAll().execute());
    for (const secret of Object.values(keys)) expect(stored).not.toContain(secret);
    partner.world.dead = true;
    expect(await tried()).toMatchObject({ works: false, failure: expect.stringContaining("500: down") });
  });

  test("keeps the Stripe credentials when a change of the settings omits them", async () => {
    const { revision, ...rest } = (await owner.payments.settings({})).settings;
    const { paysera: _, stripe: __, ...others } = rest;
    const { settings } = await owner.payments.updateSettings({ revision, settings: others });
    expect(settings.stripe).toEqual({ enabled: true, hasSecretKey: true, hasWebhookSecret: true });
    expect((await visitor.payments.ways({})).ways).toContainEqual({ way: "STRIPE", banks: [] });
  });
});

describe("a Stripe payment", () => {
  test("opens a Stripe payment with one amount in euros, the order number and no children's names", async () => {
    const { redirectUrl, order } = await ordered();
    const { form, id } = partner.last();
    expect(redirectUrl).toBe(`https://checkout.example/${id}`);
    expect(form).toMatchObject({
      mode: "payment",
      locale: "lt",
      "payment_method_types[0]": "card",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][unit_amount]": "2500",
      "line_items[0][price_data][currency]": "eur",
      "line_items[0][price_data][product_data][name]": order.number,
      success_url: expect.stringContaining("/order/#"),
    });
    expect(JSON.stringify(form)).not.toContain("participants");
    expect(order.openAttempt).toMatchObject({ way: "STRIPE", id: form.client_reference_id });
  });

  test("a Stripe message marks the order as paid, and ten copies count only once", async () => {
    const { key, id } = await ordered();
    partner.pay(id);
    const body = partner.event(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // The same payment reported under another event id is not a second payment.
    await send(partner.event(id, "async_payment_succeeded"));
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500, payments: [{ kind: "STRIPE" }] });
  });

  test("detects a Stripe payment without a message, on the return page and by polling", async () => {
    const first = await ordered();
    partner.pay(first.id);
    expect((await visitor.payments.check({ key: first.key, token: "forged" })).order.state).toBe("PAID");
    const second = await ordered();
    partner.pay(second.id);
    await later(gym, 2, poll);
    expect((await read(second.key)).state).toBe("PAID");
  });

  test("the return to the site alone does not pay a Stripe order", async () => {
    const { key } = await ordered();
    expect((await visitor.payments.check({ key })).order.state).toBe("AWAITING_PAYMENT");
  });

  test("Stripe messages in the wrong order do not undo a payment", async () => {
    const { key, id } = await ordered();
    const expired = partner.event(id, "expired", { status: "expired" });
    partner.pay(id);
    const unpaid = partner.event(id, "completed", { payment_status: "unpaid" });
    for (const body of [expired, partner.event(id), unpaid, expired]) expect((await send(body)).status).toBe(200);
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500 });
  });

  test("an order awaits a delayed Stripe payment, and remains unpaid if the payment fails", async () => {
    const { key, id } = await ordered();
    partner.pay(id, "unpaid");
    await send(partner.event(id));
    await expect(visitor.payments.start({ key, way: "AT_DESK" })).rejects.toMatchObject({ code: "PAYMENT_UNDER_WAY" });
    await send(partner.event(id, "async_payment_failed"));
    expect(await read(key)).toMatchObject({ state: "AWAITING_PAYMENT", openAttempt: null });
  });

  test.each([
    ["signed with another secret", (body: string) => partner.sign(body, { secret: "whsec_of_somebody_else" })],
    [
      "replayed after an hour",
      (body: string) => partner.sign(body, { at: new Date(gym.clock.now.getTime() - 3_600_000) }),
    ],
    ["without a signature", () => ""],
    ["signed for another body", () => partner.sign("{}")],
  ])("rejects a Stripe message %s", async (_, signatureOf) => {
    const { key, id } = await ordered();
    partner.pay(id);
    const body = partner.event(id);
    const answer = await send(body, signatureOf(body));
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { applicationError: { code: "SIGNATURE_INVALID" } } },
    });
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
  });

  test.each([
    ["another amount", { amount_total: 1 }],
    ["another currency", { currency: "usd" }],
  ])("a Stripe message for %s does not pay the order, and is recorded for the team", async (_, wrong) => {
    const { key, id, order } = await ordered();
    partner.pay(id);
    expect((await send(partner.event(id, "completed", wrong))).status).toBe(200);
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
    expect((await owner.orders.get({ orderId: order.id })).steps[0]?.action).toBe("order.wrongAmount");
  });

  test("acknowledges and ignores Stripe messages about unknown objects or of unknown types", async () => {
    const { id } = await ordered();
    for (const body of [
      partner.event(id, "completed", { id: "cs_test_of_another_shop" }),
      partner.eventAbout("invoice.paid", { id: "in_1" }),
      partner.eventAbout("refund.updated", { id: "re_1", status: "succeeded", metadata: {} }),
      partner.eventAbout("charge.dispute.closed", { id: "du_1", status: "won", payment_intent: "pi_1" }),
    ]) {
      expect((await send(body)).status).toBe(200);
    }
  });

  test("closes an abandoned checkout session at Stripe", async () => {
    const { key, id } = await ordered();
    await visitor.payments.start({ key, way: "AT_DESK" });
    await poll();
    expect(partner.last()).toMatchObject({ id, status: "expired" });
    const second = await ordered();
    await visitor.orders.cancelByKey({ key: second.key });
    await later(gym, 2, poll);
    expect(partner.last()).toMatchObject({ id: second.id, status: "expired" });
  });

  test("a payment that arrives after its order was canceled buys the place again while it is free", async () => {
    const { key, id } = await ordered();
    await visitor.orders.cancelByKey({ key });
    partner.pay(id);
    await send(partner.event(id));
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500, refunds: [] });
  });

  test("reports an unavailable Stripe, and the order can be paid by another method", async () => {
    await visitor.carts.add({ booking: places(await gym.session({ service }), service) });
    const { key } = await place(visitor, "STRIPE");
    partner.world.dead = true;
    await expect(visitor.payments.start({ key, way: "STRIPE" })).rejects.toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
    });
    expect(await read(key)).toMatchObject({ state: "AWAITING_PAYMENT", openAttempt: null });
    partner.world.dead = false;
    expect((await visitor.payments.start({ key, way: "STRIPE" })).redirectUrl).toContain("https://checkout.example/");
  });

  test("a lost dispute cancels the order's bookings and issues a credit note", async () => {
    const { key, id } = await paid();
    const { payment_intent } = partner.last();
    const lost = partner.eventAbout("charge.dispute.closed", { id: "du_1", status: "lost", payment_intent });
    for (let n = 0; n < 3; n++) expect((await send(lost)).status).toBe(200);
    expect(partner.last().id).toBe(id);
    expect(await read(key)).toMatchObject({
      state: "CANCELED",
      paid: 0,
      payments: [],
      lines: [{ state: "CANCELED" }],
      documents: [{ kind: "INVOICE" }, { kind: "CREDIT" }],
    });
  });
});

describe("a Stripe refund", () => {
  const refunded = async () => {
    const { key, order } = await paid();
    const lines = [{ lineId: order.lines[0]?.id as string }];
    const asked = { orderId: order.id, revision: order.revision, lines, way: "PROVIDER", reason: "susirgo" } as const;
    await owner.orders.refund(asked);
    return { key, of: () => partner.refunds.filter((one) => one.payment_intent === partner.last().payment_intent) };
  };
  const work = () => gym.api.background.drain("refunds: hand to providers");

  test("requests a refund from Stripe once, and completes it when Stripe confirms it", async () => {
    partner.world.refunds = "pending";
    const { key, of } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "SENT", amount: 2500 }]);
    for (const one of of()) one.status = "succeeded";
    await send(partner.eventAbout("refund.updated", of()[0] as object));
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
    expect(of()).toHaveLength(1);
  });

  test("finds a Stripe refund whose response was lost, even after its idempotency key expired, and does not repeat it", async () => {
    partner.world.losesRefunds = true;
    const { key, of } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "REQUESTED" }]);
    Object.assign(partner.world, { dead: false, forgetsKeys: true });
    await later(gym, 10, work);
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
    expect(of()).toHaveLength(1);
  });

  test("adds a refund rejected by Stripe to the payout list with its reason", async () => {
    partner.world.refunds = "failed";
    const { key } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "TO_PAY_OUT", failure: "lost_or_stolen_card" }]);
  });

  test("a refund that fails at Stripe after completion is added to the payout list only once", async () => {
    const { key, of } = await refunded();
    await work();
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
    const failed = { ...of()[0], status: "failed", failure_reason: "expired_or_canceled_card" };
    for (let n = 0; n < 3; n++) await send(partner.eventAbout("refund.failed", failed));
    const order = await read(key);
    expect(order.refunds).toMatchObject([{ state: "TO_PAY_OUT", failure: "expired_or_canceled_card" }]);
    const { steps } = await owner.orders.get({ orderId: order.id });
    expect(steps.filter(({ action }) => action === "order.refund.to_pay_out")).toHaveLength(1);
  });

  test("a failed refund that was paid out by hand stays done when Stripe repeats its message", async () => {
    const { key, of } = await refunded();
    await work();
    const failed = { ...of()[0], status: "failed", failure_reason: "expired_or_canceled_card" };
    await send(partner.eventAbout("refund.failed", failed));
    const refundId = (await read(key)).refunds[0]?.id as string;
    await owner.orders.markPaidOut({ refundId });
    await send(partner.eventAbout("refund.updated", failed));
    expect((await read(key)).refunds).toMatchObject([{ state: "DONE" }]);
  });
});
