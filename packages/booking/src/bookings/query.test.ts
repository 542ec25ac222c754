import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { fields } from "./query-field-store.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  service = await gym.service();
});
afterAll(() => gym.close());

const owners = () => gym.as(gym.key).bookings;
async function book(sessionId: string, more: object = {}) {
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const base = { contactDetails: { firstName: "Ona" }, totalParticipants: 1, status: "CONFIRMED" as const };
  const input = { bookedEntity: { slot }, ...base, ...more };
  return (await owners().create({ booking: input })).booking;
}
const found = async (filter: object) =>
  (await owners().queryExtended({ query: { filter: filter as Record<string, string> } })).extendedBookings.map(
    ({ booking }) => booking.id,
  );

describe("every query field", () => {
  beforeAll(async () => {
    const names = ["Žemyna", "austėja", "Ona", "Čiurlys", "Ona"];
    for (const [n, firstName] of names.entries()) {
      gym.clock.now = new Date(gym.clock.now.getTime() + 1000);
      const sessionId = await gym.session({ service, inHours: 30 + n * 5 });
      const contactDetails = {
        firstName,
        lastName: `Kita${5 - n}`,
        email: `${n % 2}${n}@order.lt`,
        phone: `+370600${9 - n}`,
      };
      const contactId = n > 2 ? undefined : newId();
      const { id, revision } = await book(sessionId, {
        contactDetails: { ...contactDetails, ...(contactId && { contactId }) },
        totalParticipants: (n % 3) + 1,
      });
      if (n % 2) await owners().cancel({ bookingId: id, revision });
    }
  });

  /**
   * Returns the ids in the order in which the database itself sorts the values of a field: rows
   * without a value come last in ascending order, and ties are broken by id.
   */
  async function inOrder({ column }: (typeof fields)[string], order: "ASC" | "DESC"): Promise<string[]> {
    const way = order === "ASC" ? sql`asc nulls last` : sql`desc nulls first`;
    const { rows } = await sql<{ id: string }>`
      select booking.id from booking where booking.site_id = ${gym.siteId} order by ${column} ${way}, booking.id`.execute(
      gym.db,
    );
    return rows.map(({ id }) => id);
  }

  async function asked(fieldName: string, order: "ASC" | "DESC"): Promise<string[]> {
    const ids: string[] = [];
    let query: object = { sort: [{ fieldName, order }], cursorPaging: { limit: 2 } };
    for (;;) {
      const { extendedBookings, pagingMetadata } = await owners().queryExtended({ query });
      ids.push(...extendedBookings.map(({ booking }) => booking.id));
      const cursor = pagingMetadata.cursors?.next;
      if (!cursor) return ids;
      query = { cursorPaging: { cursor } };
    }
  }

  test.each(Object.entries(fields))(
    "bookings can be filtered by %s, and sorted by it unless it is a list",
    async (path, field) => {
      const { id } = (await owners().queryExtended({ query: {} })).extendedBookings[0]?.booking ?? {};
      const there = await found({ [path]: { $exists: true } });
      const missing = await found({ [path]: { $exists: false } });
      expect(there.filter((each) => missing.includes(each))).toEqual([]);
      expect([...there, ...missing]).toContain(id);
      if (field.type.endsWith("Array")) return;
      for (const order of ["ASC", "DESC"] as const)
        expect(await asked(path, order)).toEqual(await inOrder(field, order));
    },
  );

  test("the test data of each field differs enough to reveal a wrong sort order", async () => {
    const differing = ["startDate", "createdDate", "status", "totalParticipants", "contactDetails.firstName"];
    for (const path of differing) {
      const field = fields[path] as (typeof fields)[string];
      expect(await inOrder(field, "ASC"), path).not.toEqual(await inOrder(field, "DESC"));
    }
  });
});

test("finds bookings by creator, contact, names and booked service", async () => {
  const contactId = newId();
  const sessionId = await gym.session({ service });
  const participants = [{ firstName: "Ąžuolas" }];
  const { id, createdBy } = await book(sessionId, { contactDetails: { contactId, firstName: "Ona" }, participants });
  await book(sessionId);
  const { appId } = createdBy;
  expect(createdBy).toEqual({ appId, contactId });
  for (const filter of [
    { "contactDetails.contactId": contactId },
    { "createdBy.contactId": contactId },
    { "participants.firstName": { $hasSome: ["Ąžuolas"] } },
    { "createdBy.id.appId": appId, "contactDetails.contactId": contactId, totalParticipants: { $lte: 1 } },
  ]) {
    expect(await found(filter)).toEqual([id]);
  }
  expect(await found({ "createdBy.id.wixUserId": newId() })).toEqual([]);
  expect(await found({ "bookedEntity.item.schedule.serviceId": service.id })).toEqual([]);
});

test("returns the URL of an online meeting on request, for confirmed bookings only", async () => {
  const sessionId = await gym.session({ service });
  const calendarConference = {
    type: "CUSTOM",
    guestUrl: "https://meet.example/1",
    hostUrl: "https://meet.example/h",
    password: "kaladės",
  };
  const extra = JSON.stringify({ calendarConference });
  await gym.db.updateTable("session").set({ extra }).where("id", "=", sessionId).execute();
  const confirmed = await book(sessionId, { totalParticipants: 2 });
  const pending = await book(sessionId, { status: "PENDING" });
  await owners().setAttendance({ bookingId: confirmed.id, status: "ATTENDED" });
  const query = { filter: { "bookedEntity.slot.sessionId": sessionId } };
  const asked = { withBookingConferencingDetails: true, withBookingAttendanceInfo: true };
  const { extendedBookings } = await owners().queryExtended({ query, ...asked });
  const of = (id: string) => extendedBookings.find(({ booking }) => booking.id === id);
  expect(of(confirmed.id)).toMatchObject({
    conferencingDetails: { guestUrl: "https://meet.example/1", password: "kaladės" },
    attendance: { status: "ATTENDED", numberOfAttendees: 2 },
  });
  expect(JSON.stringify(extendedBookings)).not.toContain("meet.example/h");
  expect(of(pending.id)?.conferencingDetails ?? undefined).toBeUndefined();
  expect(of(pending.id)?.attendance).toMatchObject({ status: "NOT_SET" });
  const plain = await owners().queryExtended({ query });
  expect(plain.extendedBookings.some(({ conferencingDetails }) => conferencingDetails)).toBe(false);
});

test("returns a booking's position on the waiting list", async () => {
  const sessionId = await gym.session({ service });
  const ids = [
    await book(sessionId, { status: "WAITING_LIST" }),
    await book(sessionId, { status: "WAITING_LIST" }),
  ].map(({ id }) => id);
  const { db, siteId, clock } = gym;
  const at = { joinedDate: clock.now, updatedDate: clock.now };
  const line = {
    siteId,
    placesId: sessionId,
    serviceId: service.id,
    scheduleId: service.scheduleId,
    sessionId,
    totalParticipants: 1,
  };
  const entries = ids.map((bookingId, index) => ({ ...line, ...at, id: newId(), bookingId, rank: index + 1 }));
  await db.insertInto("waitlistEntry").values(entries).execute();
  const filter = { "bookedEntity.slot.sessionId": sessionId };
  const sort = [{ fieldName: "createdDate", order: "ASC" as const }];
  const { extendedBookings } = await owners().queryExtended({ query: { filter, sort } });
  const positions = new Map(extendedBookings.map(({ booking }) => [booking.id, booking.waitingList?.position]));
  expect(ids.map((id) => positions.get(id))).toEqual([1, 2]);
});
