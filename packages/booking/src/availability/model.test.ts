import type { BookingStatus } from "@uola/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingParts, createTestGym, type TestGym, visitor } from "../testing.ts";
import { claimsIn } from "./claim-places.testing.ts";
import { createClaims, type Decision } from "./claim-places.ts";
import { holds } from "./holds.ts";
import { convertHold, releaseExpired, returnPlaces, setCapacity } from "./place-counter.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  service = await gym.service();
});
afterAll(() => gym.close());

const people = Array.from({ length: 4 }, () => visitor());
const who = fc.nat(people.length - 1);
const size = fc.integer({ min: 1, max: 4 });
const booking = fc.record({ who, size, withHold: fc.boolean(), paying: fc.boolean() });
const step = fc.oneof(
  fc.record({ kind: fc.constant("hold" as const), who, size }),
  fc.record({ kind: fc.constantFrom("renew" as const, "release" as const), who }),
  fc.record({ kind: fc.constant("resize" as const), who, size }),
  fc.record({ kind: fc.constant("book" as const), bookings: fc.array(booking, { minLength: 1, maxLength: 5 }) }),
  fc.record({ kind: fc.constantFrom("cancel" as const, "pay" as const), which: fc.nat(20) }),
  fc.record({ kind: fc.constant("capacity" as const), size: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant("waiting" as const), size: fc.option(fc.integer({ min: 2, max: 5 })) }),
  fc.record({ kind: fc.constant("minutes" as const), size: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("sweep" as const) }),
);

test("for any generated sequence of operations, counters match bookings and holds, and only what does not fit is rejected", async () => {
  const history = fc.array(step, { minLength: 5, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), history, async (capacity, steps) => {
      const id = await gym.session({ service, capacity, inHours: 480 });
      await live(id, steps);
    }),
    { numRuns: 40 },
  );
}, 120_000);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function live(id: string, steps: readonly Step[]) {
  const { db, siteId, context } = gym;
  const began = gym.clock.now;
  const desks = [context, gym.otherProcessContext()].map((each) => {
    const { availabilityServices, limitGuard } = bookingParts(each);
    return holds(each, availabilityServices, limitGuard);
  });
  const claims = [createClaims(context), createClaims(gym.otherProcessContext())];
  const request = claimsIn(gym, service);
  const slot = { sessionId: id, serviceId: service.id, scheduleId: service.scheduleId };
  const newest = new Map<number, string>();
  let turn = 0;
  for (const each of steps) {
    const desk = desks[turn++ % 2] as (typeof desks)[0];
    const before = await seen(id);
    const person = "who" in each ? (people[each.who] as (typeof people)[0]) : undefined;
    const holdId = "who" in each ? newest.get(each.who) : undefined;
    if (each.kind === "hold" && person) {
      const { hold, refused } = await settled(desk.create({ slot, totalParticipants: each.size }, person));
      if (hold) newest.set(each.who, hold.id);
      if (refused !== "TOO_MANY_HOLDS") expect(!hold).toBe(each.size > before.free);
    } else if (each.kind === "renew" && person && holdId) await settled(desk.renew({ holdId }, person));
    else if (each.kind === "release" && person && holdId) await desk.release({ holdId }, person);
    else if (each.kind === "resize" && person && holdId) {
      await settled(desk.change({ holdId, totalParticipants: each.size }, person));
    } else if (each.kind === "book") {
      const requests = each.bookings.map(({ who, size, withHold, paying }) => ({
        ...request(id, size, { status: paying ? "CREATED" : "CONFIRMED" }, people[who]),
        holdId: withHold ? newest.get(who) : undefined,
      }));
      const decisions = await Promise.all(requests.map((one, index) => claims[index % 2]?.(one) as Promise<Decision>));
      const { free } = await seen(id);
      // A hold that is larger than its booking may free places after other claims were rejected.
      const givesBack = requests.some(({ holdId }) => holdId);
      // A rejected claim must not fit into the remaining places; a single claim must not have
      // fitted before either.
      requests.forEach(({ booking }, index) => {
        if (decisions[index]?.outcome !== "full" || givesBack) return;
        expect(booking.totalParticipants).toBeGreaterThan(requests.length === 1 ? before.free : free);
      });
    } else if (each.kind === "cancel") await cancel(id, each.which);
    else if (each.kind === "pay") await pay(id, each.which);
    else if (each.kind === "capacity") await setCapacity(db, siteId, id, each.size);
    else if (each.kind === "waiting") {
      await db.updateTable("places").set({ waitingMin: each.size }).where("id", "=", id).execute();
    } else if (each.kind === "minutes") gym.clock.now = new Date(gym.clock.now.getTime() + each.size * 60_000);
    else if (each.kind === "sweep") {
      await Promise.all(
        [1, 2].map(() => db.transaction().execute((tx) => releaseExpired(tx, siteId, id, context.now()))),
      );
    }
    const { counter, booked, held } = await seen(id);
    expect(counter).toMatchObject({ taken: booked, held });
    expect(booked + held).toBeLessThanOrEqual(counter.capacity ?? 0);
  }
  gym.clock.now = began;
}

/**
 * Reads the state from the database: the counter, the sums of bookings and holds, and the places
 * that are open to a new request.
 */
async function seen(id: string) {
  const { db, clock } = gym;
  const counter = await db.selectFrom("places").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const rows = await db.selectFrom("hold").selectAll().where("placesId", "=", id).execute();
  const booked = await db
    .selectFrom("booking")
    .select((eb) => eb.fn.sum<number | null>("totalParticipants").as("sum"))
    .where("sessionId", "=", id)
    .where("status", "=", "CONFIRMED")
    .executeTakeFirstOrThrow();
  const sum = (holds: typeof rows) => holds.reduce((all, { totalParticipants }) => all + totalParticipants, 0);
  const live = rows.filter(({ expiresDate }) => expiresDate > clock.now);
  const open = (counter.capacity ?? 0) - Number(booked.sum ?? 0) - sum(live);
  const free = counter.waitingMin !== null && counter.waitingMin <= open ? 0 : open;
  return { counter, booked: Number(booked.sum ?? 0), held: sum(rows), free };
}

type Settled = { hold?: { id: string }; refused?: string };
const settled = async (asked: Promise<{ hold: { id: string } }>): Promise<Settled> => {
  try {
    return await asked;
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (!/^(SESSION_CAPACITY_EXCEEDED|TOO_MANY_HOLDS|HOLD_NOT_\w+)$/.test(code)) throw error;
    return { refused: code };
  }
};

const nth = (id: string, status: BookingStatus, which: number) =>
  gym.db
    .selectFrom("booking")
    .selectAll()
    .where("sessionId", "=", id)
    .where("status", "=", status)
    .orderBy("id")
    .offset(which)
    .limit(1)
    .executeTakeFirst();
const put = (id: string, status: BookingStatus, tx = gym.db) =>
  tx.updateTable("booking").set({ status }).where("id", "=", id).execute();

async function cancel(id: string, which: number) {
  const booking = await nth(id, "CONFIRMED", which);
  if (!booking) return;
  await gym.db.transaction().execute(async (tx) => {
    await put(booking.id, "CANCELED", tx);
    await returnPlaces(tx, gym.siteId, id, booking.totalParticipants);
  });
}

async function pay(id: string, which: number) {
  const booking = await nth(id, "CREATED", which);
  const hold = booking && gym.db.selectFrom("hold").select("id").where("bookingId", "=", booking.id);
  const found = await hold?.executeTakeFirst();
  if (!booking || !found) return;
  await gym.db.transaction().execute(async (tx) => {
    expect(await convertHold(tx, gym.siteId, found.id, booking.totalParticipants)).toBe(true);
    await put(booking.id, "CONFIRMED", tx);
  });
}
