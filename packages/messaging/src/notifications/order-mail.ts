import { type OrderFacts, type OrderMail, orderFacts } from "@uola/commerce";
import type { Context } from "@uola/kernel";
import { words as mailWords } from "@uola/words/mail";
import { readGym } from "./booking-facts.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { htmlMail } from "./mail-html.ts";
import { imagesFor } from "./mail-images.ts";
import type { Part } from "./mail-store.ts";
import { plainText } from "./mail-text.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { orderView, unpaidInstalment } from "./order-view.ts";

/**
 * Writes mails about an order, using its state at the time of sending. Skips a mail whose reason no
 * longer applies.
 */
export function orderMail(context: Context): MailWriter<OrderMail> {
  const { db, siteId, urls } = context;
  const read = orderFacts(context);
  return async (ordered) => {
    const [facts, gym] = await Promise.all([read(ordered), readGym(db, siteId)]);
    if (!facts) return { end: "never", note: `There is no order ${ordered.orderId}.` };
    const { state } = facts.order;
    const isOutdated =
      (ordered.about === "placed" && state !== "AWAITING_PAYMENT") ||
      (ordered.about === "toPay" && state !== "AWAITING_PAYMENT" && state !== "PART_PAID") ||
      (ordered.about === "extended" && !unpaidInstalment(facts.order, ordered.dueDay)) ||
      (ordered.about === "ended" && state !== "EXPIRED" && state !== "CANCELED");
    if (isOutdated) return { end: "outdated", note: `The order is ${state}.` };
    // The receipt of a withdrawal goes to the address in the withdrawal statement.
    const recipient = facts.withdrawal?.email ?? ordered.to ?? facts.order.buyer.email;
    if (!recipient) return { end: "done", note: "The buyer left no e-mail address." };
    const locale = localeOf(ordered.language);
    const { about, dueDay } = ordered;
    const options = { about, dueDay, locale, words: mailWords(locale), gym, siteUrl: siteIn(locale, urls) };
    const view = orderView({ ...options, ...facts });
    return {
      recipient,
      caused: facts.isOwnMailbox ? undefined : ordered.caused,
      gym,
      template: `order-${ordered.about}`,
      bookingId: null,
      redactedContent: undefined,
      write: async () => ({
        subject: view.subject,
        html: htmlMail(view),
        text: plainText(view),
        language: locale,
        parts: [...(await imagesFor(view)), ...(await attached(facts.files))],
      }),
    };
  };
}

/**
 * The attached documents are printed only once, when the mail is rendered, because a rendered mail
 * stores its parts.
 */
const attached = (files: OrderFacts["files"]): Promise<Part[]> =>
  Promise.all(
    files.map(async ({ name, type, print }) => ({ name, contentType: type, content: Buffer.from(await print()) })),
  );
