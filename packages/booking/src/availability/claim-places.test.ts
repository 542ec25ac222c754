import { newId } from "@uola/database";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym, visitor } from "../testing.ts";
import { claimsIn } from "./claim-places.testing.ts";
import { type ClaimRequest, createClaims, type Decision } from "./claim-places.ts";
import { holdPlaces } from "./place-counter.ts";
import { holderOf } from "./rules.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
let request: ReturnType<typeof claimsIn>;
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  service = await gym.service();
  request = claimsIn(gym, service);
});
afterAll(() => gym.close());

const made = (decisions: Decision[]) => decisions.map(({ outcome }) => outcome === "made");
const session = (capacity: number) => gym.session({ capacity, service });
const count = async (table: "booking" | "audit" | "event" | "outbox", ids: string[]) => {
  const { db } = gym.context;
  const column = { booking: "id", audit: "entity_id", event: "entity_id", outbox: "payload ->> 'bookingId'" }[table];
  const { rows } = await gym.context.connection.pool.query(
    `select count(*) as count from ${table} where ${column} = any($1::${table === "outbox" ? "text" : "uuid"}[])`,
    [ids],
  );
  return (db && rows[0].count) as number;
};

test("claims processed in batches have the same result as claims processed one by one", async () => {
  const sizes = fc.array(fc.record({ size: fc.integer({ min: 1, max: 7 }), holds: fc.boolean() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), sizes, async (capacity, requests) => {
      const claim = createClaims(gym.context);
      const id = await session(capacity);
      const status = (holds: boolean) => ({ status: holds ? "CONFIRMED" : "CREATED" }) as const;
      const decisions = await Promise.all(requests.map(({ size, holds }) => claim(request(id, size, status(holds)))));
      let left = capacity;
      const expected = requests.map(({ size, holds }) => {
        const fits = !holds || size <= left;
        if (holds && fits) left -= size;
        return fits;
      });
      expect(made(decisions)).toEqual(expected);
      expect(await gym.placesOf(id)).toEqual({ capacity, taken: capacity - left });
    }),
    { numRuns: 40 },
  );
});

test("500 buyers in two processes get exactly 12 places, each with an audit entry, event and mail", async () => {
  const id = await session(12);
  const claims = [createClaims(gym.context), createClaims(gym.otherProcessContext())];
  const requests = Array.from({ length: 500 }, () => request(id));
  const decisions = await Promise.all(
    requests.map((request, index) => claims[index % 2]?.(request) as Promise<Decision>),
  );
  const sold = requests.filter((_, index) => decisions[index]?.outcome === "made").map(({ booking }) => booking.id);
  expect(sold).toHaveLength(12);
  expect(await gym.placesOf(id)).toEqual({ capacity: 12, taken: 12 });
  const all = requests.map(({ booking }) => booking.id);
  for (const table of ["booking", "audit", "event", "outbox"] as const) expect(await count(table, all)).toBe(12);
  expect(decisions.filter(({ outcome }) => outcome === "full")).toHaveLength(488);
});

test("claims of different sizes from two processes leave no places that the smallest rejected claim could use", async () => {
  for (const capacity of [1, 7, 12]) {
    const id = await session(capacity);
    const claims = [createClaims(gym.context), createClaims(gym.otherProcessContext())];
    const requests = Array.from({ length: 200 }, (_, index) => request(id, 1 + ((index * 7) % 5)));
    const decisions = await Promise.all(
      requests.map((request, index) => claims[index % 2]?.(request) as Promise<Decision>),
    );
    const taken = requests.reduce((sum, { booking }, index) => {
      return decisions[index]?.outcome === "made" ? sum + booking.totalParticipants : sum;
    }, 0);
    expect(taken).toBe(capacity);
    expect(await gym.placesOf(id)).toEqual({ capacity, taken });
  }
});

test("many sessions that are booked simultaneously sell exactly all places", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => session(3)));
  const claim = createClaims(gym.context);
  const decisions = await Promise.all(
    Array.from({ length: 200 }, (_, index) => claim(request(ids[index % 20] as string))),
  );
  expect(made(decisions).filter(Boolean)).toHaveLength(60);
  for (const id of ids) expect(await gym.placesOf(id)).toEqual({ capacity: 3, taken: 3 });
});

test("an idempotency key creates one booking, even when reused in a batch, later or in two processes", async () => {
  const id = await session(5);
  const [here, there] = [createClaims(gym.context), createClaims(gym.otherProcessContext())];
  const same = () => request(id, 1, { idempotencyKey: "one" });
  const decisions = await Promise.all([here(same()), here(same()), there(same()), there(same())]);
  expect(decisions.filter(({ outcome }) => outcome === "made")).toHaveLength(1);
  expect(decisions.filter(({ outcome }) => outcome === "duplicate")).toHaveLength(3);
  const late = await here(same());
  const ids = new Set(
    [late, ...decisions].flatMap((decision) => ("bookingId" in decision ? [decision.bookingId] : [])),
  );
  expect(ids.size).toBe(1);
  expect(await gym.placesOf(id)).toEqual({ capacity: 5, taken: 1 });
});

/** Makes a change in another process's transaction and starts a claim that waits for that transaction. */
async function overtaken(
  change: (query: (text: string, values: unknown[]) => Promise<unknown>) => Promise<unknown>,
  request: ClaimRequest,
) {
  const { pool } = gym.connection;
  const other = await pool.connect();
  try {
    await other.query("begin");
    await change((text, values) => other.query(text, values));
    const decision = createClaims(gym.context)(request);
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await pool.query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.query("commit");
    return await decision;
  } finally {
    other.release();
  }
}

test("rejects a claim for places that another process sold in the meantime", async () => {
  const id = await session(3);
  const sell = "update places set taken = 3 where id = $1";
  expect(await overtaken((query) => query(sell, [id]), request(id))).toEqual({ outcome: "full", left: 0 });
});

test("finds the booking that another process created with the same idempotency key in the meantime", async () => {
  const id = await session(3);
  const { booking } = request(id, 1, { idempotencyKey: "overtaken" });
  await createClaims(gym.context)(request(id, 1, { ...booking, idempotencyKey: null }));
  const grant = "update booking set idempotency_key = 'overtaken' where id = $1";
  const lock = "update places set taken = taken where id = $1";
  const decision = await overtaken(
    async (query) => {
      await query(lock, [id]);
      await query(grant, [booking.id]);
    },
    request(id, 1, { idempotencyKey: "overtaken" }),
  );
  expect(decision).toEqual({ outcome: "duplicate", bookingId: booking.id });
  expect(await gym.placesOf(id)).toEqual({ capacity: 3, taken: 1 });
});

test("a rejected claim can be retried with the same idempotency key", async () => {
  const id = await session(1);
  const claim = createClaims(gym.context);
  expect(await claim(request(id))).toEqual({ outcome: "made" });
  expect(await claim(request(id, 1, { idempotencyKey: "again" }))).toEqual({ outcome: "full", left: 0 });
  await gym.context.db.updateTable("places").set({ capacity: 2 }).where("id", "=", id).execute();
  expect(await claim(request(id, 1, { idempotencyKey: "again" }))).toEqual({ outcome: "made" });
});

test("a claim that cannot be stored fails without affecting the rest of its batch", async () => {
  const id = await session(12);
  const claim = createClaims(gym.context);
  const poisoned = request(id, 1, { contactDetails: { firstName: "O\0na" } });
  const requests = [request(id), request(id), poisoned, request(id), request(id)];
  const results = await Promise.allSettled(requests.map(claim));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await gym.placesOf(id)).toEqual({ capacity: 12, taken: 4 });
});

/** Creates a hold for a new caller, and the claim that uses it. */
async function held(
  id: string,
  totalParticipants: number,
  wanted = totalParticipants,
  more: Partial<ClaimRequest["booking"]> = {},
) {
  const mine = visitor();
  const hold = {
    siteId: gym.siteId,
    id: newId(),
    placesId: id,
    serviceId: service.id,
    scheduleId: service.scheduleId,
    sessionId: id,
    totalParticipants,
    holder: holderOf(mine.caller),
    expiresDate: gym.hours(1),
    createdDate: gym.clock.now,
  };
  expect(await holdPlaces(gym.db, hold)).toBe(true);
  return { hold, mine, claim: { ...request(id, wanted, more, mine), holdId: hold.id } };
}
const counter = (id: string) => {
  const row = gym.db.selectFrom("places").select(["capacity", "taken", "held"]).where("id", "=", id);
  return row.executeTakeFirstOrThrow();
};
const holdOf = (id: string) => gym.db.selectFrom("hold").selectAll().where("id", "=", id).executeTakeFirst();

test("in one batch, holds become bookings, their spare places are sold, and held places are not sold to others", async () => {
  const id = await session(10);
  const claim = createClaims(gym.context);
  const [same, fewer, more, tooMany] = [
    await held(id, 2),
    await held(id, 3, 1),
    await held(id, 2, 3),
    await held(id, 3, 9),
  ];
  // All ten places are held, and the first claim is processed alone. One hold is used for fewer
  // places, which frees two: one goes to the hold that needs one more place, the other to the first
  // request without a hold.
  const requests = [request(id), same.claim, more.claim, fewer.claim, tooMany.claim, request(id), request(id)];
  const decisions = await Promise.all(requests.map(claim));
  expect(made(decisions)).toEqual([false, true, true, true, false, true, false]);
  expect(decisions[4]).toEqual({ outcome: "full", left: 1 });
  expect(await counter(id)).toEqual({ capacity: 10, taken: 7, held: 3 });
  expect(await holdOf(tooMany.hold.id)).toBeDefined();
  expect(await holdOf(same.hold.id)).toBeUndefined();
});

test("a hold can be used once, by its holder, for its session and before it expires", async () => {
  const id = await session(6);
  const other = await session(6);
  const claims = [createClaims(gym.context), createClaims(gym.otherProcessContext())];
  const one = await held(id, 2);
  const twice = [one.claim, { ...request(id, 2, {}, one.mine), holdId: one.hold.id }];
  const decisions = await Promise.all(twice.map((each, index) => claims[index]?.(each) as Promise<Decision>));
  expect(decisions.map(({ outcome }) => outcome).sort()).toEqual(["made", "noHold"]);
  const [claim] = claims as [ReturnType<typeof createClaims>];
  const [two, three] = [await held(id, 2), await held(id, 2)];
  expect(await claim({ ...two.claim, actor: visitor().caller })).toEqual({ outcome: "noHold" });
  expect(await claim({ ...request(other, 2, {}, two.mine), holdId: two.hold.id })).toEqual({ outcome: "noHold" });
  const late = createClaims({ ...gym.context, now: () => three.hold.expiresDate });
  expect(await late(three.claim)).toEqual({ outcome: "noHold" });
  expect(await counter(id)).toEqual({ capacity: 6, taken: 2, held: 4 });
});

test("an unpaid booking keeps its hold, which is resized to the booking and cannot be used again", async () => {
  const id = await session(5);
  const claim = createClaims(gym.context);
  const { hold, claim: unpaid, mine } = await held(id, 2, 3, { status: "CREATED" });
  expect(await claim(unpaid)).toEqual({ outcome: "made" });
  expect(await counter(id)).toEqual({ capacity: 5, taken: 0, held: 3 });
  expect(await holdOf(hold.id)).toMatchObject({
    state: "PAYING",
    bookingId: unpaid.booking.id,
    totalParticipants: 3,
    expiresDate: new Date(gym.clock.now.getTime() + 15 * 60_000),
  });
  expect(await claim({ ...request(id, 3, {}, mine), holdId: hold.id })).toEqual({ outcome: "noHold" });
  expect(await claim(request(id, 3))).toEqual({ outcome: "full", left: 2 });
});

test("expired holds are released before a claim is rejected", async () => {
  const id = await session(4);
  await held(id, 3);
  await held(id, 1);
  const claim = createClaims({ ...gym.context, now: () => gym.hours(1) });
  const decisions = await Promise.all([3, 2, 1].map((size) => claim(request(id, size))));
  expect(made(decisions)).toEqual([true, false, true]);
  expect(await counter(id)).toEqual({ capacity: 4, taken: 4, held: 0 });
});

test("while the smallest waiting party fits, requests without a hold are rejected, but holds can still be used", async () => {
  const id = await session(5);
  const claim = createClaims(gym.context);
  const mine = await held(id, 2);
  const growing = await held(id, 1, 2);
  await gym.db.updateTable("places").set({ waitingMin: 2 }).where("id", "=", id).execute();
  const requests = [request(id), mine.claim, growing.claim];
  const locked = { outcome: "full", left: 0, locked: true };
  expect(await Promise.all(requests.map(claim))).toEqual([locked, { outcome: "made" }, locked]);
  await gym.db.updateTable("places").set({ waitingMin: 3 }).where("id", "=", id).execute();
  expect(await claim(request(id))).toEqual({ outcome: "made" });
  // A hold used for fewer places leaves two places free. They belong to the waiting list, even
  // within the batch.
  await gym.db.updateTable("places").set({ waitingMin: 2 }).where("id", "=", id).execute();
  const giving = { ...growing.claim, booking: { ...growing.claim.booking, totalParticipants: 1 } };
  expect(await Promise.all([claim(request(id)), claim(giving)])).toEqual([{ outcome: "made" }, { outcome: "made" }]);
});

test("double bookings do not reduce the number of free places", async () => {
  const id = await session(1);
  const claim = createClaims(gym.context);
  const requests = [request(id), request(id, 1, { doubleBooked: true }), request(id)];
  expect(made(await Promise.all(requests.map(claim)))).toEqual([true, true, false]);
  expect(await counter(id)).toEqual({ capacity: 1, taken: 1, held: 0 });
});

test("rejects a claim when there is no place counter", async () => {
  expect(await createClaims(gym.context)(request(newId()))).toEqual({ outcome: "full" });
});
