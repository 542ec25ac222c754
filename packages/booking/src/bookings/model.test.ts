import { createClient, PlatformError } from "@uola/client";
import type { Booking } from "@uola/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym, urls } from "../testing.ts";

let gym: TestGym;
type Offered = { id: string; scheduleId: string };
let club: Offered;
let staff: string[];
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  const reschedulePolicy = { enabled: true, limitLatestReschedule: false };
  staff = [await gym.trainer(), await gym.trainer({ name: "Jonas" })];
  club = await gym.service({ policyId: await gym.policy({ reschedulePolicy }) });
});
afterAll(() => gym.close());

const size = fc.integer({ min: 1, max: 3 });
const place = fc.nat(2);
const who = fc.nat(30);
const step = fc.oneof(
  fc.record({
    do: fc.constant("create" as const),
    place: fc.nat(3),
    size,
    holds: fc.boolean(),
    status: fc.constantFrom("CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"),
    pushes: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom("confirm" as const, "decline" as const, "cancel" as const, "fields" as const), who }),
  fc.record({ do: fc.constant("reschedule" as const), who, place, pushes: fc.boolean() }),
  fc.record({ do: fc.constant("participants" as const), who, size }),
  fc.record({ do: fc.constant("settle" as const), who, paid: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Expected rejections; any other error fails the test. */
const known = new Set([
  "SESSION_CAPACITY_EXCEEDED",
  "SCHEDULE_CAPACITY_EXCEEDED",
  "NO_OPEN_SPOTS",
  "INVALID_BOOKING_STATUS",
  "BOOKING_REVISION_MISMATCH",
  "VALIDATION_FAILURE",
  "SLOT_NOT_AVAILABLE",
  "CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED",
]);

test("for any generated sequence of operations, places match the bookings and holds, and each change is audited once", async () => {
  // Two processes on one database.
  const desks = [gym.api, gym.secondProcess()].map(({ fetch }) =>
    createClient({ url: urls.platform, fetch, tokens: gym.key }),
  );
  let asked = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 }),
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 8 }),
      async (capacities, rounds) => {
        const [a, b, c] = capacities as [number, number, number];
        const sessions = [
          await gym.session({ service: club, capacity: a }),
          await gym.session({ service: club, capacity: b, inHours: 60 }),
        ];
        const course = await gym.service({ type: "COURSE", defaultCapacity: c });
        await gym.session({ service: course });
        const lesson = await gym.lessons(staff);
        const startDate = new Date(Date.parse("2026-10-05T09:00:00Z") + runs++ * 86_400_000).toISOString();
        const time = { serviceId: lesson.id, scheduleId: lesson.scheduleId, startDate };
        const slotOf = (index: number) => ({
          sessionId: sessions[index] as string,
          serviceId: club.id,
          scheduleId: club.scheduleId,
        });
        const bookings: Booking[] = [];

        async function take(step: Step): Promise<void> {
          const { bookings: desk, holds } = desks[asked++ % 2] as (typeof desks)[number];
          if (step.do === "create") {
            const entity = { slot: step.place === 3 ? time : slotOf(step.place) };
            const bookedEntity = step.place === 2 ? { schedule: { scheduleId: course.scheduleId } } : entity;
            const status = step.status as Booking["status"];
            const input = { bookedEntity, totalParticipants: step.size, status, contactDetails: { firstName: "Ona" } };
            const flowControlSettings = { skipAvailabilityValidation: step.pushes };
            const wanted = { ...bookedEntity, totalParticipants: step.size };
            const holdId = step.holds ? (await holds.create(wanted)).hold.id : undefined;
            const made = await desk.create({ booking: input, flowControlSettings, ...(holdId && { holdId }) });
            bookings.push(made.booking);
            return;
          }
          const index = step.who % Math.max(1, bookings.length);
          const before = bookings[index];
          if (!before) return;
          const moving = { bookingId: before.id, revision: before.revision };
          const done = async (): Promise<Booking> => {
            if (step.do === "settle") {
              const paymentStatus = step.paid ? ("PAID" as const) : ("NOT_PAID" as const);
              return (await desk.confirmOrDecline({ bookingId: before.id, paymentStatus })).booking;
            }
            if (step.do === "reschedule") {
              const flowControlSettings = { skipAvailabilityValidation: step.pushes, ignoreReschedulePolicy: true };
              return (await desk.reschedule({ ...moving, slot: slotOf(step.place % 2), flowControlSettings })).booking;
            }
            if (step.do === "participants") {
              return (await desk.updateNumberOfParticipants({ ...moving, totalParticipants: step.size })).booking;
            }
            if (step.do === "fields") {
              await desk.updateExtendedFields({ id: before.id, namespace: "test", namespaceData: { at: index } });
              return { ...before, revision: String(Number(before.revision) + 1) };
            }
            if (step.do === "cancel") {
              return (await desk.cancel({ ...moving, flowControlSettings: { ignoreCancellationPolicy: true } }))
                .booking;
            }
            return (await desk[step.do](moving)).booking;
          };
          bookings[index] = await done();
        }

        // All operations of a round run concurrently.
        for (const round of rounds) {
          const answers = await Promise.allSettled(round.map(take));
          for (const answer of answers) {
            if (answer.status === "fulfilled") continue;
            expect(answer.reason).toBeInstanceOf(PlatformError);
            expect(known).toContain((answer.reason as PlatformError).code);
          }
        }

        const places = [...sessions, course.scheduleId];
        const rows = await gym.db
          .selectFrom("booking")
          .selectAll()
          .where((eb) => eb.or([eb("placesId", "in", places), eb("serviceId", "=", lesson.id)]))
          .execute();
        const standing = await gym.db
          .selectFrom("session")
          .select(["id", "staffIds"])
          .where("serviceId", "=", lesson.id)
          .where("status", "=", "CONFIRMED")
          .execute();
        const double = new Set(rows.flatMap(({ doubleBooked, sessionId }) => (doubleBooked ? sessionId : [])));
        const led = standing.flatMap(({ id, staffIds }) => (double.has(id) ? [] : staffIds));
        expect(new Set(led).size, "a trainer has one at a time").toBe(led.length);
        for (const { id } of standing) {
          const holding = rows.filter((row) => row.placesId === id && /CONFIRMED|PENDING/.test(row.status));
          const taken = holding
            .filter(({ doubleBooked }) => !doubleBooked)
            .reduce((sum, { totalParticipants }) => sum + totalParticipants, 0);
          expect(await gym.placesOf(id)).toMatchObject({ taken });
        }
        for (const [index, id] of places.entries()) {
          const held = rows
            .filter((row) => row.placesId === id && /CONFIRMED|PENDING/.test(row.status) && !row.doubleBooked)
            .reduce((sum, { totalParticipants }) => sum + totalParticipants, 0);
          expect(await gym.placesOf(id)).toEqual({ capacity: capacities[index], taken: held });
          expect(held).toBeLessThanOrEqual(capacities[index] as number);
        }
        expect(rows).toHaveLength(bookings.length);
        const ids = rows.map(({ id }) => id);
        if (ids.length === 0) return;
        const events = await gym.db
          .selectFrom("event")
          .select(["entityId", "entitySequence", "slug"])
          .where("entityId", "in", ids)
          .orderBy("entitySequence")
          .execute();
        const audits = await gym.db.selectFrom("audit").select("entityId").where("entityId", "in", ids).execute();
        for (const { id, revision } of rows) {
          const upTo = Array.from({ length: revision }, (_, index) => index + 1);
          const told = events.filter(({ entityId }) => entityId === id);
          expect(told.map(({ entitySequence }) => entitySequence)).toEqual(upTo);
          expect(told.map(({ slug }) => slug === "created")).toEqual(upTo.map((sequence) => sequence === 1));
          expect(audits.filter(({ entityId }) => entityId === id)).toHaveLength(revision);
        }
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);
