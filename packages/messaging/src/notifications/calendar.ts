import { bookingCode } from "@uola/contract";
import type { Locale } from "@uola/words";
import { type CalendarEntry, calendarText, sequenceAfter } from "@uola/words/calendar";
import type { MailWords } from "@uola/words/mail";
import type { BookingFacts } from "./booking-facts.ts";

/**
 * Returns a booking as a calendar file. A course has one event per session. UIDs never change and
 * SEQUENCE grows with every change, so calendar programs update or cancel an entry instead of
 * adding a second one. A canceled or declined booking is sent as canceled.
 */
export function calendarFile(facts: BookingFacts, words: MailWords, link: string, locale: Locale): string {
  const entries = entriesOf(facts, words, link);
  return calendarText({ method: isCancelledOrDeclined(facts) ? "CANCEL" : "PUBLISH", gym: facts.gym, entries, locale });
}

const isCancelledOrDeclined = ({ booking: { status } }: BookingFacts) => status === "CANCELED" || status === "DECLINED";

export function entriesOf(facts: BookingFacts, words: MailWords, link: string): CalendarEntry[] {
  const { booking, service, sessions, gym, location } = facts;
  const status = isCancelledOrDeclined(facts)
    ? "CANCELLED"
    : booking.status === "CONFIRMED"
      ? "CONFIRMED"
      : "TENTATIVE";
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

/**
 * Returns the SEQUENCE of a calendar entry. Moving one session of a course does not change the
 * booking, so the seconds between the booking's creation and the session's change are added.
 */
export function sequenceOf(
  { calendarSequence, createdDate }: Pick<BookingFacts["booking"], "calendarSequence" | "createdDate">,
  changed: Date | undefined,
): number {
  return calendarSequence + (changed ? sequenceAfter(createdDate, changed) : 0);
}
