import { type PaymentProvider, paymentProviders } from "@uola/contract";
import { describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { openShopWithProviders, testIn } from "../open-shop.testing.ts";
import { place, places, type Sold } from "../orders.testing.ts";
import type { Message, ProviderSimulators } from "./provider-simulators.testing.ts";

let gym: TestGym;
let banks: ProviderSimulators;
let service: Sold;
testIn(openShopWithProviders, (shop) => {
  ({ gym, banks, service } = shop);
});

const providers = paymentProviders.map(({ id }) => id);
const send = ({ path, ...init }: Message) => gym.ask(path, init);

/** Creates an order that was paid at its provider, while the shop has not been notified yet. */
async function led(way: PaymentProvider) {
  const client = gym.as(gym.visitor());
  await client.carts.add({ booking: places(await gym.session({ service }), service) });
  const { key } = await place(client, way);
  const { redirectUrl } = await client.payments.start({ key, way });
  const payment = banks.of[way].paymentAt(redirectUrl as string);
  banks.of[way].pay(payment);
  return { payment, read: async () => (await client.orders.readByKey({ key })).order };
}

describe("a rejected message does not make the correct one look like a duplicate", () => {
  const wrong = ["other currency", "other sum"] as const;
  test.each(providers.flatMap((way) => wrong.map((what) => [way, what] as const)))(
    "%s: accepts the correct payment message after one with %s",
    async (way, what) => {
      const { payment, read } = await led(way);
      for (const each of [what, what, "paid"] as const) {
        expect((await send((await banks.of[way].says(payment, each)) as Message)).status).toBe(200);
        if (each === what) expect(await read()).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
      }
      expect(await read()).toMatchObject({ state: "PAID", paid: 2500 });
    },
  );

  test("Paysera: accepts the real payment message after a test payment", async () => {
    const { payment, read } = await led("PAYSERA");
    await send((await banks.of.PAYSERA.says(payment, "paid", { test: "1" })) as Message);
    expect(await read()).toMatchObject({ state: "AWAITING_PAYMENT" });
    await send((await banks.of.PAYSERA.says(payment, "paid")) as Message);
    expect(await read()).toMatchObject({ state: "PAID" });
  });
});

/** Values that a faulty or hostile sender may put into any field. */
const oddValues = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "\u0000",
  "\ud800",
  "x".repeat(3000),
  "-1",
  "1e309",
  "NaN",
  "9".repeat(40),
];
const oddJson = [null, true, [], {}, -1, 1.5, 1e300, ...oddValues];

describe("signed messages with malformed content are rejected or ignored, and change nothing", () => {
  /** Sends each message and verifies that there is no server error and the order is unchanged. */
  async function refusesAll(way: PaymentProvider, messagesOf: (payment: string) => Promise<Message[]>) {
    const { payment, read } = await led(way);
    const wrong: string[] = [];
    for (const message of await messagesOf(payment)) {
      const { status } = await send(message);
      if (status !== 200 && status !== 400) wrong.push(`${status} ${message.path} ${message.body ?? ""}`.slice(0, 300));
    }
    expect(wrong).toEqual([]);
    expect(await read()).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
  }

  test(
    "rejects or ignores signed Montonio messages with malformed content",
    () =>
      refusesAll("MONTONIO", async (payment) => {
        const post = (body: object): Message => ({
          path: "/v1/payments/montonio",
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        });
        const messages: Message[] = [post({ orderToken: "" }), post({ orderToken: "a.b.c" })];
        for (const field of ["uuid", "paymentStatus", "grandTotal", "currency", "accessKey"]) {
          for (const value of oddJson) {
            messages.push(post({ orderToken: await banks.montonio.token(payment, { [field]: value }) }));
          }
        }
        for (const value of oddJson) {
          const refunded = { uuid: value, paymentStatus: "REFUNDED" };
          messages.push(post({ orderToken: await banks.montonio.token(payment, refunded) }));
        }
        for (const field of ["orderUuid", "refundUuid", "refundStatus", "refundAmount"]) {
          for (const value of oddJson) {
            const refund = { orderUuid: payment, refundUuid: "r", refundStatus: "PENDING", refundAmount: 1 };
            messages.push(post({ refundToken: await banks.montonio.token(payment, { ...refund, [field]: value }) }));
          }
        }
        return messages;
      }),
    120_000,
  );

  test(
    "rejects or ignores signed Paysera messages with malformed content",
    () =>
      refusesAll("PAYSERA", async (payment) => {
        const fields = ["projectid", "orderid", "status", "amount", "currency", "test", "requestid", "refund_amount"];
        const messages: Message[] = [];
        for (const field of [...fields, "refund_currency", "refund_timestamp", "__proto__", "constructor"]) {
          for (const value of oddValues) {
            const status = field.startsWith("refund") ? { status: "5" } : {};
            // With a malformed value in a field that does not affect the outcome, the message would
            // report a valid payment, so the status is changed too.
            if (/^(requestid|__proto__|constructor)$/.test(field)) Object.assign(status, { status: "3" });
            if (field === "test") Object.assign(status, { status: "2" });
            const more = Object.fromEntries([...Object.entries(status), [field, value]]);
            messages.push((await banks.of.PAYSERA.says(payment, "paid", more)) as Message);
          }
        }
        messages.push({ path: "/v1/payments/paysera", method: "GET", headers: {} });
        return messages;
      }),
    120_000,
  );

  test(
    "rejects or ignores signed Stripe messages with malformed content",
    () =>
      refusesAll("STRIPE", async (payment) => {
        const bodies = ["", "{", "null", "[]", "1", '"text"', "{}", '{"__proto__":{"type":"x"}}'];
        const types = [
          "checkout.session.completed",
          "refund.created",
          "refund.updated",
          "refund.failed",
          "charge.refunded",
          "charge.refund.updated",
          "charge.dispute.created",
          "charge.dispute.closed",
          "constructor",
          "__proto__",
        ];
        for (const type of types) {
          for (const object of oddJson) bodies.push(JSON.stringify({ id: "evt", type, data: { object } }));
        }
        for (const field of ["id", "status", "payment_status", "amount_total", "currency", "payment_intent"]) {
          for (const value of oddJson) {
            if (field === "payment_intent") continue;
            bodies.push(banks.stripe.event(payment, "completed", { [field]: value }));
          }
        }
        for (const field of ["id", "status", "amount", "currency", "payment_intent", "metadata"]) {
          for (const value of oddJson) {
            const object = { id: "re_1", object: "refund", status: "succeeded", amount: 1, currency: "eur" };
            const refund = { ...object, payment_intent: "pi_of_nobody", [field]: value };
            bodies.push(banks.stripe.eventAbout("refund.updated", refund));
          }
        }
        return bodies.map((body) => ({
          path: "/v1/payments/stripe",
          method: "POST",
          body,
          headers: { "stripe-signature": banks.stripe.sign(body) },
        }));
      }),
    120_000,
  );
});
