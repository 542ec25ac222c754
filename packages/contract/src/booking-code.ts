const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns the short code of a booking that people read out at the front desk: "R-7K3M-9QTX". It
 * encodes the last 40 bits of the id, which are random, in letters that are not easily confused.
 */
export function bookingCode(bookingId: string): string {
  let bits = BigInt(`0x${bookingId.replaceAll("-", "").slice(-10)}`);
  let code = "";
  for (let n = 0; n < 8; n++, bits >>= 5n) code = alphabet.charAt(Number(bits & 31n)) + code;
  return `R-${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Returns the last ten hex digits of the id of the booking with this code, however the code was
 * typed: "r 7k3m 9qtx", "7K3M9QTX", O for 0.
 */
export function idSuffixOfCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–]/g, "")
    .replace(/^R(?=.{8}$)/, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(letters)) return undefined;
  let bits = 0n;
  for (const letter of letters) bits = (bits << 5n) | BigInt(alphabet.indexOf(letter));
  return bits.toString(16).padStart(10, "0");
}
