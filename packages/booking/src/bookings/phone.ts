const lithuanian = /^[3-6]\d{7}$/;

/**
 * A phone number as it is stored: in E.164 where possible. Lithuanian numbers come as +370…, 00370…, 0… and 8… (dialled until
 * 2025) or bare; a number of another country needs its code. Text that is no number is stored as it was written.
 */
export function normalPhone(written: string): string {
  const text = written.trim();
  const digits = text.replace(/[\s().\-/]/g, "");
  if (!/^\+?\d+$/.test(digits)) return text;
  const international = digits.replace(/^00/, "+");
  if (international.startsWith("+370")) {
    const national = international.slice(4).replace(/^[08](?=\d{8}$)/, "");
    return lithuanian.test(national) ? `+370${national}` : text;
  }
  if (international.startsWith("+")) return /^\+[1-9]\d{6,14}$/.test(international) ? international : text;
  const national = digits.replace(/^370(?=\d{8}$)/, "").replace(/^[08](?=\d{8}$)/, "");
  return lithuanian.test(national) ? `+370${national}` : text;
}
