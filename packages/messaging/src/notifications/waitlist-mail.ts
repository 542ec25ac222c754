import { type MailCause, waitlistLinks } from "@uola/booking";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { readFacts } from "./booking-facts.ts";
import { rateLimitCause } from "./booking-mail.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { readPosition } from "./waitlist-store.ts";
import { type WaitlistTemplate, waitlistView } from "./waitlist-view.ts";

/** Payload of a mail about a waiting-list entry. */
export type WaitlistMailRequest = {
  template: WaitlistTemplate;
  bookingId: string;
  revision: number | string;
  entryId: string;
  language?: string | null;
  message?: string | null;
  caused?: MailCause;
};

/** The state that an entry must have for the mail to still apply. */
const validStateByTemplate: Record<WaitlistTemplate, string> = {
  "waitlist-joined": "WAITING",
  "waitlist-offer": "OFFERED",
  "waitlist-lapsed": "LAPSED",
  "waitlist-closed": "CLOSED",
};

/** Writes waiting-list mails. Skips an offer that can no longer be accepted. */
export function waitlistMail(context: Context): MailWriter<WaitlistMailRequest> {
  const { db, siteId, urls, now } = context;
  const links = waitlistLinks(context);
  return async ({ template, bookingId, entryId, language, message, caused }) => {
    const [facts, entry] = await Promise.all([readFacts(db, siteId, bookingId), readPosition(db, siteId, entryId)]);
    if (!facts || !entry) return { end: "never", note: `There is no waiting list entry ${entryId}.` };
    const { contactEmail: recipient } = facts.booking;
    if (!recipient) return { end: "done", note: "The booking has no e-mail address." };
    const isLate = template === "waitlist-offer" && !(entry.until && entry.until > now());
    if (entry.state !== validStateByTemplate[template] || isLate) {
      return { end: "outdated", note: `The entry is ${entry.state} by now${isLate ? "; its offer has expired" : ""}.` };
    }
    const locale = localeOf(language);
    const siteUrl = siteIn(locale, urls);
    const answerUrl = `${siteUrl}/booking/offer/?key=${await links.keyOf(entryId)}`;
    const write = async () => {
      const words = mailWords(locale);
      const options = { facts, entry, template, message: message ?? undefined, locale, words, siteUrl };
      const view = waitlistView({ ...options, answerUrl });
      const parts = await imagesFor(view);
      return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
    };
    return {
      recipient,
      caused: rateLimitCause(caused, facts),
      gym: facts.gym,
      template,
      bookingId,
      redactedContent: undefined,
      write,
    };
  };
}
