import { describe, expect, test } from "vitest";
import { time } from "./booking.fixture.ts";
import {
  countdown,
  deadlineOf,
  type Held,
  type Hold,
  type HoldEvent,
  holdActionFor,
  nextHold,
  unheld,
  withHeldPlaces,
} from "./hold.ts";

const chosen = time("11T16:00");
const other = time("12T16:00");
const held: Held = { id: "h-1", time: chosen, participants: 2, until: 600_000, renewable: true };
const states: Record<Hold["at"], Hold> = {
  none: unheld,
  taking: { at: "taking", timeId: chosen.id, participants: 2 },
  held: { at: "held", held },
  over: { at: "over", timeId: chosen.id },
  full: { at: "full", timeId: chosen.id, participants: 2 },
  without: { at: "without", timeId: chosen.id },
};
const happenings: Record<string, HoldEvent> = {
  take: { event: "take", timeId: chosen.id, participants: 2 },
  hold: { event: "hold", held },
  "hold another time": { event: "hold", held: { ...held, id: "h-2", time: other } },
  "refuse full": { event: "refuse", why: "full" },
  "refuse without": { event: "refuse", why: "without" },
  end: { event: "end", id: "h-1" },
  leave: { event: "leave" },
};
const same = "the same";
const { taking, full, without, over } = states;
const isHeld = states.held;
const table: Record<string, Record<Hold["at"], Hold | typeof same>> = {
  take: { none: taking, taking: same, held: same, over: taking, full: taking, without: taking },
  hold: { none: isHeld, taking: isHeld, held: same, over: same, full: same, without: same },
  "hold another time": {
    none: { at: "held", held: { ...held, id: "h-2", time: other } },
    taking: same,
    held: same,
    over: same,
    full: same,
    without: same,
  },
  "refuse full": { none: same, taking: full, held: same, over: same, full: same, without: same },
  "refuse without": { none: same, taking: without, held: same, over: same, full: same, without: same },
  end: { none: same, taking: same, held: over, over: same, full: same, without: same },
  leave: { none: same, taking: unheld, held: unheld, over: unheld, full: unheld, without: unheld },
};
const cells = Object.entries(table).flatMap(([event, row]) =>
  Object.entries(row).map(([at, expected]) => [event, at as Hold["at"], expected] as const),
);

test.each(cells)('handles the hold event "%s" in the state "%s"', (event, at, expected) => {
  expect(nextHold(states[at], happenings[event] as HoldEvent)).toEqual(expected === same ? states[at] : expected);
});

test("a hold that was extended or enlarged replaces the current one", () => {
  const longer = { ...held, until: 900_000, participants: 3 };
  expect(nextHold(isHeld, { event: "hold", held: longer })).toEqual({ at: "held", held: longer });
});

test.each<[Hold["at"], string, number, ReturnType<typeof holdActionFor>]>([
  ["none", chosen.id, 1, "take"],
  ["taking", chosen.id, 2, "nothing"],
  ["held", chosen.id, 2, "nothing"],
  ["held", chosen.id, 3, "change"],
  ["held", other.id, 2, "take"],
  ["over", chosen.id, 2, "nothing"],
  ["over", other.id, 2, "take"],
  ["full", chosen.id, 2, "nothing"],
  ["full", chosen.id, 1, "take"],
  ["without", chosen.id, 1, "nothing"],
])("if the hold is in state %s and %s is wanted for %i people, the action is: %s", (at, timeId, participants, what) => {
  expect(holdActionFor(states[at], timeId, participants)).toBe(what);
});

describe("hold deadline", () => {
  const now = 1_000_000;
  test("uses the deadline from the platform", () =>
    expect(deadlineOf(new Date(now + 540_000), now)).toBe(now + 540_000));
  test.each([-1, 3_600_000])("assumes a hold of ten minutes if the device's clock is wrong by %i ms", (wrong) =>
    expect(deadlineOf(new Date(now + wrong), now)).toBe(now + 600_000),
  );
});

test.each([
  [600_000, true, { left: "10:00", share: 1, canRenew: false, phase: "start" }],
  [570_400, true, { left: "9:31", canRenew: false, phase: "start" }],
  [180_000, true, { left: "3:00", canRenew: true, phase: "start" }],
  [180_000, false, { canRenew: false }],
  [120_000, true, { left: "2:00", share: 0.2, phase: "soon" }],
  [1, true, { left: "0:01", canRenew: true, phase: "soon" }],
  [-5000, true, { left: "0:00", share: 0, canRenew: false, phase: "over" }],
])("formats the hold countdown with %i ms left", (left, renewable, expected) => {
  expect(countdown({ until: 5_000_000 + left, renewable }, 5_000_000)).toMatchObject(expected);
});

describe("places held by the visitor", () => {
  test("held places are available to their holder, even the last ones", () => {
    const taken = time("11T16:00", { open: 0, bookable: false });
    expect(withHeldPlaces([taken, other], isHeld)).toEqual([{ ...taken, open: 2, bookable: true }, other]);
    expect(withHeldPlaces([taken], states.over)).toEqual([taken]);
  });

  test("a held time with a trainer stays in the list although it is no longer free", () => {
    const lesson = { ...chosen, trainer: { id: "r-1", name: "Tomas" } };
    expect(withHeldPlaces([other], { at: "held", held: { ...held, time: lesson } })).toEqual([other, lesson]);
    expect(withHeldPlaces([other], isHeld)).toEqual([other]);
  });
});
