import type { Client } from "@uola/client";
import { type PaymentProvider, paymentProviders } from "@uola/contract";
import { newId } from "@uola/database";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestGym } from "../testing.ts";
import { createShop, findLostMoney, place, places, type Sold } from "./orders.testing.ts";
import {
  type Message,
  type Notice,
  type ProviderSimulators,
  startProviderSimulators,
} from "./payment-providers/provider-simulators.testing.ts";

let gym: TestGym;
let neighbour: ReturnType<TestGym["secondProcess"]>;
let banks: ProviderSimulators;
let owner: Client;
let service: Sold;
beforeAll(async () => {
  banks = await startProviderSimulators(() => gym.clock.now);
  gym = await createShop({ connections: 10 }, { providerUrls: banks.providerUrls });
  owner = gym.as(gym.key);
  await banks.switchOn(owner);
  neighbour = gym.secondProcess();
  service = await gym.service({ defaultCapacity: 1000 });
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(async () => {
  await gym.close();
  await banks.close();
});

/**
 * Sends a message to the two processes in turn. A busy process has processed nothing, so the
 * message is sent again.
 */
async function hear({ path, ...init }: Message, turn: number): Promise<number> {
  const request = new Request(`http://localhost:3001${path}`, init);
  const { status } = await (turn % 2 ? neighbour : gym.api).fetch(request);
  return status === 503 ? hear({ path, ...init }, turn + 1) : status;
}

/** Creates an order whose payer was redirected to a provider. */
async function led(way: PaymentProvider) {
  const client = gym.as(gym.visitor());
  await client.carts.add({ booking: places(await gym.session({ service }), service, 2) });
  await client.carts.add({ voucher: { face: 1500, design: "TAPE", language: "lt" } });
  const { key, order } = await place(client, way);
  const { redirectUrl } = await client.payments.start({ key, way });
  return { orderId: order.id, payment: banks.of[way].paymentAt(redirectUrl as string) };
}

/** Returns all effects of an order, without the values that differ in every run. */
async function effectOn(orderId: string) {
  const { order, steps } = await owner.orders.get({ orderId });
  const { state, paid, refunded, payments, refunds, documents, lines } = order;
  const outbox = await gym.db.selectFrom("outbox").select(["kind", "payload"]).execute();
  const mails = outbox.map(({ payload }) => payload as { orderId?: string; about?: string });
  return {
    state,
    paid,
    refunded,
    payments: payments.length,
    refunds: refunds.length,
    documents: documents.map(({ kind }) => kind),
    lines: lines.map((line) => line.state),
    done: steps
      .map(({ action }) => action)
      .filter((action) => /pay|receive|void|refund/i.test(action))
      .toSorted(),
    mails: mails
      .filter((mail) => mail.orderId === orderId)
      .map(({ about }) => about)
      .toSorted(),
  };
}

const everyOrderOf = (notices: Notice[]) => fc.shuffledSubarray(notices, { minLength: notices.length });
const times = 10;

const providers = paymentProviders.map(({ id }) => id);

test.each(providers)(
  "%s: messages repeated ten times have the effect of one, in any order and concurrently",
  async (way) => {
    const bank = banks.of[way];
    const notices: Notice[] = ["working", "paid", "given up", "other sum"];
    await fc.assert(
      fc.asyncProperty(everyOrderOf(notices), fc.boolean(), async (order, atOnce) => {
        const { orderId, payment } = await led(way);
        bank.pay(payment);
        const messages: Message[] = [];
        for (const what of order) messages.push((await bank.says(payment, what)) as Message);
        const all = messages.flatMap((message) => Array.from({ length: times }, () => message));
        const statuses = atOnce ? await Promise.all(all.map(hear)) : [];
        if (!atOnce) for (const [turn, message] of all.entries()) statuses.push(await hear(message, turn));
        expect(new Set(statuses)).toEqual(new Set([200]));
        const effect = await effectOn(orderId);
        // The order history contains a wrong amount only if it was reported while the order was open.
        expect({ ...effect, done: effect.done.filter((action) => action !== "order.wrongAmount") }).toEqual({
          state: "PAID",
          paid: 6500,
          refunded: 0,
          payments: 1,
          refunds: 0,
          documents: ["INVOICE"],
          lines: ["DONE", "DONE"],
          done: ["order.pay", "order.receive"],
          mails: ["paid"],
        });
      }),
      { numRuns: 4 },
    );
  },
);

test.each(["MONTONIO", "STRIPE"] as const)(
  "%s: a voided payment leaves the order unpaid, in any order of the messages",
  async (way) => {
    const bank = banks.of[way];
    await fc.assert(
      fc.asyncProperty(everyOrderOf(["working", "paid", "taken back"]), async (order) => {
        const { orderId, payment } = await led(way);
        bank.pay(payment);
        for (const what of order) {
          const message = (await bank.says(payment, what)) as Message;
          for (let turn = 0; turn < times; turn++) expect(await hear(message, turn)).toBe(200);
        }
        await neighbour.background.drain("payments: ask about attempts");
        expect(await effectOn(orderId)).toMatchObject({ paid: 0, refunded: 0, payments: 0, refunds: 0 });
        expect((await effectOn(orderId)).lines).not.toContain("DONE");
      }),
      { numRuns: 4 },
    );
  },
);

test("counts a bank transfer once when it is recorded ten times concurrently in two processes", async () => {
  const client = gym.as(gym.visitor());
  await client.carts.add({ booking: places(await gym.session({ service, inHours: 240 }), service, 2) });
  const { order } = await place(client, "BANK_TRANSFER");
  const note = (kind: string, requestId: string, amount: number) => ({
    path: "/v1/payments/receive" as const,
    method: "POST" as const,
    headers: { authorization: gym.key },
    body: JSON.stringify({ orderId: order.id, kind, amount, requestId }),
  });
  const [first, second] = [note("BANK_TRANSFER", newId(), 2000), note("BANK_TRANSFER", newId(), 3000)];
  const all = Array.from({ length: times }, () => [second, first]).flat();
  expect(new Set(await Promise.all(all.map(hear)))).toEqual(new Set([200]));
  const effect = await effectOn(order.id);
  expect(effect).toMatchObject({ state: "PAID", paid: 5000, refunded: 0, payments: 2, refunds: 0 });
  expect(effect.documents).toEqual(["PROFORMA", "INVOICE"]);
});
