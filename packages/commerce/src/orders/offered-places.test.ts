import { waitlistLinks } from "@uola/booking";
import type { Client } from "@uola/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { atGym, type TestGym } from "../testing.ts";
import { createShop, findLostMoney, pay, place, places, type Sold, startDemo } from "./orders.testing.ts";

let gym: TestGym;
let service: Sold;
let start: Date;
beforeAll(async () => {
  gym = await createShop();
  start = gym.clock.now;
  const policyId = await gym.policy({
    name: "Su eile, iki išvakarių",
    waitlistPolicy: { enabled: true },
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 24 * 60 },
  });
  const payment = { ...atGym, options: { online: true, inPerson: false } };
  service = await gym.service({ policyId, payment });
});
beforeEach(() => {
  gym.clock.now = start;
});
afterEach(async () => expect(await findLostMoney(gym)).toEqual([]));
afterAll(() => gym.close());

const later = (minutes: number) => {
  gym.clock.now = new Date(gym.clock.now.getTime() + minutes * 60_000);
};
const offer = () => gym.api.background.drain("waitlist: offer places");
const counter = (id: string) =>
  gym.db.selectFrom("places").select(["taken", "held"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Two people on the waiting list for a session's only place, which is offered to the first of them. */
async function offered() {
  const sessionId = await gym.session({ service, capacity: 1, inHours: 240 });
  const first = gym.as(gym.visitor());
  await first.carts.add({ booking: places(sessionId, service) });
  const { order, key: paidKey } = await place(first);
  await pay(first, paidKey);
  const waits = async (name: string) => {
    const person = gym.as(gym.visitor());
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const { entry, booking } = await person.waitlist.join({
      booking: {
        bookedEntity: { slot },
        contactDetails: { firstName: name, email: `${name}-${sessionId}@example.lt` },
        totalParticipants: 1,
        participants: [{ firstName: name, lastName: "Eilė" }],
      },
    });
    const key = await waitlistLinks(gym.context).keyOf(entry.id);
    const entryNow = async () => (await person.waitlist.readByLink({ key })).entry;
    return { person, entryId: entry.id, bookingId: booking.id, key, entryNow };
  };
  const [ieva, jonas] = [await waits("Ieva"), await waits("Jonas")];
  await gym.as(gym.key).orders.refund({
    orderId: order.id,
    revision: (await first.orders.readByKey({ key: paidKey })).order.revision,
    way: "PROVIDER",
    reason: "susirgo",
    lines: [{ lineId: order.lines[0]?.id as string }],
  });
  await offer();
  return { sessionId, ieva, jonas };
}
type Waiting = Awaited<ReturnType<typeof offered>>["ieva"];
const bookingOf = async ({ bookingId }: Waiting) => {
  const { db } = gym;
  const row = db.selectFrom("booking").select(["status", "paymentStatus"]).where("id", "=", bookingId);
  return row.executeTakeFirstOrThrow();
};
const order = async (client: Client, { key }: Waiting, way?: "BANK_TRANSFER") => {
  await client.carts.addOffered({ key });
  return place(client, way);
};

test("customers cannot accept an offer that must be paid online, but staff can confirm it", async () => {
  const { sessionId, ieva } = await offered();
  expect(await ieva.entryNow()).toMatchObject({ state: "OFFERED", paidFirst: true });
  expect((await ieva.person.waitlist.mine({})).entries).toMatchObject([{ paidFirst: true }]);
  const refused = { code: "PAYMENT_REQUIRED", status: 409 };
  await expect(ieva.person.waitlist.accept({ entryId: ieva.entryId })).rejects.toMatchObject(refused);
  const byLink = gym.as(gym.visitor()).waitlist.answerByLink({ key: ieva.key, answer: "ACCEPT" });
  await expect(byLink).rejects.toMatchObject(refused);
  expect([await bookingOf(ieva), await counter(sessionId)]).toMatchObject([
    { status: "WAITING_LIST" },
    { taken: 0, held: 1 },
  ]);
  await gym.as(gym.key).waitlist.accept({ entryId: ieva.entryId });
  expect(await bookingOf(ieva)).toMatchObject({ status: "CONFIRMED" });
});

test("ordering and paying an offered place confirms the booking of the waiting-list entry", async () => {
  const { sessionId, ieva } = await offered();
  const expires = (await ieva.entryNow()).offerExpiresDate;
  const { cart } = await ieva.person.carts.addOffered({ key: ieva.key });
  expect(cart).toMatchObject({ deadline: expires, renewable: false, orderable: true });
  expect(cart.lines).toMatchObject([{ quantity: 1, booking: { participants: [{ firstName: "Ieva" }] } }]);
  expect((await ieva.person.carts.addOffered({ entryId: ieva.entryId })).cart.lines).toHaveLength(1);
  expect(await ieva.entryNow()).toMatchObject({ state: "OFFERED" });
  const { key } = await place(ieva.person);
  expect(await ieva.entryNow()).toMatchObject({ state: "ACCEPTED", paidFirst: true });
  expect([await bookingOf(ieva), await counter(sessionId)]).toEqual([
    { status: "CREATED", paymentStatus: "NOT_PAID" },
    { taken: 0, held: 1 },
  ]);
  expect((await pay(ieva.person, key)).lines).toMatchObject([{ bookingId: ieva.bookingId }]);
  expect([await bookingOf(ieva), await counter(sessionId)]).toEqual([
    { status: "CONFIRMED", paymentStatus: "PAID" },
    { taken: 1, held: 0 },
  ]);
  expect((await ieva.entryNow()).paidFirst ?? false).toBe(false);
});

test("an order that is not paid in time lets its offer lapse, and the next person is offered the place", async () => {
  const { sessionId, ieva, jonas } = await offered();
  const { key } = await order(ieva.person, ieva);
  const attemptId = await startDemo(ieva.person, key);
  later(60);
  await gym.api.background.drain("orders: expire");
  expect(await bookingOf(ieva)).toMatchObject({ status: "DECLINED" });
  expect(await ieva.entryNow()).toMatchObject({ state: "LAPSED" });
  await offer();
  expect(await jonas.entryNow()).toMatchObject({ state: "OFFERED" });
  expect(await counter(sessionId)).toEqual({ taken: 0, held: 1 });
  // The payment arrives late, no place is free any more, and it is refunded.
  await ieva.person.payments.demoDecide({ attemptId, pay: true });
  expect(await counter(sessionId)).toEqual({ taken: 0, held: 1 });
});

test("if an offer in a cart expires without an order, the next person gets an offer", async () => {
  const { ieva, jonas } = await offered();
  await ieva.person.carts.addOffered({ key: ieva.key });
  gym.clock.now = (await ieva.entryNow()).offerExpiresDate as Date;
  // Offers end in the evening; the next one is sent in the morning.
  later(10 * 60);
  await offer();
  expect([await ieva.entryNow(), await jonas.entryNow()]).toMatchObject([{ state: "LAPSED" }, { state: "OFFERED" }]);
  const { cart } = await ieva.person.carts.get({});
  expect(cart.lines).toMatchObject([{ problem: { code: "SOLD_OUT" } }]);
  await expect(ieva.person.carts.addOffered({ key: ieva.key })).rejects.toMatchObject({ code: "OFFER_EXPIRED" });
});

test("an offer is in the cart to which it was added last, and remains valid when it is removed from the cart", async () => {
  const { sessionId, ieva } = await offered();
  const { cart, lineId } = await ieva.person.carts.addOffered({ key: ieva.key });
  expect(cart.lines).toHaveLength(1);
  const phone = gym.as(gym.visitor());
  await phone.carts.addOffered({ key: ieva.key });
  expect((await ieva.person.carts.get({})).cart.lines).toMatchObject([{ problem: { code: "SOLD_OUT" } }]);
  await ieva.person.carts.remove({ lineId });
  await phone.carts.remove({ lineId: (await phone.carts.get({})).cart.lines[0]?.id as string });
  expect([await ieva.entryNow(), await counter(sessionId)]).toMatchObject([{ state: "OFFERED" }, { held: 1 }]);
  const { key } = await order(phone, ieva);
  await pay(phone, key);
  expect(await bookingOf(ieva)).toMatchObject({ status: "CONFIRMED" });
});

test("an offer can be ordered until it expires, even after booking has closed for others", async () => {
  const sessionId = await gym.session({ service, capacity: 0, inHours: 30 });
  const person = gym.as(gym.visitor());
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const { entry } = await person.waitlist.join({
    booking: {
      bookedEntity: { slot },
      contactDetails: { firstName: "Ieva", email: "ieva@example.lt" },
      totalParticipants: 1,
    },
  });
  later(7 * 60);
  await gym.db.updateTable("places").set({ capacity: 1 }).where("id", "=", sessionId).execute();
  await gym.as(gym.key).waitlist.offer({ entryId: entry.id, reason: "liko vieta" });
  const { cart } = await person.carts.addOffered({ entryId: entry.id });
  expect(cart.lines[0]?.problem ?? null).toBeNull();
  const { key } = await place(person);
  await pay(person, key);
  expect(await counter(sessionId)).toEqual({ taken: 1, held: 0 });
});

test("an offer cannot be ordered by another person without its link, or after it was declined", async () => {
  const { ieva, jonas } = await offered();
  await expect(jonas.person.carts.addOffered({ entryId: ieva.entryId })).rejects.toMatchObject({
    code: "WAITLIST_ENTRY_NOT_FOUND",
  });
  await expect(jonas.person.carts.addOffered({ key: jonas.key })).rejects.toMatchObject({ code: "NOT_OFFERED" });
  await ieva.person.carts.addOffered({ key: ieva.key });
  await ieva.person.waitlist.decline({ entryId: ieva.entryId });
  await offer();
  expect(await jonas.entryNow()).toMatchObject({ state: "OFFERED" });
  await expect(place(ieva.person)).rejects.toMatchObject({ code: "LINES_NOT_AVAILABLE" });
});
