import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: ReturnType<TestGym["as"]>;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
});
afterAll(() => gym.close());

const at = (time: string, day = "02") => new Date(`2026-09-${day}T${time}:00Z`);
const hour = (start: string, day?: string) => {
  const startDate = at(start, day);
  return { startDate, endDate: new Date(+startDate + 3_600_000) };
};
const books = async (of: { id: string; scheduleId: string }, startDate: Date) => {
  const slot = { serviceId: of.id, scheduleId: of.scheduleId, startDate: startDate.toISOString() };
  const contactDetails = { firstName: "Ona", email: "ona@uola.example" };
  const booking = { bookedEntity: { slot }, contactDetails, totalParticipants: 1 };
  return (await gym.as(gym.visitor()).bookings.create({ booking: { ...booking, selectedPaymentOption: "OFFLINE" } }))
    .booking.bookedEntity.slot?.sessionId as string;
};

test("a class that overlaps a trainer's appointment or time off is created, and the conflicts are returned", async () => {
  const ruta = await gym.trainer();
  const taken = await books(await gym.lessons([ruta]), at("10:00"));
  const { timeOff } = await owner.resources.addTimeOff({
    timeOff: { resourceId: ruta, ...hour("12:30", "09"), reason: "gydytojas" },
  });
  const { scheduleId } = await gym.service();
  const single = { scheduleId, ...hour("10:30"), change: { staffIds: [ruta] } };
  const { session, conflicts } = await owner.schedules.createSession(single);
  expect(session.status).toBe("CONFIRMED");
  expect(conflicts).toEqual([{ sessionId: taken, timeOffId: null, resourceId: ruta, startDate: at("10:30") }]);

  const off = await owner.schedules.createSession({ ...single, ...hour("12:00", "09") });
  expect(off.conflicts).toMatchObject([{ timeOffId: timeOff?.id, sessionId: null, resourceId: ruta }]);
  const beside = await owner.schedules.createSession({ ...single, ...hour("11:30") });
  expect(beside.conflicts).toEqual([]);
  const free = { transparency: "FREE" as const, staffIds: [ruta] };
  expect((await owner.schedules.createSession({ ...single, change: free })).conflicts).toEqual([]);

  const weekly = { scheduleId, weekday: 3, startTime: "13:00", durationMinutes: 60, staffIds: [ruta] };
  const made = await owner.schedules.createRules({ rules: [{ ...weekly, validFrom: "2026-09-02" }] });
  expect(made.conflicts.map(({ sessionId }) => sessionId).toSorted()).toEqual([taken, session.id].toSorted());
  const [rule] = made.rules;
  const moved = await owner.schedules.changeRule({ rule: { id: rule?.id ?? "", startTime: "06:00" } });
  expect(moved.conflicts).toEqual([]);
  const change = { startDate: at("10:00") };
  const back = await owner.schedules.changeSession({ sessionId: beside.session.id, change });
  expect(back.conflicts.length).toBeGreaterThan(0);
});

test("a wall causes a conflict only when all its units are in use", async () => {
  const { resource } = await owner.resources.create({ resource: { type: "WALL", name: "Siena", units: 2 } });
  const { scheduleId } = await gym.service();
  const climb = (start: string) =>
    owner.schedules.createSession({ scheduleId, ...hour(start, "04"), change: { resourceIds: [resource.id] } });
  expect((await climb("10:00")).conflicts).toEqual([]);
  expect((await climb("10:30")).conflicts).toEqual([]);
  const third = await climb("10:45");
  expect(third.conflicts).toHaveLength(2);
  expect((await climb("11:20")).conflicts).toHaveLength(2);
});

test("if a class and an appointment are created concurrently, the class reports a conflict or the appointment is rejected", async () => {
  const { scheduleId } = await gym.service();
  for (let round = 0; round < 8; round++) {
    const ruta = await gym.trainer();
    const of = await gym.lessons([ruta]);
    const times = hour("10:00", String(10 + round));
    const [scheduled, booked] = await Promise.allSettled([
      owner.schedules.createSession({ scheduleId, ...times, change: { staffIds: [ruta] } }),
      books(of, times.startDate),
    ]);
    const told = scheduled.status === "fulfilled" ? scheduled.value.conflicts.length : 0;
    expect(scheduled.status).toBe("fulfilled");
    expect(told).toBe(booked.status === "fulfilled" ? 1 : 0);
  }
});
