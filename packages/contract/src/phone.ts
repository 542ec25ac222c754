import { withoutInvisible } from "./typed-text.ts";

/**
 * Parses a phone number as typed or pasted and returns it in E.164, or undefined if it is not a
 * phone number. Lithuanian numbers may be written as +370…, 00370…, 370…, 0…, 8… (dialled until
 * 2025) or without a prefix; foreign numbers need their country code.
 */
export function parsePhone(text: string): string | undefined {
  const digits = withoutInvisible(text.normalize("NFKC"))
    .replace(/[\s()./\-\u2010-\u2015\u2212]/g, "")
    .replace(/^00/, "+");
  const national = /^(?:\+?370)?[08]?([3-7]\d{7})$/.exec(digits);
  if (national) return `+370${national[1]}`;
  return /^\+(?!370)[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/** Returns the phone number to store: in E.164, or the typed text if it is not a phone number. */
export const normalizePhone = (text: string): string => parsePhone(text) ?? withoutInvisible(text).trim();
