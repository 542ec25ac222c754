import type { OrderFacts, OrderMail } from "@uola/commerce";
import type { Order } from "@uola/contract";
import type { Locale } from "@uola/words";
import { dateLong, instantOf, money, time } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";
import { footerOf, oneLine, type View } from "./mail-view.ts";

type Options = OrderFacts & {
  about: OrderMail["about"];
  /** Due date of an instalment whose payment was postponed. */
  dueDay?: string | undefined;
  locale: Locale;
  words: MailWords;
  gym: Gym;
  siteUrl: string;
};

/** Builds the mail about an order: the event, the contents and the next steps. */
export function orderView({
  about,
  dueDay,
  order,
  withdrawal,
  files,
  url,
  locale,
  words,
  gym,
  siteUrl,
}: Options): View {
  const { number, lines, total, dueNow, transfer } = order;
  const named =
    about === "paid" && order.state === "PART_PAID"
      ? "partPaid"
      : about === "ended" && order.state === "CANCELED"
        ? "canceled"
        : about;
  const back = withdrawal?.amount ?? order.refunded;
  const amount = money(back, locale);
  const part = about === "extended" ? unpaidInstalment(order, dueDay) : undefined;
  const until = part && dateLong(instantOf(part.dueDay), locale);
  const sums = { toPay: dueNow, extended: part?.left ?? 0 };
  const facts = {
    number,
    until: until ?? "",
    amount: about === "toPay" || about === "extended" ? money(sums[about], locale) : amount,
  };
  const when = withdrawal && `${dateLong(withdrawal.date, locale)}, ${time(withdrawal.date)}`;
  const lead = withdrawal
    ? words("order.withdrawn.lead", { amount })
    : about === "extended"
      ? words("order.extended.lead", facts)
      : leadOf(about, order, locale, words);
  const shown = withdrawal ? lines.filter(({ id }) => withdrawal.lineIds.includes(id)) : lines;
  const row = (label: string, value: string) => ({ label, value });
  return {
    language: locale,
    subject: oneLine(words(`order.${named}.subject`, facts)),
    preview: lead,
    headline: words("headline.order"),
    sign: { hue: about === "ended" ? "sky" : "orange", shape: "jug" },
    title: words(`order.${named}.title`),
    greeting: words("greeting"),
    lead,
    message: undefined,
    ticket: undefined,
    code: undefined,
    rows: [
      row(words("order.row.number"), number),
      ...(withdrawal && when
        ? [row(words("order.row.received"), when), row(words("order.row.name"), withdrawal.name)]
        : [row(words("order.row.total"), money(total, locale))]),
      ...(about === "placed" || about === "toPay" ? [row(words("order.row.toPay"), money(dueNow, locale))] : []),
      ...(about === "extended" ? [row(words("order.row.toPay"), facts.amount)] : []),
      ...(back > 0 ? [row(words("order.row.refunded"), amount)] : []),
      ...((about === "placed" || about === "toPay" || about === "extended") && transfer
        ? [
            row(words("order.row.receiver"), transfer.receiver),
            row(words("order.row.account"), transfer.iban),
            row(words("order.row.reference"), transfer.reference),
          ]
        : []),
      ...(files.length > 0 ? [row(words("order.row.attached"), files.map(({ name }) => name).join(", "))] : []),
    ],
    button: { text: words(about === "toPay" || about === "extended" ? "order.pay" : "order.page"), url },
    alternatives: [],
    sections: [
      {
        title: words(withdrawal ? "order.withdrawn.lines" : "order.lines"),
        ...(withdrawal && { text: [words("order.withdrawn.statement", { name: withdrawal.name, number })] }),
        items: shown.map(({ name, total: price }) => words("order.line", { name, price: money(price, locale) })),
      },
    ],
    palette: gym.palette,
    footer: footerOf(gym, siteUrl, words, words(about === "toPay" ? "order.footer.toPay" : "order.footer")),
  };
}

/** The unpaid instalment due on a day, while the order is partly paid. */
export const unpaidInstalment = ({ state, parts }: Order, dueDay: string | undefined) =>
  state === "PART_PAID" ? parts.find((part) => part.dueDay === dueDay && part.left > 0) : undefined;

function leadOf(about: OrderMail["about"], order: Order, locale: Locale, words: MailWords): string {
  const { number, way, state, dueDate, refunded, documents } = order;
  if (about === "paid") {
    if (state === "PART_PAID") return words("order.partPaid.lead");
    // An order paid with passes needs no invoice.
    return words(documents.length > 0 ? "order.paid.lead" : "order.paid.lead.undocumented");
  }
  if (about === "letGo") return words("order.letGo.lead");
  if (about === "invoiced") return words("order.invoiced.lead");
  if (about === "refunded") return words("order.refunded.lead", { amount: money(refunded, locale) });
  if (about === "ended") return words(state === "CANCELED" ? "order.canceled.lead" : "order.ended.lead");
  if (about === "toPay") {
    const amount = money(order.dueNow, locale);
    const part = order.state === "PART_PAID" ? order.parts.find(({ left }) => left > 0) : undefined;
    if (part) return words("order.toPay.part", { amount, until: dateLong(instantOf(part.dueDay), locale) });
    const until = dueDate && `${dateLong(dueDate, locale)}, ${time(dueDate)}`;
    return until ? words("order.toPay.lead", { amount, until }) : words("order.toPay.open", { amount });
  }
  const until = dateLong(dueDate ?? order.createdDate, locale);
  return way === "BANK_TRANSFER"
    ? words("order.placed.transfer", { until, number })
    : words("order.placed.desk", { until });
}
