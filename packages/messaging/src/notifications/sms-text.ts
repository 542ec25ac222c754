import type { Locale } from "@uola/words";
import { dayAccusative, time } from "@uola/words/formats";
import type { MailWords } from "@uola/words/mail";

/** The number format that gateways accept (E.164), for JavaScript and PostgreSQL. */
export const e164 = "^\\+[1-9][0-9]{6,14}$";

/**
 * A message has 160 characters in GSM 03.38, which lacks ą, č, ę, ė, į, š, ų, ū and ž. With those
 * letters it has 70, or 67 per part in two parts. Text keeps its diacritics if it fits in two
 * parts; otherwise they are removed, and it is cut only if it is still too long.
 */
const withDiacritics = 2 * 67;
const plainMax = 160;

const gsm = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
// Each of these characters counts as two.
const gsmExtended = new Set("^{}\\[~]|€");
const replacements: Record<string, string> = {
  "–": "-",
  "—": "-",
  "„": '"',
  "“": '"',
  "”": '"',
  "’": "'",
  "…": "...",
  "·": "-",
};

/** Converts text to GSM 03.38. */
export function plainSms(text: string): string {
  const withoutDiacritics = (character: string) =>
    replacements[character] ?? character.normalize("NFD").replace(/\p{M}/gu, "");
  const isEncodable = (character: string) => gsm.has(character) || gsmExtended.has(character);
  return [...text]
    .map((character) =>
      isEncodable(character) ? character : [...withoutDiacritics(character)].filter(isEncodable).join("") || "?",
    )
    .join("");
}

/** Length in GSM 03.38 characters; undefined when the text cannot be encoded. */
export function gsmLength(text: string): number | undefined {
  let length = 0;
  for (const character of text) {
    if (gsmExtended.has(character)) length += 2;
    else if (gsm.has(character)) length += 1;
    else return undefined;
  }
  return length;
}

type ReminderFacts = { gym: string; service: string; location: string; start: Date };

/** The reminder text: gym, time, service, and the location if it fits. It does not name participants. */
export function reminderText(
  { gym, service, location, start }: ReminderFacts,
  words: MailWords,
  locale: Locale,
): string {
  const when = `${dayAccusative(start, locale)}, ${time(start)}`;
  const render = (serviceName: string, place: string) => {
    const text = words("sms.reminder", { gym, when, service: serviceName, place });
    return text.replace(/\s+/g, " ").trim();
  };
  const fullText = render(service, location);
  if (fullText.length <= withDiacritics) return fullText;
  for (const text of [fullText, render(service, "")]) if (fits(plainSms(text))) return plainSms(text);
  const characters = [...service];
  while (characters.length > 0 && !fits(plainSms(render(`${characters.join("")}…`, "")))) characters.pop();
  return plainSms(render(`${characters.join("")}…`, "")).slice(0, plainMax);
}

const fits = (text: string) => (gsmLength(text) ?? Number.POSITIVE_INFINITY) <= plainMax;
