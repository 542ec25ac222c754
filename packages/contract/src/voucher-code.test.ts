import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatVoucherCode, parseVoucherCode, voucherCodeFrom } from "./voucher-code.ts";

const bytes = fc.uint8Array({ minLength: 12, maxLength: 12 });
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ";

describe("voucher code", () => {
  test("parses a voucher code in any typed form, and from the URL in its QR code", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = voucherCodeFrom(random);
        expect(code).toMatch(/^[A-HJKMNP-Z]{12}$/);
        const text = formatVoucherCode(code);
        expect(text).toMatch(/^\w{4}-\w{4}-\w{4}$/);
        for (const typed of [code, text, text.toLowerCase(), ` ${code.slice(0, 5)} ${code.slice(5)}`]) {
          expect(parseVoucherCode(typed)).toBe(code);
        }
        expect(parseVoucherCode(`https://uola.example/gift/balance/#${text}`)).toBe(code);
      }),
    );
  });

  test("rejects a voucher code with one wrong letter or two swapped letters", () => {
    const position = fc.nat(11);
    fc.assert(
      fc.property(bytes, position, position, fc.nat(letters.length - 1), (random, at, other, letter) => {
        const code = [...voucherCodeFrom(random)];
        const wrong = code.with(at, letters.charAt(letter)).join("");
        expect(parseVoucherCode(wrong)).toBe(wrong === code.join("") ? wrong : undefined);
        const swapped = code
          .with(at, code[other] as string)
          .with(other, code[at] as string)
          .join("");
        expect(parseVoucherCode(swapped)).toBe(swapped === code.join("") ? swapped : undefined);
      }),
    );
  });

  test.each(["", "ABCD", "ABCD-EFGH-JKMNP", "ILOI-LOIL-OILO", "1234-5678-9012", "ĄBCD-EFGH-JKMN"])(
    "rejects %j as a voucher code",
    (typed) => expect(parseVoucherCode(typed)).toBeUndefined(),
  );
});
