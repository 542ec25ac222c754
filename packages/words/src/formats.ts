/**
 * Formats dates, times, money and telephone numbers in Lithuanian and English, always in
 * Europe/Vilnius. A day is a `YYYY-MM-DD` string of the local calendar; an instant is a `Date`.
 * Functions that take a day also take an instant and use its day in Vilnius. The default language
 * is that of the request or of the document. Lithuanian names come from tables, because browsers
 * disagree on their grammatical cases.
 */
import { language } from "#language";
import type { Locale } from "./index.ts";

export type Day = string;
type Parts = { year: number; month: number; day: number; hour: number; minute: number };

const nbsp = "\u00a0";
const minus = "\u2212";

// Month cases: "rugsėjis" in a heading, "rugsėjo" in a date. Weekday cases: "trečiadienis" is a name, "trečiadienį" means "on".
const months = "sausis vasaris kovas balandis gegužė birželis liepa rugpjūtis rugsėjis spalis lapkritis gruodis".split(
  " ",
);
const ofMonths =
  "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio".split(" ");
const weekdays = "pirma antra trečia ketvirta penkta šešta sekma".split(" ").map((stem) => `${stem}dien`);
const weekdaysShort = "Pr An Tr Kt Pn Št Sk".split(" ");

const formatters = new Map<string, Intl.DateTimeFormat>();
const intl = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = locale + JSON.stringify(options);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter;
};
const english = (day: Day, options: Intl.DateTimeFormatOptions) =>
  intl("en-GB", { ...options, timeZone: "UTC" }).format(utc(day));

const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const split = (day: Day) => day.split("-").map(Number) as [year: number, month: number, day: number];
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const pad = (value: number) => String(value).padStart(2, "0");

// Clocks change on the hour, so the offset is constant within an hour. An Intl call takes 5 µs, a
// map lookup 0.1 µs.
const offsets = new Map<number, number>();
function offsetAt(instant: number): number {
  const hour = Math.floor(instant / 3_600_000);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const parts: Record<string, number> = {};
  const options = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric" } as const;
  const formatter = intl("en-US", { ...options, hourCycle: "h23", timeZone: "Europe/Vilnius" });
  for (const { type, value } of formatter.formatToParts(hour * 3_600_000)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour: local = 0 } = parts;
  const offset = Date.UTC(year, month - 1, day, local) - hour * 3_600_000;
  if (offsets.size > 10_000) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

const shifted = (instant: Date) => new Date(instant.getTime() + offsetAt(instant.getTime()));

/** The local time in Vilnius at an instant; months start at 1. */
export function localParts(instant: Date): Parts {
  const wall = shifted(instant);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  };
}

export const localDate = (instant: Date): Day => shifted(instant).toISOString().slice(0, 10);

const dayOf = (when: Day | Date): Day => (typeof when === "string" ? when : localDate(when));

/** The instant of a local time in Vilnius; a time skipped by a clock change becomes one hour later. */
export function instantOf(day: Day, hour = 0, minute = 0): Date {
  const wall = utc(day) + (hour * 60 + minute) * 60_000;
  return new Date(wall - offsetAt(wall - offsetAt(wall)));
}

export const addDays = (day: Day, count: number): Day =>
  new Date(utc(day) + count * 86_400_000).toISOString().slice(0, 10);
export const daysBetween = (from: Day, to: Day): number => (utc(to) - utc(from)) / 86_400_000;
/** Returns the weekday number: Monday is 1, Sunday is 7. */
export const weekdayOf = (when: Day | Date): number => new Date(utc(dayOf(when))).getUTCDay() || 7;
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day));

/** The ISO week number: week 1 has the first Thursday of the year. */
export function weekNumber(day: Day): number {
  const thursday = addDays(mondayOf(day), 3);
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
}

const dayAndMonth = (day: Day, locale: Locale) => {
  const [, month, date] = split(day);
  if (locale === "en") return english(day, { day: "numeric", month: "long" }).replace(" ", nbsp);
  return `${ofMonths[month - 1]} ${date}${nbsp}d.`;
};

/** "trečiadienis" */
export const weekday = (when: Day | Date, locale: Locale = language()): string =>
  locale === "en" ? english(dayOf(when), { weekday: "long" }) : `${weekdays[weekdayOf(when) - 1]}is`;

/** "Tr" */
export const weekdayShort = (when: Day | Date, locale: Locale = language()): string =>
  locale === "en" ? english(dayOf(when), { weekday: "short" }) : (weekdaysShort[weekdayOf(when) - 1] as string);

/** The weekday of a weekly event: "Trečiadieniais", "Wednesdays". Monday is 1. */
export const onWeekdays = (weekdayNumber: number, locale: Locale = language()): string => {
  const name = weekdays[weekdayNumber - 1] ?? "";
  // 2024 began on a Monday.
  return locale === "en" ? `${english(`2024-01-0${weekdayNumber}`, { weekday: "long" })}s` : upperFirst(`${name}iais`);
};

/** "rugsėjo 9 d." */
export const dayShort = (when: Day | Date, locale: Locale = language()): string => dayAndMonth(dayOf(when), locale);

/** For example "trečiadienis, rugsėjo 9 d.". */
export const dayLong = (when: Day | Date, locale: Locale = language()): string =>
  `${weekday(when, locale)}, ${dayShort(when, locale)}`;

/** The date on which something takes place: "trečiadienį, rugsėjo 9 d." */
export const dayAccusative = (when: Day | Date, locale: Locale = language()): string =>
  locale === "en" ? dayLong(when, locale) : `${weekdays[weekdayOf(when) - 1]}į, ${dayShort(when, locale)}`;

/** For example "2025 m. rugsėjo 8 d.". */
export const dateLong = (when: Day | Date, locale: Locale = language()): string => {
  const [year] = split(dayOf(when));
  return locale === "en" ? `${dayShort(when, locale)} ${year}` : `${year}${nbsp}m. ${dayShort(when, locale)}`;
};

/** For example "2026 m. rugsėjis". */
export const monthHeading = (when: Day | Date, locale: Locale = language()): string => {
  const [year, month] = split(dayOf(when));
  if (locale === "en") return english(dayOf(when), { month: "long", year: "numeric" });
  return `${year}${nbsp}m. ${months[month - 1]}`;
};

/**
 * A range of days: "gruodžio 30–31 d.", "rugpjūčio 31 d. – rugsėjo 6 d."; includes years only when
 * they differ.
 */
export function dayRange(first: Day | Date, last: Day | Date, locale: Locale = language()): string {
  const [from, to] = [dayOf(first), dayOf(last)];
  if (from === to) return dayShort(from, locale);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${dateLong(from, locale)} – ${dateLong(to, locale)}`;
  const [, month, fromDate] = split(from);
  const [, lastMonth, toDate] = split(to);
  if (month !== lastMonth) return `${dayShort(from, locale)} – ${dayShort(to, locale)}`;
  return locale === "en"
    ? `${fromDate}–${dayShort(to, locale)}`
    : `${ofMonths[month - 1]} ${fromDate}–${toDate}${nbsp}d.`;
}

/** The week that contains a day, as a heading: "Rugsėjo 7–13 d.". */
export function weekRange(when: Day | Date, locale: Locale = language()): string {
  const monday = mondayOf(dayOf(when));
  return upperFirst(dayRange(monday, addDays(monday, 6), locale));
}

/** "18:00", "9:30" */
export function time(instant: Date): string {
  const { hour, minute } = localParts(instant);
  return `${hour}:${pad(minute)}`;
}

/** "18:00–19:30" */
export const timeRange = (from: Date, to: Date): string => `${time(from)}–${time(to)}`;

/** For example "1 val. 30 min." or "1 h 30 min". */
export function duration(minutes: number, locale: Locale = language()): string {
  const [hour, minute] = locale === "en" ? ["h", "min"] : ["val.", "min."];
  const parts = [
    [Math.floor(minutes / 60), hour],
    [minutes % 60, minute],
  ].filter(([count]) => count);
  return (parts.length > 0 ? parts : [[0, minute]]).map((part) => part.join(nbsp)).join(" ");
}

/** Returns "šiandien" or "rytoj"; undefined for other days. */
export function relativeDay(when: Day | Date, today: Day, locale: Locale = language()): string | undefined {
  const words = locale === "en" ? ["today", "tomorrow"] : ["šiandien", "rytoj"];
  return words[daysBetween(today, dayOf(when))];
}

/**
 * "Šiandien, trečiadienį, rugsėjo 9 d."; days other than today and tomorrow have only the weekday
 * and date: "Ketvirtadienis, rugsėjo 10 d.".
 */
export function dayHeading(when: Day | Date, today: Day, locale: Locale = language()): string {
  const near = relativeDay(when, today, locale);
  return upperFirst(near ? `${near}, ${dayAccusative(when, locale)}` : dayLong(when, locale));
}

/** Formats cents: "1 234,50 €", "−5,00 €". */
export function money(cents: number, locale: Locale = language()): string {
  const [whole = "", fraction] = (Math.abs(cents) / 100).toFixed(2).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, locale === "en" ? "," : nbsp);
  const sign = cents < 0 ? minus : "";
  return locale === "en" ? `${sign}€${grouped}.${fraction}` : `${sign}${grouped},${fraction}${nbsp}€`;
}

/** A price in a list, without cents when they are zero: "25 €". */
export const price = (cents: number, locale: Locale = language()): string =>
  money(cents, locale).replace(/[.,]00(?!\d)/, "");

/** Formats a number for display and input fields: "12,5", in English "12.5". */
export const decimal = (number: number | string, locale: Locale = language()): string =>
  locale === "en" ? String(number) : String(number).replace(".", ",");

/** Formats an amount in euros for an input field, without cents when they are zero: "12,50", "12". */
export const amountForInput = (cents: number, locale: Locale = language()): string =>
  decimal((cents / 100).toFixed(2).replace(/\.00$/, ""), locale);

/**
 * Formats hundredths of a percent: "21 %", "12,5 %". With `decimals`, zero decimals are shown too,
 * for table columns.
 */
export function percent(
  hundredths: number,
  { decimals, locale = language() }: { decimals?: number; locale?: Locale } = {},
): string {
  const number = decimals === undefined ? String(hundredths / 100) : (hundredths / 100).toFixed(decimals);
  return locale === "en" ? `${number}%` : `${decimal(number, locale)}${nbsp}%`;
}

/** Formats E.164: "+370 612 34567"; foreign numbers in groups of three. */
export const phone = (e164: string): string =>
  e164.startsWith("+370")
    ? e164.replace(/^\+370(\d{3})(\d+)$/, `+370${nbsp}$1${nbsp}$2`)
    : e164.replace(/(\d)(?=(\d{3})+$)/g, `$1${nbsp}`);

/**
 * Adds no-break spaces and word joiners, so that no line begins with a dash or breaks within a
 * number range.
 */
export const withNoBreakSpaces = (text: string): string =>
  text.replace(/ ([–—])(?= )/g, `${nbsp}$1`).replace(/(\d)–(?=\d)/g, "$1–\u2060");

/** Capitalizes the first letter, for the start of a sentence or heading: "Trečiadienį". */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
