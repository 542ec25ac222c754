import { isTemporary } from "@uola/browser/errors.ts";
import type { Booking } from "@uola/contract";
import { describe, expect, test } from "vitest";
import {
  nearness,
  nextOf,
  type Party,
  queued,
  retryDelaySeconds,
  rowsOf,
  settled,
  ticked,
  wholly,
  withMarks,
} from "./marks.ts";

const party = (id: string, firstName: string, more: Partial<Booking> = {}): Party => ({
  booking: { id, status: "CONFIRMED", totalParticipants: 1, contactDetails: { firstName }, ...more } as Booking,
  attendance: { bookingId: id, status: "NOT_SET", numberOfAttendees: 0, present: [] },
});
const family = party("family", "Mama", {
  totalParticipants: 2,
  participants: [
    { id: "z", firstName: "Žilvinas" },
    { id: "c", firstName: "Čiurlė", lastName: "M." },
  ],
});
const alone = party("alone", "Domas");
const group = party("group", "Mokykla", { totalParticipants: 12 });
const pending = party("pending", "Ona", { status: "PENDING" });

test("lists every person in Lithuanian alphabetical order and numbers those without a name", () => {
  const rows = rowsOf([family, alone, group, pending]);
  expect(rows.map(({ name, place }) => (place ? `${name} ${place.number}/${place.of}` : name))).toEqual([
    "Čiurlė M.",
    "Domas",
    ...Array.from({ length: 12 }, (_, index) => `Mokykla ${index + 1}/12`),
    "Žilvinas",
  ]);
});

test("an attendance row includes the details for trainers only if the platform sent them", () => {
  const care = {
    phone: "+37061234567",
    email: "mama@uola.example",
    firstTime: false,
    answers: [{ label: "Pastaba", value: "alergija" }],
    participants: [
      { id: "z", birthYear: 2017, firstTime: true },
      { id: "c", birthYear: null, firstTime: false },
    ],
  };
  const rows = rowsOf([{ ...family, care }, { ...alone, care: { ...care, participants: [] } }, group]);
  const cares = new Map(rows.map(({ name, care }) => [name, care]));
  const shared = { phone: "+37061234567", email: "mama@uola.example", answers: care.answers };
  expect(cares.get("Žilvinas")).toEqual({ ...shared, firstTime: true, birthYear: 2017, contact: "Mama" });
  expect(cares.get("Čiurlė M.")).toEqual({ ...shared, firstTime: false, birthYear: undefined, contact: "Mama" });
  expect(cares.get("Domas")).toEqual({ ...shared, firstTime: false, birthYear: undefined, contact: undefined });
  expect(cares.get("Mokykla")).toBeUndefined();
});

describe("next session after an empty day", () => {
  const session = (hour: string, staffId: string) => ({ startDate: new Date(`2026-11-${hour}:00:00Z`), staffId });
  const sessions = [
    session("30T10", "ruta"),
    session("29T09", "ruta"),
    session("28T12", "jonas"),
    session("28T05", "ruta"),
  ];
  const now = new Date("2026-11-28T06:00:00Z");
  test("returns the trainer's next session", () => {
    const leads = ({ staffId }: { staffId: string }) => staffId === "ruta";
    expect(nextOf(sessions, { now, leads })?.startDate).toEqual(new Date("2026-11-29T09:00:00Z"));
    expect(nextOf(sessions, { now, leads: () => true })?.staffId).toBe("jonas");
    expect(nextOf(sessions, { now, leads: () => false })).toBeUndefined();
  });
  test.each([
    ["2026-11-28", "today"],
    ["2026-11-29", "tomorrow"],
    ["2026-11-30", "later"],
  ] as const)("classifies the day %s as %s", (day, near) => expect(nearness(day, "2026-11-28")).toBe(near));
});

describe("attendance marks", () => {
  test("counts each person of a family separately", () => {
    const one = ticked(family, { participantId: "z" }, true);
    expect(one).toEqual({ bookingId: "family", status: "ATTENDED", numberOfAttendees: 1, present: ["z"] });
    const both = ticked({ ...family, attendance: one }, { participantId: "c" }, true);
    expect(both).toMatchObject({ numberOfAttendees: 2, present: ["z", "c"] });
  });
  test("unmarking the last person of a family gives the same result as an unmarked booking", () => {
    const one = ticked(family, { participantId: "z" }, true);
    expect(ticked({ ...family, attendance: one }, { participantId: "z" }, false)).toEqual(wholly(family, false));
  });
  test("marking one person of a group without names counts one person", () => {
    const one = ticked(group, { participantId: undefined }, true);
    expect(one).toMatchObject({ status: "ATTENDED", numberOfAttendees: 1, present: [] });
    const marked = { ...group, attendance: one };
    expect(rowsOf([marked]).filter(({ came }) => came)).toHaveLength(1);
    expect(ticked(marked, { participantId: undefined }, false)).toMatchObject({
      status: "NOT_SET",
      numberOfAttendees: 0,
    });
    expect(
      ticked({ ...group, attendance: wholly(group, true) }, { participantId: undefined }, true).numberOfAttendees,
    ).toBe(12);
  });
});

describe("queued attendance marks", () => {
  const came = wholly(alone, true);
  const not = wholly(alone, false);
  test("queued marks override the marks from the platform", () =>
    expect(withMarks([alone, group], queued(new Map(), [came])).map(({ attendance }) => attendance.status)).toEqual([
      "ATTENDED",
      "NOT_SET",
    ]));
  test("a newer mark replaces a queued one and stays queued when the older one is accepted", () => {
    const queue = queued(queued(new Map(), [came]), [not]);
    expect([...queue.values()]).toEqual([not]);
    expect(settled(queue, came)).toBe(queue);
    expect(settled(queue, not).size).toBe(0);
  });
  test("retries marks with growing delays after temporary failures, but not after a rejection", () => {
    expect([1, 2, 3, 4, 5, 9].map(retryDelaySeconds)).toEqual([1, 2, 4, 8, 15, 15]);
    expect([{}, { status: 0 }, { status: 503 }, { status: 429 }, { status: 409 }].map(isTemporary)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
