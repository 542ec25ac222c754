import { type VoucherMail, voucherFacts } from "@uola/commerce";
import type { Context } from "@uola/kernel";
import { codeMail } from "./code-mail.ts";
import { voucherView } from "./voucher-view.ts";

/** Writes the mail with a voucher, or the reminder that the voucher is about to expire. */
export const voucherMail = (context: Context) =>
  codeMail(context, {
    read: voucherFacts(context),
    missing: ({ voucherId }: VoucherMail) => `There is no voucher ${voucherId}.`,
    view: (facts, { about }, options) => voucherView({ ...options, ...facts, about }),
    redact: (facts, siteUrl) => ({ ...facts, code: `…${facts.voucher.last4}`, url: `${siteUrl}/gift/balance/` }),
  });
