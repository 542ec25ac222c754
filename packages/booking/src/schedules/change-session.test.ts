import { createBackground } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClaims } from "../availability/availability.ts";
import { bookingOperations, createTestGym, type TestGym, visitor } from "../testing.ts";
import { cancelSession, restoreSession } from "./cancel-restore-session.ts";
import { changeRule } from "./change-rule.ts";
import { changeSession } from "./change-session.ts";
import { createRules, createSession, generateSessions, type NewRule, sessionGenerationTask } from "./schedules.ts";

let gym: TestGym;
let desk: ReturnType<typeof bookingOperations>;
beforeAll(async () => {
  gym = await createTestGym();
  desk = bookingOperations(gym.context);
});
afterAll(() => gym.close());

type Service = { id: string; scheduleId: string };
const wednesdays = ({ scheduleId }: Service, more: Partial<NewRule> = {}): NewRule => ({
  scheduleId,
  weekday: 3,
  startTime: "18:00",
  durationMinutes: 90,
  validFrom: "2026-09-01",
  ...more,
});
const sessionsOf = ({ id }: Service) =>
  gym.db.selectFrom("session").selectAll().where("serviceId", "=", id).orderBy("startDate").execute();
const on = async (service: Service, date: string) => {
  const found = (await sessionsOf(service)).find((session) => session.date === date);
  return found as NonNullable<typeof found>;
};
const book = (service: Service, sessionId: string, totalParticipants: number) =>
  desk.create(
    {
      booking: {
        bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
        contactDetails: { firstName: "Ona", email: "ona@uola.example" },
        selectedPaymentOption: "OFFLINE",
        totalParticipants,
      },
    },
    visitor(),
  );

test("creates sessions 26 weeks ahead in local time, each with its own places", async () => {
  const service = await gym.service({ defaultCapacity: 9 });
  await createRules(gym.context, [wednesdays(service), wednesdays(service, { startTime: "20:00", capacity: 4 })]);
  const sessions = await sessionsOf(service);
  expect(sessions).toHaveLength(52);
  const texts = sessions.map(({ startDate }) => startDate.toISOString());
  expect(texts[0]).toBe("2026-09-02T15:00:00.000Z");
  expect(texts).toContain("2026-10-28T16:00:00.000Z");
  expect(await gym.placesOf(sessions[0]?.id ?? "")).toEqual({ capacity: 9, taken: 0 });
  expect(await gym.placesOf(sessions[1]?.id ?? "")).toEqual({ capacity: 4, taken: 0 });
});

test("generating sessions repeatedly and concurrently creates no duplicates", async () => {
  const service = await gym.service();
  await createRules(gym.context, [wednesdays(service)]);
  expect(await generateSessions(gym.context)).toBe(0);
  gym.clock.now = gym.hours(24 * 7);
  const added = await Promise.all([1, 2, 3].map(() => generateSessions(gym.otherProcessContext())));
  expect(added.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  const dates = (await sessionsOf(service)).map(({ date }) => date);
  expect(dates).toHaveLength(27);
  expect(new Set(dates).size).toBe(27);
});

test("generates a course until its end and counts its places as a whole", async () => {
  const service = await gym.service({ type: "COURSE", defaultCapacity: 6 });
  await createRules(gym.context, [wednesdays(service, { validUntil: "2027-06-30" })]);
  const sessions = await sessionsOf(service);
  expect(sessions.at(-1)?.date).toBe("2027-06-30");
  expect(await gym.placesOf(service.scheduleId)).toEqual({ capacity: 6, taken: 0 });
  for (const { id } of sessions.slice(0, 3)) expect(await gym.placesOf(id)).toBeUndefined();
});

test("an exception for one session is kept when the rule changes later", async () => {
  const service = await gym.service();
  const [ruleId = ""] = await createRules(gym.context, [wednesdays(service)]);
  const date = "2026-10-07";
  await changeSession(gym.context, (await on(service, date)).id, { startTime: "19:00", capacity: 20 });
  expect((await on(service, date)).startDate.toISOString()).toBe("2026-10-07T16:00:00.000Z");
  expect(await gym.placesOf((await on(service, date)).id)).toEqual({ capacity: 20, taken: 0 });
  await cancelSession(gym.context, (await on(service, "2026-10-14")).id);
  await changeRule(gym.context, { id: ruleId, startTime: "17:00", durationMinutes: 60 });
  expect((await on(service, date)).startDate.toISOString()).toBe("2026-10-07T16:00:00.000Z");
  expect((await on(service, date)).endDate.toISOString()).toBe("2026-10-07T17:00:00.000Z");
  expect((await on(service, "2026-10-21")).startDate.toISOString()).toBe("2026-10-21T14:00:00.000Z");
  expect((await on(service, "2026-10-14")).status).toBe("CANCELLED");
  expect(await gym.placesOf((await on(service, "2026-10-14")).id)).toBeUndefined();
});

test("a canceled session sells no places, and restoring it does not restore its bookings", async () => {
  const service = await gym.service();
  await createRules(gym.context, [wednesdays(service, { capacity: 3 })]);
  const { id } = await on(service, "2026-10-07");
  const { booking } = await book(service, id, 2);
  await cancelSession(gym.context, id);
  await expect(book(service, id, 1)).rejects.toMatchObject({ code: "SLOT_NOT_AVAILABLE", status: 409 });
  const stale = createClaims(gym.context);
  const row = await gym.db.selectFrom("booking").selectAll().where("id", "=", booking.id).executeTakeFirstOrThrow();
  const late = { ...row, id: crypto.randomUUID(), idempotencyKey: null };
  expect(await stale({ booking: late, entity: {}, actor: visitor().caller })).toEqual({ outcome: "full" });
  await restoreSession(gym.context, id);
  expect(await gym.placesOf(id)).toEqual({ capacity: 3, taken: 0 });
});

test("an allowed capacity below the places sold is raised to the number sold", async () => {
  const service = await gym.service();
  const [ruleId = ""] = await createRules(gym.context, [wednesdays(service, { capacity: 5 })]);
  const { id } = await on(service, "2026-10-07");
  await book(service, id, 4);
  await changeRule(gym.context, { id: ruleId, capacity: 2, allowBelowSold: true });
  expect(await gym.placesOf(id)).toEqual({ capacity: 4, taken: 4 });
  expect(await gym.placesOf((await on(service, "2026-10-14")).id)).toEqual({ capacity: 2, taken: 0 });
});

test("cancels the sessions that a shortened or moved rule no longer produces", async () => {
  const service = await gym.service();
  const [ruleId = ""] = await createRules(gym.context, [wednesdays(service)]);
  await changeRule(gym.context, { id: ruleId, weekday: 4, validUntil: "2026-10-01" });
  const confirmed = (await sessionsOf(service)).filter(({ status }) => status === "CONFIRMED");
  expect(confirmed.map(({ date }) => date)).toEqual(["2026-09-10", "2026-09-17", "2026-09-24", "2026-10-01"]);
});

test("does not change sessions that have already begun", async () => {
  const service = await gym.service();
  const id = await createSession(gym.context, {
    serviceId: service.id,
    startDate: gym.hours(-1),
    endDate: gym.hours(1),
  });
  const [ruleId = ""] = await createRules(gym.context, [wednesdays(service)]);
  const first = (await sessionsOf(service)).find((session) => session.ruleId);
  gym.clock.now = new Date((first?.startDate.getTime() ?? 0) + 60_000);
  await changeRule(gym.context, { id: ruleId, startTime: "09:00" });
  const after = await sessionsOf(service);
  expect(after.find(({ id }) => id === first?.id)?.startDate).toEqual(first?.startDate);
  expect(after.find((session) => session.id === id)?.status).toBe("CONFIRMED");
});

test("generates the timetable at startup, and stops cleanly", async () => {
  const service = await gym.service();
  const [ruleId = ""] = await createRules(gym.context, [wednesdays(service)]);
  await gym.db.deleteFrom("session").where("ruleId", "=", ruleId).execute();
  const work = createBackground(gym.context, [sessionGenerationTask(gym.context)]);
  await work.start();
  await work.stop();
  expect((await sessionsOf(service)).length).toBeGreaterThan(20);
});
