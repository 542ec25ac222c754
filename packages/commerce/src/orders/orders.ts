import type { BookingSales, CodeGuesses, OfferedPlaces } from "@uola/booking";
import type { contract } from "@uola/contract";
import { type BackgroundTask, type Context, type Handlers, hourMs, type PageHandlers } from "@uola/kernel";
import { createOrderCoupons } from "../coupons/coupons.ts";
import type { Documents } from "../documents/documents.ts";
import type { PassHolders, PassKinds, PassLedger } from "../passes/passes.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import { bankStatement } from "./bank-statements/bank-statements.ts";
import { createCartViews } from "./carts/cart-view.ts";
import { carts, cartTask } from "./carts/carts.ts";
import { createChargebacks } from "./chargebacks.ts";
import { createCompletion } from "./completion.ts";
import { createFulfilment } from "./fulfil.ts";
import { createInstalments } from "./instalments.ts";
import { instalmentHandlers, instalmentReminderTask } from "./late-instalments.ts";
import { createLineCancellation } from "./line-cancellation.ts";
import { expiryTask, orderChanges } from "./order-changes.ts";
import { orderDocuments } from "./order-documents.ts";
import { createOrderReading } from "./order-reading.ts";
import { createOrderWriting } from "./order-writing.ts";
import { ownOrders } from "./own-orders.ts";
import { payLinks } from "./pay-links.ts";
import { createWays } from "./payment-methods.ts";
import { createProviderRefunds } from "./payment-providers/provider-refunds.ts";
import { createProviderUpdates, pollTask } from "./payment-providers/provider-updates.ts";
import { providerPages } from "./payment-providers/provider-webhooks.ts";
import { createProviders, type ProviderUrls } from "./payment-providers/registry.ts";
import { payments } from "./payments.ts";
import { placeOrderHandler } from "./place-order.ts";
import { createLineRefunds } from "./refunds/line-refunds.ts";
import { createRefundQuotes } from "./refunds/refund-quotes.ts";
import { refunds, refundTask } from "./refunds/refunds.ts";
import { createUnusedValues } from "./refunds/unused-value.ts";
import { withdrawals } from "./refunds/withdrawals.ts";
import { createSettings } from "./settings.ts";
import { createSettling } from "./settle.ts";
import { soldBookings } from "./sold-bookings.ts";

export { type OrderFacts, orderFacts } from "./mail-facts.ts";
export { isOverdueOn, overdueOn } from "./order-store.ts";
export type { OrderMail } from "./order-writing.ts";

const remindedAtOnce = 50;

export type OrderParts = {
  sales: BookingSales;
  offered: OfferedPlaces;
  holds: Handlers<typeof contract.holds>;
  codeGuesses: CodeGuesses;
  passes: { kinds: PassKinds; ledger: PassLedger; holders: PassHolders };
  ledger: VoucherLedger;
  documents: Documents;
  providerUrls: ProviderUrls;
};

type Orders = {
  carts: Handlers<typeof contract.carts>;
  orders: Handlers<typeof contract.orders>;
  payments: Handlers<typeof contract.payments>;
};

/**
 * Creates the handlers for orders and payments; see docs/rules/orders.md and docs/rules/payments.md
 * for the rules.
 */
export function createOrders(
  context: Context,
  { sales, offered, holds, codeGuesses, passes, ledger, documents, providerUrls }: OrderParts,
): { handlers: Orders; pages: PageHandlers; tasks: BackgroundTask[] } {
  const coupons = createOrderCoupons(context);
  const settings = createSettings(context);
  const voucherClass = async () =>
    (await settings.read()).voucherVatType === "MULTI" ? ("OUT_OF_SCOPE" as const) : ("STANDARD" as const);
  const restDays = async () => (await settings.read()).restDays;
  const views = createCartViews(context, {
    sales,
    coupons,
    ledger,
    passes,
    documents,
    voucherClass,
    restDays,
  });
  const reading = createOrderReading(context, { documents });
  // The modules that handle the payments of an order, in layers: each uses only the modules above
  // it.
  const writing = createOrderWriting(context, { sales, ledger });
  const instalments = createInstalments(context, { sales, writing });
  const selling = { sales, coupons, ledger, passes: passes.ledger, documents, writing, instalments };
  const fulfilment = createFulfilment(context, selling);
  const completion = createCompletion(context, { sales, coupons, ledger, writing, fulfilment });
  const lineCancellation = createLineCancellation(context, { sales, ledger, writing, fulfilment, completion });
  const chargebacks = createChargebacks(context, { ...selling, fulfilment });
  const settling = createSettling(context, { ledger, writing, instalments, fulfilment, completion, chargebacks });

  const unusedValue = createUnusedValues({ sales, ledger, passes: passes.ledger });
  const quotes = createRefundQuotes(context, { sales, unusedValue, settings, writing });
  const lineRefunds = createLineRefunds(context, { ...selling, fulfilment });
  const providers = createProviders(context, settings, providerUrls);
  const providerRefunds = createProviderRefunds(context, { writing, fulfilment });
  const providerUpdates = createProviderUpdates(context, { providers, settling, providerRefunds });
  const ways = createWays(context, { settings, documents, providers });
  return {
    handlers: {
      carts: carts(context, { sales, offered, holds, codeGuesses, coupons, ledger, passes: passes.ledger, views }),
      orders: {
        ...placeOrderHandler(context, {
          sales,
          coupons,
          ledger,
          passes: passes.ledger,
          documents,
          views,
          reading,
          writing,
          fulfilment,
          settings,
          ways,
        }),
        ...reading.handlers,
        ...ownOrders(context, { sales, reading }),
        ...orderChanges({ reading, writing, completion }),
        ...payLinks({ reading, writing }),
        ...instalmentHandlers(context, { reading, writing, settings }),
        ...orderDocuments(context, { documents, reading, writing }),
        ...withdrawals(context, { passes: passes.ledger, reading, writing, lineRefunds }),
        ...soldBookings(context, { sales, lineRefunds, quotes, lineCancellation }),
        ...refunds(context, { quotes, unusedValue, settings, reading, writing, lineRefunds }),
      },
      payments: {
        ...payments(context, {
          sales,
          ledger,
          settings,
          providers,
          providerUpdates,
          ways,
          reading,
          writing,
          lineCancellation,
          settling,
        }),
        ...bankStatement(context, { documents, reading, writing, settling, chargebacks }),
      },
    },
    pages: providerPages({ providers, providerUpdates }),
    tasks: [
      cartTask(context),
      expiryTask({ settling }),
      pollTask(context, providerUpdates),
      refundTask(context, { providers, writing }),
      instalmentReminderTask(context, { writing, settings }),
      {
        name: "vouchers: remind",
        everyMs: hourMs,
        oneProcessAtATime: true,
        run: async () => ledger.remind({ days: (await settings.read()).voucherReminderDays, limit: remindedAtOnce }),
      },
    ],
  };
}
