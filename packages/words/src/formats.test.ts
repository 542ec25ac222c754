import { expect, test } from "vitest";
import * as formats from "./formats.ts";

const seen = (text: string | undefined) => text?.replaceAll("\u00a0", "_");

test("dates use the correct Lithuanian grammatical case", () => {
  expect(seen(formats.dayLong("2026-09-09"))).toBe("trečiadienis, rugsėjo 9_d.");
  expect(seen(formats.dayAccusative("2026-09-09"))).toBe("trečiadienį, rugsėjo 9_d.");
  expect(seen(formats.dateLong("2025-09-08"))).toBe("2025_m. rugsėjo 8_d.");
  expect(seen(formats.monthHeading("2026-09-09"))).toBe("2026_m. rugsėjis");
  expect(formats.weekday("2026-09-13")).toBe("sekmadienis");
  expect(seen(formats.dayLong("2026-09-09", "en"))).toBe("Wednesday, 9_September");
  expect(seen(formats.dateLong("2026-09-09", "en"))).toBe("9_September 2026");
  expect(formats.monthHeading("2026-09-09", "en")).toBe("September 2026");
});

test("the weekday of a weekly event is in the plural", () => {
  const [monday, thursday, sunday] = [1, 4, 7];
  expect([monday, thursday, sunday].map((day) => formats.onWeekdays(day, "lt"))).toEqual([
    "Pirmadieniais",
    "Ketvirtadieniais",
    "Sekmadieniais",
  ]);
  expect([monday, thursday, sunday].map((day) => formats.onWeekdays(day, "en"))).toEqual([
    "Mondays",
    "Thursdays",
    "Sundays",
  ]);
});

test("short weekday names start with Monday", () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((index) => formats.weekdayShort(formats.addDays("2026-08-31", index)));
  expect(week).toEqual(["Pr", "An", "Tr", "Kt", "Pn", "Št", "Sk"]);
});

test("formats an instant as the day and time in Vilnius, before and after clock changes", () => {
  expect(formats.localDate(new Date("2026-09-08T21:30:00Z"))).toBe("2026-09-09");
  expect(formats.time(new Date("2026-10-25T00:30:00Z"))).toBe("3:30");
  expect(formats.time(new Date("2026-10-25T01:30:00Z"))).toBe("3:30");
  expect(formats.time(new Date("2027-03-28T00:59:00Z"))).toBe("2:59");
  expect(formats.time(new Date("2027-03-28T01:00:00Z"))).toBe("4:00");
  expect(formats.time(new Date("2026-09-08T21:00:00Z"))).toBe("0:00");
  expect(formats.timeRange(new Date("2026-09-09T15:00:00Z"), new Date("2026-09-09T16:30:00Z"))).toBe("18:00–19:30");
});

test("converts a local time to its instant, including on days of clock changes", () => {
  expect(formats.instantOf("2026-09-09", 18).toISOString()).toBe("2026-09-09T15:00:00.000Z");
  expect(formats.instantOf("2026-12-01").toISOString()).toBe("2026-11-30T22:00:00.000Z");
  expect(formats.instantOf("2026-10-25").toISOString()).toBe("2026-10-24T21:00:00.000Z");
  expect(formats.instantOf("2026-10-25", 12).toISOString()).toBe("2026-10-25T10:00:00.000Z");
  expect(formats.instantOf("2027-03-28").toISOString()).toBe("2027-03-27T22:00:00.000Z");
  expect(formats.instantOf("2027-03-28", 12).toISOString()).toBe("2027-03-28T09:00:00.000Z");
  expect(formats.time(formats.instantOf("2027-03-28", 3, 30))).toBe("4:30");
});

test("formats week and day ranges with weeks that begin on Monday and have ISO numbers", () => {
  expect(seen(formats.weekRange("2026-09-02"))).toBe("Rugpjūčio 31_d. – rugsėjo 6_d.");
  expect(seen(formats.weekRange("2026-09-07"))).toBe("Rugsėjo 7–13_d.");
  expect(seen(formats.weekRange("2026-12-31"))).toBe("2026_m. gruodžio 28_d. – 2027_m. sausio 3_d.");
  expect(seen(formats.dayRange("2026-12-30", "2026-12-31"))).toBe("gruodžio 30–31_d.");
  expect(seen(formats.dayRange("2026-11-29", "2026-12-03"))).toBe("lapkričio 29_d. – gruodžio 3_d.");
  expect(seen(formats.dayRange("2026-12-30", "2026-12-30"))).toBe("gruodžio 30_d.");
  expect(seen(formats.dayRange("2026-12-30", "2026-12-31", "en"))).toBe("30–31_December");
  expect(seen(formats.weekRange("2026-09-07", "en"))).toBe("7–13_September");
  expect(formats.weekNumber("2026-09-02")).toBe(36);
  expect(formats.weekNumber("2027-01-01")).toBe(53);
  expect(formats.mondayOf("2026-09-06")).toBe("2026-08-31");
  expect(formats.daysBetween("2026-10-24", "2026-10-26")).toBe(2);
});

test("formats durations, relative days and day headings", () => {
  expect(seen(formats.duration(90))).toBe("1_val. 30_min.");
  expect(seen(formats.duration(60))).toBe("1_val.");
  expect(seen(formats.duration(45))).toBe("45_min.");
  expect(seen(formats.duration(0))).toBe("0_min.");
  expect(formats.relativeDay("2026-09-10", "2026-09-09")).toBe("rytoj");
  expect(formats.relativeDay("2026-09-08", "2026-09-09")).toBeUndefined();
  expect(seen(formats.dayHeading("2026-09-09", "2026-09-09"))).toBe("Šiandien, trečiadienį, rugsėjo 9_d.");
  expect(seen(formats.dayHeading("2026-09-12", "2026-09-09"))).toBe("Šeštadienis, rugsėjo 12_d.");
});

test("formats money with a comma, no-break spaces and a true minus sign", () => {
  expect([1250, 123450, 0, -500, 123456789].map((cents) => seen(formats.money(cents)))).toEqual([
    "12,50_€",
    "1_234,50_€",
    "0,00_€",
    "\u22125,00_€",
    "1_234_567,89_€",
  ]);
  expect([2500, 950, 100000].map((cents) => seen(formats.price(cents)))).toEqual(["25_€", "9,50_€", "1_000_€"]);
  expect(formats.money(123450, "en")).toBe("€1,234.50");
  expect(formats.price(2500, "en")).toBe("€25");
});

test("formats a percentage by the rules of its language", () => {
  expect([2100, 1250].map((share) => seen(formats.percent(share)))).toEqual(["21_%", "12,5_%"]);
  expect(seen(formats.percent(5000, { decimals: 1 }))).toBe("50,0_%");
  expect(formats.percent(1250, { locale: "en" })).toBe("12.5%");
});

test("formats a phone number in groups", () => {
  expect(seen(formats.phone("+37061234567"))).toBe("+370_612_34567");
});
