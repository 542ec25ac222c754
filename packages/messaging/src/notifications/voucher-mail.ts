import { type VoucherMail, voucherFacts } from "@uola/commerce";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { readGym } from "./booking-facts.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { voucherView } from "./voucher-view.ts";

/**
 * Writes the mail with a voucher, or the reminder that the voucher is about to expire. Skips the
 * mail when the voucher can no longer be used, has another code or goes to another address. The
 * code is not stored: once the mail is sent, a sentence replaces the code.
 */
export function voucherMail(context: Context): MailWriter<VoucherMail> {
  const { db, siteId, urls } = context;
  const read = voucherFacts(context);
  return async (order) => {
    const [facts, gym] = await Promise.all([read(order), readGym(db, siteId)]);
    if (!facts) return { end: "never", note: `There is no voucher ${order.voucherId}.` };
    if ("outdated" in facts) return { end: "outdated", note: facts.outdated };
    const locale = localeOf(order.language);
    const words = mailWords(locale);
    const options = { locale, words, gym, siteUrl: siteIn(locale, urls) };
    const render = (shown: { code: string; url: string }) => {
      const view = voucherView({
        ...options,
        ...shown,
        about: order.about,
        voucher: facts.voucher,
        toBuyer: facts.toBuyer,
      });
      return { view, subject: view.subject, html: htmlMail(view), text: plainText(view) };
    };
    const { view: _, ...afterwards } = render({
      code: `…${facts.voucher.last4}`,
      url: `${options.siteUrl}/gift/balance/`,
    });
    return {
      recipient: order.to,
      gym,
      template: order.template,
      bookingId: null,
      redactedContent: afterwards,
      write: async () => {
        const { view, ...mail } = render(facts);
        return { ...mail, language: locale, parts: await imagesFor(view) };
      },
    };
  };
}
