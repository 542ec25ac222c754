import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setCapacity } from "../availability/availability.ts";
import { bookingParts } from "../testing.ts";
import { deadline, isQuiet } from "./quiet-hours.ts";
import { minutesToAnswer } from "./rules.ts";
import { createWaitingList } from "./waiting-list.ts";
import { createWaitlistGym, type WaitlistGym } from "./waitlist.testing.ts";

let gym: WaitlistGym;
let passes: (() => Promise<void>)[];
const begin = new Date("2026-09-01T09:00:00Z");
beforeAll(async () => {
  gym = await createWaitlistGym();
  const elsewhere = gym.testGym.otherProcessContext();
  passes = [gym.pass, createWaitingList(elsewhere, bookingParts(elsewhere).bookingServices).pass];
});
afterAll(() => gym.testGym.close());

/** Runs the task of both processes at the same time. */
const passTwice = () => Promise.all(passes.map((pass) => pass()));

const known = new Set([
  "SESSION_CAPACITY_EXCEEDED",
  "PLACES_AVAILABLE",
  "NOT_OFFERED",
  "OFFER_EXPIRED",
  "NOT_WAITING",
  "NO_OPEN_SPOTS",
  "INVALID_BOOKING_STATUS",
  "BOOKING_REVISION_MISMATCH",
]);
async function codeOf(doing: Promise<unknown>): Promise<string | undefined> {
  try {
    await doing;
    return undefined;
  } catch (error) {
    const code = String((error as { code?: string }).code);
    if (!known.has(code)) throw error;
    return code;
  }
}

type Step =
  | { do: "book"; size: number }
  | { do: "join"; size: number }
  | { do: "cancel" | "leave" | "accept" | "decline" | "confirm"; who: number }
  | { do: "move"; who: number; position: number }
  | { do: "offer"; who: number }
  | { do: "raise"; by: number }
  | { do: "time"; minutes: number };

const who = fc.nat(30);
const size = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("book" as const), size }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("join" as const), size }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel", "cancel", "leave", "accept", "accept", "decline", "confirm"),
      who,
    }),
  },
  fc.record({ do: fc.constant("move" as const), who, position: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ do: fc.constant("offer" as const), who }),
  fc.record({ do: fc.constant("raise" as const), by: fc.integer({ min: 1, max: 3 }) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("time" as const), minutes: fc.integer({ min: 1, max: 900 }) }) },
) as fc.Arbitrary<Step>;

type Party = { entryId: string; bookingId: string; size: number; state: string; expires?: Date };
type Booked = { id: string; size: number };
const reason = "taip sutarta";

/** Reference model: the state expected by the rules, computed sequentially. */
class Expected {
  line: Party[] = [];
  ended: Party[] = [];
  booked: Booked[] = [];
  capacity: number;
  start: Date;
  constructor(capacity: number, start: Date) {
    this.capacity = capacity;
    this.start = start;
  }
  get waiting() {
    return this.line.filter(({ state }) => state === "WAITING");
  }
  get taken() {
    return this.booked.reduce((sum, { size }) => sum + size, 0);
  }
  get held() {
    return this.line.reduce((sum, { size, state }) => sum + (state === "OFFERED" ? size : 0), 0);
  }
  get free() {
    return this.capacity - this.taken - this.held;
  }
  get least() {
    return this.waiting.length > 0 ? Math.min(...this.waiting.map(({ size }) => size)) : null;
  }
  get claimed() {
    return this.least !== null && this.least <= this.free;
  }
  end(party: Party, state: string) {
    this.line = this.line.filter((each) => each !== party);
    party.state = state;
    this.ended.push(party);
    if (state === "ACCEPTED") this.booked.push({ id: party.bookingId, size: party.size });
  }
  offer(party: Party, now: Date) {
    party.state = "OFFERED";
    const offerTime = { timeZone: "Europe/Vilnius", start: this.start };
    party.expires = deadline(now, minutesToAnswer(undefined, this.start, now), offerTime);
  }
  pass(now: Date) {
    for (const party of [...this.line]) {
      if (party.state === "OFFERED" && party.expires && party.expires <= now) this.end(party, "LAPSED");
    }
    if (isQuiet(now, { timeZone: "Europe/Vilnius", start: this.start })) return;
    for (const party of this.waiting) if (party.size <= this.free) this.offer(party, now);
  }
}

/** Performs one step in the gym and in the model. */
async function take(step: Step, expected: Expected, sessionId: string) {
  const { owner, testGym } = gym;
  const now = testGym.clock.now;
  if (step.do === "time") {
    testGym.clock.now = new Date(now.getTime() + step.minutes * 60_000);
    return;
  }
  if (step.do === "raise") {
    expected.capacity += step.by;
    await testGym.db.transaction().execute((tx) => setCapacity(tx, testGym.siteId, sessionId, expected.capacity));
    return;
  }
  if (step.do === "book") {
    const fits = step.size <= expected.free && !expected.claimed;
    const doing = owner.bookings.create(gym.input({ sessionId }, step.size));
    expect(await codeOf(doing)).toBe(fits ? undefined : "SESSION_CAPACITY_EXCEEDED");
    if (fits) expected.booked.push({ id: (await doing).booking.id, size: step.size });
    return;
  }
  if (step.do === "join") {
    const waits = step.size > expected.free || expected.claimed;
    const doing = owner.waitlist.join(gym.input({ sessionId }, step.size));
    expect(await codeOf(doing)).toBe(waits ? undefined : "PLACES_AVAILABLE");
    if (!waits) return;
    const { entry } = await doing;
    expected.line.push({ entryId: entry.id, bookingId: entry.bookingId, size: step.size, state: "WAITING" });
    return;
  }
  if (step.do === "cancel") {
    const [booked] = expected.booked.splice(step.who % Math.max(1, expected.booked.length), 1);
    if (!booked) return;
    const { revision } = await testGym.db
      .selectFrom("booking")
      .select("revision")
      .where("id", "=", booked.id)
      .executeTakeFirstOrThrow();
    await owner.bookings.cancel({ bookingId: booked.id, revision: String(revision) });
    return;
  }
  // The waiting parties and the last two that have left the list.
  const parties = [...expected.line, ...expected.ended.slice(-2)];
  const party = parties[step.who % Math.max(1, parties.length)];
  if (!party) return;
  const { entryId } = party;
  const isLate = party.expires !== undefined && party.expires <= now;
  if (step.do === "leave") {
    await owner.waitlist.leave({ entryId });
    if (expected.line.includes(party)) expected.end(party, "LEFT");
  } else if (step.do === "accept") {
    const code = await codeOf(owner.waitlist.accept({ entryId }));
    const gone = party.state === "LAPSED" || (party.state === "OFFERED" && isLate);
    const right = ["OFFERED", "ACCEPTED"].includes(party.state) ? undefined : "NOT_OFFERED";
    expect(code).toBe(gone ? "OFFER_EXPIRED" : right);
    if (code === undefined && party.state === "OFFERED") expected.end(party, "ACCEPTED");
  } else if (step.do === "decline") {
    const code = await codeOf(owner.waitlist.decline({ entryId }));
    expect(code).toBe(["OFFERED", "DECLINED"].includes(party.state) ? undefined : "NOT_OFFERED");
    if (code === undefined && party.state === "OFFERED") expected.end(party, "DECLINED");
  } else if (step.do === "confirm") {
    if (!expected.line.includes(party)) return;
    const roomy = party.state === "OFFERED" || party.size <= expected.free;
    const code = await codeOf(owner.bookings.confirm({ bookingId: party.bookingId, revision: "1" }));
    expect(code).toBe(roomy ? undefined : "NO_OPEN_SPOTS");
    if (roomy) expected.end(party, "ACCEPTED");
  } else if (step.do === "offer") {
    const fits = party.size <= expected.free;
    const code = await codeOf(owner.waitlist.offer({ entryId, reason }));
    const waits = party.state === "WAITING";
    expect(code).toBe(!waits ? "NOT_WAITING" : fits ? undefined : "NO_OPEN_SPOTS");
    if (code === undefined) expected.offer(party, now);
  } else if (step.do === "move") {
    const code = await codeOf(owner.waitlist.move({ entryId, position: step.position, reason }));
    expect(code).toBe(party.state === "WAITING" ? undefined : "NOT_WAITING");
    if (code !== undefined) return;
    const others = expected.waiting.filter((each) => each !== party);
    const offers = expected.line.filter(({ state }) => state === "OFFERED");
    expected.line = [...offers, ...others.toSpliced(step.position - 1, 0, party)];
  }
}

/** Checks the invariants: counters, holds and entries are consistent. */
async function isSound(sessionId: string) {
  const { db } = gym.testGym;
  const places = await gym.placesOf(sessionId);
  const bookings = await db.selectFrom("booking").selectAll().where("sessionId", "=", sessionId).execute();
  const entries = await db.selectFrom("waitlistEntry").selectAll().where("placesId", "=", sessionId).execute();
  const holds = await db.selectFrom("hold").selectAll().where("placesId", "=", sessionId).execute();
  const sum = (rows: readonly { totalParticipants: number }[]) =>
    rows.reduce((total, { totalParticipants }) => total + totalParticipants, 0);
  const confirmed = bookings.filter(({ status }) => status === "CONFIRMED");
  const offered = entries.filter(({ state }) => state === "OFFERED");
  const waiting = entries.filter(({ state }) => state === "WAITING");
  expect(places).toMatchObject({
    taken: sum(confirmed),
    held: sum(holds),
    waitingMin: waiting.length > 0 ? Math.min(...waiting.map(({ totalParticipants }) => totalParticipants)) : null,
  });
  expect(sum(confirmed) + sum(holds)).toBeLessThanOrEqual(places?.capacity ?? 0);
  expect(holds.map(({ id, totalParticipants }) => [id, totalParticipants]).sort()).toEqual(
    offered.map(({ holdId, totalParticipants }) => [holdId, totalParticipants]).sort(),
  );
  const statuses = new Map(bookings.map(({ id, status }) => [id, status]));
  for (const { bookingId, state } of entries) {
    const waits = state === "WAITING" || state === "OFFERED";
    expect(statuses.get(bookingId) === "WAITING_LIST").toBe(waits);
  }
  return { places, bookings, waiting };
}

test("the waiting list follows the rules for any order of actions, with two processes making offers", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 6 }),
      fc.array(step, { minLength: 5, maxLength: 40 }),
      async (capacity, steps) => {
        gym.testGym.clock.now = begin;
        const sessionId = await gym.session(capacity, 4000);
        const expected = new Expected(capacity, gym.testGym.hours(4000));
        for (const each of steps) {
          await take(each, expected, sessionId);
          await passTwice();
          expected.pass(gym.testGym.clock.now);
          const { places } = await isSound(sessionId);
          expect(places).toMatchObject({ taken: expected.taken, held: expected.held, capacity: expected.capacity });
          const { entries } = await gym.owner.waitlist.query({ sessionId, limit: 500 });
          const line = entries.filter(({ entry }) => entry.state === "WAITING").map(({ entry }) => entry.id);
          expect(line).toEqual(expected.waiting.map(({ entryId }) => entryId));
          const offers = entries.filter(({ entry }) => entry.state === "OFFERED").map(({ entry }) => entry);
          const due = expected.line.filter(({ state }) => state === "OFFERED");
          expect(new Map(offers.map(({ id, offerExpiresDate }) => [id, offerExpiresDate]))).toEqual(
            new Map(due.map(({ entryId, expires }) => [entryId, expires])),
          );
        }
      },
    ),
    { numRuns: 30 },
  );
}, 240_000);

test("concurrent actions never oversell or lose places, and no party waits while enough places for it are free", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.array(size, { minLength: 3, maxLength: 12 }),
      fc.array(fc.constantFrom("accept", "decline", "leave", "cancel", "confirm", "book", "late"), {
        minLength: 6,
        maxLength: 24,
      }),
      async (capacity, sizes, deeds) => {
        gym.testGym.clock.now = begin;
        const { owner } = gym;
        const sessionId = await gym.session(capacity, 4000);
        const { booking } = await owner.bookings.create(gym.input({ sessionId }, capacity));
        const line: Party[] = [];
        for (const size of sizes) {
          const { entry } = await owner.waitlist.join(gym.input({ sessionId }, size));
          line.push({ entryId: entry.id, bookingId: entry.bookingId, size, state: "WAITING" });
        }
        await owner.bookings.cancel({ bookingId: booking.id, revision: "1" });
        await passTwice();
        await Promise.all([
          ...deeds.map((deed, index) => {
            const { entryId, bookingId } = line[index % line.length] as Party;
            if (deed === "book") return codeOf(owner.bookings.create(gym.input({ sessionId }, 1)));
            if (deed === "late") {
              gym.testGym.clock.now = new Date("2026-09-02T09:00:00Z");
              return passTwice();
            }
            if (deed === "confirm" || deed === "cancel")
              return codeOf(owner.bookings[deed]({ bookingId, revision: "1" }));
            return codeOf(owner.waitlist[deed as "accept" | "decline" | "leave"]({ entryId }));
          }),
          passTwice(),
        ]);
        gym.testGym.clock.now = new Date("2026-09-02T09:00:00Z");
        await passTwice();
        const { places, waiting } = await isSound(sessionId);
        const free = (places?.capacity ?? 0) - (places?.taken ?? 0) - (places?.held ?? 0);
        for (const { totalParticipants } of waiting) expect(totalParticipants).toBeGreaterThan(free);
      },
    ),
    { numRuns: 25 },
  );
}, 240_000);
