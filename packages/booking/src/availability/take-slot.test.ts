import type { Service } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingParts, createTestGym, type TestGym } from "../testing.ts";
import {
  type AvailabilityServices,
  createAdHocSession,
  createAppointmentSession,
  returnPlaces,
  takePlaces,
} from "./availability.ts";

let gym: TestGym;
let offers: AvailabilityServices["offers"];
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  ({ offers } = bookingParts(gym.context).availabilityServices);
});
afterAll(() => gym.close());

type Hours = { start: string; end: string };
/** Adds the same working hours on every day for a trainer or a resource. */
async function hours(resourceId: string, ...stretches: Hours[]) {
  const { db, siteId } = gym;
  const days = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    return stretches.map(({ start, end }) => ({ siteId, resourceId, weekday, startTime: start, endTime: end }));
  });
  await db.insertInto("workingHours").values(days).execute();
}
async function trainer(maxParticipants?: number) {
  const id = await gym.trainer({ name: "Rūta", workingHours: [] });
  await hours(id, { start: "09:00", end: "12:00" }, { start: "13:00", end: "17:00" });
  if (maxParticipants) await gym.db.updateTable("staff").set({ maxParticipants }).where("id", "=", id).execute();
  return id;
}
async function resource(units: number) {
  const { db, siteId, clock } = gym;
  const id = newId();
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  await db
    .insertInto("resource")
    .values({ siteId, id, type: "WALL", name: "Siena", units, ...dates })
    .execute();
  return id;
}
type Input = { staffIds: string[]; groups?: string[][]; between?: number; durations?: number[]; policyId?: string };
const lessons = ({ staffIds, groups = [], between = 0, durations = [60], policyId }: Input) =>
  gym.service({
    type: "APPOINTMENT",
    name: "Individuali treniruotė",
    defaultCapacity: 1,
    staffIds,
    availabilityConstraints: { sessionDurations: durations, timeBetweenSessions: between },
    resourceGroups: groups.map((resourceIds) => ({ resourceIds })),
    ...(policyId && { policyId }),
  });

type Offered = { id: string; scheduleId: string };
/** Returns a slot on Wednesday, 2 September 2026, in the gym's wall time. */
const at = (service: Offered, start: string, { end, resource }: { end?: string; resource?: string } = {}) => ({
  serviceId: service.id,
  scheduleId: service.scheduleId,
  startDate: `2026-09-02T${start}`,
  ...(end && { endDate: `2026-09-02T${end}` }),
  timezone: "Europe/Vilnius",
  ...(resource && { resource: { id: resource } }),
});
type Slot = ReturnType<typeof at>;
async function take(
  slot: Slot,
  options: { ignoreConflicts?: boolean; participants?: number; excludeSessionIds?: string[] } = {},
) {
  const { ignoreConflicts = false, participants: totalParticipants = 1, excludeSessionIds } = options;
  const offer = await offers.appointment(slot, { skipChecks: ignoreConflicts, totalParticipants, excludeSessionIds });
  if (!offer) throw new Error("no appointment service");
  const { db, siteId } = gym;
  const taken = await db.transaction().execute(async (tx) => {
    const made = await createAppointmentSession(tx, gym.context, offer, {
      totalParticipants,
      ignoreConflicts,
      excludeSessionIds,
    });
    if (!made.doubleBooked) await takePlaces(tx, siteId, made.sessionId, totalParticipants);
    return made;
  });
  return { ...taken, staffId: offer.staff[0]?.id };
}
const giveBack = (sessionId: string) =>
  gym.db.transaction().execute((tx) => returnPlaces(tx, gym.siteId, sessionId, 1));

const refusal = (code: string) => expect.objectContaining({ code });
const notFree = refusal("SLOT_NOT_AVAILABLE");

async function starts(service: Offered, filter: object = {}) {
  const query = {
    filter: { serviceId: service.id, startDate: "2026-09-02T00:00:00", endDate: "2026-09-03T00:00:00", ...filter },
  };
  const timezone = "Europe/Vilnius";
  const { availabilityEntries } = await gym.as(gym.visitor()).availability.query({ query, timezone });
  return availabilityEntries.map(({ slot }) => slot.startDate?.slice(11, 16));
}
const wholeDay = ["09:00", "10:00", "11:00", "13:00", "14:00", "15:00", "16:00"];
const without = (...hours: string[]) => wholeDay.filter((hour) => !hours.includes(hour));

describe("appointment times", () => {
  test("appointment times are the working hours minus breaks, bookings, classes and time off", async () => {
    const ruta = await trainer();
    const service = await lessons({ staffIds: [ruta] });
    expect(await starts(service)).toEqual(wholeDay);
    await take(at(service, "10:00"));
    expect(await starts(service)).toEqual(without("10:00"));
    const lesson = await gym.service();
    const [from, to] = [new Date("2026-09-02T10:00:00Z"), new Date("2026-09-02T11:00:00Z")];
    const session = await gym.session({ service: lesson });
    const led = { staffIds: [ruta], startDate: from, endDate: to };
    await gym.db.updateTable("session").set(led).where("id", "=", session).execute();
    expect(await starts(service)).toEqual(without("10:00", "13:00"));
    await expect(take(at(service, "13:30"))).rejects.toEqual(notFree);
    const { siteId, clock } = gym;
    const off = { startDate: new Date("2026-09-02T12:30:00Z"), endDate: new Date("2026-09-02T13:30:00Z") };
    const row = { siteId, id: newId(), resourceId: ruta, createdDate: clock.now, ...off };
    await gym.db.insertInto("timeOff").values(row).execute();
    // There is no free hour between 16:30 and 17:00.
    expect(await starts(service)).toEqual(["09:00", "11:00", "14:00"]);
  });

  test("appointment times include the trainer and can be filtered by trainer", async () => {
    const [ruta, tomas] = [await trainer(), await trainer()];
    const service = await lessons({ staffIds: [ruta, tomas] });
    await take(at(service, "09:00", { resource: ruta }));
    expect(await starts(service, { resourceId: ruta })).toEqual(without("09:00"));
    expect(await starts(service, { resourceId: [tomas] })).toEqual(wholeDay);
    expect(await starts(service, { resourceId: newId() })).toEqual([]);
    expect(await starts(service)).toHaveLength(2 * wholeDay.length - 1);
    expect(await starts(service, { openSpots: 2 })).toEqual([]);
  });

  test("an appointment ends when its last place is returned", async () => {
    const service = await lessons({ staffIds: [await trainer()] });
    const { sessionId } = await take(at(service, "11:00"));
    expect(await gym.placesOf(sessionId)).toEqual({ capacity: 1, taken: 1 });
    await giveBack(sessionId);
    expect(await gym.placesOf(sessionId)).toBeUndefined();
    expect(await starts(service)).toEqual(wholeDay);
  });
});

describe("booking an appointment time", () => {
  test("rejects a slot outside working hours, with another duration, with an invalid time or without a trainer", async () => {
    const service = await lessons({ staffIds: [await trainer()] });
    await expect(take(at(service, "12:00"))).rejects.toEqual(notFree);
    await expect(take(at(service, "16:30"))).rejects.toEqual(notFree);
    await expect(take(at(service, "10:00", { end: "10:45" }))).rejects.toEqual(notFree);
    await expect(take(at(service, "25:00"))).rejects.toEqual(refusal("INVALID_DATE_FORMAT"));
    await expect(take(at(service, "10:00", { end: "09:00" }))).rejects.toEqual(refusal("INVALID_DATE_FORMAT"));
    const nowhere = { ...at(service, "10:00"), timezone: "Europe/Utena" };
    await expect(take(nowhere)).rejects.toEqual(refusal("INVALID_TIME_ZONE"));
    await expect(take(at(service, "10:00", { resource: newId() }))).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
    expect(await offers.appointment(at(await gym.service(), "10:00"))).toBeUndefined();
  });

  test("grants an appointment time to only one of two concurrent requests", async () => {
    const service = await lessons({ staffIds: [await trainer()] });
    for (let round = 0; round < 50; round++) {
      const slot = at(service, "10:00");
      const offer = await offers.appointment(slot);
      const once = () =>
        gym.db.transaction().execute(async (tx) => {
          const made = await createAppointmentSession(tx, gym.context, offer as never, { totalParticipants: 1 });
          await takePlaces(tx, gym.siteId, made.sessionId, 1);
          return made.sessionId;
        });
      const results = await Promise.allSettled([once(), once()]);
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      expect(won).toHaveLength(1);
      expect(lost).toEqual([notFree]);
      await giveBack(won[0] ?? "");
    }
  });

  test("keeps the free time that a service and its neighbouring appointments require", async () => {
    const ruta = await trainer();
    const roomy = await lessons({ staffIds: [ruta], between: 30 });
    const tight = await lessons({ staffIds: [ruta] });
    const { sessionId } = await take(at(roomy, "14:00"));
    await expect(take(at(tight, "13:00"))).rejects.toEqual(notFree);
    await expect(take(at(tight, "15:00"))).rejects.toEqual(notFree);
    await take(at(tight, "15:30"));
    await expect(take(at(roomy, "16:00"))).rejects.toEqual(notFree);
    // A rescheduled appointment does not conflict with itself.
    await take(at(roomy, "13:30"), { excludeSessionIds: [sessionId] });
  });

  test("an appointment uses a resource from every group, within the resource's number of units", async () => {
    const [wall, rope] = [await resource(2), await resource(1)];
    const trainers = [await trainer(), await trainer(), await trainer()];
    const service = await lessons({ staffIds: trainers, groups: [[wall]] });
    const roped = await lessons({ staffIds: trainers, groups: [[wall], [rope]] });
    await take(at(service, "10:00"));
    const { sessionId } = await take(at(roped, "10:00"));
    const rows = gym.db.selectFrom("session").select("resourceIds").where("id", "=", sessionId);
    expect(await rows.executeTakeFirstOrThrow()).toEqual({ resourceIds: [wall, rope] });
    await expect(take(at(service, "10:00"))).rejects.toEqual(notFree);
    await take(at(service, "11:00"));
    expect((await starts(roped)).filter((hour) => hour === "10:00")).toEqual([]);
  });

  test("assigns the least busy trainer whose group size fits if none is requested", async () => {
    const [ruta, tomas, ieva] = [await trainer(), await trainer(), await trainer(4)];
    const service = await lessons({ staffIds: [ruta, tomas] });
    expect((await take(at(service, "09:00"))).staffId).toBe(ruta);
    expect((await take(at(service, "10:00"))).staffId).toBe(tomas);
    expect((await take(at(service, "10:00"))).staffId).toBe(ruta);
    expect((await take(at(service, "14:00"))).staffId).toBe(tomas);
    const group = await lessons({ staffIds: [ieva] });
    await expect(take(at(group, "09:00"), { participants: 5 })).rejects.toEqual(notFree);
    await take(at(group, "09:00"), { participants: 4 });
    const resourcesPolicy = { enabled: true, autoAssignAllowed: false };
    const named = await lessons({ staffIds: [ruta, tomas], policyId: await gym.policy({ resourcesPolicy }) });
    await expect(take(at(named, "16:00"))).rejects.toEqual(refusal("RESOURCE_NOT_FOUND"));
    expect((await take(at(named, "16:00", { resource: tomas }))).staffId).toBe(tomas);
  });

  test("the owner can double-book a requested trainer and book outside working hours", async () => {
    const ruta = await trainer();
    const service = await lessons({ staffIds: [ruta] });
    const code = "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED";
    await expect(take(at(service, "20:00"), { ignoreConflicts: true })).rejects.toEqual(refusal(code));
    const late = { end: "20:20", resource: ruta };
    expect(await take(at(service, "20:00", late), { ignoreConflicts: true })).toMatchObject({ doubleBooked: false });
    expect(await take(at(service, "20:00", late), { ignoreConflicts: true })).toMatchObject({ doubleBooked: true });
  });

  test("concurrent requests for a class at a new time create one session", async () => {
    const service = await gym.service({ defaultCapacity: 7 } as Partial<Service>);
    const offer = await offers.adHoc(at(service, "18:00", { end: "19:30" }));
    expect(offer).toMatchObject({ sessionId: null, placesId: "", endDate: new Date("2026-09-02T16:30:00Z") });
    const make = () =>
      gym.db.transaction().execute((tx) => createAdHocSession(tx, gym.context, offer as NonNullable<typeof offer>));
    const [one, other] = await Promise.all([make(), make()]);
    expect(one).toEqual(other);
    expect(await gym.placesOf(one.sessionId)).toEqual({ capacity: 7, taken: 0 });
    await expect(offers.adHoc(at(service, "18:00"))).rejects.toEqual(refusal("INVALID_DATE_FORMAT"));
    expect(await offers.adHoc(at(await lessons({ staffIds: [] }), "18:00"))).toBeUndefined();
  });
});

test("random bookings and returns never use a trainer or room twice at the same time", async () => {
  const [ruta, tomas] = [await trainer(), await trainer()];
  const wall = await resource(1);
  const services = [
    await lessons({ staffIds: [ruta, tomas], groups: [[wall]] }),
    await lessons({ staffIds: [tomas], durations: [30, 50], between: 10 }),
    await lessons({ staffIds: [ruta], durations: [90] }),
  ];
  let state = 41;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  let made: string[] = [];
  for (let round = 0; round < 25; round++) {
    const inputs = Array.from({ length: 6 }, () => {
      const minutes = 9 * 60 + 15 * random(32);
      const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
      return take(at(services[random(3)] as Offered, time));
    });
    const results = await Promise.allSettled(inputs);
    for (const result of results) {
      if (result.status === "fulfilled") made.push(result.value.sessionId);
      else expect(result.reason).toEqual(notFree);
    }
    const ended = made.filter(() => random(3) === 0);
    await Promise.all(ended.map(giveBack));
    made = made.filter((id) => !ended.includes(id));
    const rows = await gym.db
      .selectFrom("session")
      .select(["id", "startDate", "endDate", "staffIds", "resourceIds"])
      .where("status", "=", "CONFIRMED")
      .where(
        "serviceId",
        "in",
        services.map(({ id }) => id),
      )
      .orderBy("startDate")
      .execute();
    expect(rows.map(({ id }) => id).sort()).toEqual(made.toSorted());
    for (const used of [ruta, tomas, wall]) {
      const own = rows.filter(({ staffIds, resourceIds }) => [...staffIds, ...resourceIds].includes(used));
      for (const [index, { startDate }] of own.entries()) {
        const before = own[index - 1];
        if (before) expect(before.endDate.getTime()).toBeLessThanOrEqual(startDate.getTime());
      }
    }
  }
  expect(made.length).toBeGreaterThan(0);
});
