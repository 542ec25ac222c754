import type { Hue, Palette, Shape } from "@uola/art";
import type { Locale } from "@uola/words";
import { phone } from "@uola/words/formats";
import { pathIn } from "@uola/words/language";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";

export type Link = { text: string; url: string };

/** The content of a mail, in display order. The HTML and the plain text are two renderings of it. */
export type View = {
  language: Locale;
  subject: string;
  /** Preview text shown after the subject in the inbox list. */
  preview: string;
  /** The one or two words drawn in the header image. */
  headline: string;
  sign: { hue: Exclude<Hue, "ink" | "chalk">; shape: Shape };
  /** The gym's colour for each hue. */
  palette: Palette;
  title: string;
  greeting: string;
  lead: string;
  message: { label: string; text: string } | undefined;
  ticket: Ticket | undefined;
  /** Digits to type into another device or page. */
  code: string | undefined;
  rows: { label: string; value: string; link?: Link }[];
  button: Link | undefined;
  /** Alternative links, shown smaller below the button. */
  alternatives: Link[];
  sections: { title: string; text?: string[]; items?: string[]; links?: Link[] }[];
  footer: { gym: string; site: string; contacts: string[]; notes: string[] };
};

export type Ticket = {
  label: string | undefined;
  /** True when the places are no longer held; the time is struck through. */
  off: boolean;
  /** Undefined while a course has no sessions. */
  time: string | undefined;
  day: string;
  service: string;
  staff: string | undefined;
  code: string;
  codeSentence: string;
  /** Content of the QR code, for bookings that can be checked in. */
  scan: { alt: string; url: string } | undefined;
};

export const localeOf = (language: string | null | undefined): Locale => (/^en\b/i.test(language ?? "") ? "en" : "lt");

/** The root URL of the site's pages in a language. */
export const siteIn = (locale: Locale, { site }: { site: string }): string => site + pathIn(locale, "");

/** The sender and the reason for the mail; `why` is a full sentence. */
export const footerOf = (gym: Gym, site: string, words: MailWords, why: string): View["footer"] => ({
  gym: gym.name,
  site,
  contacts: [gym.address, [gym.phone && phone(gym.phone), gym.email].filter(Boolean).join(" · ")].filter(Boolean),
  notes: [why, ...(gym.demo ? [words("footer.demo")] : [])],
});

/** Removes line breaks: a header must stay on one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
export const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");
