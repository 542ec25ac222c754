import { z } from "zod";
import { Actor } from "./actor.ts";
import { Participant } from "./bookings.ts";
import { CartLineKind, DuePart, VatPart } from "./carts.ts";
import { BuyerCompany } from "./documents.ts";
import { cents, emailAddress, guid, instant, maybe, revision, typedLine, typedText } from "./wire.ts";

/**
 * Follows from what was paid and given back. AWAITING_PAYMENT ends as PAID, as EXPIRED when its time is over, or as
 * CANCELED. PART_PAID: the first part was paid and it was given, the other parts are due by their days.
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

/** How an order is paid. ZERO: there is nothing left to pay. DEMO_BANK exists in the demo only and moves no money. */
export const PaymentWay = z.enum(["DEMO_BANK", "MONTONIO", "PAYSERA", "STRIPE", "BANK_TRANSFER", "AT_DESK", "ZERO"]);
export type PaymentWay = z.infer<typeof PaymentWay>;

/** Who takes money for us on a page of their own. */
export const PaymentProvider = PaymentWay.extract(["MONTONIO", "PAYSERA", "STRIPE"]);
export type PaymentProvider = z.infer<typeof PaymentProvider>;

/** How money came in. */
export const PaymentKind = z.enum([
  "DEMO_BANK",
  "MONTONIO",
  "PAYSERA",
  "STRIPE",
  "BANK_TRANSFER",
  "CASH",
  "CARD",
  "ZERO",
]);
export type PaymentKind = z.infer<typeof PaymentKind>;

export const Buyer = z
  .object({
    firstName: typedLine().min(1).max(100),
    lastName: typedLine().max(100),
    /** Only who buys at the desk may leave none; what is bought is printed then. */
    email: maybe(emailAddress().max(254)),
    phone: maybe(typedText().max(40)),
  })
  .meta({ id: "Buyer" });
export type Buyer = z.infer<typeof Buyer>;

/** What the buyer agreed to, and which text of it. TERMS is required: the terms of sale with the rules of the gym. */
export const OrderConsent = z.object({ kind: z.enum(["TERMS", "NEWS"]), version: typedText().min(1).max(40) });
export type OrderConsent = z.infer<typeof OrderConsent>;

/**
 * WAITING for the payment; DONE; NOT_DONE: paid, but it could not be given, and its money goes back; CANCELED; CALLED_OFF before it
 * was paid: the order costs less by it.
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
    /** What was given back for it. */
    refunded: cents,
    bookingId: maybe(guid),
    voucherId: maybe(guid),
    /** The pass that was bought, or whose entries paid for the places. */
    passId: maybe(guid),
    passEntries: z.int(),
    /** The address of the mailed voucher; empty where it is printed. */
    recipientEmail: maybe(z.string()),
    /** The project a donation is for. */
    project: maybe(z.string()),
    /** Until when it may be canceled, though a fee may be kept back before; null: not at all. */
    cancelableUntil: maybe(instant),
    /** Until when the law lets the buyer withdraw; null for what takes place on a day. */
    withdrawableUntil: maybe(instant),
  })
  .meta({ id: "OrderLine" });
export type OrderLine = z.infer<typeof OrderLine>;

export const OrderPayment = z.object({
  id: guid,
  kind: PaymentKind,
  amount: cents,
  /** The number of the till's receipt, of cash and cards at the desk. */
  receiptNumber: maybe(z.string()),
  receivedDate: instant,
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/** REQUESTED until a provider has it; TO_PAY_OUT: the gym transfers it by hand. */
export const RefundState = z.enum(["REQUESTED", "SENT", "DONE", "TO_PAY_OUT"]);
export type RefundState = z.infer<typeof RefundState>;

/** How money goes back. CREDIT: a new gift voucher. VOUCHER: back onto the one that paid. */
export const RefundWay = z.enum(["PROVIDER", "TRANSFER", "DESK", "CREDIT", "VOUCHER"]);
export type RefundWay = z.infer<typeof RefundWay>;

/**
 * Why money goes back without somebody having typed it: SURPLUS, more was paid than it cost; NOT_GIVEN, it could not be given
 * any more; VOIDED, the bank revoked the payment; CANCELED by the buyer; CALLED_OFF by the gym; WITHDRAWN, as the law lets the
 * buyer; AT_PROVIDER, a person gave it back on the provider's own pages.
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
    way: RefundWay,
    state: RefundState,
    amount: cents,
    /** Above the amount, of CREDIT. */
    bonus: cents,
    reason: z.string(),
    /** Of a reason that nobody typed. */
    reasonCode: maybe(RefundReason),
    /** Through whom it goes back, of PROVIDER. Where it is TO_PAY_OUT a person does it on the provider's own pages. */
    provider: maybe(PaymentProvider),
    /** To which account it is paid out by hand; only the end of one that nobody named but a bank's statement did. */
    iban: maybe(z.string()),
    receiverName: maybe(z.string()),
    /** Why a provider did not do it. */
    failure: maybe(z.string()),
    createdDate: instant,
    doneDate: maybe(instant),
  })
  .meta({ id: "OrderRefund" });
export type OrderRefund = z.infer<typeof OrderRefund>;

/** What a bank needs for a transfer. */
export const TransferDetails = z
  .object({
    receiver: z.string(),
    iban: z.string(),
    bank: z.string(),
    amount: cents,
    /** What the payer writes, so that the payment is found. */
    reference: z.string(),
    /** A code that bank apps read, as an SVG path in a square with `size` modules on each side. */
    qr: z.object({ size: z.int(), path: z.string() }),
  })
  .meta({ id: "TransferDetails" });
export type TransferDetails = z.infer<typeof TransferDetails>;

/** What a buyer withdrew from, as the law lets them. */
export const OrderWithdrawal = z
  .object({
    id: guid,
    lineIds: z.array(guid),
    /** Who said so, and where the receipt went. */
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
    /** As people read and write it: "UOLA-2F7K9". */
    number: z.string(),
    state: OrderState,
    way: PaymentWay,
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
    /** By when it is paid in parts; none where it is paid at once. `left` is what nobody has paid of one. */
    parts: z.array(DuePart.extend({ left: cents })),
    /** What is paid next: all of it, the parts that are late, or the next one. */
    dueNow: cents,
    /** What of it is late: parts whose day is over and that nobody has paid. */
    overdue: cents,
    payments: z.array(OrderPayment),
    refunds: z.array(OrderRefund),
    withdrawals: z.array(OrderWithdrawal),
    documents: z.array(z.object({ id: guid, kind: z.string(), number: z.string() })),
    /** The attempt that is under way: it may still be paid. */
    openAttempt: maybe(z.object({ id: guid, way: PaymentWay, expiresDate: instant })),
    /** Of BANK_TRANSFER, while it is not paid. */
    transfer: maybe(TransferDetails),
    /** Until when it is kept without a payment. */
    dueDate: maybe(instant),
    createdDate: instant,
    paidDate: maybe(instant),
    revision,
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof Order>;

/** A step of an order, for the team: who, what, when. */
export const OrderStep = z.object({
  action: z.string(),
  actor: Actor,
  reason: maybe(z.string()),
  date: instant,
});
export type OrderStep = z.infer<typeof OrderStep>;
