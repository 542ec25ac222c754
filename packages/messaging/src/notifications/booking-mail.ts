import { bookingLinks, type MailCause } from "@uola/booking";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { type BookingFacts, readFacts } from "./booking-facts.ts";
import { type Before, holdsFor, type Template, viewOf } from "./booking-view.ts";
import { calendarFile, entriesOf } from "./calendar.ts";
import type { CalendarLinks } from "./calendar-link.ts";
import { addToCalendarLinks } from "./calendar-pages.ts";
import type { MailWriter, RenderedMail } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { picturesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf } from "./mail-view.ts";

/** The payload of an outbox row of kind `mail`: who writes it tells what happened, the worker reads the rest. */
export type MailOrder = {
  template: Template;
  bookingId: string;
  /** The booking's revision after the change the mail is about. */
  revision: number | string;
  language?: string | null;
  /** Somebody caused it who does not work here. */
  caused?: MailCause;
  /** What the gym adds in its own words. */
  message?: string | null;
  /** Of a reminder: when the session begins that it is about. */
  startDate?: string;
  /** Of a course: its lessons that are at another time, or (null) called off. */
  lessons?: readonly { from: Span; to: Span | null }[];
};
type Span = { startDate: string; endDate: string };

/** What a booking carries in the calendar after these, its entry carries too. */
const withFile: readonly Template[] = [
  "booking-confirmed",
  "booking-rescheduled",
  "booking-canceled",
  // It may have been confirmed before it was moved, or taken over by the link.
  "booking-declined",
];

/** Writes the mails about bookings, if the booking is still what the mail says it is. */
export function bookingMail(context: Context, links: CalendarLinks): MailWriter<MailOrder> {
  const keys = bookingLinks(context);
  const { db, siteId, now } = context;
  return async (order) => {
    const { bookingId, template } = order;
    const facts = await readFacts(db, siteId, bookingId);
    if (!facts) return { end: "never", note: `There is no booking ${bookingId}.` };
    const { contactEmail: recipient, status } = facts.booking;
    if (!recipient) return { end: "done", note: "The booking has no e-mail address." };
    if (!holdsFor[template].includes(status)) {
      const note = `The booking is ${status} by now; a mail about that change follows if one was wished.`;
      return { end: "outdated", note };
    }
    const before = await readBefore(db, siteId, order);
    const stale = staleness(order, facts, before, now());
    if (stale) return { end: "outdated", note: stale };
    const link = await links.linkTo(bookingId);
    const mine = facts.booking.guest
      ? `${context.urls.site}/booking/manage/?key=${await keys.keyOf(bookingId)}`
      : accountLink(context, bookingId);
    const write = () => render(order, facts, before, context, { calendar: link, mine });
    return {
      recipient,
      caused: causeFor(order.caused, facts),
      gym: facts.gym,
      template,
      bookingId,
      afterwards: undefined,
      write,
    };
  };
}

/** What people cause to be mailed to their own verified address is nobody's trouble. */
export const causeFor = (caused: MailCause | undefined, { booking }: BookingFacts): MailCause | undefined =>
  booking.ownMailbox ? undefined : caused;

/** Why a mail about a time or a number is not true any more. */
function staleness(
  { template, startDate, lessons }: MailOrder,
  { booking, sessions }: BookingFacts,
  { led }: Change,
  now: Date,
): string | undefined {
  if (template === "booking-reminder") {
    const session = sessions.find(({ start }) => start.toISOString() === startDate);
    return session && session.start > now ? undefined : "It was moved, called off or has begun.";
  }
  if (lessons) return undefined;
  if (template === "booking-rescheduled" && led.start && sessions[0]?.start.getTime() !== led.start.getTime()) {
    return "It has another time by now.";
  }
  if (template === "booking-changed" && led.participants !== undefined && led.participants !== booking.participants) {
    return "Another number comes by now.";
  }
  return undefined;
}

/** What a change was made from, and what it led to, as far as its mail tells of it. */
type Change = { from: Before; led: Before };
type PreviousValues = {
  previousStartDate?: string;
  previousEndDate?: string;
  previousTotalParticipants?: number;
  previousParticipantsChoices?: { serviceChoices?: { numberOfParticipants?: number }[] };
  booking?: { startDate?: string; totalParticipants?: number };
};

/** What the booking was before, from the event of the very change. */
async function readBefore(db: Database, siteId: string, { template, bookingId, revision }: MailOrder): Promise<Change> {
  if (template !== "booking-rescheduled" && template !== "booking-changed") return { from: {}, led: {} };
  const event = await db
    .selectFrom("event")
    .where("siteId", "=", siteId)
    .where("entityId", "=", bookingId)
    .where("entitySequence", "=", Number(revision))
    .select("body")
    .executeTakeFirst();
  const told = (event?.body as { actionEvent?: { body?: PreviousValues } } | undefined)?.actionEvent?.body ?? {};
  const { booking = {} } = told;
  if (template === "booking-changed") {
    const chosen = told.previousParticipantsChoices?.serviceChoices;
    const participants =
      told.previousTotalParticipants ??
      chosen?.reduce((sum, { numberOfParticipants = 0 }) => sum + numberOfParticipants, 0);
    return {
      from: participants === undefined ? {} : { participants },
      led: booking.totalParticipants === undefined ? {} : { participants: booking.totalParticipants },
    };
  }
  const { previousStartDate: start, previousEndDate: end } = told;
  return {
    from: start && end ? { start: new Date(start), end: new Date(end) } : {},
    led: booking.startDate ? { start: new Date(booking.startDate) } : {},
  };
}

const accountLink = ({ urls }: Context, bookingId: string) => `${urls.site}/account/?booking=${bookingId}`;
const spanOf = ({ startDate, endDate }: Span) => ({ start: new Date(startDate), end: new Date(endDate) });

/** The same facts said in HTML and plain text, with pictures and the calendar file. */
async function render(
  { template, bookingId, language, message, startDate, lessons }: MailOrder,
  facts: BookingFacts,
  { from }: Change,
  context: Context,
  { calendar: link, mine: manageUrl }: { calendar: string; mine: string },
): Promise<RenderedMail> {
  const { urls, now } = context;
  const locale = localeOf(language);
  const words = mailWords(locale);
  const calendarLink = locale === "lt" ? link : `${link}&language=${locale}`;
  const accountUrl = accountLink(context, bookingId);
  const [entry, ...others] = entriesOf(facts, words, accountUrl);
  const view = viewOf({
    facts,
    template,
    message: message ?? undefined,
    before: from,
    lessons: lessons?.map(({ from, to }) => ({ from: spanOf(from), to: to && spanOf(to) })),
    of: template === "booking-reminder" && startDate ? new Date(startDate) : undefined,
    locale,
    words,
    siteUrl: urls.site,
    manageUrl,
    calendarLink,
    calendarPages:
      entry && others.length === 0
        ? addToCalendarLinks({ ...entry, title: entry.summary, place: entry.location, details: entry.description })
        : undefined,
    now: now(),
  });
  const parts = await picturesFor(view);
  if (withFile.includes(template)) {
    const method = template === "booking-canceled" || template === "booking-declined" ? "CANCEL" : "PUBLISH";
    const contentType = `text/calendar; charset=utf-8; method=${method}`;
    parts.push({
      name: words("calendar.file"),
      contentType,
      content: Buffer.from(calendarFile(facts, words, accountUrl)),
    });
  }
  return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
}
