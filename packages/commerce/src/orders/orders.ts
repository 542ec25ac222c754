import type { BookingSales } from "@uola/booking";
import type { contract } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { BackgroundTask, Context, Handlers } from "@uola/kernel";
import { createOrderCoupons } from "../coupons/coupons.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import { createCartViews } from "./cart-view.ts";
import { carts, cartTask } from "./carts.ts";
import { createPriceList } from "./price-list.ts";

type Parts = {
  sales: BookingSales;
  holds: Handlers<typeof contract.holds>;
  siteLists: Pick<SiteLists, "findAny">;
  ledger: VoucherLedger;
};

/** What people buy and how they pay for it; docs/rules/orders.md has the rules. */
export function createOrders(
  context: Context,
  { sales, holds, siteLists, ledger }: Parts,
): { handlers: { carts: Handlers<typeof contract.carts> }; tasks: BackgroundTask[] } {
  const coupons = createOrderCoupons(context);
  const pricesOn = createPriceList(context, siteLists);
  const voucherClass = async () => "OUT_OF_SCOPE" as const;
  const views = createCartViews(context, { sales, coupons, ledger, pricesOn, voucherClass });
  return {
    handlers: { carts: carts(context, { sales, holds, coupons, ledger, views }) },
    tasks: [cartTask(context)],
  };
}
