import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block } from "timezones-ical-library";
import type { Locale } from "./locales.ts";

const zone = "Europe/Vilnius";

/** `id` and `sequence` let calendar clients recognise an entry and its newer versions. */
export type CalendarEntry = {
  id: string;
  sequence: number;
  start: Date;
  end: Date;
  summary: string;
  location: string;
  description: string;
  url: string;
  status: "CONFIRMED" | "TENTATIVE" | "CANCELLED";
  changed: Date;
};
type Calendar = {
  method: "PUBLISH" | "CANCEL";
  gym: { name: string; email: string };
  entries: readonly CalendarEntry[];
  locale: Locale;
};

/** How often calendar clients should reload a feed, in minutes. */
export const feedMinutes = 15;

/**
 * Builds an iCalendar file (RFC 5545) with local times and a time zone. With `name`, the file is a
 * feed that clients subscribe to.
 */
export function calendarText({ method, gym, entries, locale, name }: Calendar & { name?: string }): string {
  const calendar = ical({
    prodId: { company: "Uola", product: "Uola", language: locale.toUpperCase() },
    method: ICalCalendarMethod[method],
    timezone: { name: zone, generator: (name) => String(tzlib_get_ical_block(name)[0]) },
    ...(name && { name, ttl: feedMinutes * 60 }),
  });
  const wall = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  for (const { id, sequence, start, end, summary, location, description, url, status } of entries) {
    calendar.createEvent({
      id,
      sequence,
      start: wall(start),
      end: wall(end),
      timezone: zone,
      summary,
      location,
      description,
      url,
      status: ICalEventStatus[status],
      ...(gym.email ? { organizer: { name: gym.name, email: gym.email } } : {}),
    });
  }
  // The library writes DTSTAMP in the calendar's time zone and with the current time. RFC 5545
  // requires UTC, and unchanged entries must produce identical bytes.
  let at = 0;
  return calendar
    .toString()
    .replace(
      /^DTSTAMP:[^\r\n]*/gm,
      () => `DTSTAMP:${(entries[at++] as CalendarEntry).changed.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    );
}

/**
 * The SEQUENCE of a changed entry: the seconds between creation and change, so every later change
 * increases it.
 */
export const sequenceAfter = (created: Date, changed: Date): number =>
  Math.max(0, Math.ceil((changed.getTime() - created.getTime()) / 1000));
