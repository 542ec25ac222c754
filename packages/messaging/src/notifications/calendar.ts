import { bookingCode } from "@uola/contract";
import type { Locale } from "@uola/words";
import type { MailWords } from "@uola/words/mail";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block } from "timezones-ical-library";
import type { BookingFacts, Gym } from "./booking-facts.ts";

const zone = "Europe/Vilnius";

/** `id` and `sequence` let calendar programs recognise an entry and its newer versions. */
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
  gym: Pick<Gym, "name" | "email">;
  entries: readonly CalendarEntry[];
  locale: Locale;
};

/** How often calendar programs should reload a feed. */
export const feedMinutes = 15;

/**
 * An iCalendar file (RFC 5545) in local times with a time zone. With `name` it is a feed that programs subscribe to.
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
  // The library writes DTSTAMP in the calendar's zone and with the current time. RFC 5545 requires UTC, and unchanged
  // entries must give the same bytes.
  let at = 0;
  return calendar
    .toString()
    .replace(
      /^DTSTAMP:[^\r\n]*/gm,
      () => `DTSTAMP:${(entries[at++] as CalendarEntry).changed.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    );
}

/**
 * A booking as a calendar file; a course has one event per session. UIDs never change and SEQUENCE grows with every
 * change, so programs update or cancel an entry instead of adding a second one. A booking that holds no places is sent
 * as canceled.
 */
export function calendarFile(facts: BookingFacts, words: MailWords, link: string, locale: Locale): string {
  const entries = entriesOf(facts, words, link);
  return calendarText({ method: isOff(facts) ? "CANCEL" : "PUBLISH", gym: facts.gym, entries, locale });
}

const isOff = ({ booking: { status } }: BookingFacts) => status === "CANCELED" || status === "DECLINED";

export function entriesOf(facts: BookingFacts, words: MailWords, link: string): CalendarEntry[] {
  const { booking, service, sessions, gym, location } = facts;
  const status = isOff(facts) ? "CANCELLED" : booking.status === "CONFIRMED" ? "CONFIRMED" : "TENTATIVE";
  const of = sessions.length;
  return sessions.map((session, index) => ({
    id: entryId(booking.id, service.course ? session.id : undefined),
    sequence: sequenceOf(booking, service.course ? session.changed : undefined),
    start: session.start,
    end: session.end,
    summary:
      of > 1
        ? words("calendar.course", { service: service.name, number: index + 1, of, gym: gym.name })
        : words("calendar.summary", { service: service.name, gym: gym.name }),
    location,
    description: [words("ticket.code", { code: bookingCode(booking.id) }), link].join("\n"),
    url: link,
    status,
    changed: booking.updatedDate,
  }));
}

export const entryId = (bookingId: string, sessionId: string | undefined) =>
  sessionId ? `${bookingId}-${sessionId}@uola` : `${bookingId}@uola`;

/** Moving one session of a course does not change the booking, so the seconds between the two are added. */
export function sequenceOf(
  { calendarSequence, createdDate }: Pick<BookingFacts["booking"], "calendarSequence" | "createdDate">,
  changed: Date | undefined,
): number {
  const offset = changed ? changed.getTime() - createdDate.getTime() : 0;
  return calendarSequence + Math.max(0, Math.ceil(offset / 1000));
}
