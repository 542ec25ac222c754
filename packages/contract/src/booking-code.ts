const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The short name of a booking that people read out at the front desk: "R-7K3M-9QTX". It is the last 40 bits of the id,
 * which are random, in letters that are not mistaken for one another.
 */
export function bookingCode(bookingId: string): string {
  let bits = BigInt(`0x${bookingId.replaceAll("-", "").slice(-10)}`);
  let code = "";
  for (let n = 0; n < 8; n++, bits >>= 5n) code = alphabet.charAt(Number(bits & 31n)) + code;
  return `R-${code.slice(0, 4)}-${code.slice(4)}`;
}
