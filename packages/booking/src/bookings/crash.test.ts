import { spawn } from "node:child_process";
import { once } from "node:events";
import { createBackground } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdExpiryTask } from "../availability/availability.ts";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
});
afterAll(() => gym.close());

test("after a process is killed, every booking is either complete or absent", async () => {
  const { db, siteId, clock } = gym;
  const workingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
  const service = await gym.service();
  const sessionId = await gym.session({ service, capacity: 1000 });
  const of = await gym.lessons([await gym.trainer({ workingHours }), await gym.trainer({ workingHours })]);
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const appointment = { serviceId: of.id, scheduleId: of.scheduleId };
  for (let round = 1; round <= 2; round++) {
    const child = spawn(
      process.execPath,
      [
        `${import.meta.dirname}/crash-process.testing.ts`,
        gym.connection.url,
        siteId,
        gym.key,
        clock.now.toISOString(),
        JSON.stringify(slot),
        JSON.stringify(appointment),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    for (let said = 0; said < round; said++) await once(child.stdout, "data");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  await expect.poll(async () => (await openTransactions()).length).toBe(0);

  const bookings = await db.selectFrom("booking").selectAll().execute();
  expect(bookings.length).toBeGreaterThan(20);
  expect(await miscounted()).toEqual([]);
  const trails = await sql<{ audits: number; events: number; sequence: number; revision: number }>`
    select (select count(*)::int from audit where entity_id = booking.id) as audits,
      (select count(*)::int from event where entity_id = booking.id) as events,
      (select max(entity_sequence) from event where entity_id = booking.id) as sequence,
      revision from booking`.execute(db);
  for (const { audits, events, sequence, revision } of trails.rows) {
    expect({ audits, events, sequence }).toEqual({ audits: revision, events: revision, sequence: revision });
  }

  expect(await held()).toBeGreaterThan(0);
  clock.now = gym.hours(1);
  await createBackground(gym.context, [holdExpiryTask(gym.context)]).drain();
  expect(await held()).toBe(0);
  expect(await miscounted()).toEqual([]);
  const standing = await sql<{ id: string }>`select session.id from session where appointment and status = 'CONFIRMED'
    and not exists (select from booking where session_id = session.id and status = 'CONFIRMED')`.execute(db);
  expect(standing.rows).toEqual([]);
});

const held = async () => {
  const { sum } = await gym.db
    .selectFrom("places")
    .select((eb) => eb.fn.sum<number>("held").as("sum"))
    .executeTakeFirstOrThrow();
  return Number(sum);
};

/** Returns the connections of killed processes whose transactions have not been rolled back yet. */
const openTransactions = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and xact_start is not null`.execute(gym.db)
  ).rows;

/** Returns the counters that do not equal the sums of their bookings and holds. */
const miscounted = async () =>
  (
    await sql`select * from (
      select id, taken, held,
        (select coalesce(sum(total_participants), 0)::int from booking where places_id = places.id
          and status in ('CONFIRMED', 'PENDING') and not double_booked) as booked,
        (select coalesce(sum(total_participants), 0)::int from hold where places_id = places.id) as kept
      from places) as counters where taken <> booked or held <> kept`.execute(gym.db)
  ).rows;
