import type { MailCause } from "@uola/booking";
import { bookingCode } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { type BookingFacts, readFacts } from "./booking-facts.ts";
import { readEventBody } from "./booking-store.ts";
import { type Before, type Template, validStatusesByTemplate, viewOf } from "./booking-view.ts";
import { calendarFile, entriesOf } from "./calendar.ts";
import type { CalendarLinks } from "./calendar-link.ts";
import type { MailWriter, RenderedMail } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { manageLinks } from "./manage-link.ts";
import { addToCalendarLinks } from "./web-calendars.ts";

/**
 * Payload of an outbox row of kind `mail`. It only identifies the change. All other data is read
 * when the mail is rendered.
 */
export type BookingMailRequest = {
  template: Template;
  bookingId: string;
  /** The booking's revision after the change. */
  revision: number | string;
  language?: string | null;
  /** Set if somebody other than staff triggered the mail. Such mails are rate limited. */
  caused?: MailCause;
  /** A message the gym wrote for this mail. */
  message?: string | null;
  /** Only in reminders: the start of the session. */
  startDate?: string;
  /** Only for courses: lessons that were moved or canceled (`to` is null). */
  lessons?: readonly { from: Span; to: Span | null }[];
};
type Span = { startDate: string; endDate: string };

/** Mails with a calendar file attached, because they change the booking's calendar entry. */
const withCalendarFile: readonly Template[] = [
  "booking-confirmed",
  "booking-rescheduled",
  "booking-canceled",
  // A calendar entry may exist: the booking was confirmed before, or the calendar link was used.
  "booking-declined",
];

/** Writes mails about bookings. Skips a mail that no longer matches the booking. */
export function bookingMail(context: Context, links: CalendarLinks): MailWriter<BookingMailRequest> {
  const manageLink = manageLinks(context);
  const { db, siteId, now } = context;
  return async (order) => {
    const { bookingId, template } = order;
    const facts = await readFacts(db, siteId, bookingId);
    if (!facts) return { end: "never", note: `There is no booking ${bookingId}.` };
    const { contactEmail: recipient, status } = facts.booking;
    if (!recipient) return { end: "done", note: "The booking has no e-mail address." };
    if (!validStatusesByTemplate[template].includes(status)) {
      const note = `The booking is ${status} by now; that change has its own mail if one was requested.`;
      return { end: "outdated", note };
    }
    const change = await readChange(db, siteId, order);
    const outdated = outdatedReason(order, facts, change, now());
    if (outdated) return { end: "outdated", note: outdated };
    const locale = localeOf(order.language);
    const calendarLink = await links.linkTo(bookingId, locale);
    const site = siteIn(locale, context.urls);
    const manageUrl = await manageLink(site, facts);
    const write = () => render(order, facts, change, context, { calendarLink, manageUrl });
    return {
      recipient,
      caused: rateLimitCause(order.caused, facts),
      gym: facts.gym,
      template,
      bookingId,
      redactedContent: undefined,
      write,
    };
  };
}

/**
 * Returns the cause that a mail is rate limited by. Mails to a member's own verified address need
 * no rate limit, because they cannot disturb anybody else.
 */
export const rateLimitCause = (caused: MailCause | undefined, { booking }: BookingFacts): MailCause | undefined =>
  booking.ownMailbox ? undefined : caused;

/** Returns the reason why the mail is outdated, or undefined if it is not outdated. */
function outdatedReason(
  { template, startDate, lessons }: BookingMailRequest,
  { booking, sessions }: BookingFacts,
  { after }: Change,
  now: Date,
): string | undefined {
  if (template === "booking-reminder") {
    const session = sessions.find(({ start }) => start.toISOString() === startDate);
    return session && session.start > now ? undefined : "The session was moved, was called off or has begun.";
  }
  if (lessons) return undefined;
  if (template === "booking-rescheduled" && after.start && sessions[0]?.start.getTime() !== after.start.getTime()) {
    return "The booking was moved again.";
  }
  if (
    template === "booking-changed" &&
    after.participants !== undefined &&
    after.participants !== booking.participants
  ) {
    return "The number of participants changed again.";
  }
  return undefined;
}

/** Values before the change, and values set by the change. */
type Change = { before: Before; after: Before };
type PreviousValues = {
  previousStartDate?: string;
  previousEndDate?: string;
  previousTotalParticipants?: number;
  previousParticipantsChoices?: { serviceChoices?: { numberOfParticipants?: number }[] };
  booking?: { startDate?: string; totalParticipants?: number };
};

/** Reads the change from the event it emitted. */
async function readChange(
  db: Database,
  siteId: string,
  { template, bookingId, revision }: BookingMailRequest,
): Promise<Change> {
  if (template !== "booking-rescheduled" && template !== "booking-changed") return { before: {}, after: {} };
  const body = await readEventBody(db, siteId, { bookingId, revision: Number(revision) });
  const previous = (body as { actionEvent?: { body?: PreviousValues } } | undefined)?.actionEvent?.body ?? {};
  const { booking = {} } = previous;
  if (template === "booking-changed") {
    const chosen = previous.previousParticipantsChoices?.serviceChoices;
    const participants =
      previous.previousTotalParticipants ??
      chosen?.reduce((sum, { numberOfParticipants = 0 }) => sum + numberOfParticipants, 0);
    return {
      before: participants === undefined ? {} : { participants },
      after: booking.totalParticipants === undefined ? {} : { participants: booking.totalParticipants },
    };
  }
  const { previousStartDate: start, previousEndDate: end } = previous;
  return {
    before: start && end ? { start: new Date(start), end: new Date(end) } : {},
    after: booking.startDate ? { start: new Date(booking.startDate) } : {},
  };
}

const spanOf = ({ startDate, endDate }: Span) => ({ start: new Date(startDate), end: new Date(endDate) });

/** Renders the HTML, the plain text, the images and the calendar file. */
async function render(
  { template, language, message, startDate, lessons }: BookingMailRequest,
  facts: BookingFacts,
  { before }: Change,
  context: Context,
  { calendarLink, manageUrl }: { calendarLink: string; manageUrl: string },
): Promise<RenderedMail> {
  const { urls, now } = context;
  const locale = localeOf(language);
  const words = mailWords(locale);
  const siteUrl = siteIn(locale, urls);
  const [entry, ...others] = entriesOf(facts, words, manageUrl);
  // The links to Google and Microsoft calendars contain the entry in their URL, so a guest's key is
  // omitted from them.
  const codeLine = words("ticket.code", { code: bookingCode(facts.booking.id) });
  const view = viewOf({
    facts,
    template,
    message: message ?? undefined,
    before,
    lessons: lessons?.map(({ from, to }) => ({ from: spanOf(from), to: to && spanOf(to) })),
    of: template === "booking-reminder" && startDate ? new Date(startDate) : undefined,
    locale,
    words,
    siteUrl,
    manageUrl,
    calendarLink,
    webCalendars:
      entry && others.length === 0
        ? addToCalendarLinks({
            ...entry,
            title: entry.summary,
            place: entry.location,
            details: facts.booking.guest ? codeLine : entry.description,
          })
        : undefined,
    now: now(),
  });
  const parts = await imagesFor(view);
  if (withCalendarFile.includes(template)) {
    const method = template === "booking-canceled" || template === "booking-declined" ? "CANCEL" : "PUBLISH";
    const contentType = `text/calendar; charset=utf-8; method=${method}`;
    parts.push({
      name: words("calendar.file"),
      contentType,
      content: Buffer.from(calendarFile(facts, words, manageUrl, locale)),
    });
  }
  return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
}
