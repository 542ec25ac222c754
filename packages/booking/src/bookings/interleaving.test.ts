import { createClient, PlatformError } from "@uola/client";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym, urls } from "../testing.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  service = await gym.service();
});
afterAll(() => gym.close());

/** Returns clients of two processes on one database, each with the owner's key. */
const processes = () =>
  [gym.api, gym.secondProcess()].map(
    ({ fetch }) => createClient({ url: urls.platform, fetch, tokens: gym.key }).bookings,
  );
type Desk = ReturnType<typeof processes>[number];

const input = (sessionId: string, totalParticipants: number, status?: "CREATED" | "PENDING" | "WAITING_LIST") => ({
  booking: {
    bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
    selectedPaymentOption: "OFFLINE" as const,
    totalParticipants,
    status,
  },
});

/** Expected rejections; any other error fails the test. */
const known = new Set([
  "SESSION_CAPACITY_EXCEEDED",
  "NO_OPEN_SPOTS",
  "INVALID_BOOKING_STATUS",
  "BOOKING_REVISION_MISMATCH",
]);
const refusable = async <T>(doing: Promise<T>): Promise<T | undefined> => {
  try {
    return await doing;
  } catch (error) {
    if (error instanceof PlatformError && known.has(error.code ?? "")) return undefined;
    throw error;
  }
};

const held = async (sessionId: string) => {
  const bookings = gym.db
    .selectFrom("booking")
    .where("sessionId", "=", sessionId)
    .where("status", "in", ["CONFIRMED", "PENDING"]);
  const { sum } = await bookings
    .select((eb) => eb.fn.sum<number>("totalParticipants").as("sum"))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
};

const size = fc.integer({ min: 1, max: 4 });
const creates = fc.record({
  size,
  status: fc.constantFrom(undefined, "CREATED" as const, "PENDING" as const, "WAITING_LIST" as const),
});
const moves = fc.array(fc.constantFrom("confirm" as const, "decline" as const, "cancel" as const), {
  minLength: 1,
  maxLength: 3,
});

test("for any interleaving of two processes, the counter equals the taken places, within capacity", async () => {
  const desks = processes();
  const person = fc.record({ first: creates, moves, desk: fc.nat(1), rival: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(person, { minLength: 1, maxLength: 25 }),
      async (capacity, people) => {
        const sessionId = await gym.session({ service, capacity });
        await Promise.all(
          people.map(async ({ first, moves, desk, rival }) => {
            const here = desks[desk] as Desk;
            const there = desks[1 - desk] as Desk;
            const made = await refusable(here.create(input(sessionId, first.size, first.status)));
            if (!made) return;
            let { id: bookingId, revision } = made.booking;
            for (const move of moves) {
              const flow = { flowControlSettings: { ignoreCancellationPolicy: true } };
              const moving = { bookingId, revision, ...(move === "cancel" && flow) };
              const tries = [refusable(here[move](moving)), ...(rival ? [refusable(there[move](moving))] : [])];
              const done = (await Promise.all(tries)).filter((each) => each !== undefined);
              // Of two requests with the same revision, at most one succeeds.
              expect(done.length).toBeLessThanOrEqual(1);
              revision = done[0]?.booking.revision ?? revision;
            }
          }),
        );
        const places = await gym.placesOf(sessionId);
        expect(places).toEqual({ capacity, taken: await held(sessionId) });
        expect(places?.taken).toBeLessThanOrEqual(capacity);
      },
    ),
    { numRuns: 25 },
  );
});

test("500 buyers in two processes get exactly 12 places, and all others are rejected as full", async () => {
  const desks = processes();
  const sessionId = await gym.session({ service, capacity: 12 });
  const answers = await Promise.allSettled(
    Array.from({ length: 500 }, (_, index) => (desks[index % 2] as Desk).create(input(sessionId, 1))),
  );
  const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
  expect(answers.length - refusals.length).toBe(12);
  expect(new Set(refusals)).toEqual(new Set(["SESSION_CAPACITY_EXCEEDED"]));
  expect(await gym.placesOf(sessionId)).toEqual({ capacity: 12, taken: 12 });
});

test("with mixed party sizes, no place stays unsold that the smallest rejected party could use", async () => {
  const desks = processes();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(size, { minLength: 30, maxLength: 60 }),
      async (capacity, sizes) => {
        const sessionId = await gym.session({ service, capacity });
        const answers = await Promise.all(
          sizes.map((size, index) => refusable((desks[index % 2] as Desk).create(input(sessionId, size)))),
        );
        const refusedSizes = sizes.filter((_, index) => !answers[index]);
        const left = capacity - (await held(sessionId));
        expect(left).toBeGreaterThanOrEqual(0);
        for (const size of refusedSizes) expect(size).toBeGreaterThan(left);
      },
    ),
    { numRuns: 10 },
  );
});

test("returned places can be sold again immediately", async () => {
  const [here, there] = processes() as [Desk, Desk];
  const sessionId = await gym.session({ service, capacity: 3 });
  const { booking } = await here.create(input(sessionId, 3));
  expect(await refusable(there.create(input(sessionId, 1)))).toBeUndefined();
  const flowControlSettings = { ignoreCancellationPolicy: true };
  await there.cancel({ bookingId: booking.id, revision: booking.revision, flowControlSettings });
  expect((await here.create(input(sessionId, 3))).booking.status).toBe("CONFIRMED");
});
