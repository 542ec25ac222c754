import type { BookingSales } from "@uola/booking";
import type { contract } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { Context, Handlers, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { coupons } from "./coupons/coupons.ts";
import { documents } from "./documents/documents.ts";
import { createOrders } from "./orders/orders.ts";
import { createVoucherLedger, vouchers, voucherTasks } from "./vouchers/vouchers.ts";

export { type VoucherFacts, type VoucherMail, voucherFacts } from "./vouchers/vouchers.ts";

type Booking = { sales: BookingSales; handlers: { holds: Handlers<typeof contract.holds> } };

/** What the gym sells, and what it takes off the price. */
export function createCommerce(
  context: Context,
  { sales, handlers: { holds } }: Booking,
  { siteLists }: { siteLists: SiteLists },
) {
  const ledger = createVoucherLedger(context);
  const orders = createOrders(context, { sales, holds, siteLists, ledger });
  return {
    handlers: {
      vouchers: vouchers(context, ledger),
      coupons: coupons(context),
      documents: documents(context),
      ...orders.handlers,
    },
    tasks: [...voucherTasks(ledger), ...orders.tasks],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
