/**
 * The letters of a voucher's code: without I, L and O, which are taken for each other and for digits. There are 23 of
 * them, a prime, so that the check letter finds every wrong letter and every two that changed places.
 */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ";
export const voucherCodeLength = 12;
const free = voucherCodeLength - 1;

const checkLetter = (letters: string): string => {
  let sum = 0;
  for (let index = 0; index < free; index++) sum += (index + 2) * alphabet.indexOf(letters.charAt(index));
  return alphabet.charAt(sum % alphabet.length);
};

/** A code from random bytes: eleven letters and the check letter. Twelve bytes make each letter as likely as another. */
export function voucherCodeFrom(bytes: Uint8Array): string {
  let left = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let letters = "";
  for (let index = 0; index < free; index++, left /= BigInt(alphabet.length)) {
    letters += alphabet.charAt(Number(left % BigInt(alphabet.length)));
  }
  return letters + checkLetter(letters);
}

/** A code as people read it: "ABCD-EFGH-JKMN". */
export const voucherCodeText = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");

/**
 * The twelve letters of a code, however it was typed, or scanned as the address of the balance page. Undefined for what
 * cannot be a code, such as one with a letter mistyped.
 */
export function readVoucherCode(typed: string): string | undefined {
  const letters = (typed.split("#").at(-1) ?? "").toUpperCase().replace(/[\s\-–.]/g, "");
  if (letters.length !== voucherCodeLength) return undefined;
  if ([...letters].some((letter) => !alphabet.includes(letter))) return undefined;
  return checkLetter(letters) === letters.at(-1) ? letters : undefined;
}
