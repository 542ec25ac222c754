import { createAccounts } from "@uola/accounts";
import { holidayHours } from "@uola/booking";
import type { Database } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "./demo.ts";
import { demoAccounts } from "./people.ts";

test("lists a date with two holidays once, as closed if the gym is closed on one of them", () => {
  // 1 May 2033 is a Sunday.
  const both = holidayHours(2033).filter(({ date }) => date === "2033-05-01");
  expect(both).toEqual([
    {
      date: "2033-05-01",
      name: "Tarptautinė darbo diena, Motinos diena",
      closed: false,
      open: "10:00",
      close: "20:00",
    },
  ]);
});

const now = new Date("2026-10-14T13:40:00Z");
const peopleOf = (db: Database, siteId: string) => createAccounts({ db, siteId, secret: "a secret of the test" });

const seedIn = ({ connection, db, siteId }: FreshDatabase, seed?: number) =>
  seedDemo({ connection, siteId, accounts: peopleOf(db, siteId), now: () => now, ...(seed !== undefined && { seed }) });

/** The demo gym, shared by the tests because it takes seconds to create. */
let gym: FreshDatabase;
beforeAll(async () => {
  gym = await freshDatabase();
  expect(await seedIn(gym)).toBe(true);
});
afterAll(() => gym.close());

test("creates the demo gym once, with past and future bookings", async () => {
  const { connection, db, siteId } = gym;
  expect(await seedIn(gym)).toBe(false);
  const sessions = await db
    .selectFrom("session")
    .innerJoin("service", "service.id", "session.serviceId")
    .leftJoin("places", "places.id", "session.id")
    .select(["session.id", "name", "session.startDate", "session.status", "capacity", "taken", "session.date"])
    .orderBy("session.startDate")
    .execute();
  const today = sessions.filter(({ date }) => date === "2026-10-14");
  expect(today.length).toBeGreaterThanOrEqual(5);
  expect(today.filter(({ taken }) => (taken ?? 0) > 0).length).toBeGreaterThanOrEqual(3);
  const coming = sessions.filter(({ startDate, capacity }) => startDate > now && (capacity ?? 0) > 1);
  expect(coming.some(({ capacity, taken }) => capacity === taken)).toBe(true);
  expect(coming.some(({ capacity, taken }) => (capacity ?? 0) - (taken ?? 0) === 1)).toBe(true);
  expect(coming.some(({ taken }) => taken === 0)).toBe(true);
  const where = await db.selectFrom("location").select(["id", "name", "isDefault"]).execute();
  expect(where).toEqual([{ id: siteId, name: expect.any(String), isDefault: true }]);
  const services = await db.selectFrom("service").select("locations").execute();
  expect(services.map(({ locations }) => (locations as { business: { id: string } }[])[0]?.business.id)).toEqual(
    services.map(() => siteId),
  );
  // A service with a price and without approval can be paid online or at the gym.
  const paid = await db.selectFrom("service").select(["payment", "onlineBooking"]).execute();
  const options = paid.map(({ payment, onlineBooking }) => ({
    ...(payment as { rateType: string; options: { online: boolean; inPerson: boolean } }),
    approval: (onlineBooking as { requireManualApproval: boolean }).requireManualApproval,
  }));
  const sold = options.filter(({ rateType, approval }) => rateType === "FIXED" && !approval);
  expect(sold.length).toBeGreaterThan(10);
  expect(sold.map(({ options: { online, inPerson } }) => online && inPerson)).toEqual(sold.map(() => true));
  // On All Saints' Day the gym is closed, so the session is cancelled.
  expect(sessions.filter(({ date }) => date === "2026-11-01").map(({ status }) => status)).toEqual(
    expect.arrayContaining(["CANCELLED"]),
  );
  expect(sessions.filter(({ date, status }) => date === "2026-11-01" && status === "CONFIRMED")).toEqual([]);

  const { rows } = await connection.pool.query(`
    select places.id from places left join booking on booking.places_id = places.id and booking.status in ('CONFIRMED', 'PENDING')
    group by places.id, taken having taken <> coalesce(sum(total_participants), 0)`);
  expect(rows).toEqual([]);
  expect(await db.selectFrom("outbox").select("id").execute()).toEqual([]);
  const accounts = await db.selectFrom("account").select(["email", "role", "emailVerified"]).orderBy("id").execute();
  expect(accounts).toEqual(demoAccounts.map(({ email, role }) => ({ email, role, emailVerified: true })));
  const own = db.selectFrom("booking").select("status").where("contactEmail", "=", "austeja@uola.example");
  expect((await own.orderBy("startDate").execute()).map(({ status }) => status)).toContain("PENDING");
  // Every day except today has a day close, which leaves the opening float in the drawer.
  const closes = await db.selectFrom("deskClose").select(["counted", "takenAway", "expected"]).execute();
  expect(closes).toHaveLength(35);
  expect(new Set(closes.map(({ counted, takenAway }) => counted - takenAway))).toContain(10_000);
  expect(closes.filter(({ counted, expected }) => counted !== expected)).toHaveLength(2);
  // Passes and vouchers are never sold as goods.
  const lines = await db.selectFrom("orderLine").select(["kind", "name", "passId", "voucherId", "state"]).execute();
  expect(lines.filter(({ kind, name }) => kind === "GOODS" && /abonementas|narystė/i.test(name))).toEqual([]);
  const given = lines.filter(({ state }) => state === "DONE");
  expect(given.filter(({ kind, passId }) => kind === "PASS" && passId).length).toBeGreaterThan(5);
  expect(given.filter(({ kind, voucherId }) => kind === "VOUCHER" && voucherId).length).toBeGreaterThan(5);
  expect(await db.selectFrom("voucher").select("sentDate").where("sentDate", "is", null).execute()).toEqual([]);
  expect(await db.selectFrom("couponCode").select("code").orderBy("code").execute()).toEqual([
    { code: "PIRMAS5" },
    { code: "RUDUO10" },
  ]);
  // The lists shown on the pages agree with the business details.
  expect(await listed(db, "OpeningHours")).toHaveLength(7);
  expect(await listed(db, "Prices")).toContainEqual(expect.objectContaining({ name: "Narystė", price: 54 }));
  expect((await listed(db, "People")).map(({ name }) => name)).toEqual(["Rūta", "Tomas", "Ieva", "Mindaugas", "Agnė"]);
  for (const question of await listed(db, "Questions")) expect(question.answer).toMatch(/^<p>.*<\/p>$/);
  expect((await db.selectFrom("site").select("demo").executeTakeFirstOrThrow()).demo).toBe(true);
});

/** Returns the items of a list, in order. */
async function listed(db: Database, collectionId: string): Promise<Record<string, unknown>[]> {
  const { key } = await db
    .selectFrom("collection")
    .select("key")
    .where("id", "=", collectionId)
    .executeTakeFirstOrThrow();
  const table = sql.table(`items.l_${key.replaceAll("-", "")}`);
  const { rows } = await sql<{
    data: Record<string, unknown>;
  }>`select data from ${table} order by data -> 'order'`.execute(db);
  return rows.map(({ data }) => data);
}

const placesOf = ({ db }: FreshDatabase) =>
  db
    .selectFrom("session")
    .innerJoin("places", "places.id", "session.id")
    .select(["startDate", "endDate", "capacity", "taken"])
    .orderBy("startDate")
    .orderBy("endDate")
    .orderBy("capacity")
    .orderBy("taken")
    .execute();

test("completes an interrupted demo, identically for the same seed", async () => {
  const { connection, db, siteId } = gym;
  const counts = async () => {
    const { rows } = await connection.pool.query(`select
      (select count(*) from service) as services, (select count(*) from session) as sessions,
      (select count(*) from booking) as bookings, (select sum(taken) from places) as taken, (select count(*) from staff) as staff`);
    return rows[0];
  };
  const all = async () => [await counts(), await placesOf(gym), await listed(db, "SpecialHours")];
  const whole = await all();
  // Simulates the state after kill -9 between creating the timetable and the last bookings.
  await db.deleteFrom("booking").where("status", "=", "CONFIRMED").execute();
  await db.insertInto("setting").values({ siteId, name: "demo_filling", value: "true", updatedDate: now }).execute();
  expect(await seedIn(gym)).toBe(true);
  expect(await all()).toEqual(whole);
  expect(await seedIn(gym)).toBe(false);
});

test("a different seed creates a different demo gym", async () => {
  const other = await freshDatabase();
  try {
    await seedIn(other, 15);
    expect(await placesOf(other)).not.toEqual(await placesOf(gym));
  } finally {
    await other.close();
  }
});
