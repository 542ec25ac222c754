import type { Context } from "@uola/kernel";
import type { Locale } from "@uola/words";
import { type MailWords, words as mailWords } from "@uola/words/mail";
import { type Gym, readGym } from "./booking-facts.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, siteIn, type View } from "./mail-view.ts";

/** Options that every mail needs for rendering. */
type ViewOptions = { locale: Locale; words: MailWords; gym: Gym; siteUrl: string };

type CodeMail<Order, Facts> = {
  /** Reads the data for the mail, or returns the reason why the mail is outdated. */
  read: (order: Order) => Promise<Facts | { outdated: string } | undefined>;
  /** Returns the note that is stored with a mail about a voucher or pass that does not exist. */
  missing: (order: Order) => string;
  view: (facts: Facts, order: Order, options: ViewOptions) => View;
  /** Replaces the code, and everything that contains the code, in the mail's data. */
  redact: (facts: Facts, siteUrl: string) => Facts;
};

const isOutdated = (facts: object): facts is { outdated: string } => "outdated" in facts;

/**
 * Writes a mail with the code of a voucher or a pass. Skips a mail whose reason no longer applies.
 * The code is not stored: once the mail is sent, only the redacted content remains.
 */
export function codeMail<Order extends { template: string; to: string; language: string }, Facts extends object>(
  { db, siteId, urls }: Context,
  { read, missing, view, redact }: CodeMail<Order, Facts>,
): MailWriter<Order> {
  return async (order) => {
    const [facts, gym] = await Promise.all([read(order), readGym(db, siteId)]);
    if (!facts) return { end: "never", note: missing(order) };
    if (isOutdated(facts)) return { end: "outdated", note: facts.outdated };
    const locale = localeOf(order.language);
    const options = { locale, words: mailWords(locale), gym, siteUrl: siteIn(locale, urls) };
    const render = (shown: Facts) => {
      const mail = view(shown, order, options);
      return { view: mail, content: { subject: mail.subject, html: htmlMail(mail), text: plainText(mail) } };
    };
    return {
      recipient: order.to,
      gym,
      template: order.template,
      bookingId: null,
      redactedContent: render(redact(facts, options.siteUrl)).content,
      write: async () => {
        const { view, content } = render(facts);
        return { ...content, language: locale, parts: await imagesFor(view) };
      },
    };
  };
}
