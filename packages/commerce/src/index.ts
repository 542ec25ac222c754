import type { BookingSales } from "@uola/booking";
import type { contract } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { Context, Handlers, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { coupons } from "./coupons/coupons.ts";
import { createDocuments, documents } from "./documents/documents.ts";
import { createOrders } from "./orders/orders.ts";
import { reports } from "./reports/reports.ts";
import { createVoucherLedger, vouchers, voucherTasks } from "./vouchers/vouchers.ts";

export { type OrderFacts, type OrderMail, orderFacts } from "./orders/orders.ts";
export { type VoucherFacts, type VoucherMail, voucherFacts } from "./vouchers/vouchers.ts";

type Booking = { sales: BookingSales; handlers: { holds: Handlers<typeof contract.holds> } };

/** `montonioUrl`: where Montonio is asked instead of its own addresses. */
export type CommerceOptions = { montonioUrl?: string | undefined };

/** What the gym sells, and what it takes off the price. */
export function createCommerce(
  context: Context,
  { sales, handlers: { holds } }: Booking,
  { siteLists }: { siteLists: SiteLists },
  { montonioUrl }: CommerceOptions = {},
) {
  const ledger = createVoucherLedger(context);
  const issuing = createDocuments(context);
  const orders = createOrders(context, { sales, holds, siteLists, ledger, documents: issuing, montonioUrl });
  return {
    handlers: {
      vouchers: vouchers(context, ledger),
      coupons: coupons(context),
      documents: documents(context, issuing),
      ...orders.handlers,
      reports: reports(context),
    },
    tasks: [...voucherTasks(ledger), ...orders.tasks],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
