import type { WaitlistState } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { deadline, isQuiet } from "./quiet-hours.ts";
import {
  type Answer,
  maxParties,
  mayJoinWaitlist,
  minutesToAnswer,
  nextOffers,
  type Outcome,
  outcome,
  rankAt,
  stateAfterBooking,
} from "./rules.ts";

const vilnius = "Europe/Vilnius";
const at = (text: string) => new Date(text);
const far = { timeZone: vilnius, start: at("2027-06-01T15:00:00Z") };

describe("time to answer an offer", () => {
  const now = at("2026-09-01T09:00:00Z");
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  test.each([
    [inHours(48.1), 1440],
    [inHours(48), 120],
    [inHours(6.1), 120],
    [inHours(6), 20],
    [null, 1440],
  ])("a session that starts at %s gives %i minutes to answer", (start, minutes) =>
    expect(minutesToAnswer(undefined, start, now)).toBe(minutes),
  );

  test("reads the response deadline from the policy, limited to thirty days", () => {
    const policy = (reservationTimeInMinutes: number) => ({ enabled: true, reservationTimeInMinutes });
    expect(minutesToAnswer(policy(45), inHours(1), now)).toBe(45);
    expect(minutesToAnswer(policy(1_000_000), null, now)).toBe(43_200);
  });

  test("a waiting list takes as many parties as the policy allows, 1000 by default", () => {
    expect(maxParties({ enabled: true, capacity: 3 })).toBe(3);
    expect(maxParties({ enabled: true })).toBe(1000);
  });
});

describe("quiet hours for offers", () => {
  // In September the gym is three hours ahead of UTC.
  test.each([
    ["21:59", "2026-09-01T18:59:59Z", false],
    ["22:00", "2026-09-01T19:00:00Z", true],
    ["midnight", "2026-09-01T21:00:00Z", true],
    ["7:59", "2026-09-02T04:59:59Z", true],
    ["8:00", "2026-09-02T05:00:00Z", false],
  ])("determines whether %s is in quiet hours", (_, moment, quiet) => expect(isQuiet(at(moment), far)).toBe(quiet));

  test("the night before an early session is not quiet", () => {
    const night = at("2026-09-01T20:00:00Z");
    expect(isQuiet(night, { timeZone: vilnius, start: at("2026-09-02T06:59:00Z") })).toBe(false);
    expect(isQuiet(night, { timeZone: vilnius, start: at("2026-09-02T07:00:00Z") })).toBe(true);
    expect(isQuiet(night, { timeZone: vilnius, start: at("2026-09-03T06:00:00Z") })).toBe(true);
  });

  test("the response deadline is not extended during the day", () => {
    expect(deadline(at("2026-09-01T09:00:00Z"), 120, far)).toEqual(at("2026-09-01T11:00:00Z"));
  });
  test("the response time left at 22:00 continues at 8:00", () => {
    expect(deadline(at("2026-09-01T18:00:00Z"), 120, far)).toEqual(at("2026-09-02T06:00:00Z"));
  });
  test("an offer due at 22:00 expires at 22:00, not the next morning", () => {
    expect(deadline(at("2026-09-01T18:00:00Z"), 60, far)).toEqual(at("2026-09-01T19:00:00Z"));
  });
  test("for an offer made at night, the time to answer starts in the morning", () => {
    expect(deadline(at("2026-09-01T22:00:00Z"), 60, far)).toEqual(at("2026-09-02T06:00:00Z"));
  });
  test("a deadline skips several nights", () => {
    // Each day has 14 hours outside the quiet hours, so 30 hours from 8:00 end two hours into the
    // third day.
    expect(deadline(at("2026-09-01T05:00:00Z"), 30 * 60, far)).toEqual(at("2026-09-03T07:00:00Z"));
  });
  test("quiet hours are an hour shorter on 28 March 2027, when the clock goes from 3 to 4", () => {
    expect(deadline(at("2027-03-27T19:00:00Z"), 120, far)).toEqual(at("2027-03-28T06:00:00Z"));
    expect(deadline(at("2027-03-27T20:00:00Z"), 60, far)).toEqual(at("2027-03-28T06:00:00Z"));
    expect(isQuiet(at("2027-03-28T04:59:59Z"), far)).toBe(true);
    expect(isQuiet(at("2027-03-28T05:00:00Z"), far)).toBe(false);
  });
  test("quiet hours are an hour longer on 25 October 2026, when the clock goes from 4 to 3", () => {
    expect(deadline(at("2026-10-24T18:00:00Z"), 120, far)).toEqual(at("2026-10-25T07:00:00Z"));
    expect(isQuiet(at("2026-10-25T05:59:59Z"), far)).toBe(true);
    expect(isQuiet(at("2026-10-25T06:00:00Z"), far)).toBe(false);
  });
  test("a deadline is never after the session starts, and the night before an early session counts as time to answer", () => {
    const early = { timeZone: vilnius, start: at("2026-09-02T06:00:00Z") };
    expect(deadline(at("2026-09-01T18:00:00Z"), 120, early)).toEqual(at("2026-09-01T20:00:00Z"));
    expect(deadline(at("2026-09-01T18:00:00Z"), 5000, early)).toEqual(early.start);
    const noon = { timeZone: vilnius, start: at("2026-09-02T09:00:00Z") };
    expect(deadline(at("2026-09-01T18:00:00Z"), 5000, noon)).toEqual(noon.start);
  });
});

describe("answers to an offer", () => {
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
  test.each(cells)(
    "an entry in state %s (too late: %s) with the answer %s results in %s",
    (state, late, answer, expected) => expect(outcome(state, late, answer)).toBe(expected),
  );

  test.each([
    ["CONFIRMED", "ACCEPTED"],
    ["PENDING", "ACCEPTED"],
    ["DECLINED", "DECLINED"],
    ["CANCELED", "LEFT"],
  ])("when a booking changes to %s, its waiting-list entry changes to %s", (status, state) =>
    expect(stateAfterBooking(status)).toBe(state),
  );
});

describe("waiting-list order", () => {
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
  ])("with %i free places and parties of %j, offers go to %j", (free, parties, offered) =>
    expect(sizes(nextOffers(line(...parties), free))).toEqual(offered),
  );

  test("a party that would get places immediately may not join the waiting list", () => {
    expect(mayJoinWaitlist({ free: 2, waitingMin: null }, 2)).toBe(false);
    expect(mayJoinWaitlist({ free: 2, waitingMin: null }, 3)).toBe(true);
    expect(mayJoinWaitlist({ free: 2, waitingMin: 2 }, 1)).toBe(true);
    expect(mayJoinWaitlist({ free: 2, waitingMin: 3 }, 1)).toBe(false);
    expect(mayJoinWaitlist({ free: 0, waitingMin: null }, 1)).toBe(true);
  });

  test("returns a rank for every position, or undefined when two ranks are too close", () => {
    expect(rankAt([], 1)).toBe(1);
    expect(rankAt([1, 2, 3], 1)).toBe(0);
    expect(rankAt([1, 2, 3], 2)).toBe(1.5);
    expect(rankAt([1, 2, 3], 4)).toBe(4);
    expect(rankAt([1, 2, 3], 99)).toBe(4);
    expect(rankAt([1, 1 + 1e-7], 2)).toBeUndefined();
  });
});
