import { type Voucher, voucherCodeText } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { createVoucherLedger, type VoucherMail } from "./ledger.ts";
import { balanceUrl } from "./reading.ts";
import * as store from "./store.ts";
import { toVoucher } from "./to-voucher.ts";

/** The data for the email with a voucher, or the reason why the queued email is outdated. */
export type VoucherFacts = { voucher: Voucher; code: string; url: string; toBuyer: boolean } | { outdated: string };

/** Reads a voucher for a queued mail. Returns `undefined` if the voucher does not exist. */
export function voucherFacts(context: Context) {
  const { db, siteId, urls } = context;
  const { codes, today } = createVoucherLedger(context);
  return async ({ voucherId, about, codeVersion, to }: VoucherMail): Promise<VoucherFacts | undefined> => {
    const row = await store.find(db, siteId, voucherId);
    if (!row) return undefined;
    const voucher = toVoucher(row, await today());
    if (voucher.status !== "ACTIVE") return { outdated: `The voucher is ${voucher.status}.` };
    if (about === "ending" && row.remindedOf !== row.validUntil)
      return { outdated: "The voucher ends on another day." };
    if (row.codeVersion !== codeVersion) return { outdated: "The voucher has a new code." };
    if (row.recipientEmail !== to) return { outdated: "The voucher goes to another address." };
    const code = voucherCodeText(codes.open(row.sealedCode));
    const toBuyer = await store.goesToBuyer(db, siteId, voucherId, to);
    return { voucher, code, toBuyer, url: balanceUrl(urls.site, row.language, code) };
  };
}
