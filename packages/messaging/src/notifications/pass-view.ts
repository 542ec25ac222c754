import type { PassMail } from "@uola/commerce";
import type { Pass } from "@uola/contract";
import type { Locale } from "@uola/words";
import { dateLong } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";
import { footerOf, oneLine, type View } from "./mail-view.ts";

type Options = {
  pass: Pass;
  about: PassMail["about"];
  code: string;
  locale: Locale;
  words: MailWords;
  gym: Gym;
  siteUrl: string;
};

/** Builds the mail about a pass: its name, code, balance and last day of validity. */
export function passView({ pass, about, code, locale, words, gym, siteUrl }: Options): View {
  const { name, holder, number, balance, validUntil, terms, status } = pass;
  const until = dateLong(validUntil, locale);
  const left = balance == null ? words("pass.unlimited") : words("pass.entries", { count: balance });
  const begins = status === "NEW" ? words("pass.begins") : words("pass.until", { until });
  const isEnding = about === "ending";
  const lead = isEnding ? words("pass.ending.lead", { until }) : words("pass.lead");
  return {
    language: locale,
    subject: oneLine(isEnding ? words("pass.ending.subject", { name, until }) : words("pass.subject", { name })),
    preview: lead,
    headline: words("headline.pass"),
    sign: { hue: "green", shape: "jug" },
    title: isEnding ? words("pass.ending.title") : words("pass.title"),
    greeting: words("greeting"),
    lead,
    message: undefined,
    ticket: {
      label: name,
      off: false,
      time: undefined,
      day: left,
      service: begins,
      staff: undefined,
      code,
      codeSentence: words("pass.code", { code }),
      // The code is in the URL fragment: browsers do not send the fragment, so the code appears in
      // no log.
      scan: { alt: words("pass.codeImage"), url: `${siteUrl}/account/#${code}` },
    },
    code: undefined,
    rows: [
      { label: words("pass.name"), value: name },
      { label: words("pass.holder"), value: holder.name },
      ...(terms.people > 1 ? [{ label: words("pass.people"), value: String(terms.people) }] : []),
      { label: words("pass.number"), value: String(number).padStart(6, "0") },
    ],
    button: { text: words("pass.book"), url: `${siteUrl}/booking/` },
    alternatives: [],
    sections: [{ title: words("pass.use.title"), items: [words("pass.use.desk"), words("pass.use.online")] }],
    palette: gym.palette,
    footer: footerOf(gym, siteUrl, words, words("pass.footer")),
  };
}
