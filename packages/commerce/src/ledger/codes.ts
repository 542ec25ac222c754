import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Accounts } from "@uola/accounts";
import { voucherCodeFrom } from "@uola/contract";

/** Codes of one kind: randomly generated, stored encrypted and compared in constant time. */
export function createSealedCodes({ sealer }: Pick<Accounts, "sealer">, kind: "voucher code" | "pass code") {
  const seal = sealer(kind);
  return {
    /** Generates a code, with the values stored in the row. */
    make() {
      const code = voucherCodeFrom(randomBytes(12));
      return { code, last4: code.slice(-4), sealedCode: seal.close(code) };
    },
    open: (sealedCode: Buffer): string => seal.open(sealedCode),
    /** Returns the row whose code was entered, among rows with the same last characters. */
    matching<Row extends { sealedCode: Buffer }>(rows: readonly Row[], code: string): Row | undefined {
      const typed = Buffer.from(code);
      return rows.find(({ sealedCode }) => timingSafeEqual(Buffer.from(seal.open(sealedCode)), typed));
    },
  };
}
