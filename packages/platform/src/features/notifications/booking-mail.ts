import { words as mailWords } from "@uola/words/mail";
import type { Context } from "../../kernel/context.ts";
import { holdsFor, type Template, viewOf } from "./booking-view.ts";
import { calendarFile } from "./calendar.ts";
import type { CalendarLinks } from "./calendar-link.ts";
import type { Rendered, Writer } from "./delivery.ts";
import { type Facts, readFacts } from "./facts.ts";
import { htmlMail } from "./layout.ts";
import { picturesFor } from "./pictures.ts";
import { plainText } from "./plain.ts";
import { localeOf } from "./view.ts";

/** The payload of an outbox row of kind `mail`: who writes it tells what happened, the worker reads the rest. */
export type MailOrder = {
  template: Template;
  bookingId: string;
  /** The booking's revision after the change the mail is about. */
  revision: number | string;
  language?: string | null;
  /** What the gym adds in its own words. */
  message?: string | null;
};

/** Writes the mails about bookings, if the booking is still what the mail says it is. */
export function bookingMail(context: Context, links: CalendarLinks): Writer<MailOrder> {
  const { db, siteId } = context;
  return async (order) => {
    const { bookingId, template } = order;
    const facts = await readFacts(db, siteId, bookingId);
    if (!facts) return { end: "never", note: `There is no booking ${bookingId}.` };
    const { contactEmail: recipient, status } = facts.booking;
    if (!recipient) return { end: "done", note: "The booking has no e-mail address." };
    if (status !== holdsFor[template]) {
      const note = `The booking is ${status} by now; a mail about that change follows if one was wished.`;
      return { end: "outdated", note };
    }
    const write = () => render(order, facts, context, links);
    return { recipient, gym: facts.gym, template, bookingId, afterwards: undefined, write };
  };
}

/** The same facts said in HTML and plain text, with pictures and the calendar file. */
async function render(
  { template, bookingId, language, message }: MailOrder,
  facts: Facts,
  { urls, now }: Context,
  links: CalendarLinks,
): Promise<Rendered> {
  const locale = localeOf(language);
  const words = mailWords(locale);
  const link = await links.linkTo(bookingId);
  const calendarLink = locale === "lt" ? link : `${link}&language=${locale}`;
  const view = viewOf({
    facts,
    template,
    message: message ?? undefined,
    locale,
    words,
    siteUrl: urls.site,
    calendarLink,
    now: now(),
  });
  const parts = await picturesFor(view);
  // Who was never promised a place has nothing in the calendar to call off.
  if (template === "booking-confirmed" || template === "booking-canceled") {
    const method = template === "booking-canceled" ? "CANCEL" : "PUBLISH";
    const file = calendarFile(facts, words, `${urls.site}/account/?booking=${bookingId}`);
    const contentType = `text/calendar; charset=utf-8; method=${method}`;
    parts.push({ name: words("calendar.file"), contentType, content: Buffer.from(file) });
  }
  return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
}
