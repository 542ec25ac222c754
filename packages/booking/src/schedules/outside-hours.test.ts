import { readFile } from "node:fs/promises";
import { type Changes, dayMs } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWaitlistGym, type Person } from "../waitlist/waitlist.testing.ts";

type WaitlistGym = Awaited<ReturnType<typeof createWaitlistGym>>;
let gym: WaitlistGym;
let owner: Person;
let visitor: Person;
let desk: Person;
beforeAll(async () => {
  gym = await createWaitlistGym();
  owner = gym.owner;
  desk = gym.testGym.as((await gym.testGym.member({ role: "desk" })).token);
});
afterAll(() => gym.testGym.close());
beforeEach(async () => {
  visitor = gym.visitor();
  await setHours({ specialHours: [] });
});

const everyDay = (open: string, close: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, open, close }));
const closed = (date: string) => ({ date, name: "Šventė", closed: true });
type Hours = Pick<
  NonNullable<Parameters<Person["business"]["update"]>[0]["business"]>,
  "openingHours" | "specialHours"
>;
async function setHours(hours: Hours) {
  const { business } = await owner.business.get({});
  const openingHours = everyDay("08:00", "22:00");
  await owner.business.update({ business: { openingHours, ...hours, revision: business.revision ?? "" } });
}
/** The date of sessions that begin in ten days. The test clock is at 12:00 in Vilnius. */
const date = "2026-09-11";
const refused = { code: "SLOT_NOT_AVAILABLE" };
const range = { from: new Date(`${date}T00:00:00+03:00`), to: new Date(`${date}T24:00:00+03:00`) };
const slotOf = (sessionId: string) => ({
  sessionId,
  serviceId: gym.service.id,
  scheduleId: gym.service.scheduleId,
});
const seenBy = async (person: Person) => {
  const { sessions } = await person.availability.sessions({ ...range, serviceIds: [gym.service.id] });
  return sessions.map(({ id }) => id);
};
const slotsFor = async (person: Person) => {
  const filter = { serviceId: gym.service.id, startDate: range.from.toISOString(), endDate: range.to.toISOString() };
  const { availabilityEntries } = await person.availability.query({ query: { filter } });
  return availabilityEntries.map(({ slot }) => slot.sessionId);
};
const undecided = async () => (await owner.schedules.outsideHours({})).sessions.map(({ session }) => session.id);
const full = async () => {
  const sessionId = await gym.session(1);
  const first = await gym.books({ sessionId });
  return { sessionId, first };
};

/**
 * Every operation with which a visitor can take places of a session: each prepares the session and
 * returns the attempt.
 */
const visitorAttempts: Record<string, () => Promise<{ sessionId: string; attempt: () => Promise<unknown> }>> = {
  "creating a booking": async () => {
    const sessionId = await gym.session(5);
    return { sessionId, attempt: () => gym.books({ sessionId }) };
  },
  "creating bookings in bulk": async () => {
    const sessionId = await gym.session(5);
    const attempt = async () => {
      const { results } = await visitor.bookings.bulkCreate({ createBookingsInfo: [gym.input({ sessionId })] });
      const error = results[0]?.itemMetadata?.error;
      if (error) throw error;
    };
    return { sessionId, attempt };
  },
  "creating a multi-service booking": async () => {
    const sessionId = await gym.session(5);
    const { bookedEntity, totalParticipants, contactDetails, selectedPaymentOption } = gym.input({ sessionId }).booking;
    const bookings = [{ bookedEntity, totalParticipants, contactDetails, selectedPaymentOption }];
    const attempt = () =>
      visitor.multiServiceBookings.create({ bookings, multiServiceBookingType: "SEPARATE_BOOKINGS" });
    return { sessionId, attempt };
  },
  "holding places": async () => {
    const sessionId = await gym.session(5);
    return { sessionId, attempt: () => visitor.holds.create({ slot: slotOf(sessionId), totalParticipants: 1 }) };
  },
  "booking with places that were held before": async () => {
    const sessionId = await gym.session(5);
    const { hold } = await visitor.holds.create({ slot: slotOf(sessionId), totalParticipants: 1 });
    return { sessionId, attempt: () => visitor.bookings.create({ ...gym.input({ sessionId }), holdId: hold.id }) };
  },
  "moving a booking there": async () => {
    const { testGym } = gym;
    const reschedulePolicy = { enabled: true, limitLatestReschedule: false };
    const service = await testGym.service({ policyId: await testGym.policy({ reschedulePolicy }) });
    const sessionId = await testGym.session({ service, inHours: 240 });
    const { person, booking } = await gym.books(
      { sessionId: await testGym.session({ service, inHours: 24 }) },
      1,
      service,
    );
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const attempt = () => person.bookings.reschedule({ bookingId: booking.id, revision: booking.revision, slot });
    return { sessionId, attempt };
  },
  "joining the waiting list": async () => {
    const { sessionId } = await full();
    return { sessionId, attempt: () => gym.waits({ sessionId }) };
  },
  "accepting an offer of the waiting list": async () => {
    const { sessionId, first } = await full();
    const { person, entryId } = await gym.waits({ sessionId });
    await gym.cancels(first);
    await gym.pass();
    return { sessionId, attempt: () => person.waitlist.accept({ entryId }) };
  },
  "accepting an offer by its link": async () => {
    const { sessionId, first } = await full();
    const { entryId } = await gym.waits({ sessionId });
    await gym.cancels(first);
    await gym.pass();
    const key = await gym.links.keyOf(entryId);
    return { sessionId, attempt: () => gym.visitor().waitlist.answerByLink({ key, answer: "ACCEPT" }) };
  },
};

describe("a session on a closed day", () => {
  test.each(Object.keys(visitorAttempts))(
    "rejects %s for a session on a closed day until the owner decides to keep it",
    async (door) => {
      const { sessionId, attempt } = await (visitorAttempts[door] as (typeof visitorAttempts)[string])();
      await setHours({ specialHours: [closed(date)] });
      await expect(attempt()).rejects.toMatchObject(refused);
      await owner.schedules.settleOutsideHours({ sessionIds: [sessionId], decision: "KEEP" });
      await attempt();
    },
  );

  test("visitors do not see a session on a closed day in slots or timetable until the owner keeps it", async () => {
    const sessionId = await gym.session(5);
    expect([await seenBy(visitor), await slotsFor(visitor)]).toEqual([
      expect.arrayContaining([sessionId]),
      expect.arrayContaining([sessionId]),
    ]);
    await setHours({ specialHours: [closed(date)] });
    expect(await seenBy(visitor)).not.toContain(sessionId);
    expect(await slotsFor(visitor)).not.toContain(sessionId);
    const { sessions } = await owner.availability.sessions({ ...range, serviceIds: [gym.service.id] });
    expect(sessions.find(({ id }) => id === sessionId)).toMatchObject({ outsideHours: "DATE", bookable: false });
    await owner.schedules.settleOutsideHours({ sessionIds: [sessionId], decision: "KEEP" });
    expect(await seenBy(visitor)).toContain(sessionId);
    expect(await slotsFor(visitor)).toContain(sessionId);
    expect((await visitor.schedules.getSession({ sessionId })).session).toMatchObject({ bookable: true });
  });

  test("the waiting list does not offer a session on a closed day until the owner keeps it", async () => {
    const { sessionId, first } = await full();
    const { entryId } = await gym.waits({ sessionId });
    await setHours({ specialHours: [closed(date)] });
    await gym.cancels(first);
    await gym.pass();
    expect(await gym.entryOf(entryId)).toMatchObject({ state: "WAITING" });
    await owner.schedules.settleOutsideHours({ sessionIds: [sessionId], decision: "KEEP" });
    await gym.pass();
    expect(await gym.entryOf(entryId)).toMatchObject({ state: "OFFERED" });
  });

  test("the front desk can still book a session on a closed day", async () => {
    const sessionId = await gym.session(5);
    await setHours({ specialHours: [closed(date)] });
    expect(await seenBy(desk)).toContain(sessionId);
    expect(await slotsFor(desk)).toContain(sessionId);
    await desk.bookings.create(gym.input({ sessionId }));
  });

  test("a session on a closed day keeps its bookings and is listed with them until the owner decides", async () => {
    const sessionId = await gym.session(5);
    const { booking } = await gym.books({ sessionId }, 2);
    const preview = await owner.schedules.outsideHours({ specialHours: [closed(date)] });
    expect(preview.sessions.find(({ session }) => session.id === sessionId)).toMatchObject({
      cause: "DATE",
      bookings: 1,
      participants: 2,
    });
    expect(await undecided()).not.toContain(sessionId);
    await setHours({ specialHours: [closed(date)] });
    expect(await undecided()).toContain(sessionId);
    expect(await gym.statusOf(booking.id)).toBe("CONFIRMED");
    await owner.schedules.settleOutsideHours({
      sessionIds: [sessionId],
      decision: "CANCEL",
      participantNotification: { notifyParticipants: true, message: "Nedirbame." },
    });
    expect(await undecided()).not.toContain(sessionId);
    expect(await gym.statusOf(booking.id)).toBe("CANCELED");
    expect(await gym.templates(booking.id)).toEqual(["booking-confirmed", "booking-canceled"]);
  });

  test("a decision about a closed day has no effect if the day was opened again", async () => {
    const sessionId = await gym.session(5);
    await owner.schedules.settleOutsideHours({ sessionIds: [sessionId], decision: "CANCEL" });
    expect((await owner.schedules.getSession({ sessionId })).session.status).toBe("CONFIRMED");
  });

  test("moving a session that the owner kept requires a new decision about the closed day", async () => {
    const sessionId = await gym.session(5);
    await setHours({ specialHours: [closed(date)] });
    await owner.schedules.settleOutsideHours({ sessionIds: [sessionId], decision: "KEEP" });
    const change = { startDate: new Date(`${date}T15:00:00Z`) };
    const { conflicts } = await owner.schedules.changeSession({ sessionId, change });
    expect(conflicts).toMatchObject([{ sessionId, outsideHours: "DATE" }]);
    const again = await owner.schedules.changeSession({ sessionId, change: { ...change, outsideHours: true } });
    expect(again.conflicts).toEqual([]);
    expect(await seenBy(visitor)).toContain(sessionId);
  });
});

describe("weekly rules outside the opening hours", () => {
  const morning = { weekday: 5, startTime: "07:00", durationMinutes: 60, validFrom: "2026-09-04" };
  const seenOf = async (serviceId: string) => {
    const { sessions } = await visitor.availability.sessions({
      from: gym.testGym.hours(0),
      to: gym.testGym.hours(24 * 28),
      serviceIds: [serviceId],
    });
    return sessions.map(({ startDate }) => startDate.toISOString().slice(0, 10));
  };

  test("weekly rules outside the opening hours are reported as conflicts and not offered", async () => {
    const { id, scheduleId } = await gym.testGym.service();
    const rules = [{ ...morning, scheduleId }];
    const preview = await owner.schedules.createRules({ rules, preview: true });
    expect(preview.conflicts[0]).toMatchObject({ outsideHours: "WEEKLY", startDate: preview.dates[0]?.startDate });
    expect((await owner.schedules.createRules({ rules })).conflicts[0]).toMatchObject({ outsideHours: "WEEKLY" });
    expect(await seenOf(id)).toEqual([]);
  });

  test("weekly rules created outside the opening hours on purpose are offered, except on closed days", async () => {
    const { id, scheduleId } = await gym.testGym.service();
    const made = await owner.schedules.createRules({ rules: [{ ...morning, scheduleId, outsideHours: true }] });
    expect([made.conflicts, made.rules[0]?.outsideHours]).toEqual([[], true]);
    expect(await seenOf(id)).toEqual(["2026-09-04", "2026-09-11", "2026-09-18", "2026-09-25"]);
    await setHours({ specialHours: [closed("2026-09-18")] });
    expect(await seenOf(id)).toEqual(["2026-09-04", "2026-09-11", "2026-09-25"]);
  });

  test("after the weekly hours change, keeping one date keeps the whole weekly rule", async () => {
    const { id, scheduleId } = await gym.testGym.service();
    const { rules } = await owner.schedules.createRules({ rules: [{ ...morning, startTime: "09:00", scheduleId }] });
    await setHours({ openingHours: everyDay("10:00", "22:00") });
    expect(await seenOf(id)).toEqual([]);
    const found = (await owner.schedules.outsideHours({})).sessions.filter(({ session }) => session.serviceId === id);
    expect(found[0]?.cause).toBe("WEEKLY");
    await owner.schedules.settleOutsideHours({ sessionIds: [found[0]?.session.id ?? ""], decision: "KEEP" });
    expect(await seenOf(id)).toHaveLength(4);
    expect((await owner.schedules.rules({ scheduleId })).rules[0]?.outsideHours).toBe(true);
    // A new time requires a new decision.
    await owner.schedules.changeRule({ rule: { id: rules[0]?.id ?? "", startTime: "08:30" } });
    expect(await seenOf(id)).toEqual([]);
  });

  test("after the weekly hours change, canceling one date ends the whole weekly rule", async () => {
    const { id, scheduleId } = await gym.testGym.service();
    await owner.schedules.createRules({ rules: [{ ...morning, startTime: "09:00", scheduleId }] });
    await setHours({ openingHours: everyDay("10:00", "22:00") });
    const found = (await owner.schedules.outsideHours({})).sessions.filter(({ session }) => session.serviceId === id);
    await owner.schedules.settleOutsideHours({ sessionIds: [found[0]?.session.id ?? ""], decision: "CANCEL" });
    const left = (await owner.schedules.outsideHours({})).sessions.filter(({ session }) => session.serviceId === id);
    expect(left).toEqual([]);
    expect((await owner.schedules.rules({ scheduleId })).rules[0]?.validUntil).toBe("2026-09-03");
  });
});

describe("a course with lessons outside the opening hours", () => {
  const lessons = { weekday: 5, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-04" };

  test("a course is sold while at least one lesson is within the opening hours, and the other lessons are marked", async () => {
    const { id, scheduleId } = await gym.testGym.service({ type: "COURSE" });
    await owner.schedules.createRules({ rules: [{ ...lessons, scheduleId, validUntil: "2026-09-11" }] });
    await setHours({ specialHours: [closed(date)] });
    const { sessions } = await visitor.availability.sessions({ ...range, serviceIds: [id] });
    expect(sessions).toMatchObject([{ outsideHours: "DATE", courseSession: { number: 2, of: 2 } }]);
    await visitor.bookings.create(gym.input({ scheduleId }));
    await setHours({ specialHours: [closed("2026-09-04"), closed(date)] });
    await expect(visitor.bookings.create(gym.input({ scheduleId }))).rejects.toMatchObject(refused);
  });
});

describe("an installation older than the opening-hours check", () => {
  const migrate = async () => {
    const file = new URL("../migrations/0085_sessions_kept_outside_hours.sql", import.meta.resolve("@uola/database"));
    const { db } = gym.testGym;
    await db.transaction().execute(async (tx) => sql.raw(await readFile(file, "utf8")).execute(tx));
    // Readers that cache sessions are notified of the change.
    (gym.testGym.context.changes as Changes).publish("services");
  };

  test("keeps offering sessions outside the weekly hours after migration, but not on closed days", async () => {
    // The migration uses the database's clock to determine upcoming sessions.
    const week = new Date(Date.now() + 7 * dayMs);
    const validFrom = week.toISOString().slice(0, 10);
    gym.testGym.clock.now = new Date(Date.now());
    const { id, scheduleId } = await gym.testGym.service();
    const weekday = week.getUTCDay() || 7;
    const usual = { scheduleId, weekday, durationMinutes: 60, validFrom };
    const { rules } = await owner.schedules.createRules({
      rules: [
        { ...usual, startTime: "07:00" },
        { ...usual, startTime: "18:00" },
        { ...usual, startTime: "19:00" },
      ],
    });
    const [early = "", evening = "", late = ""] = rules.map((rule) => rule.id);
    const sessionsOf = async (person: Person) => {
      const to = new Date(Date.now() + 16 * dayMs);
      return (await person.availability.sessions({ from: new Date(), to, serviceIds: [id] })).sessions;
    };
    const moved = (await sessionsOf(owner)).find(({ ruleId }) => ruleId === late);
    await owner.schedules.changeSession({ sessionId: moved?.id ?? "", change: { startTime: "21:30" } });
    const closedDay = new Date(week.getTime() + 7 * dayMs).toISOString().slice(0, 10);
    await setHours({ specialHours: [closed(closedDay)] });
    expect((await sessionsOf(visitor)).map(({ ruleId }) => ruleId)).toEqual([evening]);
    await migrate();
    expect((await sessionsOf(visitor)).map(({ ruleId }) => ruleId)).toEqual([early, evening, late]);
    const made = await owner.schedules.rules({ scheduleId });
    expect(made.rules.filter(({ outsideHours }) => outsideHours).map((rule) => rule.id)).toEqual([early]);
  });
});
