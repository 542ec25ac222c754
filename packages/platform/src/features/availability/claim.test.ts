import { newId } from "@uola/database";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClaims, type Decision, type Wish } from "./claim.ts";
import { createWorld, visitor, type World } from "./testing.ts";

let world: World;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  world = await createWorld();
  service = await world.service();
});
afterAll(() => world.close());

const wish = (placesId: string, totalParticipants = 1, more: Partial<Wish["booking"]> = {}): Wish => {
  const { caller } = visitor();
  const id = newId();
  return {
    booking: {
      siteId: world.context.siteId,
      id,
      revision: 1,
      status: "CONFIRMED",
      serviceId: service.id,
      scheduleId: service.scheduleId,
      sessionId: placesId,
      placesId,
      totalParticipants,
      startDate: world.clock.now,
      endDate: world.clock.now,
      bookedEntity: {},
      contactDetails: {},
      contactEmail: null,
      participantsChoices: null,
      additionalFields: null,
      extendedFields: null,
      externalUserId: null,
      paymentStatus: "UNDEFINED",
      selectedPaymentOption: "OFFLINE",
      doubleBooked: false,
      visitorId: caller.id,
      memberId: null,
      appId: null,
      participants: null,
      multiServiceBookingId: null,
      multiServiceBookingType: null,
      flowControl: null,
      contactId: null,
      smsReminder: false,
      resourceId: null,
      idempotencyKey: null,
      calendarSequence: 0,
      createdDate: world.clock.now,
      updatedDate: world.clock.now,
      canceledDate: null,
      ...more,
    },
    entity: { id },
    actor: caller,
    mail: { bookingId: id },
  };
};
const made = (decisions: Decision[]) => decisions.map(({ outcome }) => outcome === "made");
const session = (capacity: number) => world.session({ capacity, service });
const count = async (table: "booking" | "audit" | "event" | "outbox", ids: string[]) => {
  const { db } = world.context;
  const column = { booking: "id", audit: "entity_id", event: "entity_id", outbox: "payload ->> 'bookingId'" }[table];
  const { rows } = await world.context.connection.pool.query(
    `select count(*) as count from ${table} where ${column} = any($1::${table === "outbox" ? "text" : "uuid"}[])`,
    [ids],
  );
  return (db && rows[0].count) as number;
};

test("deciding in batches gives exactly what deciding one by one gives", async () => {
  const sizes = fc.array(fc.record({ size: fc.integer({ min: 1, max: 7 }), holds: fc.boolean() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30 }), sizes, async (capacity, wishes) => {
      const claim = createClaims(world.context);
      const id = await session(capacity);
      const status = (holds: boolean) => ({ status: holds ? "CONFIRMED" : "CREATED" });
      const decisions = await Promise.all(wishes.map(({ size, holds }) => claim(wish(id, size, status(holds)))));
      let left = capacity;
      const expected = wishes.map(({ size, holds }) => {
        const fits = !holds || size <= left;
        if (holds && fits) left -= size;
        return fits;
      });
      expect(made(decisions)).toEqual(expected);
      expect(await world.placesOf(id)).toEqual({ capacity, taken: capacity - left });
    }),
    { numRuns: 40 },
  );
});

test("500 buyers in two processes buy exactly 12 places, each with its audit entry, event and mail", async () => {
  const id = await session(12);
  const claims = [createClaims(world.context), createClaims(world.elsewhere())];
  const wishes = Array.from({ length: 500 }, () => wish(id));
  const decisions = await Promise.all(wishes.map((wish, index) => claims[index % 2]?.(wish) as Promise<Decision>));
  const sold = wishes.filter((_, index) => decisions[index]?.outcome === "made").map(({ booking }) => booking.id);
  expect(sold).toHaveLength(12);
  expect(await world.placesOf(id)).toEqual({ capacity: 12, taken: 12 });
  const all = wishes.map(({ booking }) => booking.id);
  for (const table of ["booking", "audit", "event", "outbox"] as const) expect(await count(table, all)).toBe(12);
  expect(decisions.filter(({ outcome }) => outcome === "full")).toHaveLength(488);
});

test("mixed sizes from two processes leave nothing unsold that the smallest asker would have taken", async () => {
  for (const capacity of [1, 7, 12]) {
    const id = await session(capacity);
    const claims = [createClaims(world.context), createClaims(world.elsewhere())];
    const wishes = Array.from({ length: 200 }, (_, index) => wish(id, 1 + ((index * 7) % 5)));
    const decisions = await Promise.all(wishes.map((wish, index) => claims[index % 2]?.(wish) as Promise<Decision>));
    const taken = wishes.reduce((sum, { booking }, index) => {
      return decisions[index]?.outcome === "made" ? sum + booking.totalParticipants : sum;
    }, 0);
    expect(taken).toBe(capacity);
    expect(await world.placesOf(id)).toEqual({ capacity, taken });
  }
});

test("many sessions at once are each sold out exactly", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => session(3)));
  const claim = createClaims(world.context);
  const decisions = await Promise.all(
    Array.from({ length: 200 }, (_, index) => claim(wish(ids[index % 20] as string))),
  );
  expect(made(decisions).filter(Boolean)).toHaveLength(60);
  for (const id of ids) expect(await world.placesOf(id)).toEqual({ capacity: 3, taken: 3 });
});

test("one key is one booking: in one batch, later, and in two processes at the same moment", async () => {
  const id = await session(5);
  const [here, there] = [createClaims(world.context), createClaims(world.elsewhere())];
  const same = () => wish(id, 1, { idempotencyKey: "one" });
  const decisions = await Promise.all([here(same()), here(same()), there(same()), there(same())]);
  expect(decisions.filter(({ outcome }) => outcome === "made")).toHaveLength(1);
  expect(decisions.filter(({ outcome }) => outcome === "twin")).toHaveLength(3);
  const late = await here(same());
  const ids = new Set(
    [late, ...decisions].flatMap((decision) => ("bookingId" in decision ? [decision.bookingId] : [])),
  );
  expect(ids.size).toBe(1);
  expect(await world.placesOf(id)).toEqual({ capacity: 5, taken: 1 });
});

/** Does something in another process's transaction, and lets a claim begin that has to wait for it. */
async function overtaken(
  change: (query: (text: string, values: unknown[]) => Promise<unknown>) => Promise<unknown>,
  wish: Wish,
) {
  const { pool } = world.connection;
  const other = await pool.connect();
  try {
    await other.query("begin");
    await change((text, values) => other.query(text, values));
    const decision = createClaims(world.context)(wish);
    const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await pool.query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.query("commit");
    return await decision;
  } finally {
    other.release();
  }
}

test("places another process sells meanwhile are not there any more", async () => {
  const id = await session(3);
  const sell = "update places set taken = 3 where id = $1";
  expect(await overtaken((query) => query(sell, [id]), wish(id))).toEqual({ outcome: "full", left: 0 });
});

test("a wish another process grants meanwhile is found by its key", async () => {
  const id = await session(3);
  const { booking } = wish(id, 1, { idempotencyKey: "overtaken" });
  await createClaims(world.context)(wish(id, 1, { ...booking, idempotencyKey: null }));
  const grant = "update booking set idempotency_key = 'overtaken' where id = $1";
  const lock = "update places set taken = taken where id = $1";
  const decision = await overtaken(
    async (query) => {
      await query(lock, [id]);
      await query(grant, [booking.id]);
    },
    wish(id, 1, { idempotencyKey: "overtaken" }),
  );
  expect(decision).toEqual({ outcome: "twin", bookingId: booking.id });
  expect(await world.placesOf(id)).toEqual({ capacity: 3, taken: 1 });
});

test("a refused key may try again", async () => {
  const id = await session(1);
  const claim = createClaims(world.context);
  expect(await claim(wish(id))).toEqual({ outcome: "made" });
  expect(await claim(wish(id, 1, { idempotencyKey: "again" }))).toEqual({ outcome: "full", left: 0 });
  await world.context.db.updateTable("places").set({ capacity: 2 }).where("id", "=", id).execute();
  expect(await claim(wish(id, 1, { idempotencyKey: "again" }))).toEqual({ outcome: "made" });
});

test("a wish that cannot be stored fails alone", async () => {
  const id = await session(12);
  const claim = createClaims(world.context);
  const poisoned = wish(id, 1, { contactDetails: { firstName: "O\0na" } });
  const wishes = [wish(id), wish(id), poisoned, wish(id), wish(id)];
  const results = await Promise.allSettled(wishes.map(claim));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(await world.placesOf(id)).toEqual({ capacity: 12, taken: 4 });
});

test("nothing is sold where there are no places", async () => {
  expect(await createClaims(world.context)(wish(newId()))).toEqual({ outcome: "full" });
});
