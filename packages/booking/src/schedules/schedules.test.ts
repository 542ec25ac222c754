import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: ReturnType<TestGym["as"]>["schedules"];
let staffIds: string[];
let resourceIds: string[];
beforeAll(async () => {
  gym = await createTestGym();
  const { schedules, resources } = gym.as(gym.key);
  owner = schedules;
  const { staffMember } = await resources.createStaff({ staffMember: { name: "Agnė", maxParticipants: 5 } });
  const { resource } = await resources.create({ resource: { type: "WALL", name: "Didžioji siena" } });
  staffIds = [staffMember.id];
  resourceIds = [resource.id];
});
afterAll(() => gym.close());

const refusal = (code: string, status = 404) => expect.objectContaining({ code, status });
const invalid = expect.objectContaining({ kind: "validation", status: 400 });
const day = (session: { startDate: Date }) => session.startDate.toISOString().slice(0, 10);

async function series(
  input: Partial<Parameters<typeof owner.createRules>[0]["rules"][number]> = {},
  type: "CLASS" | "COURSE" = "CLASS",
) {
  const service = await gym.service({ type, defaultCapacity: 8, payment: { rateType: "NO_FEE" } });
  const usual = { weekday: 3, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-02" };
  const { rules } = await owner.createRules({ rules: [{ scheduleId: service.scheduleId, ...usual, ...input }] });
  const [rule] = rules;
  if (!rule) throw new Error("no rule was made");
  const sessions = async () => {
    const { sessions: found } = await gym
      .as(gym.key)
      .availability.sessions({ from: gym.hours(0), to: gym.hours(24 * 60), serviceIds: [service.id] });
    return found;
  };
  const on = async (date: string) => {
    const found = (await sessions()).find((each) => day(each) === date);
    if (!found) throw new Error(`nothing on ${date}`);
    return found;
  };
  return { service, rule, sessions, on };
}
const book = async (service: { id: string; scheduleId: string }, sessionId: string, totalParticipants = 1) => {
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const contactDetails = { firstName: "Ona", lastName: "Onaitė", email: "ona@uola.example" };
  const input = { bookedEntity: { slot }, totalParticipants, contactDetails };
  return (await gym.as(gym.visitor()).bookings.create({ booking: input })).booking;
};
const bookingOf = (id: string) =>
  gym.db.selectFrom("booking").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("course terms", () => {
  test("a term skips holidays, breaks and times off, and the reasons are returned in preview and creation", async () => {
    const { scheduleId } = await gym.service({ type: "COURSE" });
    const off = {
      resourceId: staffIds[0] as string,
      startDate: new Date("2026-11-18T00:00Z"),
      endDate: new Date("2026-11-19T00:00Z"),
    };
    const { timeOff } = await gym.as(gym.key).resources.addTimeOff({ timeOff: { ...off, reason: "varžybos" } });
    const term = {
      scheduleId,
      weekday: 3,
      startTime: "16:00",
      durationMinutes: 60,
      staffIds,
      skipHolidays: true,
      validFrom: "2026-10-28",
      validUntil: "2027-02-17",
      breaks: [{ from: "2026-11-02", until: "2026-11-08", name: "rudens atostogos" }],
    };
    const seen = await owner.createRules({ rules: [term], preview: true });
    expect(seen.rules).toEqual([]);
    expect((await owner.rules({ scheduleId })).rules).toEqual([]);
    expect(seen.skipped).toEqual([
      { date: "2026-11-04", reason: "rudens atostogos" },
      { date: "2026-11-18", reason: "Agnė: varžybos" },
    ]);
    expect(seen.dates.map(day)).toContain("2026-12-23");
    const made = await owner.createRules({ rules: [term] });
    expect(made.dates).toEqual(seen.dates);
    expect(made.rules).toMatchObject([{ weekday: 3, day: "WED", dayOfWeek: "WEDNESDAY", startTime: "16:00" }]);
    const rows = await gym.db.selectFrom("session").selectAll().where("scheduleId", "=", scheduleId).execute();
    const held = rows.filter(({ status }) => status === "CONFIRMED").map(({ startDate }) => startDate.getTime());
    expect(held.toSorted()).toEqual(seen.dates.map(({ startDate }) => startDate.getTime()).toSorted());
    await gym.as(gym.key).resources.removeTimeOff({ timeOffId: timeOff.id });
  });

  test("returns the public holidays of a year", async () => {
    const { holidays } = await gym.as(gym.visitor()).schedules.holidays({ year: 2027 });
    expect(holidays).toHaveLength(16);
    expect(holidays[3]).toEqual({ date: "2027-03-28", name: "Velykos" });
  });

  test("a restored session on a skipped date still takes place after its weekly rule changes", async () => {
    const { rule, on, sessions } = await series({
      breaks: [{ from: "2026-09-09", until: "2026-09-09", name: "varžybos" }],
    });
    expect((await sessions()).map(day)).not.toContain("2026-09-09");
    await owner.changeRule({
      rule: { id: rule.id, breaks: [{ from: "2026-09-16", until: "2026-09-16", name: "šventė" }] },
    });
    expect((await on("2026-09-09")).status).toBe("CONFIRMED");
    const skipped = await on("2026-09-16");
    expect(skipped.status).toBe("CANCELLED");
    await owner.restoreSession({ sessionId: skipped.id });
    await owner.changeRule({ rule: { id: rule.id, durationMinutes: 90 } });
    expect((await on("2026-09-16")).status).toBe("CONFIRMED");
  });
});

describe("session capacity", () => {
  test("a session's capacity is its own or its service's, limited by its trainers' combined limit", async () => {
    const { on } = await series({ staffIds });
    const { id: sessionId } = await on("2026-09-09");
    const spots = async () => (await owner.getSession({ sessionId })).session.totalSpots;
    expect(await spots()).toBe(5);
    await owner.changeSession({ sessionId, change: { capacity: 3 } });
    expect(await spots()).toBe(3);
    const { staff } = await gym.as(gym.key).resources.listStaff({});
    await gym
      .as(gym.key)
      .resources.updateStaff({ staffMember: { id: staff[0]?.id ?? "", revision: "1", maxParticipants: 2 } });
    expect(await spots()).toBe(2);
    await gym
      .as(gym.key)
      .resources.updateStaff({ staffMember: { id: staff[0]?.id ?? "", revision: "2", maxParticipants: 5 } });
    await owner.changeSession({ sessionId, change: { capacityType: "UNLIMITED", staffIds: [] } });
    expect((await owner.getSession({ sessionId })).session.capacityType).toBe("UNLIMITED");
    expect((await gym.placesOf(sessionId))?.capacity).toBeNull();
    await owner.changeSession({ sessionId, change: { capacity: 0 } });
    expect((await owner.getSession({ sessionId })).session).toMatchObject({
      capacityType: "LIMITED",
      totalSpots: 0,
      bookable: false,
    });
  });

  test("the capacity of a course is changed as a whole", async () => {
    const { service } = await series({ validUntil: "2026-10-28" }, "COURSE");
    expect(await owner.setCapacity({ scheduleId: service.scheduleId, capacity: 0 })).toEqual({
      totalSpots: 0,
      openSpots: 0,
    });
    const { service: other } = await series();
    const notOne = owner.setCapacity({ scheduleId: other.scheduleId, capacity: 4 });
    await expect(notOne).rejects.toEqual(refusal("SCHEDULE_NOT_FOUND"));
  });
});

describe("editing a single session, this and all later sessions, or all sessions", () => {
  test("bookings move with their session, and participants are notified on request", async () => {
    const { service, on } = await series();
    const session = await on("2026-09-16");
    const { id } = await book(service, session.id);
    const participantNotification = { notifyParticipants: true, message: "Salė užimta." };
    const { sessions } = await owner.changeSession({
      sessionId: session.id,
      scope: "THIS_AND_LATER",
      participantNotification,
      change: { startDate: new Date("2026-09-17T16:30:00Z") },
    });
    expect(sessions[0]).toMatchObject({
      id: session.id,
      startDate: new Date("2026-09-17T16:30:00Z"),
      exception: false,
    });
    const booking = await bookingOf(id);
    expect(booking).toMatchObject({ status: "CONFIRMED", revision: 2, startDate: new Date("2026-09-17T16:30:00Z") });
    const orders = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
    const mine = orders.map(({ payload }) => payload as { bookingId: string; template: string });
    expect(mine.filter((order) => order.bookingId === id).map(({ template }) => template)).toContain(
      "booking-rescheduled",
    );
    const events = gym.db
      .selectFrom("event")
      .select("slug")
      .where("entityId", "=", id)
      .where("slug", "=", "rescheduled");
    expect(await events.execute()).toHaveLength(1);
    expect(day(await on("2026-09-09"))).toBe("2026-09-09");
    expect((await owner.rules({ scheduleId: service.scheduleId })).rules.map(({ day }) => day)).toEqual(["WED", "THU"]);
  });

  test("an individually changed session keeps its changes when the whole series changes", async () => {
    const { on } = await series();
    const { id } = await on("2026-09-23");
    await owner.changeSession({ sessionId: id, change: { startTime: "12:00", note: "Atsinešti batelius." } });
    const first = await on("2026-09-02");
    await owner.changeSession({
      sessionId: first.id,
      scope: "ALL",
      change: { startTime: "19:00", transparency: "FREE" },
    });
    const { session } = await owner.getSession({ sessionId: id });
    expect(session).toMatchObject({ note: "Atsinešti batelius.", exception: true, transparency: "FREE" });
    expect(session.startDate.toISOString()).toBe("2026-09-23T09:00:00.000Z");
    expect((await on("2026-09-30")).startDate.toISOString()).toBe("2026-09-30T16:00:00.000Z");
  });

  test("canceling sessions cancels bookings, with a mail on request; restoring does not restore bookings", async () => {
    const { service, on } = await series();
    const session = await on("2026-09-16");
    const { id } = await book(service, session.id, 2);
    const { sessions } = await owner.cancelSession({
      sessionId: session.id,
      scope: "THIS_AND_LATER",
      participantNotification: { notifyParticipants: true },
    });
    expect(sessions.every(({ status }) => status === "CANCELLED")).toBe(true);
    expect((await on("2026-09-09")).status).toBe("CONFIRMED");
    expect((await bookingOf(id)).status).toBe("CANCELED");
    expect(await gym.placesOf(session.id)).toBeUndefined();
    const { session: again } = await owner.restoreSession({ sessionId: session.id });
    expect(again).toMatchObject({ status: "CONFIRMED", openSpots: 8 });
    expect((await bookingOf(id)).status).toBe("CANCELED");
    expect((await on("2026-09-23")).status).toBe("CANCELLED");
  });

  test("concurrent edits of one series are applied one after another", async () => {
    const { on, sessions, service } = await series();
    const dates = ["2026-09-09", "2026-09-16", "2026-09-23", "2026-09-30"];
    const chosen = await Promise.all(dates.map(on));
    const booking = await book(service, chosen[2]?.id ?? "");
    const times = ["10:00", "11:00", "12:00", "13:00"];
    await Promise.all(
      chosen.map(({ id: sessionId }, index) =>
        owner.changeSession({ sessionId, scope: "THIS_AND_LATER", change: { startTime: times[index] ?? "" } }),
      ),
    );
    const found = await sessions();
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(new Set(found.map(day)).size).toBe(found.length);
    const { rules } = await owner.rules({ scheduleId: service.scheduleId });
    for (const each of found) {
      const rule = rules.find(({ id }) => id === each.ruleId);
      const hour = (each.startDate.getUTCHours() + (each.startDate < new Date("2026-10-25T01:00Z") ? 3 : 2)) % 24;
      expect(`${hour}:00`).toBe(rule?.startTime);
    }
    expect((await bookingOf(booking.id)).status).toBe("CONFIRMED");
  });
});

test("a single session can be added and moved, and visitors see it without its staff-only fields", async () => {
  const service = await gym.service({ payment: { rateType: "NO_FEE" } });
  const conference = {
    type: "CUSTOM" as const,
    guestUrl: "https://meet.example/a",
    hostUrl: "https://meet.example/host",
  };
  const { session } = await owner.createSession({
    scheduleId: service.scheduleId,
    startDate: gym.hours(30),
    endDate: gym.hours(31),
    change: { capacity: 4, staffIds, resourceIds, note: "tik mums", calendarConference: conference },
  });
  expect(session).toMatchObject({
    totalSpots: 4,
    ruleId: null,
    resources: [{ name: "Didžioji siena" }],
    note: "tik mums",
  });
  const { id } = await book(service, session.id, 2);
  const { session: seen } = await owner.getSession({ sessionId: session.id });
  expect(seen.participants).toEqual([
    {
      bookingId: id,
      name: "Ona Onaitė",
      email: "ona@uola.example",
      phone: null,
      partySize: 2,
      approvalStatus: "APPROVED",
    },
  ]);
  const { session: shown } = await gym.as(gym.visitor()).schedules.getSession({ sessionId: session.id });
  expect(shown).toMatchObject({ note: null, calendarConference: null });
  expect(shown.participants).toBeUndefined();
  const { sessions } = await owner.changeSession({ sessionId: session.id, change: { startDate: gym.hours(40) } });
  expect(sessions[0]).toMatchObject({ startDate: gym.hours(40), endDate: gym.hours(41), totalSpots: 4 });
  expect((await bookingOf(id)).startDate).toEqual(gym.hours(40));
});

describe("rejected timetable requests", () => {
  test("rejects unknown schedules, rules, sessions, trainers and resources", async () => {
    const { rule, on } = await series();
    const { id: sessionId } = await on("2026-09-16");
    const usual = { weekday: 3, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-02" };
    const nobody = newId();
    const { scheduleId } = rule;
    const inputs: [() => Promise<unknown>, string][] = [
      [() => owner.rules({ scheduleId: nobody }), "SCHEDULE_NOT_FOUND"],
      [() => owner.createRules({ rules: [{ ...usual, scheduleId: nobody }] }), "SCHEDULE_NOT_FOUND"],
      [() => owner.createRules({ rules: [{ ...usual, scheduleId, staffIds: [nobody] }] }), "STAFF_NOT_FOUND"],
      [() => owner.createRules({ rules: [{ ...usual, scheduleId, resourceIds: [nobody] }] }), "RESOURCE_NOT_FOUND"],
      [() => owner.changeRule({ rule: { id: nobody, startTime: "10:00" } }), "RULE_NOT_FOUND"],
      [() => owner.changeRule({ rule: { id: rule.id, staffIds: [nobody] } }), "STAFF_NOT_FOUND"],
      [() => owner.setCapacity({ scheduleId: nobody, capacity: 3 }), "SCHEDULE_NOT_FOUND"],
      [
        () => owner.createSession({ scheduleId: nobody, startDate: gym.hours(1), endDate: gym.hours(2) }),
        "SCHEDULE_NOT_FOUND",
      ],
      [() => owner.getSession({ sessionId: nobody }), "SESSION_NOT_FOUND"],
      [() => owner.changeSession({ sessionId: nobody, change: {} }), "SESSION_NOT_FOUND"],
      [() => owner.changeSession({ sessionId, change: { resourceIds: [nobody] } }), "RESOURCE_NOT_FOUND"],
      [() => owner.cancelSession({ sessionId: nobody }), "SESSION_NOT_FOUND"],
      [() => owner.restoreSession({ sessionId: nobody }), "SESSION_NOT_FOUND"],
    ];
    for (const [ask, code] of inputs) await expect(ask(), code).rejects.toEqual(refusal(code));
  });

  test("rejects changes to a session that has begun", async () => {
    const service = await gym.service();
    const times = { startDate: gym.hours(-1), endDate: gym.hours(1) };
    const { session } = await owner.createSession({ scheduleId: service.scheduleId, ...times });
    const sessionId = session.id;
    for (const ask of [
      () => owner.changeSession({ sessionId, change: { capacity: 2 } }),
      () => owner.cancelSession({ sessionId }),
      () => owner.restoreSession({ sessionId }),
    ]) {
      await expect(ask()).rejects.toEqual(refusal("SESSION_OVER", 409));
    }
  });

  test("rejects impossible dates", async () => {
    const { service, on } = await series();
    const { scheduleId } = service;
    const usual = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-02" };
    const { scheduleId: course } = await gym.service({ type: "COURSE" });
    const { id: sessionId } = await on("2026-09-16");
    for (const ask of [
      () => owner.createRules({ rules: [{ ...usual, validUntil: "2026-09-01" }] }),
      () =>
        owner.createRules({ rules: [{ ...usual, breaks: [{ from: "2026-09-09", until: "2026-09-08", name: "" }] }] }),
      () => owner.createRules({ rules: [{ ...usual, scheduleId: course, validUntil: "9999-12-31" }] }),
      () => owner.createSession({ scheduleId, startDate: gym.hours(2), endDate: gym.hours(1) }),
      () => owner.createSession({ scheduleId, startDate: gym.hours(2), endDate: gym.hours(27) }),
      () => owner.changeSession({ sessionId, scope: "ALL", change: { startDate: new Date("2026-09-30T15:00Z") } }),
    ]) {
      await expect(ask()).rejects.toEqual(invalid);
    }
  });
});
