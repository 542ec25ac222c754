import { newId } from "@uola/database";
import { type Call, createBackground } from "@uola/kernel";
import { visitorSignedIn } from "@uola/members";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookingParts, createTestGym, owner, type TestGym, visitor } from "../testing.ts";
import { holdRules } from "./hold-places.ts";
import { holdExpiryTask, holds } from "./holds.ts";
import {
  closePlaces,
  convertHold,
  holdPlaces,
  releaseExpired,
  releaseHold,
  returnPlaces,
  updateWaitingMin,
} from "./place-counter.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
let desk: ReturnType<typeof holds>;
let start: Date;
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  service = await gym.service();
  const { availabilityServices, limitGuard } = bookingParts(gym.context);
  desk = holds(gym.context, availabilityServices, limitGuard);
  start = gym.clock.now;
});
beforeEach(() => {
  gym.clock.now = start;
});
afterAll(() => gym.close());

const later = (minutes: number) => {
  gym.clock.now = new Date(gym.clock.now.getTime() + minutes * 60_000);
};
const slotOf = (sessionId: string) => ({ sessionId, serviceId: service.id, scheduleId: service.scheduleId });
const session = (capacity = 12) => gym.session({ service, capacity });
const hold = async (sessionId: string, totalParticipants = 1, call: Call = visitor()) => {
  const { hold } = await desk.create({ slot: slotOf(sessionId), totalParticipants }, call);
  return hold;
};
const counter = (id: string) => {
  const row = gym.db.selectFrom("places").select(["capacity", "taken", "held"]).where("id", "=", id);
  return row.executeTakeFirst();
};
const row = (
  placesId: string,
  totalParticipants: number,
  more: { state?: "OPEN" | "OFFER"; expiresDate?: Date } = {},
) => ({
  siteId: gym.siteId,
  id: newId(),
  placesId,
  serviceId: service.id,
  scheduleId: service.scheduleId,
  sessionId: placesId,
  totalParticipants,
  holder: "visitor test",
  expiresDate: gym.hours(1),
  createdDate: gym.clock.now,
  ...more,
});

test("a hold reserves places until it expires", async () => {
  const id = await session(3);
  const mine = visitor();
  const first = await hold(id, 2, mine);
  expect(first).toMatchObject({ sessionId: id, totalParticipants: 2, renewable: true, state: "OPEN" });
  expect(first.expiresDate.getTime() - start.getTime()).toBe(holdRules.minutes * 60_000);
  expect(await counter(id)).toEqual({ capacity: 3, taken: 0, held: 2 });
  await expect(hold(id, 2)).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED", data: { openSpots: 1 } });
  later(10);
  await expect(desk.get({ holdId: first.id }, mine)).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
  await hold(id, 3);
  expect(await counter(id)).toEqual({ capacity: 3, taken: 0, held: 3 });
});

test("a retry with the same idempotency key returns the existing hold, even when the session is full", async () => {
  const id = await session(2);
  const tab: Call = { ...visitor(), idempotencyKey: "tab 1" };
  const [first, ...same] = await Promise.all([1, 2, 3].map(() => hold(id, 2, tab)));
  expect(same).toEqual([first, first]);
  expect(await hold(id, 1, tab)).toEqual(first);
  expect(await counter(id)).toEqual({ capacity: 2, taken: 0, held: 2 });

  const stranger: Call = { ...visitor(), idempotencyKey: "tab 1" };
  await expect(hold(id, 1, stranger)).rejects.toMatchObject({
    code: "SESSION_CAPACITY_EXCEEDED",
  });
  const elsewhere = await hold(await session(2), 1, tab);
  expect(elsewhere.id).not.toBe(first?.id);

  later(10);
  expect(await hold(id, 1, tab)).toMatchObject({ id: first?.id, totalParticipants: 1 });
  expect(await counter(id)).toEqual({ capacity: 2, taken: 0, held: 1 });
});

test("a hold can be renewed once", async () => {
  const mine = visitor();
  const { id: holdId } = await hold(await session(), 1, mine);
  later(9);
  const { hold: renewed } = await desk.renew({ holdId }, mine);
  expect(renewed.renewable).toBe(false);
  expect(renewed.expiresDate.getTime() - gym.clock.now.getTime()).toBe(holdRules.minutes * 60_000);
  await expect(desk.renew({ holdId }, mine)).rejects.toMatchObject({ code: "HOLD_NOT_RENEWABLE" });
  later(10);
  await expect(desk.renew({ holdId }, mine)).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
});

test("a hold can be resized within the free places without changing its deadline", async () => {
  const id = await session(4);
  const mine = visitor();
  const { id: holdId, expiresDate } = await hold(id, 2, mine);
  await hold(id, 1);
  later(5);
  const change = (totalParticipants: number) => desk.change({ holdId, totalParticipants }, mine);
  await expect(change(4)).rejects.toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED" });
  expect((await change(3)).hold).toMatchObject({ totalParticipants: 3, expiresDate });
  expect((await change(1)).hold).toMatchObject({ totalParticipants: 1, expiresDate });
  expect(await counter(id)).toEqual({ capacity: 4, taken: 0, held: 2 });
  await expect(change(11)).rejects.toMatchObject({ errors: [{ field: "totalParticipants", data: { max: 10 } }] });
});

test("only the owner can freeze a hold, which then cannot be renewed or resized", async () => {
  const mine = visitor();
  const { id: holdId } = await hold(await session(), 1, mine);
  const { hold: frozen } = await desk.freeze({ holdId, seconds: 3600 }, owner);
  expect(frozen).toMatchObject({ state: "PAYING", renewable: false });
  later(59);
  expect((await desk.get({ holdId }, mine)).hold.state).toBe("PAYING");
  await expect(desk.renew({ holdId }, mine)).rejects.toMatchObject({ code: "HOLD_NOT_RENEWABLE" });
  await expect(desk.change({ holdId, totalParticipants: 2 }, mine)).rejects.toMatchObject({
    code: "HOLD_NOT_CHANGEABLE",
  });
  const notes = await gym.db.selectFrom("audit").select("action").where("entityId", "=", holdId).execute();
  expect(notes).toEqual([{ action: "hold.freeze" }]);
});

test("releasing a hold is idempotent and does not affect another caller's hold", async () => {
  const id = await session(5);
  const mine = visitor();
  const { id: holdId } = await hold(id, 2, mine);
  await hold(id, 1);
  const other = visitor();
  for (const refused of [
    () => desk.get({ holdId }, other),
    () => desk.renew({ holdId }, other),
    () => desk.change({ holdId, totalParticipants: 1 }, other),
  ]) {
    await expect(refused()).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
  }
  await desk.release({ holdId }, other);
  expect(await counter(id)).toMatchObject({ held: 3 });
  await Promise.all([desk.release({ holdId }, mine), desk.release({ holdId }, mine)]);
  await desk.release({ holdId }, mine);
  expect(await counter(id)).toMatchObject({ held: 1 });
});

test("limits the simultaneous holds per caller and per network, even for concurrent requests", async () => {
  const id = await session(100);
  const mine = visitor();
  const asked = await Promise.allSettled(Array.from({ length: 9 }, () => hold(id, 4, mine)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(holdRules.livePerCaller);
  expect(asked.findLast(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "TOO_MANY_HOLDS" } });
  const near = () => ({ ...visitor(), from: { network: "192.0.2.7" } });
  const crowd = await Promise.allSettled(Array.from({ length: 50 }, () => hold(id, 1, near())));
  expect(crowd.filter(({ status }) => status === "fulfilled")).toHaveLength(holdRules.livePerNetwork);
  const [refused] = crowd.filter((each) => each.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "-19971", data: { captcha: "INVISIBLE" } });
  await hold(id, 1, { ...visitor(), from: { network: "192.0.2.8" } });
});

test("a family can exceed five holds, up to twenty places in total", async () => {
  const id = await session(100);
  const parent = visitor();
  const held = [];
  for (let lesson = 0; lesson < 8; lesson++) held.push(await hold(id, 2, parent));
  // Of the concurrent requests, only as many succeed as there are places left within the limit.
  const asked = await Promise.allSettled(Array.from({ length: 7 }, () => hold(id, 1, parent)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(holdRules.placesPerCaller - 16);
  expect(await counter(id)).toMatchObject({ held: holdRules.placesPerCaller });
  const [first] = held;
  const change = (totalParticipants: number) => desk.change({ holdId: first?.id as string, totalParticipants }, parent);
  await expect(change(3)).rejects.toMatchObject({ code: "TOO_MANY_HOLDS" });
  await change(1);
  await change(2);
});

test("grants concurrent hold requests in order of arrival, as long as they fit", async () => {
  const [id, other] = [await session(5), await session(1)];
  const asked = await Promise.allSettled([
    hold(id, 3),
    hold(id, 3),
    hold(other, 1),
    hold(id, 2),
    hold(other, 1),
    hold(id, 1),
  ]);
  expect(asked.map(({ status }) => status === "fulfilled")).toEqual([true, false, true, true, false, false]);
  const [second, , last] = asked.filter((each) => each.status === "rejected").map(({ reason }) => reason);
  expect(second).toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED", data: { openSpots: 2 } });
  expect(last).toMatchObject({ code: "SESSION_CAPACITY_EXCEEDED", data: { openSpots: 0 } });
  expect([await counter(id), await counter(other)]).toMatchObject([{ held: 5 }, { held: 1 }]);
});

test("rejects a hold for a past or unknown session, an unknown course or a missing slot", async () => {
  const soon = await gym.session({ service, inHours: -2 });
  await expect(hold(soon)).rejects.toMatchObject({ code: "BOOKING_POLICY_VIOLATION" });
  await expect(hold(newId())).rejects.toMatchObject({ code: "SESSION_NOT_FOUND" });
  await expect(desk.create({ totalParticipants: 1 }, visitor())).rejects.toMatchObject({ errors: [{ field: "slot" }] });
  const none = { schedule: { scheduleId: newId() }, totalParticipants: 1 };
  await expect(desk.create(none, visitor())).rejects.toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
});

test("a visitor's holds are transferred to the member on sign-in", async () => {
  const mine = visitor();
  const { id: holdId } = await hold(await session(), 1, mine);
  const memberId = newId();
  const signIn = { visitorId: mine.caller.id, memberId };
  await gym.db.transaction().execute(async (tx) => {
    await gym.context.events.emit(tx, visitorSignedIn, signIn);
  });
  const member = { ...mine, caller: { role: "member", kind: "member", id: memberId, memberId } as const };
  expect((await desk.get({ holdId }, member)).hold.id).toBe(holdId);
  await expect(desk.get({ holdId }, mine)).rejects.toMatchObject({ code: "HOLD_NOT_FOUND" });
});

test("two processes release expired holds once and leave unexpired ones", async () => {
  const ids = await Promise.all([session(5), session(5), session(5)]);
  for (const id of ids) await hold(id, 2);
  later(10);
  for (const id of ids) await hold(id, 1);
  // Normally, a rejected request would release expired holds; this test makes no such request.
  for (const id of ids) expect(await counter(id)).toMatchObject({ held: 3 });
  const processes = [gym.context, gym.otherProcessContext()];
  await Promise.all(processes.map((each) => createBackground(each, [holdExpiryTask(each)]).drain()));
  expect(await Promise.all(ids.map(async (id) => (await counter(id))?.held))).toEqual([1, 1, 1]);
});

test("a crash while releasing expired holds leaves them unchanged", async () => {
  const id = await session(5);
  await hold(id, 2);
  later(10);
  const dying = gym.db.transaction().execute(async (tx) => {
    expect(await releaseExpired(tx, gym.siteId, id, gym.clock.now)).toBe(1);
    throw new Error("The process dies here.");
  });
  await expect(dying).rejects.toThrow();
  expect(await counter(id)).toMatchObject({ held: 2 });
  const releasing = () => gym.db.transaction().execute((tx) => releaseExpired(tx, gym.siteId, id, gym.clock.now));
  expect((await Promise.all([releasing(), releasing()])).sort()).toEqual([0, 1]);
  expect(await counter(id)).toMatchObject({ held: 0 });
});

test("converts a hold into more or fewer taken places, and fails if the additional places are not free", async () => {
  const id = await session(6);
  const { db, siteId } = gym;
  const [two, three] = [row(id, 2), row(id, 3)];
  for (const each of [two, three]) expect(await holdPlaces(db, each)).toBe(true);
  expect(await convertHold(db, siteId, two.id, 4)).toBe(false);
  expect(await counter(id)).toEqual({ capacity: 6, taken: 0, held: 5 });
  expect(await convertHold(db, siteId, two.id, 3)).toBe(true);
  expect(await convertHold(db, siteId, two.id, 3)).toBe(false);
  expect(await convertHold(db, siteId, three.id, 1)).toBe(true);
  expect(await counter(id)).toEqual({ capacity: 6, taken: 4, held: 0 });
});

test("while the smallest waiting party fits, only waiting-list offers can be held", async () => {
  const id = await session(4);
  const { db, siteId } = gym;
  await db.updateTable("places").set({ waitingMin: 2 }).where("id", "=", id).execute();
  await expect(hold(id)).rejects.toMatchObject({ data: { openSpots: 0, locked: true } });
  expect(await holdPlaces(db, row(id, 3, { state: "OFFER" }))).toBe(true);
  const last = await hold(id);
  expect(last.totalParticipants).toBe(1);
  await updateWaitingMin(db, siteId, id);
  const noted = db.selectFrom("places").select("waitingMin").where("id", "=", id);
  expect(await noted.executeTakeFirst()).toEqual({ waitingMin: null });
});

test("an appointment is canceled when its last taken or held place is returned", async () => {
  const { db, siteId } = gym;
  for (const taken of [true, false]) {
    const id = await session(2);
    await db.updateTable("session").set({ appointment: true }).where("id", "=", id).execute();
    const held = row(id, 2);
    await holdPlaces(db, held);
    if (taken) await convertHold(db, siteId, held.id, 2);
    expect(await counter(id)).toBeDefined();
    if (taken) await returnPlaces(db, siteId, id, 2);
    else await releaseHold(db, siteId, held.id);
    expect(await counter(id)).toBeUndefined();
    const { status } = await db.selectFrom("session").select("status").where("id", "=", id).executeTakeFirstOrThrow();
    expect(status).toBe("CANCELLED");
  }
});

test("only one caller can hold a time with a trainer, and releasing the hold frees the time", async () => {
  const trainer = await gym.trainer({ name: "Rūta", workingHours: [] });
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    return { siteId: gym.siteId, resourceId: trainer, weekday, startTime: "09:00", endTime: "17:00" };
  });
  await gym.db.insertInto("workingHours").values(days).execute();
  const lesson = await gym.service({
    type: "APPOINTMENT",
    name: "Individuali treniruotė",
    defaultCapacity: 1,
    staffIds: [trainer],
    availabilityConstraints: { sessionDurations: [60] },
  });
  const slot = {
    serviceId: lesson.id,
    scheduleId: lesson.scheduleId,
    startDate: "2026-09-02T10:00",
    timezone: "Europe/Vilnius",
  };
  const mine = visitor();
  const asked = await Promise.allSettled(
    [mine, visitor()].map((call) => desk.create({ slot, totalParticipants: 1 }, call)),
  );
  const [made] = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value.hold] : []));
  const [refused] = asked.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toMatchObject({ code: "SLOT_NOT_AVAILABLE" });
  expect(await counter(made?.sessionId ?? "")).toEqual({ capacity: 1, taken: 0, held: 1 });
  await desk.release({ holdId: made?.id ?? "" }, owner);
  expect(await counter(made?.sessionId ?? "")).toBeUndefined();
  await desk.create({ slot, totalParticipants: 1 }, visitor());
});

test("closing a place counter removes its holds", async () => {
  const id = await session(2);
  const { id: holdId } = await hold(id);
  await closePlaces(gym.db, gym.siteId, id);
  expect(await gym.db.selectFrom("hold").select("id").where("id", "=", holdId).execute()).toEqual([]);
  await expect(hold(id)).rejects.toMatchObject({ code: "SLOT_NOT_AVAILABLE" });
});
