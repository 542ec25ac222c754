import type { WaitlistEntry, WaitlistState } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { type Action, actionsOf, nextReading, type Reading } from "./answer.ts";

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
  ["OFFERED", { offerExpiresDate: now }, ["again", "others"]],
  ["ACCEPTED", {}, ["account"]],
  ["DECLINED", {}, ["again", "others"]],
  ["LEFT", {}, ["again", "others"]],
  ["LAPSED", {}, ["again", "others"]],
  ["LAPSED", { startDate: now }, ["others"]],
  ["CLOSED", {}, ["others"]],
])("%s %o", (state, given, actions) => expect(actionsOf(entry(state, given), now)).toEqual(actions));

describe("reading a link", () => {
  const read: Reading = { at: "read", entry: entry("OFFERED") };
  const sending: Reading = { ...read, sending: "ACCEPT" };

  test("answers once", () => {
    expect(nextReading(read, { event: "answer", answer: "ACCEPT" })).toEqual(sending);
    expect(nextReading(sending, { event: "answer", answer: "DECLINE" })).toBe(sending);
  });

  test("shows what the platform says of it then", () =>
    expect(nextReading(sending, { event: "read", entry: entry("ACCEPTED") })).toEqual({
      at: "read",
      entry: entry("ACCEPTED"),
    }));

  test("an answer that did not arrive changes nothing", () =>
    expect(nextReading(sending, { event: "fail", code: undefined })).toEqual({ ...read, unsent: true }));

  test("a wrong link is told from no connection, and looking again begins anew", () => {
    const loading: Reading = { at: "loading" };
    expect(nextReading(loading, { event: "fail", code: "WAITLIST_ENTRY_NOT_FOUND" })).toEqual({ at: "unknown" });
    expect(nextReading(loading, { event: "fail", code: undefined })).toEqual({ at: "failed" });
    expect(nextReading({ at: "failed" }, { event: "look" })).toEqual(loading);
    expect(nextReading(read, { event: "look" })).toBe(read);
  });
});
