import type { WaitlistEntry, WaitlistState } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { type Action, actionsOf, offerPageState } from "./answer.ts";

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
])("a waiting-list entry in state %s with %o offers the expected actions", (state, given, actions) =>
  expect(actionsOf(entry(state, given), now)).toEqual(actions),
);

test("lists declining first for a person who followed the decline link", () => {
  const offered = entry("OFFERED", { offerExpiresDate: new Date("2026-09-09T13:31:00Z") });
  expect(actionsOf(offered, now, "decline")).toEqual(["decline", "accept"]);
  expect(actionsOf(entry("WAITING", { position: 1 }), now, "decline")).toEqual(["leave"]);
});

describe("reading a waiting-list link", () => {
  const data = entry("OFFERED");
  const gone = { kind: "application", status: 404, code: "WAITLIST_ENTRY_NOT_FOUND" };
  const unreachable = { kind: "system", status: 0 };

  test("shows the waiting-list entry while the response to the offer is being sent", () => {
    expect(offerPageState({ data, error: null }, {})).toEqual({ at: "read", entry: data });
    expect(offerPageState({ data, error: null }, { sending: "ACCEPT" })).toEqual({
      at: "read",
      entry: data,
      sending: "ACCEPT",
    });
  });

  test("a response to an offer that could not be sent leaves the waiting-list entry unchanged", () =>
    expect(offerPageState({ data, error: null }, { unsent: "Retry." })).toEqual({
      at: "read",
      entry: data,
      unsent: "Retry.",
    }));

  test("keeps showing a waiting-list entry that cannot be reloaded", () =>
    expect(offerPageState({ data, error: unreachable }, {})).toEqual({ at: "read", entry: data }));

  test("distinguishes an invalid waiting-list link from a connection failure", () => {
    expect(offerPageState({ data: undefined, error: null }, {})).toEqual({ at: "loading" });
    expect(offerPageState({ data: undefined, error: gone }, {})).toEqual({ at: "unknown" });
    expect(offerPageState({ data: undefined, error: unreachable }, {})).toEqual({ at: "failed" });
  });
});
