import type { Client } from "@uola/client";
import type { Order, PaymentWay } from "@uola/contract";
import { newId } from "@uola/database";
import { createContext } from "@uola/kernel";
import { urls } from "@uola/kernel/testing";
import type { ProviderUrls } from "../index.ts";
import { createTestGym, partsOn, seller, type TestGym } from "../testing.ts";

export type Sold = { id: string; scheduleId: string };

export const buyer = { firstName: "Ona", lastName: "Sava", email: "ona@example.lt", phone: "+37060000014" };
export const consents = [{ kind: "TERMS", version: "2026-09" } as const];

/** A gym that sells: with a seller, and with the demo's bank. */
export async function createShop(size: { connections?: number } = {}) {
  const gym = await createTestGym(size, { demo: true });
  await gym.as(gym.key).documents.setSeller({ ...seller, iban: "LT601010012345678901" });
  return gym;
}

export const places = (sessionId: string, service: Sold, totalParticipants = 1) => ({
  slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId },
  totalParticipants,
});

/** Orders what is in the cart. */
export async function place(client: Client, way: Exclude<PaymentWay, "ZERO"> = "DEMO_BANK", more = {}) {
  const { cart } = await client.carts.get({});
  return client.orders.place({
    ...{ requestId: newId(), buyer, consents, way, language: "lt", expectedToPay: cart.toPay, captchaTokens: null },
    ...more,
  });
}

/** Begins to pay at the demo's bank; the id of the attempt. */
export async function startDemo(client: Client, key: string): Promise<string> {
  const { redirectUrl } = await client.payments.start({ key, way: "DEMO_BANK" });
  return new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
}

export async function pay(client: Client, key: string): Promise<Order> {
  await client.payments.demoDecide({ attemptId: await startDemo(client, key), pay: true });
  return (await client.orders.readByKey({ key })).order;
}

/** The parts of another process. */
export const processOn = (gym: TestGym, providerUrls?: ProviderUrls) =>
  partsOn(
    createContext({
      ...{ connection: gym.connection, siteId: gym.siteId, accounts: gym.accounts, urls },
      ...{ now: () => gym.clock.now, demo: true },
    }),
    { providerUrls },
  );

/** All money of a shop agrees, or of some orders and a session: payments, refunds, vouchers, documents and places. */
export async function refuseLostMoney(
  gym: TestGym,
  only?: { orderIds: readonly string[]; sessionId: string },
): Promise<string[]> {
  const wrong: string[] = [];
  const { db } = gym;
  const all = await db.selectFrom("shopOrder").selectAll().execute();
  const orders = all.filter(({ id }) => !only || only.orderIds.includes(id));
  for (const order of orders) {
    const sum = async (table: "payment" | "refund") => {
      const found = db.selectFrom(table).selectAll().where("orderId", "=", order.id);
      const rows = (await found.execute()).filter((row) => !("voidedDate" in row && row.voidedDate));
      return rows.reduce((total, { amount }) => total + amount, 0);
    };
    const lines = await db.selectFrom("orderLine").selectAll().where("orderId", "=", order.id).execute();
    const sold = lines.filter(({ state }) => state !== "CALLED_OFF");
    const total = sold.reduce((all, { gross, discount }) => all + gross - discount, 0);
    const documents = await db.selectFrom("document").selectAll().where("orderId", "=", order.id).execute();
    const documented = documents.filter(({ kind }) => kind !== "PROFORMA").reduce((all, { gross }) => all + gross, 0);
    const left = order.paid + (order.paidDate ? order.voucherPays : 0) - order.refunded;
    const check = (holds: boolean, what: string) => holds || wrong.push(`${order.number} ${order.state}: ${what}`);
    check((await sum("payment")) === order.paid, "payments are not what was paid");
    check((await sum("refund")) === order.refunded, "refunds are not what went back");
    check(total === order.gross - order.discount, "lines do not sum to the total");
    check(order.paidDate === null ? documented === 0 : documented === left, `documents ${documented}, left ${left}`);
    for (const { bookingId, state, name } of lines) {
      if (!bookingId) continue;
      const booking = await db.selectFrom("booking").select("status").where("id", "=", bookingId).executeTakeFirst();
      const isHeld = booking?.status === "CONFIRMED";
      const isExpected = state === "DONE" || (state === "WAITING" && order.way === "AT_DESK");
      check(isExpected === isHeld, `${name} is ${state}, its booking ${booking?.status}`);
    }
  }
  const counters = await db.selectFrom("places").selectAll().execute();
  const places = counters.filter(({ id }) => !only || only.sessionId === id);
  for (const { id, capacity, taken, held } of places) {
    const bookings = db.selectFrom("booking").select("totalParticipants").where("placesId", "=", id);
    const rows = await bookings.where("status", "in", ["CONFIRMED", "PENDING"]).execute();
    const booked = rows.reduce((all, { totalParticipants }) => all + totalParticipants, 0);
    if (booked !== taken) wrong.push(`places ${id}: ${taken} taken, ${booked} booked`);
    if (capacity !== null && taken + held > capacity) wrong.push(`places ${id}: ${taken + held} of ${capacity}`);
  }
  return wrong;
}
