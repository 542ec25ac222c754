import { paletteOf } from "@uola/art";
import { freshDatabase } from "@uola/database/testing";
import { instantOf } from "@uola/words/formats";
import { words } from "@uola/words/mail";
import { expect, test } from "vitest";
import { type BookingFacts, readFacts } from "./booking-facts.ts";
import { calendarFile } from "./calendar.ts";
import { gymWithBooking, now } from "./testing.ts";

const link = "http://localhost:3000/account/";
const factsWith = (
  sessions: [string, string][],
  more: Partial<BookingFacts["booking"]> = {},
  serviceName = "Įvadas į boulderingą",
): BookingFacts => ({
  booking: {
    id: "0199c3f0-5a7e-7abc-9def-0123456789ab",
    revision: 1,
    status: "CONFIRMED",
    participants: 2,
    choices: null,
    names: [],
    contactEmail: "ona@example.lt",
    guest: true,
    ownMailbox: false,
    paymentStatus: "UNDEFINED",
    payAtGym: true,
    payByPass: false,
    soldFor: undefined,
    calendarSequence: 0,
    createdDate: now,
    updatedDate: now,
    ...more,
  },
  service: {
    name: serviceName,
    payment: { rateType: "NO_FEE" },
    category: undefined,
    kind: undefined,
    course: sessions.length > 1,
  },
  calledOff: false,
  sessions: sessions.map(([start, end], index) => ({ id: `s${index}`, start: new Date(start), end: new Date(end) })),
  staff: [],
  policy: { id: "0199c3f0-5a7e-7abc-9def-0123456789ac" },
  location: "Skardžio g. 14, Vilnius",
  gym: {
    name: "Uola",
    address: "Skardžio g. 14, Vilnius",
    phone: "",
    email: "labas@uola.example",
    demo: true,
    palette: paletteOf(),
  },
});

type Component = { name: string; lines: Record<string, string>; parts: Component[] };

/** Parses an iCalendar file (RFC 5545): CRLF, folded lines, nested components. */
function read(file: string): Component {
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const stack: Component[] = [{ name: "", lines: {}, parts: [] }];
  for (const line of file.replaceAll("\r\n ", "").split("\r\n").filter(Boolean)) {
    const [, name = "", value = ""] = /^([^:]+?):(.*)$/.exec(line) ?? [];
    const top = stack.at(-1) as Component;
    if (name === "BEGIN") {
      const part = { name: value, lines: {}, parts: [] };
      top.parts.push(part);
      stack.push(part);
    } else if (name === "END") expect(stack.pop()?.name).toBe(value);
    else top.lines[name] = value.replace(/\\n/g, "\n").replace(/\\([,;\\])/g, "$1");
  }
  expect(stack).toHaveLength(1);
  return stack[0]?.parts[0] as Component;
}
const events = (calendar: Component) =>
  calendar.parts.filter(({ name }) => name === "VEVENT").map(({ lines }) => lines);

/** Returns the instant of a local time in the gym's time zone. */
const instant = (line: string | undefined) => {
  const [, y, m, d, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00$/.exec(line ?? "") ?? [];
  return instantOf(`${y}-${m}-${d}`, Number(hour), Number(minute)).toISOString();
};

test("a calendar file contains a booking as one event with a permanent UID", () => {
  const calendar = read(
    calendarFile(factsWith([["2026-09-09T15:00:00Z", "2026-09-09T16:30:00Z"]]), words("lt"), link, "lt"),
  );
  expect(calendar.lines).toMatchObject({ VERSION: "2.0", METHOD: "PUBLISH" });
  expect(events(calendar)).toEqual([
    expect.objectContaining({
      UID: "0199c3f0-5a7e-7abc-9def-0123456789ab@uola",
      SEQUENCE: "0",
      STATUS: "CONFIRMED",
      DTSTAMP: "20260901T090000Z",
      "DTSTART;TZID=Europe/Vilnius": "20260909T180000",
      "DTEND;TZID=Europe/Vilnius": "20260909T193000",
      SUMMARY: "Įvadas į boulderingą · Uola",
      LOCATION: "Skardžio g. 14, Vilnius",
      DESCRIPTION: `Rezervacijos kodas R-4D2P-F2DB\n${link}`,
      'ORGANIZER;CN="Uola"': "mailto:labas@uola.example",
    }),
  ]);
});

test("converts local times correctly on both sides of a clock change", () => {
  const weekly: [string, string][] = [
    ["2026-10-24T15:00:00Z", "2026-10-24T16:00:00Z"],
    ["2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z"],
    ["2026-10-31T16:00:00Z", "2026-10-31T17:00:00Z"],
    ["2027-03-27T16:00:00Z", "2027-03-27T17:00:00Z"],
    ["2027-04-03T15:00:00Z", "2027-04-03T16:00:00Z"],
  ];
  const calendar = read(calendarFile(factsWith(weekly), words("lt"), link, "lt"));
  const starts = events(calendar).map((lines) => lines["DTSTART;TZID=Europe/Vilnius"]);
  expect(starts.map((line) => line?.slice(9))).toEqual(["180000", "033000", "180000", "180000", "180000"]);
  expect([...starts.slice(0, 1), ...starts.slice(2)].map(instant)).toEqual(
    [weekly[0], ...weekly.slice(2)].map((pair) => new Date(pair?.[0] ?? "").toISOString()),
  );
  const [zone] = calendar.parts.filter(({ name }) => name === "VTIMEZONE");
  expect(zone?.lines.TZID).toBe("Europe/Vilnius");
  expect(zone?.parts.map(({ name, lines }) => [name, lines.TZOFFSETFROM, lines.TZOFFSETTO, lines.RRULE])).toEqual([
    ["DAYLIGHT", "+0200", "+0300", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
    ["STANDARD", "+0300", "+0200", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
  ]);
});

test("a cancellation file cancels the event that was sent", () => {
  const times: [string, string][] = [["2026-09-09T15:00:00Z", "2026-09-09T16:30:00Z"]];
  const sent = events(read(calendarFile(factsWith(times), words("lt"), link, "lt")))[0];
  const off = read(
    calendarFile(factsWith(times, { status: "CANCELED", calendarSequence: 1 }), words("lt"), link, "lt"),
  );
  expect(off.lines.METHOD).toBe("CANCEL");
  expect(events(off)[0]).toMatchObject({ UID: sent?.UID, STATUS: "CANCELLED", SEQUENCE: "1" });
});

test("text entered by the gym cannot inject lines into the calendar file", () => {
  const name = "Kursas; a, b\\c\r\nATTENDEE:mailto:victim@example.lt\r\nEND:VEVENT";
  const [event] = events(
    read(
      calendarFile(factsWith([["2026-09-09T15:00:00Z", "2026-09-09T16:30:00Z"]], {}, name), words("lt"), link, "lt"),
    ),
  );
  expect(Object.keys(event ?? {})).not.toContain("ATTENDEE");
  expect(event?.SUMMARY).toContain("Kursas; a, b\\c\nATTENDEE");
});

test("a course has one calendar event with its own UID for each session that takes place", async () => {
  const fresh = await freshDatabase();
  try {
    const times: [string, string][] = [0, 7, 14].map((days) => {
      const day = new Date(Date.UTC(2026, 9, 20 + days)).toISOString().slice(0, 10);
      return [`${day}T15:00:00Z`, `${day}T16:00:00Z`];
    });
    const { bookingId, sessions } = await gymWithBooking(fresh, { times });
    await fresh.db
      .updateTable("session")
      .set({ status: "CANCELLED" })
      .where("id", "=", sessions[1]?.id ?? "")
      .execute();
    const facts = await readFacts(fresh.db, fresh.siteId, bookingId);
    const uids = events(read(calendarFile(facts as BookingFacts, words("lt"), link, "lt"))).map(({ UID }) => UID);
    expect(uids).toEqual([sessions[0], sessions[2]].map((session) => `${bookingId}-${session?.id}@uola`));
  } finally {
    await fresh.close();
  }
});

test("moving a course session increases only the sequence number of that session's event", () => {
  const times: [string, string][] = [0, 7].map((days) => {
    const day = new Date(Date.UTC(2026, 9, 20 + days)).toISOString().slice(0, 10);
    return [`${day}T15:00:00Z`, `${day}T16:00:00Z`];
  });
  const facts = factsWith(times, { calendarSequence: 2 });
  const sequences = (changed: (Date | undefined)[]) => {
    const sessions = facts.sessions.map((session, index) => ({ ...session, changed: changed[index] ?? new Date(0) }));
    return events(read(calendarFile({ ...facts, sessions }, words("lt"), link, "lt"))).map(({ SEQUENCE }) =>
      Number(SEQUENCE),
    );
  };
  expect(sequences([])).toEqual([2, 2]);
  const [first = 0, second = 0] = sequences([undefined, new Date(now.getTime() + 60_000)]);
  expect([first, second]).toEqual([2, 62]);
  expect(sequences([undefined, new Date(now.getTime() + 61_000)])[1]).toBeGreaterThan(second);
});

test("cancels every calendar event of a course whose sessions are all canceled", async () => {
  const fresh = await freshDatabase();
  try {
    const times: [string, string][] = [
      ["2026-10-20T15:00:00Z", "2026-10-20T16:00:00Z"],
      ["2026-10-27T16:00:00Z", "2026-10-27T17:00:00Z"],
    ];
    const { bookingId, sessions } = await gymWithBooking(fresh, { times, status: "CANCELED" });
    await fresh.db.updateTable("session").set({ status: "CANCELLED" }).execute();
    const facts = (await readFacts(fresh.db, fresh.siteId, bookingId)) as BookingFacts;
    const off = read(calendarFile(facts, words("lt"), link, "lt"));
    expect(off.lines.METHOD).toBe("CANCEL");
    expect(events(off).map(({ UID, STATUS }) => [UID, STATUS])).toEqual(
      sessions.map(({ id }) => [`${bookingId}-${id}@uola`, "CANCELLED"]),
    );
  } finally {
    await fresh.close();
  }
});
