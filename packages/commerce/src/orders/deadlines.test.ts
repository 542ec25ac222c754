import type { Client } from "@uola/client";
import type { Participant } from "@uola/contract";
import { beforeAll, expect, test } from "vitest";
import { createPassLedger } from "../passes/ledger.ts";
import { issuePass, passKind } from "../passes/passes.testing.ts";
import type { TestGym } from "../testing.ts";
import { openShop, testIn } from "./open-shop.testing.ts";
import { pay, place, places, type Sold } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});
beforeAll(async () => {
  await gym.api.background.drain("business: follow the lists");
});

const people: Participant[] = [
  { firstName: "Ona", birthYear: 1985 },
  { firstName: "Jonas", birthYear: 2016 },
];
const read = async (bookingId: string) => {
  const { extendedBookings } = await visitor.bookings.queryExtended({
    query: { filter: { id: bookingId } },
    withBookingAllowedActions: true,
  });
  const [found] = extendedBookings;
  return { revision: found?.booking.revision as string, actions: found?.allowedActions };
};
/** The default policy allows cancellation until 24 hours before the start. */
async function bought(inHours: number) {
  const sessionId = await gym.session({ service, inHours });
  const { cart } = await visitor.carts.add({ booking: { ...places(sessionId, service, 2), participants: people } });
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  const bookingId = order.lines[0]?.bookingId as string;
  return { key, sessionId, bookingId, shown: [cart.lines[0]?.cancelableUntil, order.lines[0]?.cancelableUntil] };
}

test("cart, order, booking and quote show the same deadline, and a cancellation before it is refunded", async () => {
  const { key, bookingId, shown } = await bought(32);
  const { actions, revision } = await read(bookingId);
  expect(actions).toMatchObject({ cancel: true, cancelableUntil: gym.hours(8) });
  expect(shown).toEqual([gym.hours(8), gym.hours(8)]);
  expect((await visitor.orders.quoteBooking({ bookingId })).quote).toMatchObject({ amount: 5000, problem: null });
  const { booking } = await visitor.bookings.cancel({ bookingId, revision });
  expect(booking).toMatchObject({ status: "CANCELED", paymentStatus: "REFUNDED" });
  expect((await visitor.orders.readByKey({ key })).order).toMatchObject({ state: "REFUNDED", refunded: 5000 });
});

test("booking, order and quote all report that it is too late to cancel", async () => {
  const { bookingId, shown } = await bought(20);
  const { actions } = await read(bookingId);
  expect(actions).toMatchObject({ cancel: false, cancelableUntil: gym.hours(-4) });
  expect(shown).toEqual([gym.hours(-4), gym.hours(-4)]);
  expect((await visitor.orders.quoteBooking({ bookingId })).quote).toMatchObject({ amount: 0, problem: "TOO_LATE" });
});

test("a cancellation before the deadline returns the pass entries", async () => {
  const lets = { entry: true, categoryKinds: [], serviceIds: [service.id] };
  const pass = await issuePass(owner, await passKind(owner, { lets, people: 2 }));
  const ledger = createPassLedger(gym.context);
  const code = ledger.codes.open((await ledger.read(pass.id)).sealedCode);
  const balance = async () => (await owner.passes.get({ passId: pass.id })).pass.balance;
  const sessionId = await gym.session({ service, inHours: 32 });
  await visitor.carts.add({ booking: { ...places(sessionId, service, 2), participants: people } });
  await visitor.carts.addCode({ code });
  const { order } = await place(visitor);
  expect(await balance()).toBe(8);
  const bookingId = order.lines[0]?.bookingId as string;
  await visitor.bookings.cancel({ bookingId, revision: (await read(bookingId)).revision });
  expect(await balance()).toBe(10);
});

test("a paid or unpaid booking can be moved only with the same number of people", async () => {
  const policyId = await gym.policy({ reschedulePolicy: { enabled: true, limitLatestReschedule: false } });
  const movable = await gym.service({ policyId });
  for (const way of ["DEMO_BANK", "AT_DESK"] as const) {
    const sessionId = await gym.session({ service: movable, inHours: 32 });
    await visitor.carts.add({ booking: places(sessionId, movable) });
    const { key, order } = await place(visitor, way);
    if (way === "DEMO_BANK") await pay(visitor, key);
    const bookingId = order.lines[0]?.bookingId as string;
    const { slot } = places(await gym.session({ service: movable, inHours: 96 }), movable);
    const moving = async () => ({ bookingId, revision: (await read(bookingId)).revision, slot });
    await expect(visitor.bookings.reschedule({ ...(await moving()), totalParticipants: 5 })).rejects.toMatchObject({
      status: 403,
      code: "UNAUTHORIZED_OPERATION",
    });
    expect((await visitor.bookings.reschedule(await moving())).booking.totalParticipants).toBe(1);
  }
});

test("an order shows the current deadline of a booking, also after it was moved", async () => {
  const { key, bookingId } = await bought(32);
  const sessionId = await gym.session({ service, inHours: 96 });
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const { revision } = await read(bookingId);
  await owner.bookings.reschedule({
    bookingId,
    revision,
    slot,
    flowControlSettings: { ignoreReschedulePolicy: true },
  });
  const { order } = await visitor.orders.readByKey({ key });
  expect(order.lines[0]?.cancelableUntil).toEqual(gym.hours(72));
});
