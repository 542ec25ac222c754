import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRules, createSession } from "../schedules/schedules.ts";
import { createTestGym, type TestGym } from "../testing.ts";
import { updateWaitingMin } from "./availability.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

const visitors = () => gym.as(gym.visitor()).availability;
const book = (serviceId: string, scheduleId: string, sessionId: string, totalParticipants: number) =>
  gym.as(gym.visitor()).bookings.create({
    booking: {
      bookedEntity: { slot: { serviceId, scheduleId, sessionId } },
      contactDetails: { firstName: "Ona", email: "ona@uola.example" },
      selectedPaymentOption: "OFFLINE",
      totalParticipants,
    },
  });
/** Adds an entry to the waiting list. */
async function waits(service: { id: string; scheduleId: string }, sessionId: string, totalParticipants: number) {
  const { db, siteId, clock } = gym;
  const { id: serviceId, scheduleId } = service;
  const ids = { siteId, serviceId, scheduleId, sessionId, placesId: sessionId, totalParticipants };
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  const booking = { ...ids, ...dates, id: newId(), status: "WAITING_LIST" as const, bookedEntity: "{}" };
  await db.insertInto("booking").values(booking).execute();
  const entry = { ...ids, id: newId(), bookingId: booking.id, rank: Math.random(), joinedDate: clock.now };
  await db
    .insertInto("waitlistEntry")
    .values({ ...entry, updatedDate: clock.now })
    .execute();
  await db.transaction().execute((tx) => updateWaitingMin(tx, siteId, sessionId));
}
const around = () => ({ startDate: gym.hours(-24).toISOString(), endDate: gym.hours(24 * 30).toISOString() });
const slots = async (filter: object, more: object = {}) => {
  const query = { filter: { ...around(), ...filter }, ...("sort" in more ? { sort: more.sort as never } : {}) };
  return (await visitors().query({ query, ...more })).availabilityEntries;
};

describe("service slots", () => {
  test("service slots show the open places and the trainer after bookings", async () => {
    const ieva = await gym.trainer({ name: "Ieva", workingHours: [] });
    const service = await gym.service();
    const times = { startDate: gym.hours(30), endDate: gym.hours(31) };
    const id = await createSession(gym.context, { serviceId: service.id, ...times, capacity: 5, staffIds: [ieva] });
    await book(service.id, service.scheduleId, id, 2);
    const [entry, ...others] = await slots({ serviceId: service.id });
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      bookable: true,
      totalSpots: 5,
      openSpots: 3,
      locked: false,
      bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false },
      slot: {
        sessionId: id,
        serviceId: service.id,
        scheduleId: service.scheduleId,
        startDate: times.startDate.toISOString(),
        timezone: "UTC",
        resource: { id: ieva, name: "Ieva" },
      },
    });
    expect(await slots({ serviceId: service.id, resourceId: ieva })).toHaveLength(1);
    expect(await slots({ serviceId: service.id, resourceId: newId() })).toEqual([]);
    expect(await slots({ serviceId: service.id, openSpots: 3 })).toHaveLength(1);
    expect(await slots({ serviceId: service.id, openSpots: 4 })).toEqual([]);
  });

  test("service slots are sorted by bookable first, then by start, and sorting and the limit per day can be changed", async () => {
    const service = await gym.service();
    const hoursOf = async (filter: object, more: object = {}) =>
      (await slots({ serviceId: [service.id], ...filter }, more)).map(
        ({ slot }) => (Date.parse(slot.startDate ?? "") - gym.clock.now.getTime()) / 3_600_000,
      );
    for (const [inHours, capacity] of [
      [25, 1],
      [26, 3],
      [27, 3],
      [50, 3],
    ] as const) {
      const id = await gym.session({ service, inHours, capacity });
      if (capacity === 1) await book(service.id, service.scheduleId, id, 1);
    }
    expect(await hoursOf({})).toEqual([26, 27, 50, 25]);
    expect(await hoursOf({}, { sort: [{ fieldName: "slot.startDate", order: "DESC" }] })).toEqual([50, 27, 26, 25]);
    expect(await hoursOf({}, { slotsPerDay: 1 })).toEqual([26, 50]);
    expect(await hoursOf({ bookable: false })).toEqual([25]);
  });

  test("service slots read and return wall times in the requested time zone", async () => {
    const service = await gym.service();
    await gym.session({ service, inHours: 30 });
    const filter = { serviceId: service.id, startDate: "2026-09-02T18:00:00Z", endDate: "2026-09-02T18:00:01Z" };
    const timezone = "Europe/Vilnius";
    const [entry] = (await visitors().query({ query: { filter }, timezone })).availabilityEntries;
    expect(entry?.slot).toMatchObject({ startDate: "2026-09-02T18:00:00", endDate: "2026-09-02T19:00:00", timezone });
    expect((await visitors().query({ query: { filter } })).availabilityEntries).toEqual([]);
  });

  test("service slots report which booking policy rule is violated", async () => {
    const policyId = await gym.policy({
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 48 * 60 },
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 },
    });
    const service = await gym.service({ policyId });
    for (const inHours of [0.5, 10, 60]) await gym.session({ service, inHours });
    const entries = await slots({ serviceId: service.id });
    expect(
      entries.map(({ bookable, bookingPolicyViolations: { tooEarlyToBook, tooLateToBook } }) => {
        return [bookable, tooEarlyToBook, tooLateToBook];
      }),
    ).toEqual([
      [true, false, false],
      [false, false, true],
      [false, true, false],
    ]);
    const early = { "bookingPolicyViolations.tooEarlyToBook": true };
    expect(await slots({ serviceId: service.id, ...early })).toHaveLength(1);
    const closed = await gym.service({ onlineBooking: { enabled: false } });
    await gym.session({ service: closed });
    const [entry] = await slots({ serviceId: closed.id });
    expect(entry).toMatchObject({ bookable: false, bookingPolicyViolations: { bookOnlineDisabled: true } });
  });

  test("service slots exclude courses, past sessions and, for visitors, hidden services", async () => {
    const hidden = await gym.service({ hidden: true });
    await gym.session({ service: hidden });
    expect(await slots({ serviceId: hidden.id })).toEqual([]);
    const query = { filter: { ...around(), serviceId: hidden.id } };
    expect((await gym.as(gym.key).availability.query({ query })).availabilityEntries).toHaveLength(1);
    const course = await gym.service({ type: "COURSE" });
    await gym.session({ service: course });
    expect(await slots({ serviceId: course.id })).toEqual([]);
    const past = await gym.service();
    await gym.session({ service: past, inHours: -2 });
    expect(await slots({ serviceId: past.id })).toEqual([]);
  });

  test("service slots report the open waiting-list places and are locked once the waiting list has priority", async () => {
    const policyId = await gym.policy({ waitlistPolicy: { enabled: true, capacity: 3 } });
    const service = await gym.service({ policyId });
    const id = await gym.session({ service, capacity: 4 });
    await book(service.id, service.scheduleId, id, 2);
    await waits(service, id, 3);
    const [entry] = await slots({ serviceId: service.id });
    const free = { totalSpots: 4, openSpots: 2, waitingList: { totalSpots: 3, openSpots: 2 } };
    expect(entry).toMatchObject({ bookable: true, locked: false, ...free });
    await waits(service, id, 2);
    const [later] = await slots({ serviceId: service.id });
    expect(later).toMatchObject({ bookable: false, locked: true, openSpots: 2, waitingList: { openSpots: 1 } });
    const range = { from: gym.hours(0), to: gym.hours(72), serviceIds: [service.id] };
    expect((await visitors().sessions(range)).sessions).toMatchObject([{ locked: true, waiting: 2, bookable: false }]);
  });

  test("service slots are filtered by location", async () => {
    const [hall, yard] = [newId(), newId()];
    const at = (id: string, name: string) => ({ type: "BUSINESS" as const, business: { id, name } });
    const service = await gym.service({ locations: [at(hall, "Salė"), at(yard, "Kiemas")] });
    await gym.session({ service });
    const moved = await gym.session({ service, inHours: 50 });
    const location = { id: yard, name: "Kiemas", locationType: "OWNER_BUSINESS" };
    const extra = JSON.stringify({ location });
    await gym.db.updateTable("session").set({ extra }).where("id", "=", moved).execute();
    const placesOf = async (locationIds: string | string[]) =>
      (await slots({ serviceId: service.id, "location.businessLocation.id": locationIds })).map(
        ({ slot }) => slot.location?.name,
      );
    expect(await placesOf(hall)).toEqual(["Salė"]);
    expect(await placesOf([yard])).toEqual(["Kiemas"]);
    expect(await placesOf([hall, yard])).toEqual(["Salė", "Kiemas"]);
    expect(await placesOf(newId())).toEqual([]);
  });

  test("the service slot query rejects invalid filters, sort fields and time zones", async () => {
    const ask = (filter: object, more: object = {}) =>
      visitors().query({ query: { filter: filter as never }, ...more });
    const invalid = { status: 400, code: "INVALID_FILTER" };
    await expect(ask({})).rejects.toMatchObject({
      kind: "validation",
      fieldViolations: ["endDate", "serviceId", "startDate"].map((key) => ({ field: `query.filter.${key}` })),
    });
    const serviceId = newId();
    await expect(ask({ ...around(), serviceId: { $in: [serviceId] } })).rejects.toMatchObject(invalid);
    await expect(ask({ ...around(), serviceId, startDate: "soon" })).rejects.toMatchObject(invalid);
    await expect(ask({ ...around(), serviceId, price: 3 })).rejects.toMatchObject(invalid);
    await expect(ask({ ...around(), serviceId, bookable: "yes" })).rejects.toMatchObject(invalid);
    await expect(slots({ serviceId }, { sort: [{ fieldName: "price" }] })).rejects.toMatchObject(invalid);
    const timezone = "Europe/Vilno";
    await expect(slots({ serviceId }, { timezone })).rejects.toMatchObject({ status: 400, code: "INVALID_TIME_ZONE" });
  });
});

describe("courses", () => {
  test("a course has one capacity for all of its sessions", async () => {
    const service = await gym.service({ type: "COURSE", defaultCapacity: 6 });
    const first = await gym.session({ service, inHours: 24 });
    await gym.session({ service, inHours: 24 * 8 });
    const read = () => visitors().schedule({ scheduleId: service.scheduleId });
    expect(await read()).toEqual({
      availability: {
        totalSpots: 6,
        openSpots: 6,
        bookingPolicyViolations: { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false },
        cancelableUntil: gym.hours(0),
        reschedulableUntil: null,
      },
      bookingPolicySettings: { maxParticipantsPerBooking: 10 },
    });
    await gym.as(gym.visitor()).bookings.create({
      booking: {
        bookedEntity: { schedule: { scheduleId: service.scheduleId } },
        contactDetails: { firstName: "Ona", email: "ona@uola.example" },
        selectedPaymentOption: "OFFLINE",
        totalParticipants: 2,
      },
    });
    expect((await read()).availability.openSpots).toBe(4);
    expect(await gym.placesOf(first)).toBeUndefined();
    const range = { from: gym.hours(0), to: gym.hours(24 * 30), serviceIds: [service.id] };
    const { sessions } = await visitors().sessions(range);
    expect(sessions.map(({ courseSession, openSpots, bookable }) => ({ courseSession, openSpots, bookable }))).toEqual([
      { courseSession: { number: 1, of: 2 }, openSpots: 4, bookable: false },
      { courseSession: { number: 2, of: 2 }, openSpots: 4, bookable: false },
    ]);
  });

  test("course availability returns 404 for an unknown schedule, a class's schedule or a hidden course", async () => {
    const hidden = await gym.service({ type: "COURSE", hidden: true });
    for (const scheduleId of [newId(), (await gym.service()).scheduleId, hidden.scheduleId]) {
      const refusal = { status: 404, code: "FAILED_RESOLVING_SCHEDULE" };
      await expect(visitors().schedule({ scheduleId })).rejects.toMatchObject(refusal);
    }
    const { availability } = await gym.as(gym.key).availability.schedule({ scheduleId: hidden.scheduleId });
    expect(availability.bookingPolicyViolations.bookOnlineDisabled).toBe(false);
  });
});

describe("the timetable", () => {
  test("the timetable includes canceled sessions for everyone and sessions of hidden services for staff only", async () => {
    const service = await gym.service();
    const today = "2026-09-01";
    const rule = {
      scheduleId: service.scheduleId,
      weekday: 5,
      startTime: "18:00",
      durationMinutes: 90,
      validFrom: today,
    };
    await createRules(gym.context, [{ ...rule, exceptions: [{ date: "2026-09-11", canceled: true }] }]);
    const range = { from: new Date("2026-09-04T15:00:00Z"), to: new Date("2026-09-18T15:00:00Z") };
    const read = (of: string, as = visitors()) => as.sessions({ ...range, serviceIds: [of] });
    const { sessions } = await read(service.id);
    expect(sessions).toMatchObject([
      { startDate: range.from, status: "CONFIRMED", openSpots: 12, bookable: true, exception: false },
      { startDate: new Date("2026-09-11T15:00:00Z"), status: "CANCELLED", openSpots: 0, exception: true },
    ]);
    const hidden = await gym.service({ hidden: true });
    await gym.session({ service: hidden, inHours: 24 * 7 });
    expect((await read(hidden.id)).sessions).toEqual([]);
    expect((await read(hidden.id, gym.as(gym.key).availability)).sessions).toHaveLength(1);
  });

  test("the timetable shows appointments, notes and the host's meeting link to trainers and the owner only", async () => {
    const { db, siteId, clock } = gym;
    const service = await gym.service();
    const id = await gym.session({ service });
    const dates = { createdDate: clock.now, updatedDate: clock.now };
    const wall = { siteId, id: newId(), type: "WALL" as const, name: "Siena", ...dates };
    await db.insertInto("resource").values(wall).execute();
    const calendarConference = { type: "CUSTOM", hostUrl: "https://meet.example/host" };
    const extra = JSON.stringify({ note: "Atsinešti magnezijos", calendarConference });
    await db
      .updateTable("session")
      .set({ extra, resourceIds: [wall.id], busy: false })
      .where("id", "=", id)
      .execute();
    const booked = await gym.session({ service, inHours: 50 });
    await db.updateTable("session").set({ appointment: true }).where("id", "=", booked).execute();
    const range = { from: gym.hours(0), to: gym.hours(72), serviceIds: [service.id] };
    const [seen, ...others] = (await visitors().sessions(range)).sessions;
    expect(others).toEqual([]);
    expect(seen).toMatchObject({ id, resources: [{ id: wall.id, name: "Siena" }], transparency: "FREE" });
    expect([seen?.note, seen?.calendarConference]).toEqual([undefined, undefined]);
    const { sessions } = await gym.as(gym.key).availability.sessions(range);
    expect(sessions).toMatchObject([
      { id, note: "Atsinešti magnezijos", calendarConference },
      { id: booked, appointment: true, bookable: false },
    ]);
  });

  test("the timetable contains each session's last change and an increasing sequence number for calendars", async () => {
    const { db, clock } = gym;
    const service = await gym.service();
    const id = await gym.session({ service });
    const read = async () => {
      const range = { from: gym.hours(0), to: gym.hours(72), serviceIds: [service.id] };
      const [session] = (await visitors().sessions(range)).sessions;
      return { updatedDate: session?.updatedDate, sequence: session?.sequence };
    };
    const createdDate = clock.now;
    const change = (updatedDate: Date) =>
      db.updateTable("session").set({ createdDate, updatedDate }).where("id", "=", id).execute();
    await change(createdDate);
    expect(await read()).toEqual({ updatedDate: createdDate, sequence: 0 });
    const later = new Date(createdDate.getTime() + 90_500);
    await change(later);
    expect(await read()).toEqual({ updatedDate: later, sequence: 91 });
  });

  test("the timetable rejects ranges longer than 62 days", async () => {
    const from = gym.clock.now;
    const days = (count: number) => new Date(from.getTime() + count * 86_400_000);
    await visitors().sessions({ from, to: days(62) });
    const refusal = { status: 400, code: "RANGE_TOO_LONG" };
    await expect(visitors().sessions({ from, to: days(62.01) })).rejects.toMatchObject(refusal);
  });
});
