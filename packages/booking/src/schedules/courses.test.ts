import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: ReturnType<TestGym["as"]>;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
});
afterAll(() => gym.close());

const told = { participantNotification: { notifyParticipants: true, message: "Remontas" } };

/** Creates a course on four Wednesdays with one booking. */
async function term(staffIds: string[] = []) {
  const { id, scheduleId } = await gym.service({
    type: "COURSE",
    defaultCapacity: 8,
    payment: { rateType: "NO_FEE" },
  });
  const weekly = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, staffIds };
  await owner.schedules.createRules({ rules: [{ ...weekly, validFrom: "2026-09-02", validUntil: "2026-09-23" }] });
  const lessons = () =>
    gym.db
      .selectFrom("session")
      .select(["id", "startDate", "endDate", "status"])
      .where("scheduleId", "=", scheduleId)
      .orderBy("startDate")
      .execute();
  const contactDetails = { firstName: "Ona", email: "ona@uola.example" };
  const input = { bookedEntity: { schedule: { scheduleId } }, contactDetails, totalParticipants: 1 };
  const { booking } = await gym.as(gym.visitor()).bookings.create({ booking: input });
  const now = async () => {
    const { extendedBookings } = await owner.bookings.queryExtended({ query: { filter: { id: booking.id } } });
    const { startDate, endDate, status, revision, bookedEntity } = extendedBookings[0]?.booking ?? booking;
    expect(bookedEntity.schedule).toMatchObject({
      firstSessionStart: startDate?.toISOString(),
      lastSessionEnd: endDate?.toISOString(),
    });
    return { first: startDate?.toISOString(), last: endDate?.toISOString(), status, revision };
  };
  const events = async () => {
    const all = gym.db.selectFrom("event").select("slug").where("entityId", "=", booking.id).orderBy("entitySequence");
    return (await all.execute()).map(({ slug }) => slug);
  };
  const mails = async () => {
    const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
    return rows
      .map(({ payload }) => payload as Record<string, unknown>)
      .filter((mail) => mail.bookingId === booking.id);
  };
  return { id, scheduleId, lessons, now, events, mails };
}

test("a course booking always starts with the first lesson and ends with the last, also after lessons change", async () => {
  const { scheduleId, lessons, now, events, mails } = await term();
  const [first, , , last] = await lessons();
  const before = await now();
  expect(before).toMatchObject({ first: "2026-09-02T15:00:00.000Z", last: "2026-09-23T16:00:00.000Z", revision: "1" });

  await owner.schedules.changeSession({ sessionId: last?.id ?? "", change: { startTime: "19:00" }, ...told });
  const later = { ...before, last: "2026-09-23T17:00:00.000Z", revision: "2" };
  expect(await now()).toEqual(later);
  const changed = { from: { startDate: "2026-09-23T15:00:00.000Z" }, to: { startDate: "2026-09-23T16:00:00.000Z" } };
  expect((await mails()).at(-1)).toMatchObject({ template: "booking-rescheduled", revision: 2, lessons: [changed] });

  await owner.schedules.cancelSession({ sessionId: first?.id ?? "" });
  expect(await now()).toEqual({ ...later, first: "2026-09-09T15:00:00.000Z", revision: "3" });
  await owner.schedules.restoreSession({ sessionId: first?.id ?? "" });
  expect(await now()).toEqual({ ...later, revision: "4" });

  const startDate = new Date("2026-09-30T15:00:00Z");
  await owner.schedules.createSession({ scheduleId, startDate, endDate: new Date("2026-09-30T16:00:00Z") });
  expect(await now()).toMatchObject({ last: "2026-09-30T16:00:00.000Z", status: "CONFIRMED", revision: "5" });
  expect(await events()).toEqual(["created", "rescheduled", "rescheduled", "rescheduled", "rescheduled"]);
  expect((await mails()).filter(({ template }) => template === "booking-rescheduled")).toHaveLength(1);
});

test("changing a lesson in the middle of a course does not change the bookings, and people are notified only on request", async () => {
  const { lessons, now, events, mails } = await term();
  const [, second, third] = await lessons();
  const before = await now();
  const mailsBefore = (await mails()).length;
  await owner.schedules.changeSession({ sessionId: second?.id ?? "", change: { startTime: "17:00" } });
  expect(await mails()).toHaveLength(mailsBefore);
  await owner.schedules.changeSession({ sessionId: second?.id ?? "", change: { startTime: "19:00" }, ...told });
  await owner.schedules.cancelSession({ sessionId: third?.id ?? "", ...told });
  const lesson = (await mails()).slice(mailsBefore);
  const from = { startDate: third?.startDate.toISOString(), endDate: third?.endDate.toISOString() };
  expect(lesson).toMatchObject([
    { template: "booking-rescheduled", revision: 1, message: "Remontas", lessons: [{ to: expect.anything() }] },
    { template: "booking-rescheduled", revision: 1, lessons: [{ from, to: null }] },
  ]);
  expect(await now()).toEqual(before);
  expect(await events()).toEqual(["created"]);
});

test("a course's capacity is limited by the trainers of its upcoming lessons, but not below the places taken", async () => {
  const [ruta, jonas] = [await gym.trainer({ maxParticipants: 6 }), await gym.trainer({ maxParticipants: 4 })];
  const { scheduleId, lessons } = await term([ruta, jonas]);
  expect(await gym.placesOf(scheduleId)).toEqual({ capacity: 8, taken: 1 });
  expect(await owner.schedules.setCapacity({ scheduleId, capacity: 20 })).toEqual({ totalSpots: 10, openSpots: 9 });
  const [, second] = await lessons();
  await owner.schedules.changeSession({ sessionId: second?.id ?? "", change: { staffIds: [jonas] } });
  expect(await gym.placesOf(scheduleId)).toEqual({ capacity: 4, taken: 1 });
  await owner.resources.updateStaff({ staffMember: { id: jonas, revision: "1", maxParticipants: 2 } });
  expect(await gym.placesOf(scheduleId)).toEqual({ capacity: 2, taken: 1 });
  expect(await owner.schedules.setCapacity({ scheduleId, capacity: 0, allowBelowSold: true })).toEqual({
    totalSpots: 1,
    openSpots: 0,
  });
});
