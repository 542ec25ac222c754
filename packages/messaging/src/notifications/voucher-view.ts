import type { VoucherMail } from "@uola/commerce";
import type { Voucher, VoucherDesign } from "@uola/contract";
import type { Locale } from "@uola/words";
import { dateLong, money } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";
import { footerOf, oneLine, type View } from "./mail-view.ts";

/** The four voucher designs as drawn in mails. */
const signs: Record<VoucherDesign, View["sign"]> = {
  ROUTE: { hue: "orange", shape: "pocket" },
  HOLDS: { hue: "pink", shape: "jug" },
  CONTOURS: { hue: "sky", shape: "edge" },
  TAPE: { hue: "yellow", shape: "flower" },
};

type Options = {
  voucher: Voucher;
  /** Whether the mail goes to the buyer, who prints the voucher or passes it on. */
  toBuyer: boolean;
  about: VoucherMail["about"];
  code: string;
  /** The page that shows the voucher's balance; target of the QR code. */
  url: string;
  locale: Locale;
  words: MailWords;
  gym: Gym;
  siteUrl: string;
};

/**
 * Builds the voucher mail: value, greeting, code and last day of validity. A reminder states that
 * the voucher is about to expire.
 */
export function voucherView(options: Options): View {
  const { voucher, code, url, locale, words, gym, siteUrl } = options;
  const { balance, serviceName, giverName, recipientName, validUntil, design } = voucher;
  const wording = wordingOf(options);
  const worth = money(balance, locale);
  const until = dateLong(validUntil, locale);
  return {
    language: locale,
    subject: oneLine(wording.subject),
    preview: wording.lead,
    headline: words("headline.voucher"),
    sign: signs[design],
    title: wording.title,
    greeting: words("greeting"),
    lead: wording.lead,
    message: wording.message,
    ticket: {
      label: words("voucher.label"),
      off: false,
      time: serviceName ? undefined : worth,
      day: serviceName ?? words("voucher.forAnything"),
      service: words("voucher.until", { until }),
      staff: undefined,
      code,
      codeSentence: words("voucher.code", { code }),
      scan: { alt: words("voucher.codeImage"), url },
    },
    code: undefined,
    rows: [
      ...(recipientName ? [{ label: words("voucher.recipient"), value: recipientName }] : []),
      ...(giverName ? [{ label: words("voucher.giver"), value: giverName }] : []),
      { label: words("voucher.row.until"), value: until },
      { label: words("voucher.row.number"), value: String(voucher.number).padStart(6, "0") },
    ],
    button: { text: words("voucher.book"), url: `${siteUrl}/booking/` },
    alternatives: [{ text: words("voucher.balance"), url }],
    sections: [{ title: words("voucher.use.title"), items: useOf(options) }],
    palette: gym.palette,
    footer: footerOf(gym, siteUrl, words, words(wording.why)),
  };
}

/** The wording of the mail: a gift, or the reminder that the voucher is about to expire. */
function wordingOf({ voucher, toBuyer, about, locale, words, gym }: Options) {
  const { balance, serviceName, greeting, giverName, validUntil } = voucher;
  const until = dateLong(validUntil, locale);
  if (about === "ending") {
    const left = { worth: money(balance, locale), until, kind: serviceName ? "service" : "amount" };
    return {
      subject: words("voucher.ending.subject", { until }),
      title: words("voucher.ending.title"),
      lead: words("voucher.ending.lead", left),
      message: undefined,
      why: "voucher.footer.ending" as const,
    };
  }
  const message = greeting ? { label: giverName || words("voucher.greeting"), text: greeting } : undefined;
  if (toBuyer) {
    return {
      subject: words("voucher.bought.subject"),
      title: words("voucher.bought.title"),
      lead: words("voucher.lead", { until }),
      message,
      why: "voucher.bought.footer" as const,
    };
  }
  return {
    subject: giverName
      ? words("voucher.subjectFrom", { giver: giverName })
      : words("voucher.subject", { gym: gym.name }),
    title: words("voucher.title"),
    lead: words("voucher.lead", { until }),
    message,
    why: "voucher.footer" as const,
  };
}

const useOf = ({ voucher: { serviceName }, words }: Options): string[] => [
  serviceName ? words("voucher.use.whole") : words("voucher.use.parts"),
  words("voucher.use.desk"),
  words("voucher.use.online"),
];
