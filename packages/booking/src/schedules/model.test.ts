import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingOperations, bookingParts, createTestGym, type TestGym, visitor } from "../testing.ts";
import { cancelSession, restoreSession } from "./cancel-restore-session.ts";
import { changeSession } from "./change-session.ts";
import { createRules, schedules } from "./schedules.ts";

let gym: TestGym;
let desk: ReturnType<typeof bookingOperations>;
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  // The 26 weeks from this date include both clock changes: 25 October and 28 March.
  gym.clock.now = new Date("2026-10-05T06:00:00Z");
  schedules(gym.context, bookingParts(gym.context).availabilityServices);
  desk = bookingOperations(gym.context);
});
afterAll(() => gym.close());

const scope = fc.constantFrom("THIS" as const, "THIS_AND_LATER" as const, "ALL" as const);
const pick = fc.nat(30);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("book" as const), pick, size: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("change" as const),
      pick,
      scope,
      change: fc.record(
        {
          startTime: fc.constantFrom("03:30", "09:00", "18:15"),
          capacity: fc.integer({ min: 0, max: 8 }),
          durationMinutes: fc.constantFrom(45, 120),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("move" as const), pick, scope, days: fc.integer({ min: -2, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), pick, scope }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore" as const), pick }) },
);

type Expected = { canceled: boolean; start?: number; time?: string; capacity?: number; minutes?: number };

test("random edits of a series lose no bookings and leave every session as last edited", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), history), { numRuns: 20 });
}, 240_000);

async function history(steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const { context, db } = gym;
  const service = await gym.service({ defaultCapacity: 6, payment: { rateType: "NO_FEE" } });
  const rule = { scheduleId: service.scheduleId, weekday: 7, startTime: "18:00", durationMinutes: 60 };
  await createRules(context, [{ ...rule, validFrom: "2026-10-05" }]);
  const sessions = () =>
    db
      .selectFrom("session")
      .selectAll()
      .where("serviceId", "=", service.id)
      .orderBy("startDate")
      .orderBy("id")
      .execute();
  const expected = new Map<string, Expected>();
  const booked = new Map<string, { sessionId: string; size: number }>();

  for (const each of steps) {
    const ahead = (await sessions()).filter(({ startDate }) => startDate > gym.clock.now);
    for (const { id } of ahead) if (!expected.has(id)) expected.set(id, { canceled: false });
    const session = ahead[each.pick % ahead.length];
    if (!session) return;
    const said = expected.get(session.id) as Expected;
    if (each.do === "book") {
      const slot = { sessionId: session.id, serviceId: service.id, scheduleId: service.scheduleId };
      const input = {
        bookedEntity: { slot },
        totalParticipants: each.size,
        contactDetails: { email: "ona@uola.example", firstName: "Ona" },
      };
      const made = await desk.create({ booking: input }, visitor()).catch((refusal) => {
        expect(["SLOT_NOT_AVAILABLE", "SESSION_CAPACITY_EXCEEDED"]).toContain(refusal.code);
      });
      if (made) booked.set(made.booking.id, { sessionId: session.id, size: each.size });
    } else if (each.do === "cancel") {
      for (const id of await cancelSession(context, session.id, { ...quietly, scope: each.scope })) {
        (expected.get(id) as Expected).canceled = true;
      }
    } else if (each.do === "restore") {
      await restoreSession(context, session.id);
      said.canceled = false;
    } else if (each.do === "move") {
      const startDate = new Date(session.startDate.getTime() + each.days * 86_400_000);
      if (startDate <= gym.clock.now) continue;
      await changeSession(context, session.id, { startDate }, { ...quietly, scope: each.scope }).catch(refusedRange);
      // A move of a single date by zero days sets its time only, not its day.
      if (each.scope === "THIS" && each.days === 0) {
        said.time = wallTime(startDate).slice(11);
        delete said.start;
      } else if (each.scope === "THIS") expected.set(session.id, { ...said, start: startDate.getTime(), time: "" });
    } else {
      await changeSession(context, session.id, each.change, { ...quietly, scope: each.scope, allowBelowSold: true });
      const { startTime, durationMinutes, capacity } = each.change;
      if (each.scope === "THIS") {
        if (startTime) said.time = startTime;
        if (startTime) delete said.start;
        if (capacity !== undefined) said.capacity = capacity;
        if (durationMinutes) said.minutes = durationMinutes;
      }
    }
    await isWhole();
  }

  async function isWhole() {
    const found = await sessions();
    const byId = new Map(found.map((session) => [session.id, session]));
    const made = found.map(({ ruleId, date }) => `${ruleId} ${date}`);
    expect(new Set(made).size).toBe(made.length);
    const rules = await db
      .selectFrom("scheduleRule")
      .selectAll()
      .where("scheduleId", "=", service.scheduleId)
      .execute();
    const places = new Map((await db.selectFrom("places").selectAll().execute()).map((row) => [row.id, row]));
    for (const [id, said] of expected) {
      const session = byId.get(id);
      expect(session?.status, "a session is never lost").toBe(said.canceled ? "CANCELLED" : "CONFIRMED");
      if (!session || session.startDate <= gym.clock.now) continue;
      const rule = rules.find(({ id }) => id === session.ruleId);
      if (said.start) expect(session.startDate.getTime(), "one that was moved stays there").toBe(said.start);
      else
        expect(wallTime(session.startDate), "wall time").toBe(
          onClocks(session, said.time || rule?.startTime.slice(0, 5)),
        );
      const minutes = (session.endDate.getTime() - session.startDate.getTime()) / 60_000;
      expect(minutes).toBe(said.minutes ?? rule?.durationMinutes);
      const counted = places.get(id);
      expect(counted !== undefined, "places where it takes place").toBe(!said.canceled);
      if (!counted) continue;
      const requested = said.capacity ?? rule?.capacity ?? 6;
      expect(counted.capacity).toBe(Math.max(requested, counted.taken));
    }
    const rows = await db.selectFrom("booking").selectAll().where("serviceId", "=", service.id).execute();
    for (const [id, { sessionId }] of booked) {
      const booking = rows.find((row) => row.id === id);
      const session = byId.get(sessionId);
      if (booking?.status === "CONFIRMED") {
        expect(session?.status, "who comes has a session").toBe("CONFIRMED");
        expect(booking.startDate).toEqual(session?.startDate);
      } else expect(booking?.status).toBe("CANCELED");
    }
    for (const [id, { taken }] of places) {
      if (!byId.has(id)) continue;
      const coming = rows.filter(({ sessionId, status }) => sessionId === id && status === "CONFIRMED");
      expect(taken).toBe(coming.reduce((sum, { totalParticipants }) => sum + totalParticipants, 0));
    }
  }
}

const quietly = { actor: { kind: "system", id: "test" }, notification: undefined } as const;
/** The first session of a series may not be moved into the past. */
const refusedRange = (error: Error) => expect(error.message).toContain("change.startDate");

const clocks = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Vilnius", dateStyle: "short", timeStyle: "short" });
const wallTime = (moment: Date) => clocks.format(moment);
/** On 28 March 03:30 does not exist; the local time is 04:30. */
const onClocks = ({ startDate }: { startDate: Date }, time: string | undefined) => {
  const date = wallTime(startDate).slice(0, 10);
  return `${date} ${date === "2027-03-28" && time === "03:30" ? "04:30" : time}`;
};
