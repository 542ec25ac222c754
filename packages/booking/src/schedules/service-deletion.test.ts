import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceChanged, serviceCloned, serviceDeleted, serviceLocationRemoved } from "../events.ts";
import { bookingOperations, bookingParts, createTestGym, type TestGym, visitor } from "../testing.ts";
import { createRules, generateSessions, schedules } from "./schedules.ts";

let gym: TestGym;
let desk: ReturnType<typeof bookingOperations>;
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  schedules(gym.context, bookingParts(gym.context).availabilityServices);
  desk = bookingOperations(gym.context);
});
afterAll(() => gym.close());

const quietly = { actor: { kind: "system", id: "test" }, notification: undefined } as const;
async function booked(type: "CLASS" | "COURSE") {
  const service = await gym.service({ type, defaultCapacity: 8, payment: { rateType: "NO_FEE" } });
  const { id, scheduleId } = service;
  const rule = { scheduleId, weekday: 3, startTime: "18:00", durationMinutes: 60, validFrom: "2026-09-02" };
  await createRules(gym.context, [{ ...rule, validUntil: "2026-11-25" }]);
  const sessions = () =>
    gym.db.selectFrom("session").selectAll().where("serviceId", "=", id).orderBy("startDate").execute();
  const [, second] = await sessions();
  const ids = { serviceId: id, scheduleId };
  const entity = type === "COURSE" ? { schedule: ids } : { slot: { ...ids, sessionId: second?.id ?? "" } };
  const input = {
    bookedEntity: entity,
    totalParticipants: 2,
    contactDetails: { firstName: "Ona", email: "o@uola.example" },
  };
  const { booking } = await desk.create({ booking: input }, visitor());
  const end = (keepBooked: boolean) =>
    gym.db.transaction().execute(async (tx) => {
      await gym.context.events.emit(tx, serviceDeleted, { ...quietly, serviceId: id, scheduleId, keepBooked });
    });
  const standing = async () => (await sessions()).filter(({ status }) => status === "CONFIRMED").map((row) => row.id);
  const status = async () => {
    const row = gym.db.selectFrom("booking").select("status").where("id", "=", booking.id);
    return (await row.executeTakeFirstOrThrow()).status;
  };
  return { service, second, end, standing, status };
}

test("deleting a service cancels its sessions, and they are not generated again", async () => {
  const { end, standing, status, second } = await booked("CLASS");
  await end(false);
  expect(await standing()).toEqual([]);
  expect(await status()).toBe("CANCELED");
  expect(await gym.placesOf(second?.id ?? "")).toBeUndefined();
  await generateSessions(gym.context);
  expect(await standing()).toEqual([]);
});

test("booked sessions can be kept when their service is deleted", async () => {
  const { end, standing, status, second } = await booked("CLASS");
  await end(true);
  expect(await standing()).toEqual([second?.id]);
  expect(await status()).toBe("CONFIRMED");
});

test("when a service is deleted, a course is canceled or kept as a whole", async () => {
  const kept = await booked("COURSE");
  await kept.end(true);
  expect(await kept.standing()).toHaveLength(13);
  expect(await kept.status()).toBe("CONFIRMED");
  await kept.end(false);
  expect(await kept.standing()).toEqual([]);
  expect(await kept.status()).toBe("CANCELED");
  expect(await gym.placesOf(kept.service.scheduleId)).toBeUndefined();
});

test("a course has places from its creation, and sessions use the capacity of their service", async () => {
  const begin = (id: string) =>
    gym.db.transaction().execute(async (tx) => {
      await gym.context.events.emit(tx, serviceChanged, { serviceId: id });
    });
  const course = await gym.service({ type: "COURSE", defaultCapacity: 6 });
  await begin(course.id);
  expect(await gym.placesOf(course.scheduleId)).toEqual({ capacity: 6, taken: 0 });
  const { service, second } = await booked("CLASS");
  const single = await gym.session({ service, capacity: 3 });
  await gym.db.updateTable("service").set({ defaultCapacity: 4 }).where("id", "=", service.id).execute();
  await begin(service.id);
  expect(await gym.placesOf(second?.id ?? "")).toEqual({ capacity: 4, taken: 2 });
  expect(await gym.placesOf(single)).toEqual({ capacity: 3, taken: 0 });
});

test("sessions removed with a location are not generated again; a cloned service gets the weekly rules", async () => {
  const { service, second, standing } = await booked("CLASS");
  const ending = { ...quietly, scheduleId: service.scheduleId, sessionIds: [second?.id ?? ""], course: false };
  await gym.db.transaction().execute(async (tx) => {
    await gym.context.events.emit(tx, serviceLocationRemoved, ending);
  });
  await generateSessions(gym.context);
  expect(await standing()).toHaveLength(12);
  const copy = await gym.service();
  const input = { fromScheduleId: service.scheduleId, toScheduleId: copy.scheduleId, actor: quietly.actor };
  await gym.context.events.emit(gym.db, serviceCloned, input);
  const made = gym.db.selectFrom("session").select("id").where("serviceId", "=", copy.id);
  expect(await made.execute()).toHaveLength(13);
});
