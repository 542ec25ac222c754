import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { BuyerCompany } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import {
  Buyer,
  Order,
  OrderConsent,
  OrderPaymentMethod,
  OrderRefund,
  OrderState,
  OrderStep,
  RefundMethod,
} from "./order.ts";
import {
  cents,
  emailAddress,
  guid,
  iban,
  instant,
  linkKey,
  maybe,
  PagingMetadata,
  revision,
  typedLine,
  typedText,
} from "./wire.ts";

const order = z.object({ order: Order });
const reason = typedText().min(3).max(500);

/** A line of a refund. Without an amount, the unused value of the order line is refunded. */
const RefundedLine = z.object({
  lineId: guid,
  /** The amount from the quote. If it has changed, the request is rejected with TOTAL_CHANGED. */
  expectedAmount: maybe(cents),
  /**
   * An amount chosen by a person instead of the quote: at most the amount paid, even if some of it
   * was used.
   */
  amount: maybe(z.int().min(0).max(10_000_000)),
});
/** The refund quote for a line. */
export const RefundQuoteLine = z.object({
  lineId: guid,
  /** The remaining price of the line. */
  price: cents,
  /** The cancellation fee as of now, under the policy in force at the time of purchase. */
  fee: cents,
  amount: cents,
  /**
   * How the money is refunded if it goes back to the original payment methods: by the provider, by
   * transfer, or to vouchers.
   */
  back: z.array(z.object({ way: RefundMethod, amount: cents })),
  /** The amount as a gift voucher, including the owner's bonus. */
  credit: cents,
  /** The reason why nothing is refunded: "TOO_LATE", "NOT_CANCELABLE" or "USED". */
  problem: maybe(z.string()),
});
export type RefundQuoteLine = z.infer<typeof RefundQuoteLine>;

export const orders = {
  place: endpoint({
    method: "POST",
    path: "/v1/orders",
    access: "visitor",
    input: z.object({
      /**
       * An id chosen by the caller. A request repeated with the same id does not place a second
       * order.
       */
      requestId: guid,
      buyer: Buyer,
      company: maybe(BuyerCompany),
      consents: z.array(OrderConsent).max(5),
      way: OrderPaymentMethod.exclude(["ZERO"]),
      language: z.enum(["lt", "en"]),
      /**
       * The amount due as shown to the buyer. If it has changed, the order is rejected and the
       * current cart is returned.
       */
      expectedToPay: cents,
      /**
       * For paying in instalments: the amounts as shown to the buyer. Only with online payment
       * methods.
       */
      parts: maybe(z.array(cents).min(2).max(12)),
      captchaTokens,
    }),
    output: order.extend({ key: z.string() }),
    errors: [
      "CART_EMPTY",
      "LINES_NOT_AVAILABLE",
      "SUM_TOO_LARGE",
      "TOTAL_CHANGED",
      "WAY_NOT_OFFERED",
      "CONSENT_REQUIRED",
      "SELLER_NOT_SET",
      "MEMBERS_ONLY",
      "TOO_MANY_PLACES",
      "-19971",
      "-19970",
    ],
    summary:
      "Order what is in the cart. Places are kept until it is paid; what costs nothing is done at once. The cart is empty then.",
  }),
  readByKey: endpoint({
    method: "GET",
    path: "/v1/orders/by-key/{key}",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output: order,
    errors: ["ORDER_NOT_FOUND"],
    summary: "Read the order a link is about.",
  }),
  cancelByKey: endpoint({
    method: "POST",
    path: "/v1/orders/by-key/{key}/cancel",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "ORDER_NOT_OPEN"],
    summary: "Give up an order that is not paid. Its places are free again.",
  }),
  document: endpoint({
    method: "GET",
    path: "/v1/orders/by-key/{key}/documents/{documentId}",
    access: "anyone",
    answer: "file",
    input: z.object({ key: linkKey, documentId: guid }),
    output: z.object({}),
    errors: ["ORDER_NOT_FOUND", "DOCUMENT_NOT_FOUND"],
    summary: "A document of the order a link is about, as PDF.",
  }),
  setCompany: endpoint({
    method: "POST",
    path: "/v1/orders/by-key/{key}/documents/{documentId}/company",
    access: "anyone",
    input: z.object({ key: linkKey, documentId: guid, company: BuyerCompany }),
    output: order,
    errors: [
      "ORDER_NOT_FOUND",
      "DOCUMENT_NOT_FOUND",
      "NOT_AN_INVOICE",
      "NOTHING_REMAINS",
      "SELLER_NOT_SET",
      "TOO_LATE_FOR_COMPANY",
      "COMPANY_IS_KNOWN",
    ],
    summary:
      "Give the company that an invoice of a person is for, once and for some days. It is credited and issued anew.",
  }),
  own: endpoint({
    method: "GET",
    path: "/v1/orders/mine",
    access: "member",
    input: z.object({ cursor: maybe(z.string().max(16000)) }),
    output: z.object({
      orders: z.array(Order.extend({ key: z.string() })),
      pagingMetadata: PagingMetadata,
    }),
    errors: ["INVALID_CURSOR"],
    summary: "List one's own orders, the newest first.",
  }),
  bookingPrices: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/orders/booking-prices",
    access: "member",
    input: z.object({ bookingIds: z.array(guid).min(1).max(500) }),
    output: z.object({ prices: z.array(z.object({ bookingId: guid, price: cents })) }),
    errors: [],
    summary:
      "Read what one's own bookings cost by their orders and coupons, without what went back. Those that cost what their service does are left out.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/orders/query",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({
      states: maybe(z.array(OrderState).max(7)),
      /** Only orders with overdue instalments. */
      overdue: maybe(z.boolean()),
      way: maybe(OrderPaymentMethod),
      /** Search text: a number, a name, an email address or a company. */
      text: maybe(typedText().max(100)),
      from: maybe(instant),
      until: maybe(instant),
      limit: maybe(z.int().min(1).max(100)),
      cursor: maybe(z.string().max(16000)),
    }),
    output: z.object({ orders: z.array(Order), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_CURSOR"],
    summary: "List orders, the newest first.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/orders/{orderId}",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({ orderId: guid }),
    output: order.extend({ steps: z.array(OrderStep) }),
    errors: ["ORDER_NOT_FOUND"],
    summary: "Read an order with everything that happened to it, the newest first.",
  }),
  cancel: endpoint({
    method: "POST",
    path: "/v1/orders/{orderId}/cancel",
    access: "owner",
    also: ["desk"],
    input: z.object({ orderId: guid, revision, reason }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "REVISION_MISMATCH", "ORDER_NOT_OPEN"],
    summary: "Cancel an order that is not paid.",
  }),
  sendPayLink: endpoint({
    method: "POST",
    path: "/v1/orders/{orderId}/pay-link",
    access: "owner",
    also: ["desk"],
    input: z.object({
      orderId: guid,
      revision,
      /** The email address; by default the buyer's. */
      email: maybe(emailAddress().max(254)),
    }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "REVISION_MISMATCH", "ORDER_NOT_OPEN"],
    summary: "Mail the link by which an order is paid, as long as it waits for its payment.",
  }),
  extendPart: endpoint({
    method: "POST",
    path: "/v1/orders/{orderId}/parts",
    access: "owner",
    also: ["desk"],
    input: z.object({ orderId: guid, revision, dueDay: z.iso.date(), newDueDay: z.iso.date(), reason }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "REVISION_MISMATCH", "PART_NOT_OPEN"],
    summary: "Let a part of an order be paid later. It is reminded of anew.",
  }),
  quoteRefund: endpoint({
    method: "GET",
    path: "/v1/orders/{orderId}/refund",
    access: "owner",
    also: ["desk"],
    input: z.object({ orderId: guid }),
    output: z.object({ lines: z.array(RefundQuoteLine), amount: cents, credit: cents }),
    errors: ["ORDER_NOT_FOUND"],
    summary: "Read what would come back for each line now, as money or as a gift voucher with its bonus.",
  }),
  refund: endpoint({
    method: "POST",
    path: "/v1/orders/{orderId}/refund",
    access: "owner",
    also: ["desk"],
    input: z.object({
      orderId: guid,
      revision,
      lines: z.array(RefundedLine).min(1).max(40),
      /**
       * PROVIDER: to the original payment method, for money received by a provider. TRANSFER (added
       * to the list of payouts) and DESK (paid out at the till): for money received otherwise.
       * CREDIT: as a gift voucher.
       */
      way: RefundMethod.exclude(["VOUCHER"]),
      receiptNumber: maybe(typedText().min(1).max(40)),
      iban: maybe(iban),
      reason,
    }),
    output: order,
    errors: [
      "ORDER_NOT_FOUND",
      "REVISION_MISMATCH",
      "NOT_REFUNDABLE",
      "MORE_THAN_PAID",
      "TOTAL_CHANGED",
      "WAY_NOT_OFFERED",
    ],
    summary: "Give money back for lines, whole or in part. Their places are free again, and a credit document is made.",
  }),
  quoteRefundByKey: endpoint({
    method: "GET",
    path: "/v1/orders/by-key/{key}/refund",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output: z.object({ lines: z.array(RefundQuoteLine), amount: cents, credit: cents }),
    errors: ["ORDER_NOT_FOUND"],
    summary: "Read what would come back for each line now, by the link of the order.",
  }),
  refundByKey: endpoint({
    method: "POST",
    path: "/v1/orders/by-key/{key}/refund",
    access: "anyone",
    input: z.object({
      key: linkKey,
      lineIds: z.array(guid).min(1).max(40),
      /**
       * For one line of places: the participants who are not coming, by their index in the line.
       * The others keep their places. Only while cancelling is free, and only if everyone pays the
       * same price; each is refunded an equal share.
       */
      participants: maybe(z.array(z.int().min(0).max(999)).min(1).max(40)),
      /** The amount from the quote. The request is rejected if it has changed. */
      expectedAmount: cents,
      /** PROVIDER: to the original payment method. */
      way: z.enum(["PROVIDER", "TRANSFER", "CREDIT"]),
      /** The account for money that has to be transferred manually. */
      iban: maybe(iban),
    }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "NOT_REFUNDABLE", "MORE_THAN_PAID", "TOTAL_CHANGED", "WAY_NOT_OFFERED"],
    summary: "Cancel lines by the link of the order: what comes back is what the policy of the purchase says.",
  }),
  quoteBooking: endpoint({
    method: "GET",
    path: "/v1/orders/by-booking/{bookingId}/refund",
    access: "visitor",
    input: z.object({ bookingId: guid }),
    output: z.object({ quote: maybe(RefundQuoteLine) }),
    errors: ["BOOKING_NOT_FOUND"],
    summary: "Read what comes back if one's booking is canceled now; null where it was not paid by an order.",
  }),
  quoteBookingByLink: endpoint({
    method: "GET",
    path: "/v1/orders/by-booking-link/{key}/refund",
    access: "anyone",
    input: z.object({ key: linkKey }),
    output: z.object({ quote: maybe(RefundQuoteLine) }),
    errors: ["BOOKING_NOT_FOUND"],
    summary: "The same by the link of a mail about the booking.",
  }),
  withdraw: endpoint({
    method: "POST",
    path: "/v1/orders/by-key/{key}/withdrawal",
    access: "anyone",
    input: z.object({
      key: linkKey,
      lineIds: z.array(guid).min(1).max(40),
      /** The name of the person who withdraws. */
      name: typedLine().min(1).max(200),
      /** The email address for the withdrawal receipt. */
      email: emailAddress().max(254),
      /** The account for money that has to be transferred manually. */
      iban: maybe(iban),
    }),
    output: order,
    errors: ["ORDER_NOT_FOUND", "NOT_REFUNDABLE"],
    summary:
      "Withdraw from the contract, as the law lets a buyer of what takes place on no day. All of the price goes back the way it came, and a receipt is mailed. The same lines are withdrawn from once.",
  }),
  payouts: endpoint({
    method: "GET",
    path: "/v1/orders/payouts",
    access: "owner",
    also: ["accountant"],
    input: z.object({}),
    output: z.object({
      refunds: z.array(
        OrderRefund.extend({
          /** The account the payment came from, if a bank statement contains it. */
          payerIban: maybe(z.string()),
          /** Whether the payout would go to a different account. */
          accountDiffers: z.boolean(),
        }),
      ),
    }),
    errors: [],
    summary: "List the refunds that wait for a person, the oldest first: by a transfer, or on a provider's own pages.",
  }),
  markPaidOut: endpoint({
    method: "POST",
    path: "/v1/orders/payouts/{refundId}",
    access: "owner",
    also: ["accountant"],
    input: z.object({
      refundId: guid,
      /** The caller has verified that an account other than the payer's is correct. */
      otherAccount: maybe(z.boolean()),
    }),
    output: z.object({ refund: OrderRefund }),
    errors: ["REFUND_NOT_FOUND", "ACCOUNT_DIFFERS"],
    summary: "Note that a refund was transferred, or made on its provider's own pages.",
  }),
};
