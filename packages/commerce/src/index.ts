import type { BookingSales, CodeGuesses, OfferedPlaces } from "@uola/booking";
import type { contract } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { Context, Handlers, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { bookkeeping } from "./bookkeeping/bookkeeping.ts";
import { coupons } from "./coupons/coupons.ts";
import { desk } from "./desk/desk.ts";
import { createDocuments, documents } from "./documents/documents.ts";
import { createOrders } from "./orders/orders.ts";
import type { ProviderUrls } from "./orders/payment-providers/registry.ts";
import { createPasses } from "./passes/passes.ts";
import { createPriceList, prices } from "./prices/prices.ts";
import { reports } from "./reports/reports.ts";
import { createVoucherLedger, vouchers, voucherTasks } from "./vouchers/vouchers.ts";

export { type OrderFacts, type OrderMail, orderFacts } from "./orders/orders.ts";
export { addPassKind, type PassFacts, type PassMail, passFacts } from "./passes/passes.ts";
export { type VoucherFacts, type VoucherMail, voucherFacts } from "./vouchers/vouchers.ts";

type Booking = {
  sales: BookingSales;
  offered: OfferedPlaces;
  codeGuesses: CodeGuesses;
  handlers: { holds: Handlers<typeof contract.holds> };
};

export type { ProviderUrls } from "./orders/payment-providers/registry.ts";
export type CommerceOptions = { providerUrls?: ProviderUrls | undefined };

/** Creates the commerce module: sales, and the discounts on them. */
export function createCommerce(
  context: Context,
  { sales, offered, codeGuesses, handlers: { holds } }: Booking,
  { siteLists }: { siteLists: SiteLists },
  { providerUrls = {} }: CommerceOptions = {},
) {
  const ledger = createVoucherLedger(context);
  const issuing = createDocuments(context);
  const pricesOn = createPriceList(context, siteLists);
  const priceList = prices(context, pricesOn);
  const passes = createPasses(context, { sales, pricesOn, codeGuesses });
  const orders = createOrders(context, {
    sales,
    offered,
    holds,
    codeGuesses,
    passes,
    ledger,
    documents: issuing,
    providerUrls,
  });
  return {
    handlers: {
      vouchers: vouchers(context, ledger, codeGuesses, issuing),
      coupons: coupons(context),
      documents: documents(context, issuing),
      prices: priceList.handlers,
      passes: passes.handlers,
      ...orders.handlers,
      desk: desk(context),
      bookkeeping: bookkeeping(context),
      reports: reports(context),
    },
    pages: orders.pages,
    tasks: [...voucherTasks(ledger), ...priceList.tasks, ...passes.tasks, ...orders.tasks],
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
