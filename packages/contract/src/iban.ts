/** The length of an account number in each SEPA country (ISO 13616 registry). */
const lengths = new Map(
  Object.entries({
    AD: 24,
    AL: 28,
    AT: 20,
    BE: 16,
    BG: 22,
    CH: 21,
    CY: 28,
    CZ: 24,
    DE: 22,
    DK: 18,
    EE: 20,
    ES: 24,
    FI: 18,
    FR: 27,
    GB: 22,
    GI: 23,
    GR: 27,
    HR: 21,
    HU: 28,
    IE: 22,
    IS: 26,
    IT: 27,
    LI: 21,
    LT: 20,
    LU: 20,
    LV: 21,
    MC: 27,
    MD: 24,
    ME: 22,
    MK: 19,
    MT: 31,
    NL: 18,
    NO: 15,
    PL: 28,
    PT: 25,
    RO: 24,
    RS: 22,
    SE: 24,
    SI: 19,
    SK: 24,
    SM: 27,
    VA: 22,
    UA: 29,
  }),
);

/**
 * Normalizes an account number to the form in which it is stored and sent to banks: upper case,
 * without spaces.
 */
export const normalizeIban = (text: string): string => text.replace(/\s/g, "").toUpperCase();

/**
 * Whether a text in upper case without spaces is an account number with a valid length and valid
 * check digits.
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  if ((lengths.get(text.slice(0, 2)) ?? text.length) !== text.length) return false;
  // ISO 7064: the country and check digits move to the end, letters count from A = 10, and the
  // remainder modulo 97 must be 1.
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
