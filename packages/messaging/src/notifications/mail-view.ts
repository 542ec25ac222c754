import type { Hue, Shape } from "@uola/art";
import type { Locale } from "@uola/words";
import { phone } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";
import type { Gym } from "./booking-facts.ts";

/** What the word over the mail is made of. */
export type Headline =
  | "Ačiū"
  | "Atšaukta"
  | "Šįkart ne"
  | "Čia jūs"
  | "Būna"
  | "Užeikite"
  | "Žinokite"
  | "Beldžiasi"
  | WaitlistHeadline
  | "Kitu laiku"
  | "Pakeista"
  | "Jau greitai";
type WaitlistHeadline = "Laukiate" | "Yra vieta" | "Yra vietų" | "Praėjo" | "Nebus";
export type Link = { text: string; url: string };

/** Everything a mail says, in the order it says it; HTML and plain text are two ways to print it. */
export type View = {
  language: Locale;
  subject: string;
  /** What a list of mails shows after the subject. */
  preview: string;
  headline: Headline;
  sign: { hue: Exclude<Hue, "ink" | "chalk">; shape: Shape };
  title: string;
  greeting: string;
  lead: string;
  message: { label: string; text: string } | undefined;
  ticket: Ticket | undefined;
  /** Digits to be typed elsewhere. */
  code: string | undefined;
  rows: { label: string; value: string; link?: Link }[];
  button: Link | undefined;
  /** What else one may do instead, said smaller under the button. */
  besides: Link[];
  sections: { title: string; text?: string[]; items?: string[]; links?: Link[] }[];
  footer: { gym: string; site: string; contacts: string[]; notes: string[] };
};

export type Ticket = {
  label: string | undefined;
  /** The places are no longer held: the time is struck out. */
  off: boolean;
  /** Nothing as long as a course has no lessons. */
  time: string | undefined;
  day: string;
  service: string;
  staff: string | undefined;
  code: string;
  codeSentence: string;
  /** What the square code carries, for a booking one may come with. */
  scan: { alt: string; url: string } | undefined;
};

export const localeOf = (language: string | null | undefined): Locale => (/^en\b/i.test(language ?? "") ? "en" : "lt");

/** Who writes, and why: `why` is a whole sentence. */
export const footerOf = (gym: Gym, site: string, words: MailWords, why: string): View["footer"] => ({
  gym: gym.name,
  site,
  contacts: [gym.address, [gym.phone && phone(gym.phone), gym.email].filter(Boolean).join(" · ")].filter(Boolean),
  notes: [why, ...(gym.demo ? [words("footer.demo")] : [])],
});

/** A header is one line, whatever a name is made of. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
export const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");
