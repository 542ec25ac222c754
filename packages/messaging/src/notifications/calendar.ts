import { bookingCode } from "@uola/contract";
import type { MailWords } from "@uola/words/mail";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block } from "timezones-ical-library";
import type { BookingFacts, Gym } from "./booking-facts.ts";

const zone = "Europe/Vilnius";

/** An entry of a calendar; `id` and `sequence` tell programs that have it what has become of it. */
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
type Calendar = { method: "PUBLISH" | "CANCEL"; gym: Pick<Gym, "name" | "email">; entries: readonly CalendarEntry[] };

/** Programs that follow a calendar ask again after this time. */
export const feedMinutes = 15;

/** An iCalendar file (RFC 5545), wall times with their zone. One with a `name` is followed by programs. */
export function calendarText({ method, gym, entries, name }: Calendar & { name?: string }): string {
  const calendar = ical({
    prodId: { company: "Uola", product: "Uola", language: "LT" },
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
  // The library writes the stamps in the calendar's zone and of now; the standard wants UTC, and readers what is the same to be the same.
  let at = 0;
  return calendar
    .toString()
    .replace(
      /^DTSTAMP:[^\r\n]*/gm,
      () => `DTSTAMP:${(entries[at++] as CalendarEntry).changed.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    );
}

/**
 * A booking as a calendar file. A course is one event for each session. Events keep their UID for life, and SEQUENCE grows
 * with the changes of the booking and of a course's sessions, so that an entry already taken over is changed or called off and
 * never doubled. A booking that does not hold places is sent as called off.
 */
export function calendarFile(facts: BookingFacts, words: MailWords, link: string): string {
  const entries = entriesOf(facts, words, link);
  return calendarText({ method: isOff(facts) ? "CANCEL" : "PUBLISH", gym: facts.gym, entries });
}

const isOff = ({ booking: { status } }: BookingFacts) => status === "CANCELED" || status === "DECLINED";

export function entriesOf(facts: BookingFacts, words: MailWords, link: string): CalendarEntry[] {
  const { booking, service, sessions, gym, place } = facts;
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
    location: place,
    description: [words("ticket.code", { code: bookingCode(booking.id) }), link].join("\n"),
    url: link,
    status,
    changed: booking.updatedDate,
  }));
}

export const entryId = (bookingId: string, sessionId: string | undefined) =>
  sessionId ? `${bookingId}-${sessionId}@uola` : `${bookingId}@uola`;

/** A booking does not change when one session of its course moves; the seconds from the booking to that change do. */
export function sequenceOf(
  { calendarSequence, createdDate }: Pick<BookingFacts["booking"], "calendarSequence" | "createdDate">,
  changed: Date | undefined,
): number {
  const later = changed ? changed.getTime() - createdDate.getTime() : 0;
  return calendarSequence + Math.max(0, Math.ceil(later / 1000));
}
