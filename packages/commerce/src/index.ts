import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { coupons } from "./coupons/coupons.ts";
import { documents } from "./documents/documents.ts";
import { createVoucherLedger, vouchers, voucherTasks } from "./vouchers/vouchers.ts";

export { type VoucherFacts, type VoucherMail, voucherFacts } from "./vouchers/vouchers.ts";

/** What the gym sells, and what it takes off the price. */
export function createCommerce(context: Context) {
  const ledger = createVoucherLedger(context);
  return {
    handlers: {
      vouchers: vouchers(context, ledger),
      coupons: coupons(context),
      documents: documents(context),
    },
    tasks: voucherTasks(ledger),
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
