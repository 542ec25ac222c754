import { type Database, newId } from "@uola/database";
import { dayMs } from "@uola/kernel";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Crash, crashingBefore } from "../crash-simulation.testing.ts";
import { createDocuments } from "../documents/documents.ts";
import { createTestGym, owner, type TestGym } from "../testing.ts";
import { createVoucherLedger, vouchers } from "./vouchers.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

/** Returns the operations of one process. */
function operationsOn(db: Database) {
  const context = { ...gym.context, db };
  // Code guesses are not limited here.
  return vouchers(context, createVoucherLedger(context), { tried: (_, find) => find() }, createDocuments(context));
}

type Step = { crashAt: number } & (
  | { do: "redeem" | "giveBack" | "reserve"; amount: number }
  | { do: "redeemReserved" | "release"; which: number; amount: number }
  | { do: "block" | "unblock" | "refund" | "renewCode" | "tidy" }
  | { do: "extend" | "time"; days: number }
);
const amount = fc.integer({ min: 1, max: 3000 });
const which = fc.nat(5);
const one = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: one("redeem", "redeem", "reserve", "reserve", "giveBack"), amount }) },
  { weight: 4, arbitrary: fc.record({ do: one("redeemReserved", "release"), which, amount }) },
  { weight: 2, arbitrary: fc.record({ do: one("block", "unblock", "unblock", "renewCode", "tidy") }) },
  { weight: 1, arbitrary: fc.record({ do: one("refund") }) },
  { weight: 2, arbitrary: fc.record({ do: one("extend", "time"), days: fc.integer({ min: 1, max: 40 }) }) },
);
/** Most steps run to the end; the others are aborted in the middle of their transaction. */
const step = fc
  .tuple(
    deed,
    fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) }),
  )
  .map(([each, crashAt]) => ({ ...each, crashAt })) as fc.Arbitrary<Step>;

const face = 5000;

/** The expected state, calculated sequentially without a database. */
class Expected {
  balance = face;
  reservations: { id: string; amount: number; until: number; state: "open" | "redeemed" | "released" }[] = [];
  blocked = false;
  refunded = false;
  validUntil: string;
  constructor(validUntil: string) {
    this.validUntil = validUntil;
  }
  get reserved() {
    return this.reservations.reduce((sum, { state, amount }) => sum + (state === "open" ? amount : 0), 0);
  }
  get today() {
    return gym.clock.now.toISOString().slice(0, 10);
  }
  get status() {
    if (this.refunded) return "REFUNDED";
    if (this.blocked) return "BLOCKED";
    if (this.balance === 0) return "USED_UP";
    return this.validUntil < this.today ? "EXPIRED" : "ACTIVE";
  }
  lapse() {
    const at = gym.clock.now.getTime();
    for (const each of this.reservations) if (each.state === "open" && each.until <= at) each.state = "released";
  }
}

type Effect = { code: string } | { apply(): void };
const refused = (code: string): Effect => ({ code });

/** Returns the expected effect of a step. */
function effectOf(each: Step, expected: Expected, id: string): Effect {
  const usable = expected.status === "ACTIVE" ? undefined : refused(`VOUCHER_${expected.status}`);
  const chosen =
    "which" in each ? expected.reservations[each.which % Math.max(1, expected.reservations.length)] : undefined;
  switch (each.do) {
    case "redeem":
      if (usable) return usable;
      if (each.amount > expected.balance - expected.reserved) return refused("INSUFFICIENT_BALANCE");
      return { apply: () => (expected.balance -= each.amount) };
    case "reserve":
      if (usable) return usable;
      if (each.amount > expected.balance - expected.reserved) return refused("INSUFFICIENT_BALANCE");
      return {
        apply: () =>
          expected.reservations.push({
            id,
            amount: each.amount,
            until: gym.clock.now.getTime() + dayMs,
            state: "open",
          }),
      };
    case "redeemReserved":
      if (chosen?.state !== "open") return refused("RESERVATION_NOT_FOUND");
      if (usable && expected.status !== "EXPIRED") return usable;
      if (each.amount > chosen.amount) return refused("INSUFFICIENT_BALANCE");
      return {
        apply() {
          expected.balance -= each.amount;
          chosen.state = "redeemed";
        },
      };
    case "release":
      // Releasing a reservation that is already released changes nothing.
      if (!chosen || chosen.state === "redeemed") return refused("RESERVATION_NOT_FOUND");
      return {
        apply() {
          chosen.state = "released";
        },
      };
    case "giveBack":
      if (expected.refunded) return refused("VOUCHER_REFUNDED");
      if (each.amount > face - expected.balance) return refused("MORE_THAN_USED");
      return { apply: () => (expected.balance += each.amount) };
    case "block":
    case "unblock":
      if (expected.refunded) return refused("VOUCHER_REFUNDED");
      return { apply: () => (expected.blocked = each.do === "block") };
    case "refund":
      if (expected.refunded) return refused("VOUCHER_REFUNDED");
      if (expected.balance === 0) return refused("VOUCHER_USED_UP");
      if (expected.reserved > 0) return refused("VOUCHER_RESERVED");
      return {
        apply() {
          expected.balance = 0;
          expected.refunded = true;
        },
      };
    case "renewCode":
      return usable ?? { apply() {} };
    case "extend": {
      const until = untilIn(each.days);
      if (expected.refunded) return refused("VOUCHER_REFUNDED");
      if (until <= expected.validUntil) return refused("NOT_LATER");
      return { apply: () => (expected.validUntil = until) };
    }
    default:
      return { apply() {} };
  }
}
const untilIn = (days: number) => new Date(gym.clock.now.getTime() + days * dayMs).toISOString().slice(0, 10);

/** Runs a step in a process. */
async function carryOut(
  each: Step,
  voucherId: string,
  id: string,
  expected: Expected,
  operations: ReturnType<typeof operationsOn>,
) {
  const { voucher } = await operationsOn(gym.db).get({ voucherId }, owner);
  const at = { voucherId, revision: voucher.revision, reason: "taip sutarta" };
  const chosen =
    "which" in each ? expected.reservations[each.which % Math.max(1, expected.reservations.length)] : undefined;
  const reservationId = chosen?.id ?? newId();
  switch (each.do) {
    case "redeem":
      return operations.redeem({ voucherId, amount: each.amount, requestId: id }, owner);
    case "reserve":
      return operations.reserve({ voucherId, amount: each.amount, reservationId: id, minutes: 1440 }, owner);
    case "redeemReserved":
      return operations.redeem({ voucherId, amount: each.amount, requestId: id, reservationId }, owner);
    case "release":
      return operations.release({ voucherId, reservationId }, owner);
    case "giveBack":
      return operations.giveBack({ ...at, amount: each.amount }, owner);
    case "block":
    case "unblock":
      return operations.setBlocked({ ...at, blocked: each.do === "block" }, owner);
    case "refund":
      return operations.refund({ ...at, payment: { method: "TRANSFER" } }, owner);
    case "renewCode":
      return operations.renewCode(at, owner);
    case "extend":
      return operations.extend({ ...at, validUntil: untilIn(each.days) }, owner);
    default:
      return undefined;
  }
}

/** Checks that the row, the ledger and the reservations are consistent and match the expected state. */
async function isSound(voucherId: string, expected: Expected) {
  const { voucher, entries } = await operationsOn(gym.db).get({ voucherId }, owner);
  const { balance, reserved, status, validUntil } = expected;
  expect(voucher).toMatchObject({ balance, reserved, status, validUntil });
  expect(entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(balance);
  expect(entries.reduce((sum, { reservedDelta }) => sum + reservedDelta, 0)).toBe(reserved);
  expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => entries.length - index));
  expect(voucher.revision).toBe(String(entries.length));
  const reservations = await gym.db
    .selectFrom("voucherReservation")
    .selectAll()
    .where("voucherId", "=", voucherId)
    .execute();
  const open = reservations.filter(({ ended }) => ended === null).map(({ id }) => id);
  expect(open.sort()).toEqual(
    expected.reservations
      .filter(({ state }) => state === "open")
      .map(({ id }) => id)
      .sort(),
  );
  const changes = gym.db.selectFrom("event").select("entitySequence").where("entityId", "=", voucherId);
  expect((await changes.execute()).length).toBe(entries.length);
}

test("no money is lost or gained in any order of voucher steps, some of which crash halfway", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      gym.clock.now = new Date("2026-09-01T09:00:00Z");
      const validUntil = untilIn(60);
      const { voucher } = await operationsOn(gym.db).issue(
        {
          face,
          vatType: "MULTI",
          design: "ROUTE",
          language: "lt",
          validUntil,
          payment: { method: "CARD", receiptNumber: "1" },
        },
        owner,
      );
      const expected = new Expected(validUntil);
      for (const each of steps) {
        if (each.do === "time") gym.clock.now = new Date(gym.clock.now.getTime() + each.days * dayMs);
        if (each.do === "time" || each.do === "tidy") {
          expected.lapse();
          await createVoucherLedger(gym.context).releaseAllLapsed(50);
          continue;
        }
        const id = newId();
        const effect = effectOf(each, expected, id);
        if (each.crashAt > 0) {
          const dying = operationsOn(crashingBefore(gym.db, each.crashAt));
          const end = await carryOut(each, voucher.id, id, expected, dying).catch((error) => error);
          // The step crashed before writing anything. A step with fewer statements than `crashAt`
          // does not crash.
          if (end instanceof Crash) await isSound(voucher.id, expected);
          else if ("apply" in effect) {
            effect.apply();
            await isSound(voucher.id, expected);
            continue;
          }
        }
        const end = carryOut(each, voucher.id, id, expected, operationsOn(gym.db));
        if ("code" in effect) await expect(end).rejects.toMatchObject({ code: effect.code });
        else {
          await end;
          effect.apply();
        }
        await isSound(voucher.id, expected);
      }
    }),
    { numRuns: 25 },
  );
});
