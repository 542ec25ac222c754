import type { PassKind } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Crash, crashingBefore } from "../crash-simulation.testing.ts";
import { createTestGym, owner, type TestGym } from "../testing.ts";
import { issuePass, passKind } from "./passes.testing.ts";
import { createPasses } from "./passes.ts";

let gym: TestGym;
let kind: PassKind;
beforeAll(async () => {
  gym = await createTestGym();
  await gym.api.background.drain("business: follow the lists");
  gym.clock.now = new Date("2026-09-01T09:00:00Z");
  kind = await passKind(gym.as(gym.key), { entries, period: { count: 60, unit: "DAYS" }, people: 3 });
});
afterAll(() => gym.close());

/** Returns the operations of one process. */
function operationsOn(db: Database) {
  const sales = { costOf: () => 0 };
  // Each process has its own events.
  const events = { ...gym.context.events, subscribe: () => () => {} };
  const codeGuesses = { tried: async <Found>(_: unknown, find: () => Promise<Found | undefined>) => find() };
  return createPasses({ ...gym.context, db, events }, { sales, pricesOn: async () => new Map(), codeGuesses }).handlers;
}

const [entries, dayMs] = [6, 86_400_000];
type Step = { crashAt: number } & (
  | { do: "use" | "giveBack" | "correct"; count: number }
  | { do: "freeze"; from: number; days: number }
  | { do: "extend" | "time"; days: number }
  | { do: "resume" | "transfer" | "refund" }
);
const one = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const days = fc.integer({ min: 1, max: 20 });
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: one("use", "use", "giveBack"), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: one("correct"), count: fc.integer({ min: -4, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: one("freeze"), from: fc.nat(5), days }) },
  { weight: 3, arbitrary: fc.record({ do: one("extend", "time", "time"), days }) },
  { weight: 2, arbitrary: fc.record({ do: one("resume", "resume", "transfer") }) },
  { weight: 1, arbitrary: fc.record({ do: one("refund") }) },
);
/** Most steps run to the end; the others are aborted in the middle of their transaction. */
const step = fc
  .tuple(
    deed,
    fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) }),
  )
  .map(([each, crashAt]) => ({ ...each, crashAt })) as fc.Arbitrary<Step>;

/**
 * The expected state, calculated sequentially without a database. Days are numbers counted from the
 * first day.
 */
class Expected {
  balance = entries;
  visits = 0;
  /** Visits by day. Returned entries are subtracted from the last day with a visit. */
  visitsOf = new Map<number, number>();
  last = 59;
  frozen: { from: number; until: number } | undefined;
  frozenDays = 0;
  transferred = false;
  refunded = false;
  get today() {
    return Math.round((gym.clock.now.getTime() - start) / dayMs);
  }
}
const start = new Date("2026-09-01T09:00:00Z").getTime();
const dayOf = (number: number) => new Date(start + number * dayMs).toISOString().slice(0, 10);
const yearOf = (number: number) => dayOf(number).slice(0, 4);

type Effect = { code: string } | { apply(): void };
const refused = (code: string): Effect => ({ code });

/** Returns the expected effect of a step. */
function effectOf(each: Step, expected: Expected): Effect {
  const { today, frozen } = expected;
  if (expected.refunded) return refused("PASS_REFUNDED");
  switch (each.do) {
    case "use":
      if (expected.last < today) return refused("PASS_EXPIRED");
      if (expected.balance === 0) return refused("PASS_USED_UP");
      if (frozen && frozen.from <= today && today <= frozen.until) return refused("PASS_FROZEN");
      if (each.count > 3) return refused("PASS_TOO_MANY_PEOPLE");
      if (each.count > expected.balance) return refused("PASS_TOO_FEW_ENTRIES");
      return {
        apply() {
          expected.balance -= each.count;
          expected.visits += each.count;
          const before = expected.visitsOf.get(today) ?? 0;
          expected.visitsOf.delete(today);
          expected.visitsOf.set(today, before + each.count);
        },
      };
    case "giveBack":
      if (each.count > expected.visits) return refused("MORE_THAN_USED");
      return {
        apply() {
          expected.balance += each.count;
          expected.visits -= each.count;
          const [day, before] = [...expected.visitsOf].at(-1) as [number, number];
          expected.visitsOf.set(day, before - each.count);
        },
      };
    case "correct":
      if (expected.balance + each.count < 0) return refused("PASS_TOO_FEW_ENTRIES");
      return { apply: () => (expected.balance += each.count) };
    case "freeze": {
      const from = today + each.from;
      if (expected.last < from) return refused("PASS_EXPIRED");
      if (expected.balance === 0) return refused("PASS_USED_UP");
      if (frozen && frozen.until >= today) return refused("ALREADY_FROZEN");
      if (yearOf(from) !== "2026" || each.days > 30 - expected.frozenDays) return refused("FREEZE_LIMIT");
      if (from === today && (expected.visitsOf.get(today) ?? 0) > 0) return refused("FREEZE_OVER_VISIT");
      return {
        apply() {
          expected.frozen = { from, until: from + each.days - 1 };
          expected.frozenDays += each.days;
          expected.last += each.days;
        },
      };
    }
    case "resume": {
      if (!frozen || frozen.until < today) return refused("NOT_FROZEN");
      const isWhole = today <= frozen.from;
      const left = frozen.until - (isWhole ? frozen.from : today) + 1;
      return {
        apply() {
          expected.frozen = isWhole ? undefined : { ...frozen, until: today - 1 };
          expected.frozenDays -= left;
          expected.last -= left;
        },
      };
    }
    case "extend": {
      const until = today + each.days;
      if (until <= expected.last) return refused("NOT_LATER");
      return { apply: () => (expected.last = until) };
    }
    case "transfer":
      if (expected.last < today) return refused("PASS_EXPIRED");
      if (expected.balance === 0) return refused("PASS_USED_UP");
      if (expected.transferred) return refused("ALREADY_TRANSFERRED");
      return { apply: () => (expected.transferred = true) };
    case "refund":
      if (expected.last < today || expected.balance === 0) return refused("NOTHING_UNUSED");
      return {
        apply() {
          expected.balance = 0;
          expected.refunded = true;
        },
      };
    default:
      return { apply() {} };
  }
}

/** Runs a step in a process. */
async function carryOut(each: Step, passId: string, expected: Expected, operations: ReturnType<typeof operationsOn>) {
  const { pass } = await operationsOn(gym.db).get({ passId }, owner);
  const at = { passId, revision: pass.revision, reason: "taip sutarta" };
  const { today } = expected;
  switch (each.do) {
    case "use":
      return operations.use({ passId, people: each.count, requestId: newId(), again: true }, owner);
    case "giveBack":
      return operations.giveBack({ ...at, people: each.count }, owner);
    case "correct":
      return operations.correct({ ...at, delta: each.count }, owner);
    case "freeze": {
      const from = today + each.from;
      return operations.freeze({ ...at, from: dayOf(from), until: dayOf(from + each.days - 1) }, owner);
    }
    case "resume":
      return operations.resume(at, owner);
    case "extend":
      return operations.extend({ ...at, validUntil: dayOf(today + each.days) }, owner);
    case "transfer":
      return operations.transfer({ ...at, holder: { name: "Jonas", email: "jonas@example.lt" } }, owner);
    case "refund":
      return operations.refund({ ...at, payment: { method: "TRANSFER" } }, owner);
    default:
      return undefined;
  }
}

/** Checks that the row and the ledger are consistent and match the expected state. */
async function isSound(passId: string, expected: Expected) {
  const { pass, entries: lines } = await operationsOn(gym.db).get({ passId }, owner);
  const { balance, visits, last, transferred } = expected;
  expect(pass).toMatchObject({ balance, visits, validUntil: dayOf(last), transferred });
  expect(pass.status === "REFUNDED").toBe(expected.refunded);
  const sum = (of: "delta" | "visits" | "days") => lines.reduce((all, line) => all + line[of], 0);
  expect([sum("delta"), sum("visits"), sum("days")]).toEqual([balance, visits, last - 59]);
  expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => lines.length - index));
  expect(pass.revision).toBe(String(lines.length));
  const changes = gym.db.selectFrom("event").select("entitySequence").where("entityId", "=", passId);
  expect((await changes.execute()).length).toBe(lines.length);
}

test("entries and days of a pass remain correct after any sequence of operations, some of which crash", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      gym.clock.now = new Date(start);
      const { id } = await issuePass(gym.as(gym.key), kind);
      const expected = new Expected();
      for (const each of steps) {
        if (each.do === "time") {
          gym.clock.now = new Date(gym.clock.now.getTime() + each.days * dayMs);
          continue;
        }
        const effect = effectOf(each, expected);
        if (each.crashAt > 0) {
          const dying = operationsOn(crashingBefore(gym.db, each.crashAt));
          const end = await carryOut(each, id, expected, dying).catch((error) => error);
          // The process crashed before writing, or the operation had fewer statements than the
          // limit.
          if (end instanceof Crash) await isSound(id, expected);
          else if ("apply" in effect) {
            effect.apply();
            await isSound(id, expected);
            continue;
          }
        }
        const end = carryOut(each, id, expected, operationsOn(gym.db));
        if ("code" in effect) await expect(end).rejects.toMatchObject({ code: effect.code });
        else {
          await end;
          effect.apply();
        }
        await isSound(id, expected);
      }
    }),
    { numRuns: 8 },
  );
});
