/**
 * The letters of a voucher code: without I, L and O, which are confused with each other and with
 * digits. Their number, 23, is a prime, so the check letter detects every single wrong letter and
 * every swap of two letters.
 */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ";
export const voucherCodeLength = 12;
const free = voucherCodeLength - 1;

const checkLetter = (letters: string): string => {
  let sum = 0;
  for (let index = 0; index < free; index++) sum += (index + 2) * alphabet.indexOf(letters.charAt(index));
  return alphabet.charAt(sum % alphabet.length);
};

/**
 * Builds a code from random bytes: eleven letters and the check letter. With twelve bytes all
 * letters are equally likely.
 */
export function voucherCodeFrom(bytes: Uint8Array): string {
  let left = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let letters = "";
  for (let index = 0; index < free; index++, left /= BigInt(alphabet.length)) {
    letters += alphabet.charAt(Number(left % BigInt(alphabet.length)));
  }
  return letters + checkLetter(letters);
}

/** Formats a code for display: "ABCD-EFGH-JKMN". */
export const formatVoucherCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/**
 * Returns the twelve letters of a code, typed in any form or scanned as the URL of the balance
 * page. Undefined for an invalid code, such as one with a mistyped letter.
 */
export function parseVoucherCode(typed: string): string | undefined {
  const letters = (typed.split("#").at(-1) ?? "").toUpperCase().replace(/[\s\-–.]/g, "");
  if (letters.length !== voucherCodeLength) return undefined;
  if ([...letters].some((letter) => !alphabet.includes(letter))) return undefined;
  return checkLetter(letters) === letters.at(-1) ? letters : undefined;
}
