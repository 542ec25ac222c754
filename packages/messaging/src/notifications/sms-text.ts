import type { Locale } from "@uola/words";
import { dayAccusative, time } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";

/**
 * One message takes 160 characters of GSM 03.38, which has no ą, č, ę, ė, į, š, ų, ū, ž; with those it takes 70, and two joined
 * ones 67 each. People read their language, so it is kept as long as two are enough; what is longer is said without diacritics
 * in one, and cut short only then.
 */
const withDiacritics = 2 * 67;
const plainMax = 160;

const gsm = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
// These take two places each.
const gsmExtended = new Set("^{}\\[~]|€");
const instead: Record<string, string> = {
  "–": "-",
  "—": "-",
  "„": '"',
  "“": '"',
  "”": '"',
  "’": "'",
  "…": "...",
  "·": "-",
};

/** A text as GSM 03.38 can say it. */
export function plainSms(text: string): string {
  const bare = (sign: string) => instead[sign] ?? sign.normalize("NFD").replace(/\p{M}/gu, "");
  const known = (sign: string) => gsm.has(sign) || gsmExtended.has(sign);
  return [...text].map((sign) => (known(sign) ? sign : [...bare(sign)].filter(known).join("") || "?")).join("");
}

/** How many places a text takes in GSM 03.38; undefined when it cannot be said in it. */
export function gsmLength(text: string): number | undefined {
  let length = 0;
  for (const sign of text) {
    if (gsmExtended.has(sign)) length += 2;
    else if (gsm.has(sign)) length += 1;
    else return undefined;
  }
  return length;
}

type Reminded = { gym: string; service: string; place: string; start: Date };

/** A reminder: who writes, when, what, and where, as far as there is room. Nobody is named. */
export function reminderText({ gym, service, place, start }: Reminded, words: MailWords, locale: Locale): string {
  const when = `${dayAccusative(start, locale)}, ${time(start)}`;
  const say = (of: string, at: string) => {
    const said = words("sms.reminder", { gym, when, service: of, place: at });
    return said.replace(/\s+/g, " ").trim();
  };
  const whole = say(service, place);
  if (whole.length <= withDiacritics) return whole;
  for (const text of [whole, say(service, "")]) if (fits(plainSms(text))) return plainSms(text);
  const signs = [...service];
  while (signs.length > 0 && !fits(plainSms(say(`${signs.join("")}…`, "")))) signs.pop();
  return plainSms(say(`${signs.join("")}…`, "")).slice(0, plainMax);
}

const fits = (text: string) => (gsmLength(text) ?? Number.POSITIVE_INFINITY) <= plainMax;
