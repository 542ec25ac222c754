import { bookingCode } from "@uola/contract";
import type { MailWords } from "@uola/words/mail";
import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { tzlib_get_ical_block } from "timezones-ical-library";
import type { Facts, Session } from "./facts.ts";

const zone = "Europe/Vilnius";

/**
 * A booking as an iCalendar file (RFC 5545), wall times with their zone. A course is one event for each session.
 * Events keep their UID for life, and SEQUENCE grows with the booking's changes, so that an entry already taken over
 * is changed or called off and never doubled. A booking that does not hold places is sent as called off.
 */
export function calendarFile(facts: Facts, words: MailWords, link: string): string {
  const { booking, service, sessions, gym, place } = facts;
  const off = booking.status === "CANCELED" || booking.status === "DECLINED";
  const calendar = ical({
    prodId: { company: "Uola", product: "Uola", language: "LT" },
    method: off ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    timezone: { name: zone, generator: (name) => String(tzlib_get_ical_block(name)[0]) },
  });
  const wall = (instant: Date) => Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  sessions.forEach((session, index) => {
    const of = sessions.length;
    calendar.createEvent({
      id: eventId(booking.id, service.course ? session : undefined),
      sequence: booking.calendarSequence,
      start: wall(session.start),
      end: wall(session.end),
      timezone: zone,
      summary:
        of > 1
          ? words("calendar.course", { service: service.name, number: index + 1, of, gym: gym.name })
          : words("calendar.summary", { service: service.name, gym: gym.name }),
      location: place,
      description: [words("ticket.code", { code: bookingCode(booking.id) }), link].join("\n"),
      url: link,
      status: off ? ICalEventStatus.CANCELLED : tentative(facts),
      ...(gym.email ? { organizer: { name: gym.name, email: gym.email } } : {}),
    });
  });
  // The library writes the stamp in the calendar's zone; the standard wants it in UTC.
  const stamp = booking.updatedDate.toISOString().replace(/[-:]|\.\d+/g, "");
  return calendar.toString().replace(/^DTSTAMP:[^\r\n]*/gm, `DTSTAMP:${stamp}`);
}

const tentative = ({ booking }: Facts) =>
  booking.status === "CONFIRMED" ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE;

const eventId = (bookingId: string, session: Session | undefined) =>
  session?.id ? `${bookingId}-${session.id}@uola` : `${bookingId}@uola`;
