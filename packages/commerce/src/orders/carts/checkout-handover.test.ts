import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tenEntries } from "../../passes/passes.testing.ts";
import { createTestGym, type TestGym } from "../../testing.ts";

// Tests for a cart that a visitor fills in another app and then pays for on the site.
let gym: TestGym;
let owner: Client;
let app: Client;
let site: Client;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  service = await gym.service();
  await gym.api.background.drain("business: follow the lists");
});
beforeEach(() => {
  app = gym.as(gym.visitor());
  site = gym.as(gym.visitor());
});
afterAll(() => gym.close());

const places = async (totalParticipants = 1) => ({
  slot: { sessionId: await gym.session({ service }), serviceId: service.id, scheduleId: service.scheduleId },
  totalParticipants,
});
type Checkout = Parameters<Client["tokens"]["createRedirectSession"]>[0];
/** Returns the URL parameters of the page that a redirect session points to. */
async function addressOf(input: Checkout, client = app) {
  const { redirectSession } = await client.tokens.createRedirectSession(input);
  return redirectSession.urlDetails.searchParams ?? {};
}
const gone = { status: 404, code: "CART_NOT_FOUND" };

describe("an ecomCheckout", () => {
  test("an ecomCheckout transfers the lines and held places of the app's cart only once", async () => {
    const { cart: filled } = await app.carts.add({ booking: await places(2) });
    await site.carts.add({ donation: { amount: 1000 } });
    const checkoutId = filled.id as string;
    const { cart: key = "", checkout } = await addressOf({ ecomCheckout: { checkoutId } });
    expect(checkout).toBe(checkoutId);
    const { cart } = await site.carts.takeOver({ key, checkoutId });
    expect(cart.lines.map(({ kind, quantity, problem }) => [kind, quantity, problem ?? null])).toEqual([
      ["BOOKING", 2, null],
      ["DONATION", 1, null],
    ]);
    expect(cart.orderable).toBe(true);
    expect(cart.deadline).toEqual(filled.deadline);
    expect((await app.carts.get({})).cart.lines).toEqual([]);
    await expect(site.carts.takeOver({ key, checkoutId })).rejects.toMatchObject(gone);
  });

  test("an ecomCheckout without a checkoutId transfers the visitor's current cart", async () => {
    await app.carts.add({ donation: { amount: 1000 } });
    const { cart: key = "" } = await addressOf({ ecomCheckout: {} });
    expect((await site.carts.takeOver({ key })).cart.lines).toMatchObject([{ kind: "DONATION" }]);
  });

  test("rejects an ecomCheckout with an unknown checkoutId, an empty cart or a forged key", async () => {
    const { cart: empty = "" } = await addressOf({ ecomCheckout: {} });
    await expect(site.carts.takeOver({ key: empty })).rejects.toMatchObject(gone);
    await app.carts.add({ donation: { amount: 1000 } });
    const checkoutId = newId();
    const { cart: key = "" } = await addressOf({ ecomCheckout: { checkoutId } });
    await expect(site.carts.takeOver({ key, checkoutId })).rejects.toMatchObject(gone);
    await expect(site.carts.takeOver({ key: `${key.slice(0, -3)}AAA` })).rejects.toMatchObject(gone);
    expect((await app.carts.get({})).cart.lines).toHaveLength(1);
  });

  test("an ecomCheckout expires after an hour", async () => {
    await app.carts.add({ donation: { amount: 1000 } });
    const { cart: key = "" } = await addressOf({ ecomCheckout: {} });
    const { now } = gym.clock;
    gym.clock.now = new Date(now.getTime() + 3_600_001);
    await expect(gym.as(gym.visitor()).carts.takeOver({ key })).rejects.toMatchObject(gone);
    gym.clock.now = now;
  });

  test("if two browsers open an ecomCheckout at the same time, only one of them gets the cart", async () => {
    await app.carts.add({ donation: { amount: 1000 } });
    const { cart: key = "" } = await addressOf({ ecomCheckout: {} });
    const other = gym.as(gym.visitor());
    const outcomes = await Promise.allSettled([site, other].map((each) => each.carts.takeOver({ key })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("an eventsCheckout with a reservation", () => {
  test("an eventsCheckout with a reservation adds the app's hold to the cart", async () => {
    const booking = await places(3);
    const { hold } = await app.holds.create(booking);
    const { cart: key = "", reservation } = await addressOf({ eventsCheckout: { reservationId: hold.id } });
    const { cart } = await site.carts.takeOver({ key, reservationId: reservation ?? "" });
    expect(cart.lines).toMatchObject([{ kind: "BOOKING", quantity: 3, holdExpiresDate: hold.expiresDate }]);
    expect(cart.orderable).toBe(true);
  });

  test("rejects an eventsCheckout whose reservation has expired", async () => {
    const { cart: key = "" } = await addressOf({ eventsCheckout: { reservationId: newId() } });
    const refused = site.carts.takeOver({ key, reservationId: newId() });
    await expect(refused).rejects.toMatchObject({ status: 404, code: "HOLD_NOT_FOUND" });
  });
});

describe("a pricing plan", () => {
  test("a pricing plan is sold as the pass that the owner has linked to it, never as goods", async () => {
    const { plan } = await owner.plans.create({ plan: { name: "Mėnesio narystė", price: { value: "54.00" } } });
    await expect(site.carts.add({ goods: { priceId: plan.id, quantity: 1 } })).rejects.toMatchObject({
      code: "NOT_FOR_SALE",
    });
    const { kind } = await owner.passes.createKind({ kind: { priceId: plan.id, terms: tenEntries, onSale: true } });
    expect(kind).toMatchObject({ name: "Mėnesio narystė", price: 5400 });
    const { cart } = await site.carts.add({ pass: { kindId: kind.id } });
    expect(cart.lines).toMatchObject([{ kind: "PASS", name: "Mėnesio narystė", total: 5400, vatRate: 2100 }]);
    await owner.plans.archive({ planId: plan.id });
    expect((await site.carts.get({})).cart).toMatchObject({ orderable: false });
    expect((await site.passes.kinds({})).kinds.map(({ id }) => id)).not.toContain(kind.id);
  });
});
