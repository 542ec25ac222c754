import { z } from "zod";
import { Actor } from "./actor.ts";
import { Participant } from "./bookings.ts";
import { CartLineKind, Instalment, VatPart } from "./carts.ts";
import { BuyerCompany } from "./documents.ts";
import { paymentProviders } from "./payment-providers.ts";
import { cents, emailAddress, guid, instant, maybe, revision, typedLine, typedText } from "./wire.ts";

/**
 * Derived from payments and refunds. AWAITING_PAYMENT becomes PAID, EXPIRED when its deadline
 * passes, or CANCELED. PART_PAID: the first instalment was paid and the order fulfilled; the other
 * instalments are due on their dates.
 */
export const OrderState = z.enum([
  "AWAITING_PAYMENT",
  "PART_PAID",
  "PAID",
  "PART_REFUNDED",
  "REFUNDED",
  "EXPIRED",
  "CANCELED",
]);
export type OrderState = z.infer<typeof OrderState>;

const providerIds = paymentProviders.map(({ id }) => id);

/** The payment providers that collect money on their own payment pages. */
export const PaymentProvider = z.enum(providerIds);
export type PaymentProvider = z.infer<typeof PaymentProvider>;

/**
 * The payment method of an order. ZERO: nothing is left to pay. DEMO_BANK exists only in the demo
 * and moves no money.
 */
export const OrderPaymentMethod = z.enum(["DEMO_BANK", ...providerIds, "BANK_TRANSFER", "AT_DESK", "ZERO"]);
export type OrderPaymentMethod = z.infer<typeof OrderPaymentMethod>;

/** The kind of a received payment. */
export const PaymentKind = z.enum(["DEMO_BANK", ...providerIds, "BANK_TRANSFER", "CASH", "CARD", "ZERO"]);
export type PaymentKind = z.infer<typeof PaymentKind>;

export const Buyer = z
  .object({
    firstName: typedLine().min(1).max(100),
    lastName: typedLine().max(100),
    /**
     * The email address. May be empty only for purchases at the front desk; the purchase is then
     * printed.
     */
    email: maybe(emailAddress().max(254)),
    phone: maybe(typedText().max(40)),
  })
  .meta({ id: "Buyer" });
export type Buyer = z.infer<typeof Buyer>;

/**
 * A consent of the buyer, with the version of the text agreed to. TERMS is required: the terms of
 * sale including the rules of the gym.
 */
export const OrderConsent = z.object({ kind: z.enum(["TERMS", "NEWS"]), version: typedText().min(1).max(40) });
export type OrderConsent = z.infer<typeof OrderConsent>;

/**
 * The state of an order line. WAITING: for the payment; DONE: fulfilled; NOT_DONE: paid but not
 * fulfilled, so the money is refunded; CALLED_OFF: unlike CANCELED, cancelled before payment, so
 * the order total is reduced.
 */
export const OrderLineState = z.enum(["WAITING", "DONE", "NOT_DONE", "CANCELED", "CALLED_OFF"]);
export type OrderLineState = z.infer<typeof OrderLineState>;

export const OrderLine = z
  .object({
    id: guid,
    kind: CartLineKind,
    name: z.string(),
    serviceId: maybe(guid),
    startDate: maybe(instant),
    endDate: maybe(instant),
    participants: z.array(Participant),
    quantity: z.int(),
    unitPrice: maybe(cents),
    gross: cents,
    discount: cents,
    total: cents,
    vatRate: maybe(z.int()),
    state: OrderLineState,
    /** The amount refunded for this line. */
    refunded: cents,
    bookingId: maybe(guid),
    voucherId: maybe(guid),
    /** The pass that was bought, or the pass whose entries paid for the places. */
    passId: maybe(guid),
    passEntries: z.int(),
    /** The email address the voucher is sent to; empty if it is printed. */
    recipientEmail: maybe(z.string()),
    /** The project a donation is for. */
    project: maybe(z.string()),
    /**
     * The deadline for cancelling, even if a fee is withheld before it; null if the line cannot be
     * cancelled.
     */
    cancelableUntil: maybe(instant),
    /** The deadline for the buyer's statutory right of withdrawal; null for services on a fixed date. */
    withdrawableUntil: maybe(instant),
  })
  .meta({ id: "OrderLine" });
export type OrderLine = z.infer<typeof OrderLine>;

export const OrderPayment = z.object({
  id: guid,
  kind: PaymentKind,
  amount: cents,
  /** The number of the till receipt, for cash and card payments at the front desk. */
  receiptNumber: maybe(z.string()),
  receivedDate: instant,
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/**
 * The state of a refund. REQUESTED: not yet accepted by the provider; TO_PAY_OUT: the gym has to
 * transfer the money manually.
 */
export const RefundState = z.enum(["REQUESTED", "SENT", "DONE", "TO_PAY_OUT"]);
export type RefundState = z.infer<typeof RefundState>;

/** How money is refunded. CREDIT: as a new gift voucher. VOUCHER: to the voucher that paid. */
export const RefundMethod = z.enum(["PROVIDER", "TRANSFER", "DESK", "CREDIT", "VOUCHER"]);
export type RefundMethod = z.infer<typeof RefundMethod>;

/**
 * The reason for a refund for which nobody entered a text: SURPLUS, more was paid than was due;
 * NOT_GIVEN, the order could no longer be fulfilled; VOIDED, the bank revoked the payment; CANCELED
 * by the buyer; CALLED_OFF by the gym; WITHDRAWN, under the buyer's statutory right; AT_PROVIDER,
 * someone refunded it on the provider's own site.
 */
export const RefundReason = z.enum([
  "SURPLUS",
  "NOT_GIVEN",
  "VOIDED",
  "CANCELED",
  "CALLED_OFF",
  "WITHDRAWN",
  "AT_PROVIDER",
]);
export type RefundReason = z.infer<typeof RefundReason>;

export const OrderRefund = z
  .object({
    id: guid,
    orderId: guid,
    orderNumber: z.string(),
    way: RefundMethod,
    state: RefundState,
    amount: cents,
    /** For CREDIT: the bonus on top of the amount. */
    bonus: cents,
    reason: z.string(),
    /** The reason code, set if nobody entered a reason. */
    reasonCode: maybe(RefundReason),
    /**
     * For PROVIDER: the provider that makes the refund. With TO_PAY_OUT, a person makes it on the
     * provider's own site.
     */
    provider: maybe(PaymentProvider),
    /**
     * The account for a manual payout; only its last digits if the account comes from a bank
     * statement rather than from a person.
     */
    iban: maybe(z.string()),
    receiverName: maybe(z.string()),
    /** Why the refund failed at the provider. */
    failure: maybe(z.string()),
    createdDate: instant,
    doneDate: maybe(instant),
  })
  .meta({ id: "OrderRefund" });
export type OrderRefund = z.infer<typeof OrderRefund>;

/** The details needed for a bank transfer. */
export const TransferDetails = z
  .object({
    receiver: z.string(),
    iban: z.string(),
    bank: z.string(),
    amount: cents,
    /** The reference the payer enters, by which the payment is matched. */
    reference: z.string(),
    /** A QR code for banking apps, as an SVG path in a square with `size` modules on each side. */
    qr: z.object({ size: z.int(), path: z.string() }),
  })
  .meta({ id: "TransferDetails" });
export type TransferDetails = z.infer<typeof TransferDetails>;

/** A statutory withdrawal of the buyer. */
export const OrderWithdrawal = z
  .object({
    id: guid,
    lineIds: z.array(guid),
    /** The person who withdrew, and the email address to which the receipt was sent. */
    name: z.string(),
    email: z.string(),
    /** What goes back. */
    amount: cents,
    date: instant,
  })
  .meta({ id: "OrderWithdrawal" });
export type OrderWithdrawal = z.infer<typeof OrderWithdrawal>;

export const Order = z
  .object({
    id: guid,
    /** The order number as displayed and entered: "UOLA-2F7K9". */
    number: z.string(),
    state: OrderState,
    way: OrderPaymentMethod,
    language: z.enum(["lt", "en"]),
    buyer: Buyer,
    company: maybe(BuyerCompany),
    lines: z.array(OrderLine),
    coupons: z.array(z.object({ name: z.string(), code: z.string(), discount: cents, thing: maybe(z.string()) })),
    vouchers: z.array(z.object({ last4: z.string(), amount: cents })),
    gross: cents,
    discount: cents,
    /** With VAT. */
    total: cents,
    vat: z.array(VatPart),
    voucherPays: cents,
    toPay: cents,
    paid: cents,
    refunded: cents,
    /**
     * The instalments and their due dates; empty if the order is paid at once. `left` is the unpaid
     * amount of an instalment.
     */
    parts: z.array(Instalment.extend({ left: cents })),
    /** The amount to pay next: the total, the overdue instalments, or the next instalment. */
    dueNow: cents,
    /** The overdue amount: unpaid instalments whose due date has passed. */
    overdue: cents,
    payments: z.array(OrderPayment),
    refunds: z.array(OrderRefund),
    withdrawals: z.array(OrderWithdrawal),
    documents: z.array(z.object({ id: guid, kind: z.string(), number: z.string() })),
    /** The payment attempt in progress; it may still succeed. */
    openAttempt: maybe(z.object({ id: guid, way: OrderPaymentMethod, expiresDate: instant })),
    /** For BANK_TRANSFER: the transfer details, until the order is paid. */
    transfer: maybe(TransferDetails),
    /** The deadline until which the unpaid order is reserved. */
    dueDate: maybe(instant),
    createdDate: instant,
    paidDate: maybe(instant),
    revision,
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof Order>;

/** A step in the history of an order, for the team: actor, action and time. */
export const OrderStep = z.object({
  action: z.string(),
  actor: Actor,
  reason: maybe(z.string()),
  date: instant,
});
export type OrderStep = z.infer<typeof OrderStep>;
