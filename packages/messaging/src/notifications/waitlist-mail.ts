import { type MailCause, waitlistLinks } from "@uola/booking";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { sql } from "kysely";
import { readFacts } from "./booking-facts.ts";
import { causeFor } from "./booking-mail.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { picturesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf } from "./mail-view.ts";
import { type WaitlistPosition, type WaitlistTemplate, waitlistView } from "./waitlist-view.ts";

/** The payload of a mail about a party on a waiting list. */
export type WaitlistOrder = {
  template: WaitlistTemplate;
  bookingId: string;
  revision: number | string;
  entryId: string;
  language?: string | null;
  message?: string | null;
  caused?: MailCause;
};

/** The state a party must be in for the mail to be true. */
const holdsFor: Record<WaitlistTemplate, string> = {
  "waitlist-joined": "WAITING",
  "waitlist-offer": "OFFERED",
  "waitlist-lapsed": "LAPSED",
  "waitlist-closed": "CLOSED",
};

/** Writes the mails about waiting lists. An offer nobody can accept any more is not sent. */
export function waitlistMail(context: Context): MailWriter<WaitlistOrder> {
  const { db, siteId, urls, now } = context;
  const links = waitlistLinks(context);
  return async ({ template, bookingId, entryId, language, message, caused }) => {
    const [facts, place] = await Promise.all([readFacts(db, siteId, bookingId), readPosition(db, siteId, entryId)]);
    if (!facts || !place) return { end: "never", note: `There is no waiting list entry ${entryId}.` };
    const { contactEmail: recipient } = facts.booking;
    if (!recipient) return { end: "done", note: "The booking has no e-mail address." };
    const isLate = template === "waitlist-offer" && !(place.until && place.until > now());
    if (place.state !== holdsFor[template] || isLate) {
      return { end: "outdated", note: `The party is ${place.state} by now${isLate ? ", its offer over" : ""}.` };
    }
    const answerUrl = `${urls.site}/booking/offer/?key=${await links.keyOf(entryId)}`;
    const write = async () => {
      const locale = localeOf(language);
      const words = mailWords(locale);
      const said = { facts, place, template, message: message ?? undefined, locale, words, siteUrl: urls.site };
      const view = waitlistView({ ...said, answerUrl });
      const parts = await picturesFor(view);
      return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
    };
    return {
      recipient,
      caused: causeFor(caused, facts),
      gym: facts.gym,
      template,
      bookingId,
      afterwards: undefined,
      write,
    };
  };
}

/** Where a party stands in its line. */
function readPosition(db: Database, siteId: string, entryId: string): Promise<WaitlistPosition | undefined> {
  return db
    .selectFrom("waitlistEntry as entry")
    .where("entry.siteId", "=", siteId)
    .where("entry.id", "=", entryId)
    .select(["entry.state", "entry.totalParticipants as count", "entry.offerExpiresDate as until"])
    .select(
      sql<number>`1 + (select count(*)::int from waitlist_entry as before
        where before.site_id = entry.site_id and before.places_id = entry.places_id and before.state = 'WAITING'
          and (before.rank, before.id) < (entry.rank, entry.id))`.as("position"),
    )
    .executeTakeFirst();
}
