import type { WaitlistState } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { deadline, isQuiet } from "./quiet-hours.ts";
import {
  type Answer,
  lengthMax,
  minutesToAnswer,
  mustWait,
  nextOffers,
  type Outcome,
  outcome,
  rankAt,
  stateAfterBooking,
} from "./rules.ts";

const vilnius = "Europe/Vilnius";
const at = (text: string) => new Date(text);
const far = { timeZone: vilnius, start: at("2027-06-01T15:00:00Z") };

describe("time to answer", () => {
  const now = at("2026-09-01T09:00:00Z");
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  test.each([
    [inHours(48.1), 1440],
    [inHours(48), 120],
    [inHours(6.1), 120],
    [inHours(6), 20],
    [null, 1440],
  ])("begins %s: %i minutes", (start, minutes) => expect(minutesToAnswer(undefined, start, now)).toBe(minutes));

  test("the policy's number counts, up to thirty days", () => {
    const policy = (reservationTimeInMinutes: number) => ({ enabled: true, reservationTimeInMinutes });
    expect(minutesToAnswer(policy(45), inHours(1), now)).toBe(45);
    expect(minutesToAnswer(policy(1_000_000), null, now)).toBe(43_200);
  });

  test("a waiting list takes as many parties as the policy says, or 1000", () => {
    expect(lengthMax({ enabled: true, capacity: 3 })).toBe(3);
    expect(lengthMax({ enabled: true })).toBe(1000);
  });
});

describe("quiet hours", () => {
  // In September the gym is three hours ahead of UTC.
  test.each([
    ["21:59", "2026-09-01T18:59:59Z", false],
    ["22:00", "2026-09-01T19:00:00Z", true],
    ["midnight", "2026-09-01T21:00:00Z", true],
    ["7:59", "2026-09-02T04:59:59Z", true],
    ["8:00", "2026-09-02T05:00:00Z", false],
  ])("%s", (_, moment, quiet) => expect(isQuiet(at(moment), far)).toBe(quiet));

  test("the night before an early session is not quiet", () => {
    const night = at("2026-09-01T20:00:00Z");
    expect(isQuiet(night, { timeZone: vilnius, start: at("2026-09-02T06:59:00Z") })).toBe(false);
    expect(isQuiet(night, { timeZone: vilnius, start: at("2026-09-02T07:00:00Z") })).toBe(true);
    expect(isQuiet(night, { timeZone: vilnius, start: at("2026-09-03T06:00:00Z") })).toBe(true);
  });

  test("minutes pass by day", () => {
    expect(deadline(at("2026-09-01T09:00:00Z"), 120, far)).toEqual(at("2026-09-01T11:00:00Z"));
  });
  test("minutes left at 22:00 go on at 8:00", () => {
    expect(deadline(at("2026-09-01T18:00:00Z"), 120, far)).toEqual(at("2026-09-02T06:00:00Z"));
  });
  test("an offer that ends at 22:00 ends then", () => {
    expect(deadline(at("2026-09-01T18:00:00Z"), 60, far)).toEqual(at("2026-09-01T19:00:00Z"));
  });
  test("minutes of an offer made at night begin in the morning", () => {
    expect(deadline(at("2026-09-01T22:00:00Z"), 60, far)).toEqual(at("2026-09-02T06:00:00Z"));
  });
  test("several nights are left out", () => {
    // 14 waking hours a day: 30 hours from 8:00 end two hours into the third day.
    expect(deadline(at("2026-09-01T05:00:00Z"), 30 * 60, far)).toEqual(at("2026-09-03T07:00:00Z"));
  });
  test("spring: the clock goes 3 → 4 in the night of 28 March 2027, and the night is an hour shorter", () => {
    expect(deadline(at("2027-03-27T19:00:00Z"), 120, far)).toEqual(at("2027-03-28T06:00:00Z"));
    expect(deadline(at("2027-03-27T20:00:00Z"), 60, far)).toEqual(at("2027-03-28T06:00:00Z"));
    expect(isQuiet(at("2027-03-28T04:59:59Z"), far)).toBe(true);
    expect(isQuiet(at("2027-03-28T05:00:00Z"), far)).toBe(false);
  });
  test("autumn: the clock goes 4 → 3 in the night of 25 October 2026, and the night is an hour longer", () => {
    expect(deadline(at("2026-10-24T18:00:00Z"), 120, far)).toEqual(at("2026-10-25T07:00:00Z"));
    expect(isQuiet(at("2026-10-25T05:59:59Z"), far)).toBe(true);
    expect(isQuiet(at("2026-10-25T06:00:00Z"), far)).toBe(false);
  });
  test("never later than the start, and through the night before an early one", () => {
    const early = { timeZone: vilnius, start: at("2026-09-02T06:00:00Z") };
    expect(deadline(at("2026-09-01T18:00:00Z"), 120, early)).toEqual(at("2026-09-01T20:00:00Z"));
    expect(deadline(at("2026-09-01T18:00:00Z"), 5000, early)).toEqual(early.start);
    const noon = { timeZone: vilnius, start: at("2026-09-02T09:00:00Z") };
    expect(deadline(at("2026-09-01T18:00:00Z"), 5000, noon)).toEqual(noon.start);
  });
});

describe("answers", () => {
  const rows: [WaitlistState, boolean, Outcome, Outcome, Outcome][] = [
    ["WAITING", false, "NOT_OFFERED", "NOT_OFFERED", "LEFT"],
    ["OFFERED", false, "ACCEPTED", "DECLINED", "LEFT"],
    ["OFFERED", true, "OFFER_EXPIRED", "DECLINED", "LEFT"],
    ["ACCEPTED", true, "as it is", "NOT_OFFERED", "as it is"],
    ["DECLINED", false, "NOT_OFFERED", "as it is", "as it is"],
    ["LAPSED", true, "OFFER_EXPIRED", "NOT_OFFERED", "as it is"],
    ["LEFT", false, "NOT_OFFERED", "NOT_OFFERED", "as it is"],
    ["CLOSED", false, "NOT_OFFERED", "NOT_OFFERED", "as it is"],
  ];
  const cells = rows.flatMap(([state, late, ...outcomes]) =>
    (["accept", "decline", "leave"] as Answer[]).map((answer, i) => [state, late, answer, outcomes[i]] as const),
  );
  test.each(cells)("%s, late %s: %s → %s", (state, late, answer, expected) =>
    expect(outcome(state, late, answer)).toBe(expected),
  );

  test.each([
    ["CONFIRMED", "ACCEPTED"],
    ["PENDING", "ACCEPTED"],
    ["DECLINED", "DECLINED"],
    ["CANCELED", "LEFT"],
  ])("a booking that became %s leaves its entry %s", (status, state) => expect(stateAfterBooking(status)).toBe(state));
});

describe("order", () => {
  const sizes = (line: readonly { totalParticipants: number }[]) =>
    line.map(({ totalParticipants }) => totalParticipants);
  const line = (...parties: number[]) => parties.map((totalParticipants) => ({ totalParticipants }));
  test.each([
    [1, [1, 1], [1]],
    [3, [1, 2, 1], [1, 2]],
    [1, [3, 1], [1]],
    [2, [3, 4], []],
    [0, [1], []],
    [5, [2, 4, 3, 1], [2, 3]],
  ])("%i free for %j: %j", (free, parties, offered) =>
    expect(sizes(nextOffers(line(...parties), free))).toEqual(offered),
  );

  test("a party that would get places at once may not wait", () => {
    expect(mustWait({ free: 2, waitingMin: null }, 2)).toBe(false);
    expect(mustWait({ free: 2, waitingMin: null }, 3)).toBe(true);
    expect(mustWait({ free: 2, waitingMin: 2 }, 1)).toBe(true);
    expect(mustWait({ free: 2, waitingMin: 3 }, 1)).toBe(false);
    expect(mustWait({ free: 0, waitingMin: null }, 1)).toBe(true);
  });

  test("every position has a rank, as long as there is room", () => {
    expect(rankAt([], 1)).toBe(1);
    expect(rankAt([1, 2, 3], 1)).toBe(0);
    expect(rankAt([1, 2, 3], 2)).toBe(1.5);
    expect(rankAt([1, 2, 3], 4)).toBe(4);
    expect(rankAt([1, 2, 3], 99)).toBe(4);
    expect(rankAt([1, 1 + 1e-7], 2)).toBeUndefined();
  });
});
