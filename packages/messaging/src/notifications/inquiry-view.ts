import type { Inquiry } from "@uola/contract";
import type { Locale } from "@uola/words";
import { phone } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";
import { footerOf, oneLine, siteIn, type View } from "./mail-view.ts";

/** `inquiry` is sent to the gym, `inquiry-received` to the sender. */
export type InquiryTemplate = "inquiry" | "inquiry-received";

type Options = {
  template: InquiryTemplate;
  inquiry: Inquiry;
  /** Title of the project applied for, as the gym named it. */
  project: string | undefined;
  writtenIn: Locale;
  /** Whether the mail is sent to the verified address of the sender's own account. */
  isOwn: boolean;
  locale: Locale;
  words: MailWords;
  gym: Gym;
  urls: { site: string };
};

/**
 * Builds a mail about an inquiry. Only mails to the gym and to the sender's own verified address
 * contain the text of the inquiry.
 */
export function inquiryView({ template, inquiry, project, writtenIn, isOwn, locale, words, gym, urls }: Options): View {
  const { name, email, topic, text } = inquiry;
  const toGym = template === "inquiry";
  const about = toGym && project ? words("inquiry.application", { project }) : words(`inquiry.topic.${topic}`);
  const site = siteIn(locale, urls);
  const rows = [
    { label: words("inquiry.topic"), value: about },
    ...(toGym
      ? [
          { label: words("inquiry.name"), value: name },
          { label: words("inquiry.email"), value: email },
          ...(inquiry.phone ? [{ label: words("inquiry.phone"), value: phone(inquiry.phone) }] : []),
          { label: words("inquiry.language"), value: words(`inquiry.language.${writtenIn}`) },
        ]
      : []),
  ];
  return {
    language: locale,
    subject: oneLine(toGym ? words("inquiry.subject", { topic: about, name }) : words("inquiry.received.title")),
    preview: toGym ? oneLine(text).slice(0, 140) : words("inquiry.received.lead"),
    sign: { hue: "sky", shape: "edge" },
    headline: words(toGym ? "headline.inquiry" : "headline.inquiry.received"),
    title: words(toGym ? "inquiry.title" : "inquiry.received.title"),
    greeting: words("greeting"),
    lead: words(toGym ? "inquiry.lead" : "inquiry.received.lead"),
    message: toGym || isOwn ? { label: words("inquiry.text"), text } : undefined,
    ticket: undefined,
    code: undefined,
    rows,
    button: undefined,
    alternatives: [],
    sections: toGym ? [] : [{ title: words("inquiry.unasked.title"), text: [words("inquiry.unasked")] }],
    palette: gym.palette,
    footer: footerOf(gym, site, words, words(toGym ? "inquiry.footer" : "inquiry.received.footer")),
  };
}
