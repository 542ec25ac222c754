import type { MailCause } from "@uola/booking";
import type { Inquiry } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { readGym } from "./booking-facts.ts";
import { hasVerifiedAddress } from "./inquiry-store.ts";
import { type InquiryTemplate, inquiryView } from "./inquiry-view.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { picturesFor } from "./mail-images.ts";
import { plainText } from "./mail-text.ts";
import { localeOf } from "./mail-view.ts";

/** Payload of a mail about an inquiry: to the gym, or to who wrote it. */
export type InquiryOrder = {
  template: InquiryTemplate;
  inquiryId: string;
  inquiry: Inquiry;
  /** What the page of a project is called that it applies by. */
  project?: string;
  /** Of the page it was written on. */
  language: string;
  memberId: string | null;
  caused: MailCause;
};

/**
 * Writes both mails about an inquiry. The address of the sender is what somebody typed, so it gets none of their words, and is
 * rate limited: nobody can have the gym write theirs to strangers. The verified address of the sender's own account gets a copy.
 */
export function inquiryMail({ db, siteId, urls }: Context): MailWriter<InquiryOrder> {
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
      const parts = await picturesFor(view);
      return { subject: view.subject, html: htmlMail(view), text: plainText(view), language: locale, parts };
    };
    return {
      recipient: toGym ? gym.email : email,
      ...(toGym && { replyTo: { name: inquiry.name, address: email } }),
      caused: toGym || isOwn ? undefined : order.caused,
      gym,
      template,
      bookingId: null,
      afterwards: undefined,
      write,
    };
  };
}
