import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Accounts } from "@uola/accounts";
import { voucherCodeFrom } from "@uola/contract";

/** Codes of one kind of thing: made at random, stored sealed, and compared in constant time. */
export type SealedCodes = ReturnType<typeof createSealedCodes>;

export function createSealedCodes({ sealer }: Pick<Accounts, "sealer">, kind: "voucher code" | "pass code") {
  const seal = sealer(kind);
  return {
    /** A new code, and what the row has of it. */
    make() {
      const code = voucherCodeFrom(randomBytes(12));
      return { code, last4: code.slice(-4), sealedCode: seal.close(code) };
    },
    open: (sealedCode: Buffer): string => seal.open(sealedCode),
    /** The row whose code was typed, among those with its end. */
    matching<Row extends { sealedCode: Buffer }>(rows: readonly Row[], code: string): Row | undefined {
      const typed = Buffer.from(code);
      return rows.find(({ sealedCode }) => timingSafeEqual(Buffer.from(seal.open(sealedCode)), typed));
    },
  };
}

/** The codes of vouchers. */
export const createVoucherCodes = (accounts: Pick<Accounts, "sealer">): SealedCodes =>
  createSealedCodes(accounts, "voucher code");
