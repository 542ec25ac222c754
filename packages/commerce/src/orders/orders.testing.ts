import type { Client } from "@uola/client";
import type { Order, OrderPaymentMethod } from "@uola/contract";
import { newId } from "@uola/database";
import { createContext } from "@uola/kernel";
import { urls } from "@uola/kernel/testing";
import { findImbalances } from "../bookkeeping/bookkeeping.testing.ts";
import type { CommerceOptions, ProviderUrls } from "../index.ts";
import { createTestGym, partsOn, seller, type TestGym } from "../testing.ts";
import { findBookInconsistencies } from "./consistency.testing.ts";

export type Sold = { id: string; scheduleId: string };

export const buyer = { firstName: "Ona", lastName: "Sava", email: "ona@example.lt", phone: "+37060000014" };
export const consents = [{ kind: "TERMS", version: "2026-09" } as const];

/** Creates a gym that can sell: with a seller and the demo bank. */
export async function createShop(size: { connections?: number } = {}, more: CommerceOptions = {}) {
  const gym = await createTestGym(size, { demo: true, ...more });
  await gym.as(gym.key).documents.setSeller({ ...seller, iban: "LT601010012345678901" });
  return gym;
}

export const places = (sessionId: string, service: Sold, totalParticipants = 1) => ({
  slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId },
  totalParticipants,
});

/** Orders the contents of the cart. */
export async function place(client: Client, way: Exclude<OrderPaymentMethod, "ZERO"> = "DEMO_BANK", more = {}) {
  const { cart } = await client.carts.get({});
  return client.orders.place({
    requestId: newId(),
    buyer,
    consents,
    way,
    language: "lt",
    expectedToPay: cart.toPay,
    captchaTokens: null,
    ...more,
  });
}

/** Starts a payment at the demo bank. Returns the id of the attempt. */
export async function startDemo(client: Client, key: string): Promise<string> {
  const { redirectUrl } = await client.payments.start({ key, way: "DEMO_BANK" });
  return new URL(redirectUrl ?? "").searchParams.get("attempt") as string;
}

/** Runs a callback with the clock set some minutes ahead, then resets the clock. */
export async function later(gym: TestGym, minutes: number, work: () => Promise<unknown>): Promise<void> {
  const before = gym.clock.now;
  gym.clock.now = new Date(before.getTime() + minutes * 60_000);
  await work();
  gym.clock.now = before;
}

export async function pay(client: Client, key: string): Promise<Order> {
  await client.payments.demoDecide({ attemptId: await startDemo(client, key), pay: true });
  return (await client.orders.readByKey({ key })).order;
}

/** Creates the modules of a second process. */
export const processOn = (gym: TestGym, providerUrls?: ProviderUrls) =>
  partsOn(
    createContext({
      connection: gym.connection,
      siteId: gym.siteId,
      accounts: gym.accounts,
      urls,
      now: () => gym.clock.now,
      demo: true,
    }),
    { providerUrls },
  );

/**
 * Returns the inconsistencies in the payments and places of a shop and in its journal. No
 * inconsistencies are expected.
 */
export const findLostMoney = async (gym: TestGym): Promise<string[]> => [
  ...(await findBookInconsistencies(gym.db)),
  ...(await findImbalances(gym)),
];
