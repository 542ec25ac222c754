import { instantOf } from "@uola/words/formats";
import { describe, expect, test } from "vitest";
import { draftErrors, draftOf, onDay, rulesOf, sessionInputOf, termOf } from "./term.ts";

const startDate = instantOf("2026-09-02", 9, 15);
const times = { startDate, endDate: new Date(+startDate + 90 * 60_000) };
const draft = draftOf(times, "service");
const before = instantOf("2026-09-01");

test("a drawn time fills the form, and the form converts back to the same session", () => {
  expect(draft).toMatchObject({ day: "2026-09-02", time: "09:15", minutes: "90", weekdays: [3] });
  expect(sessionInputOf({ ...draft, capacity: "0" }, "schedule")).toMatchObject({ ...times, capacity: 0 });
  expect(sessionInputOf(draft, "schedule")?.capacity).toBeUndefined();
});

test("changing the first day also moves its weekday, unless other weekdays were chosen", () => {
  expect(onDay(draft, "2026-09-04")).toEqual({ day: "2026-09-04", weekdays: [5] });
  expect(onDay({ ...draft, weekdays: [1, 3] }, "2026-09-04")).toEqual({ day: "2026-09-04" });
  expect(onDay({ ...draft, weekdays: [2] }, "2026-09-04")).toEqual({ day: "2026-09-04" });
  expect(onDay(draft, "")).toEqual({ day: "" });
});

test("interprets the typed start time as wall-clock time across clock changes", () =>
  expect(sessionInputOf({ ...draft, day: "2026-10-25", time: "18:00" }, "schedule")?.startDate).toEqual(
    new Date("2026-10-25T16:00Z"),
  ));

test("lists validation errors in the order of the form", () => {
  expect(draftErrors(draft, before)).toEqual([]);
  expect(draftErrors(draft, instantOf("2026-09-03"))).toEqual(["past"]);
  const term = { ...draft, isWeekly: true };
  expect(draftErrors(term, instantOf("2026-09-03"))).toEqual([]);
  const pauses = [{ from: "2026-11-05", until: "2026-11-01", name: "" }];
  expect(
    draftErrors({ ...term, serviceId: "", minutes: "0", weekdays: [], until: "2026-09-01", pauses }, before),
  ).toEqual(["service", "minutes", "weekdays", "until", "pauses"]);
});

test("creates one weekly rule per chosen weekday of a term", () => {
  const rules = rulesOf({ ...draft, isWeekly: true, weekdays: [5, 1], capacity: "6" }, "schedule");
  expect(rules.map(({ weekday }) => weekday)).toEqual([1, 5]);
  expect(rules[0]).toMatchObject({ startTime: "09:15", durationMinutes: 90, capacity: 6, skipHolidays: true });
});

describe("the length of a term", () => {
  const dayOff = (day: string) => ({ "2026-12-24": "Kūčios", "2026-12-31": "Uždaryta" })[day];
  const term = { ...draft, isWeekly: true, day: "2026-12-03", weekdays: [4] };

  test("computes a term's last day from the number of sessions, skipping holidays, closed days and breaks", () => {
    const pauses = [{ from: "2026-12-10", until: "2026-12-12", name: "" }];
    const typed = { ...term, fixed: "times" as const, times: "4", until: "" };
    expect(termOf(typed, dayOff).until).toBe("2027-01-07");
    expect(termOf({ ...typed, pauses }, dayOff).until).toBe("2027-01-14");
    expect(termOf({ ...typed, skipHolidays: false }, dayOff).until).toBe("2026-12-24");
    expect(termOf({ ...typed, weekdays: [2, 4] }, dayOff).until).toBe("2026-12-15");
  });

  test("computes the number of sessions from the last day of a term", () => {
    expect(termOf({ ...term, until: "2027-01-07" }, dayOff)).toEqual({ until: "2027-01-07", times: "4" });
    expect(termOf({ ...term, until: "2026-12-01" }, dayOff).times).toBe("0");
  });

  test.each(["", "0", "1.5", "366", "dvylika"])("a term of %j sessions has no last day and is invalid", (times) => {
    const typed = { ...term, fixed: "times" as const, times };
    expect(termOf(typed, dayOff).until).toBe("");
    expect(draftErrors({ ...typed, ...termOf(typed, dayOff) }, before)).toEqual(["times"]);
  });

  test("limits a term to two years", () => {
    expect(termOf({ ...term, fixed: "times", times: "200" }, dayOff).until).toBe("");
  });

  test("adds closed days of the gym to the breaks of a term", () => {
    const closed = [{ from: "2026-12-31", until: "2026-12-31", name: "Uždaryta" }];
    const [rule] = rulesOf({ ...term, until: "2027-01-07" }, "schedule", closed);
    expect(rule?.breaks).toEqual(closed);
    expect(rulesOf({ ...term, until: "2026-12-30" }, "schedule", closed)[0]?.breaks).toEqual([]);
  });
});
