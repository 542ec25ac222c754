import { type PassMail, passFacts } from "@uola/commerce";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { readGym } from "./booking-facts.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { passView } from "./pass-view.ts";

/**
 * Writes the mail with a pass, or the reminder that the pass is about to expire. Skips a mail whose
 * reason no longer applies. The code is not stored: once the mail is sent, only its last characters
 * remain.
 */
export function passMail(context: Context): MailWriter<PassMail> {
  const { db, siteId, urls } = context;
  const read = passFacts(context);
  return async (order) => {
    const [facts, gym] = await Promise.all([read(order), readGym(db, siteId)]);
    if (!facts) return { end: "never", note: `There is no pass ${order.passId}.` };
    if ("outdated" in facts) return { end: "outdated", note: facts.outdated };
    const locale = localeOf(order.language);
    const words = mailWords(locale);
    const options = { locale, words, gym, siteUrl: siteIn(locale, urls) };
    const render = (shown: { code: string }) => {
      const view = passView({ ...options, ...shown, pass: facts.pass, about: order.about });
      return { view, subject: view.subject, html: htmlMail(view), text: plainText(view) };
    };
    const { view: _, ...afterwards } = render({ code: `…${facts.pass.last4}` });
    return {
      recipient: order.to,
      gym,
      template: order.template,
      bookingId: null,
      redactedContent: afterwards,
      write: async () => {
        const { view, ...mail } = render({ code: facts.code });
        return { ...mail, language: locale, parts: await imagesFor(view) };
      },
    };
  };
}
