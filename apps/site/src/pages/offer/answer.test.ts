import type { WaitlistEntry, WaitlistState } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { type Action, actionsOf, readingOf } from "./answer.ts";

const now = new Date("2026-09-09T13:30:00Z");
const entry = (state: WaitlistState, given: Partial<WaitlistEntry> = {}): WaitlistEntry => ({
  id: "e-1",
  bookingId: "b-1",
  serviceId: "a-intro",
  scheduleId: "s-intro",
  sessionId: "t-1",
  title: "Įvadas į boulderingą",
  startDate: new Date("2026-09-11T16:00:00Z"),
  endDate: new Date("2026-09-11T17:30:00Z"),
  totalParticipants: 1,
  state,
  joinedDate: now,
  ...given,
});

test.each<[WaitlistState, Partial<WaitlistEntry>, Action[]]>([
  ["WAITING", { position: 3 }, ["leave"]],
  ["OFFERED", { offerExpiresDate: new Date("2026-09-09T13:31:00Z") }, ["accept", "decline"]],
  ["OFFERED", { offerExpiresDate: new Date("2026-09-09T13:31:00Z"), paidFirst: true }, ["pay", "decline"]],
  ["OFFERED", { offerExpiresDate: now }, ["again", "others"]],
  ["ACCEPTED", {}, ["account"]],
  ["DECLINED", {}, ["again", "others"]],
  ["LEFT", {}, ["again", "others"]],
  ["LAPSED", {}, ["again", "others"]],
  ["LAPSED", { startDate: now }, ["others"]],
  ["CLOSED", {}, ["others"]],
])("%s %o", (state, given, actions) => expect(actionsOf(entry(state, given), now)).toEqual(actions));

test("whoever came to refuse finds refusing first", () => {
  const offered = entry("OFFERED", { offerExpiresDate: new Date("2026-09-09T13:31:00Z") });
  expect(actionsOf(offered, now, "decline")).toEqual(["decline", "accept"]);
  expect(actionsOf(entry("WAITING", { position: 1 }), now, "decline")).toEqual(["leave"]);
});

describe("reading a link", () => {
  const data = entry("OFFERED");
  const gone = { kind: "application", status: 404, code: "WAITLIST_ENTRY_NOT_FOUND" };
  const unreachable = { kind: "system", status: 0 };

  test("shows what the platform says of it, with the answer that is on its way", () => {
    expect(readingOf({ data, error: null }, {})).toEqual({ at: "read", entry: data });
    expect(readingOf({ data, error: null }, { sending: "ACCEPT" })).toEqual({
      at: "read",
      entry: data,
      sending: "ACCEPT",
    });
  });

  test("an answer that did not arrive changes nothing", () =>
    expect(readingOf({ data, error: null }, { unsent: "Retry." })).toEqual({
      at: "read",
      entry: data,
      unsent: "Retry.",
    }));

  test("what is known stays when it cannot be looked at again", () =>
    expect(readingOf({ data, error: unreachable }, {})).toEqual({ at: "read", entry: data }));

  test("a wrong link is told from no connection", () => {
    expect(readingOf({ data: undefined, error: null }, {})).toEqual({ at: "loading" });
    expect(readingOf({ data: undefined, error: gone }, {})).toEqual({ at: "unknown" });
    expect(readingOf({ data: undefined, error: unreachable }, {})).toEqual({ at: "failed" });
  });
});
