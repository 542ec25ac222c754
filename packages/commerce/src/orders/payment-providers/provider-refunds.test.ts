import type { Client } from "@uola/client";
import type { PaymentProvider } from "@uola/contract";
import { newId } from "@uola/database";
import { beforeEach, describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { openShopWithProviders, testIn } from "../open-shop.testing.ts";
import { place, places, type Sold } from "../orders.testing.ts";
import type { Message, ProviderSimulators } from "./provider-simulators.testing.ts";

let gym: TestGym;
let banks: ProviderSimulators;
let owner: Client;
let service: Sold;
testIn(openShopWithProviders, (shop) => {
  ({ gym, banks, owner, service } = shop);
});
beforeEach(() => {
  Object.assign(banks.stripe.world, { dead: false, refunds: "succeeded" });
});

const send = async ({ path, ...init }: Message) => expect((await gym.ask(path, init)).status).toBe(200);
const read = async (orderId: string) => (await owner.orders.get({ orderId })).order;
const stepsOf = async (orderId: string) => (await owner.orders.get({ orderId })).steps.map(({ action }) => action);

/** Creates an order for two places that was paid at a provider for 50.00 €. */
async function paid(way: PaymentProvider) {
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 72 }), service, 2) });
  const { key, order } = await place(visitor, way);
  const { redirectUrl } = await visitor.payments.start({ key, way });
  const payment = banks.of[way].paymentAt(redirectUrl as string);
  banks.of[way].pay(payment);
  await send((await banks.of[way].says(payment, "paid")) as Message);
  const bought = await read(order.id);
  expect(bought).toMatchObject({ state: "PAID", paid: 5000, refunded: 0 });
  return { orderId: order.id, payment, order: bought, lineId: bought.lines[0]?.id as string };
}

const stripeEvent = (type: string, object: object): Message => {
  const body = banks.stripe.eventAbout(type, object);
  return {
    path: "/v1/payments/stripe",
    method: "POST",
    body,
    headers: { "stripe-signature": banks.stripe.sign(body) },
  };
};
const intentOf = (payment: string) => banks.stripe.session(payment).payment_intent as string;
const stripeRefund = (payment: string, cents: number, status = "succeeded") =>
  banks.stripe.refundInPanel(payment, cents, status);
const montonioPost = (body: object): Message => ({
  path: "/v1/payments/montonio",
  method: "POST",
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});
const montonioRefund = async (payment: string, cents: number, status = "SUCCESSFUL") => {
  const { uuid } = banks.montonio.refundInPanel(payment, cents, status);
  return {
    refundToken: await banks.montonio.token(payment, {
      orderUuid: payment,
      refundUuid: uuid,
      refundStatus: status,
      refundAmount: cents / 100,
    }),
  };
};
const dispute = (payment: string, status: string, more: object = {}) => ({
  id: `du_${payment}`,
  object: "dispute",
  status,
  amount: 5000,
  currency: "eur",
  payment_intent: intentOf(payment),
  ...more,
});

/**
 * Provider messages about refunds and disputes that we did not request, and their expected effect
 * on a paid order of 50.00 €.
 */
type ProviderCase = {
  way: PaymentProvider;
  messages(payment: string): Promise<Message[]> | Message[];
  refunded: number;
  state: string;
  steps: string[];
};
const elsewhere = ["order.refundedElsewhere"];
const events: Record<string, ProviderCase> = {
  "Stripe refund.created, of a part": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages: (payment) => [stripeEvent("refund.created", stripeRefund(payment, 2000))],
  },
  "Stripe refund.created, of all": {
    way: "STRIPE",
    refunded: 5000,
    state: "REFUNDED",
    steps: elsewhere,
    messages: (payment) => [stripeEvent("refund.created", stripeRefund(payment, 5000))],
  },
  "Stripe refund.updated": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages: (payment) => [stripeEvent("refund.updated", stripeRefund(payment, 2000))],
  },
  "Stripe charge.refund.updated": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages: (payment) => [stripeEvent("charge.refund.updated", stripeRefund(payment, 2000))],
  },
  "Stripe charge.refunded, which names no refund": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages(payment) {
      stripeRefund(payment, 2000);
      return [stripeEvent("charge.refunded", { id: "ch_1", object: "charge", payment_intent: intentOf(payment) })];
    },
  },
  "Stripe, every event about one refund": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages(payment) {
      const refund = stripeRefund(payment, 2000);
      const charge = { id: "ch_1", object: "charge", payment_intent: intentOf(payment) };
      return [
        stripeEvent("charge.refunded", charge),
        ...["refund.created", "refund.updated", "charge.refund.updated"].map((type) => stripeEvent(type, refund)),
      ];
    },
  },
  "Stripe, two refunds of the same sum": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: [...elsewhere, ...elsewhere],
    messages: (payment) => [1000, 1000].map((cents) => stripeEvent("refund.created", stripeRefund(payment, cents))),
  },
  "Stripe refund.failed of a refund that nobody heard of": {
    way: "STRIPE",
    refunded: 0,
    state: "PAID",
    steps: [],
    messages: (payment) => [stripeEvent("refund.failed", stripeRefund(payment, 2000, "failed"))],
  },
  "Stripe charge.dispute.created": {
    way: "STRIPE",
    refunded: 0,
    state: "PAID",
    steps: ["order.dispute.opened"],
    messages: (payment) => [stripeEvent("charge.dispute.created", dispute(payment, "needs_response"))],
  },
  "Stripe charge.dispute.funds_withdrawn": {
    way: "STRIPE",
    refunded: 0,
    state: "PAID",
    steps: ["order.dispute.fundsTaken"],
    messages: (payment) => [stripeEvent("charge.dispute.funds_withdrawn", dispute(payment, "needs_response"))],
  },
  "Stripe charge.dispute.funds_reinstated": {
    way: "STRIPE",
    refunded: 0,
    state: "PAID",
    steps: ["order.dispute.fundsBack"],
    messages: (payment) => [stripeEvent("charge.dispute.funds_reinstated", dispute(payment, "won"))],
  },
  "Stripe charge.dispute.closed, won": {
    way: "STRIPE",
    refunded: 0,
    state: "PAID",
    steps: ["order.dispute.won"],
    messages: (payment) => [stripeEvent("charge.dispute.closed", dispute(payment, "won"))],
  },
  "Stripe charge.dispute.closed, lost for a part": {
    way: "STRIPE",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages: (payment) => [stripeEvent("charge.dispute.closed", dispute(payment, "lost", { amount: 2000 }))],
  },
  "Montonio, a refund of its panel by its own message": {
    way: "MONTONIO",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    messages: async (payment) => [montonioPost(await montonioRefund(payment, 2000))],
  },
  "Montonio, a refund of its panel by the message about the order": {
    way: "MONTONIO",
    refunded: 5000,
    state: "REFUNDED",
    steps: elsewhere,
    async messages(payment) {
      banks.montonio.refundInPanel(payment, 5000, "SUCCESSFUL");
      return [montonioPost({ orderToken: await banks.montonio.token(payment, { paymentStatus: "REFUNDED" }) })];
    },
  },
  "Montonio, both messages about one refund": {
    way: "MONTONIO",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    async messages(payment) {
      const refund = await montonioRefund(payment, 2000);
      const orderToken = await banks.montonio.token(payment, { paymentStatus: "PARTIALLY_REFUNDED" });
      return [montonioPost({ orderToken }), montonioPost(refund)];
    },
  },
  "Montonio, a refund of its panel that was rejected": {
    way: "MONTONIO",
    refunded: 0,
    state: "PAID",
    steps: [],
    messages: async (payment) => [montonioPost(await montonioRefund(payment, 2000, "REJECTED"))],
  },
  "Paysera, status 5": {
    way: "PAYSERA",
    refunded: 2000,
    state: "PART_REFUNDED",
    steps: elsewhere,
    async messages(payment) {
      const fields = { status: "5", refund_amount: "2000", refund_currency: "EUR", refund_timestamp: "1788253200" };
      return [(await banks.of.PAYSERA.says(payment, "paid", fields)) as Message];
    },
  },
};

describe.each(Object.keys(events))("%s", (name) => {
  const expected = events[name] as ProviderCase;

  test("counts a provider refund once, records it and reduces the refundable amount", async () => {
    const { orderId, payment, lineId, order } = await paid(expected.way);
    const messages = await expected.messages(payment);
    for (let times = 0; times < 3; times++) for (const message of messages) await send(message);
    const after = await read(orderId);
    expect(after).toMatchObject({ state: expected.state, refunded: expected.refunded, paid: 5000 });
    expect((await stepsOf(orderId)).filter((step) => /elsewhere|dispute/i.test(step))).toEqual(expected.steps);
    const credits = after.documents.filter(({ kind }) => kind === "CREDIT");
    expect(credits).toHaveLength(expected.steps.filter((step) => step === elsewhere[0]).length);
    expect(after.lines[0]).toMatchObject({ state: "DONE", refunded: expected.refunded });
    if (expected.refunded === 0) return;
    const { lines } = await owner.orders.quoteRefund({ orderId });
    expect(lines[0]?.amount).toBe(5000 - expected.refunded);
    const tooMuch = { orderId, revision: after.revision, way: "PROVIDER", reason: "susirgo" } as const;
    const lineIds = [{ lineId, amount: 5000 - expected.refunded + 1 }];
    await expect(owner.orders.refund({ ...tooMuch, lines: lineIds })).rejects.toMatchObject({ code: "MORE_THAN_PAID" });
    expect(order.number).toBeTruthy();
  });
});

const overview = async () => {
  const { decisions } = (await owner.reports.overview({ period: "WEEK" })).overview;
  return decisions.find(({ kind }) => kind === "AT_PROVIDER");
};

test("the overview shows the owner the amount refunded at a provider", async () => {
  const before = (await overview())?.amount ?? 0;
  const { payment } = await paid("STRIPE");
  await send(stripeEvent("refund.created", stripeRefund(payment, 700)));
  expect((await overview())?.amount).toBe(before + 700);
});

test("tracks a refund that is pending at Stripe until it is done", async () => {
  const { orderId, payment } = await paid("STRIPE");
  const refund = stripeRefund(payment, 2000, "pending");
  await send(stripeEvent("refund.created", refund));
  expect((await read(orderId)).refunds).toMatchObject([{ way: "PROVIDER", state: "SENT", amount: 2000 }]);
  Object.assign(refund, { status: "succeeded" });
  await send(stripeEvent("refund.updated", refund));
  await gym.api.background.drain("refunds: hand to providers");
  expect((await read(orderId)).refunds).toMatchObject([{ way: "PROVIDER", state: "DONE", amount: 2000 }]);
});

test("a refund made at Stripe completes the matching refund that was waiting for a manual payout", async () => {
  const { orderId, payment, lineId, order } = await paid("STRIPE");
  banks.stripe.world.refunds = "failed";
  const lines = [{ lineId }];
  await owner.orders.refund({ orderId, revision: order.revision, lines, way: "PROVIDER", reason: "susirgo" });
  await gym.api.background.drain("refunds: hand to providers");
  expect((await read(orderId)).refunds).toMatchObject([{ state: "TO_PAY_OUT" }]);
  await send(stripeEvent("refund.created", stripeRefund(payment, 5000)));
  expect(await read(orderId)).toMatchObject({ refunded: 5000, refunds: [{ state: "DONE" }] });
});

test("a refund made at Stripe does not complete the payout of a bank transfer of the same amount", async () => {
  const visitor = gym.as(gym.visitor());
  await visitor.carts.add({ booking: places(await gym.session({ service, inHours: 72 }), service, 2) });
  const { key, order: placed } = await place(visitor, "STRIPE");
  const transfer = { kind: "BANK_TRANSFER", amount: 2500, requestId: newId(), reference: newId() } as const;
  await owner.payments.receive({ orderId: placed.id, ...transfer });
  const { redirectUrl } = await visitor.payments.start({ key, way: "STRIPE" });
  const payment = banks.of.STRIPE.paymentAt(redirectUrl as string);
  banks.of.STRIPE.pay(payment);
  await send((await banks.of.STRIPE.says(payment, "paid")) as Message);
  const bought = await read(placed.id);
  expect(bought).toMatchObject({ state: "PAID", paid: 5000 });
  const lines = [{ lineId: bought.lines[0]?.id as string, amount: 5000 }];
  await owner.orders.refund({
    orderId: placed.id,
    revision: bought.revision,
    lines,
    way: "PROVIDER",
    reason: "susirgo",
  });
  await gym.api.background.drain("refunds: hand to providers");
  await send(stripeEvent("refund.created", stripeRefund(payment, 2500)));
  const transfers = (await read(placed.id)).refunds.filter(({ way }) => way === "TRANSFER");
  expect(transfers).toMatchObject([{ state: "TO_PAY_OUT", amount: 2500 }]);
  expect((await read(placed.id)).refunds.filter(({ way }) => way === "PROVIDER")).toMatchObject([{ state: "DONE" }]);
});

test("does not request a refund of a disputed payment until the dispute is won", async () => {
  const { orderId, payment, lineId, order } = await paid("STRIPE");
  await send(stripeEvent("charge.dispute.created", dispute(payment, "needs_response")));
  const lines = [{ lineId }];
  await owner.orders.refund({ orderId, revision: order.revision, lines, way: "PROVIDER", reason: "susirgo" });
  await gym.api.background.drain("refunds: hand to providers");
  expect(banks.of.STRIPE.refunds(payment)).toEqual([]);
  expect((await read(orderId)).refunds).toMatchObject([{ state: "REQUESTED" }]);
  await send(stripeEvent("charge.dispute.closed", dispute(payment, "won")));
  await gym.api.background.drain("refunds: hand to providers");
  expect(banks.of.STRIPE.refunds(payment)).toEqual([5000]);
  expect((await read(orderId)).refunds).toMatchObject([{ state: "DONE" }]);
});
