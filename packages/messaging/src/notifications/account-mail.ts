import type { AccountMail } from "@uola/accounts";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { isProofOpen } from "./account-store.ts";
import { accountView } from "./account-view.ts";
import { readGym } from "./booking-facts.ts";
import { html } from "./html.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, type View } from "./mail-view.ts";

/**
 * Writes mails about accounts. The secret of a link or code is created while the mail is rendered,
 * so it is never stored in the outbox or the queue. Creating it again invalidates the previous one.
 * A mail is skipped if its verification was used, has expired or was replaced by a newer one.
 */
export function accountMail({ db, siteId, accounts, urls, now }: Context): MailWriter<AccountMail> {
  return async (order) => {
    const { template, to, proofId } = order;
    const gym = await readGym(db, siteId);
    const locale = localeOf(order.language);
    const words = mailWords(locale);
    const viewWith = (secret: string) => accountView({ order, secret, locale, words, gym, urls });
    const afterwards = proofId ? withoutSecret(viewWith(""), words("account.afterwards")) : undefined;
    if (proofId && !(await isProofOpen(db, siteId, proofId, now()))) {
      return {
        end: "outdated",
        note: `The verification ${proofId} is used, expired or replaced.`,
        redactedContent: afterwards,
      };
    }
    return {
      recipient: to,
      gym,
      template,
      bookingId: null,
      redactedContent: afterwards,
      write: async (tx) => {
        const proof = proofId ? await accounts.issueVerificationSecret(proofId, tx) : { secret: "" };
        if (!proof) return undefined;
        const view = viewWith(proof.secret);
        const parts = await imagesFor(view);
        return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
      },
    };
  };
}

const withoutSecret = ({ language, title }: View, text: string) => {
  const { text: page } =
    html`<!doctype html><html lang="${language}"><head><title>${title}</title></head><body><p>${text}</p></body></html>`;
  return { subject: title, html: page, text };
};
