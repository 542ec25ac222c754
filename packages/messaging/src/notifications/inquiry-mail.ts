import type { MailCause } from "@uola/booking";
import type { Inquiry } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { readGym } from "./booking-facts.ts";
import { hasVerifiedAddress } from "./inquiry-store.ts";
import { type InquiryTemplate, inquiryView } from "./inquiry-view.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf } from "./mail-view.ts";

/** Payload of a mail about an inquiry, addressed either to the gym or to the sender. */
export type InquiryMailRequest = {
  template: InquiryTemplate;
  inquiryId: string;
  inquiry: Inquiry;
  /** Title of the project page the application refers to. */
  project?: string;
  /** Language of the page on which the inquiry was written. */
  language: string;
  memberId: string | null;
  caused: MailCause;
};

/**
 * Writes both mails about an inquiry. The sender's address is unverified user input, so the mail to
 * that address contains none of the sender's text and is rate limited. Otherwise anybody could use
 * the gym to send text to other people. If the address is the verified address of the sender's own
 * account, the mail includes a copy of the text.
 */
export function inquiryMail({ db, siteId, urls }: Context): MailWriter<InquiryMailRequest> {
  return async (order) => {
    const { template, inquiry, project, language, memberId } = order;
    const gym = await readGym(db, siteId);
    const { email } = inquiry;
    const toGym = template === "inquiry";
    if (toGym && !gym.email) return { end: "never", note: "The gym has no e-mail address." };
    const isOwn = memberId !== null && (await hasVerifiedAddress(db, siteId, memberId, email));
    const locale = localeOf(toGym ? "lt" : language);
    const write = async () => {
      const words = mailWords(locale);
      const view = inquiryView({
        template,
        inquiry,
        project,
        writtenIn: localeOf(language),
        isOwn,
        locale,
        words,
        gym,
        urls,
      });
      const parts = await imagesFor(view);
      return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
    };
    return {
      recipient: toGym ? gym.email : email,
      ...(toGym && { replyTo: { name: inquiry.name, address: email } }),
      caused: toGym || isOwn ? undefined : order.caused,
      gym,
      template,
      bookingId: null,
      redactedContent: undefined,
      write,
    };
  };
}
