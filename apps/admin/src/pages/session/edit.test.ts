import type { Session } from "@uola/contract";
import { instantOf } from "@uola/words/formats";
import { expect, test } from "vitest";
import { changeOf, draftOf, wrongsOf } from "./edit.ts";

const session = {
  startDate: instantOf("2026-09-02", 18),
  endDate: instantOf("2026-09-02", 19, 30),
  totalSpots: 8,
  staff: [{ id: "ruta", name: "Rūta" }],
  resources: [],
} as unknown as Session;
const draft = draftOf(session);

test("sends no changes if the form of a session was not edited", () => expect(changeOf(draft, session)).toEqual({}));

test("sends only the changed fields of a session", () => {
  expect(changeOf({ ...draft, capacity: "10", staffIds: [] }, session)).toEqual({ capacity: 10, staffIds: [] });
  expect(changeOf({ ...draft, day: "2026-10-28" }, session)).toEqual({ startDate: new Date("2026-10-28T16:00Z") });
  expect(changeOf({ ...draft, minutes: "60", meeting: "https://susitikimas.example/a" }, session)).toEqual({
    durationMinutes: 60,
    calendarConference: { type: "CUSTOM", guestUrl: "https://susitikimas.example/a" },
  });
});

test("a session that has begun can be edited, but not moved into the past", () => {
  const now = instantOf("2026-09-02", 18, 10);
  expect(wrongsOf({ ...draft, note: "Žodis" }, session, now)).toEqual([]);
  expect(wrongsOf({ ...draft, time: "17:00" }, session, now)).toEqual(["past"]);
  expect(wrongsOf({ ...draft, time: "", minutes: "0", capacity: "-1", meeting: "x" }, session, now)).toEqual([
    "time",
    "minutes",
    "capacity",
    "url",
  ]);
});
