import { dateOf } from "@uola/booking";
import {
  type AttemptState,
  byProvider,
  type OrderPaymentMethod,
  type OrderState,
  type PaymentKind,
  type RefundMethod,
} from "@uola/contract";
import { dayMs, minuteMs } from "@uola/kernel";
import { addDays, instantOf, localDate } from "@uola/words/formats";

/**
 * How long an order is reserved for its payment. Places are held two minutes longer, for a payment
 * in progress.
 */
export const keepMs = { online: 30 * minuteMs, transfer: 3 * dayMs, atDesk: 14 * dayMs };
export const graceMs = 2 * minuteMs;

/**
 * Returns the deadline for paying an order by a payment method, or undefined if the method is too
 * slow because a service starts soon. A transfer needs a day to arrive before the start. At the
 * front desk, people pay on arrival, and staff have a day to record the payment.
 */
export function dueOf(
  way: OrderPaymentMethod,
  { at, starts }: { at: Date; starts: readonly Date[] },
): Date | undefined {
  const now = at.getTime();
  const first = Math.min(...starts.map((start) => start.getTime()), Number.POSITIVE_INFINITY);
  if (way === "BANK_TRANSFER") {
    const latest = first - dayMs;
    return latest <= now ? undefined : new Date(Math.min(now + keepMs.transfer, latest));
  }
  if (way === "AT_DESK") return new Date(Number.isFinite(first) ? first + dayMs : now + keepMs.atDesk);
  return new Date(now + keepMs.online);
}

type Due = { way: OrderPaymentMethod; dueDate: Date | null; createdDate: Date };

/**
 * Returns the deadline of an order. An order to be paid at the front desk uses the current start of
 * the first place, which may have been moved to a later day.
 */
export function dueDateOf(
  { way, dueDate, createdDate: at }: Due,
  lines: readonly { state: string; startDate: Date | null }[],
): Date | null {
  const starts = lines.flatMap(({ state, startDate }) => (state === "WAITING" && startDate) || []);
  const due = way === "AT_DESK" && starts.length > 0 ? dueOf(way, { at, starts }) : undefined;
  return due && dueDate && due > dueDate ? due : dueDate;
}

/**
 * Returns the last day of a service that ends at a given time; one that ends at midnight ends on
 * the day before.
 */
export const lastDayOf = (endDate: Date, timeZone: string): string => dateOf(new Date(endDate.getTime() - 1), timeZone);

/** The data that determines the state of an order. Sums are in cents. */
export type Sums = {
  /** The time when the order was fulfilled in whole or in part, after its payment was complete. */
  paidDate: Date | null;
  total: number;
  /** The amount of the total that is still due in later instalments. */
  later: number;
  /** The amount received, in money and from vouchers. */
  received: number;
  refunded: number;
  ended: "EXPIRED" | "CANCELED" | null;
};

/** Derives the state of an order from its sums. A refunded overpayment does not change it. */
export function stateOf({ paidDate, total, later, received, refunded, ended }: Sums): OrderState {
  if (!paidDate) return ended ?? "AWAITING_PAYMENT";
  if (later > 0) return "PART_PAID";
  const left = received - refunded;
  if (left >= total) return "PAID";
  return left <= 0 ? "REFUNDED" : "PART_REFUNDED";
}

/** Whether the order still awaits money. */
export const isPayable = (state: OrderState): boolean => state === "AWAITING_PAYMENT" || state === "PART_PAID";

/**
 * The states that may follow each state of a payment attempt. A received payment remains unless the
 * bank reverses it. The message about the reversal may arrive before that about the payment, which
 * is ignored then.
 */
const allowedTransitions: Record<AttemptState, readonly AttemptState[]> = {
  CREATED: ["OPEN", "PENDING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"],
  OPEN: ["PENDING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"],
  PENDING: ["SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"],
  // An abandoned attempt may still be paid.
  FAILED: ["SUCCEEDED", "VOIDED"],
  EXPIRED: ["SUCCEEDED", "VOIDED"],
  CANCELED: ["SUCCEEDED", "VOIDED"],
  SUCCEEDED: ["VOIDED"],
  VOIDED: [],
};
export const mayFollow = (from: AttemptState, to: AttemptState): boolean => allowedTransitions[from].includes(to);
export const isUnderWay = (state: AttemptState): boolean =>
  state === "CREATED" || state === "OPEN" || state === "PENDING";

/**
 * Defines how payments of each type are refunded:
 *
 * - REQUEST: by the provider that received the payment, at our request
 * - PROVIDER_PAGES: by the same provider, but a person has to do it on the provider's own pages
 * - TRANSFER: by a transfer from the gym
 *
 * All refunds follow this table.
 */
type RefundRoute = {
  refundedBy: "REQUEST" | "PROVIDER_PAGES" | "TRANSFER";
  /** Whether the buyer may name the account for the refund. */
  buyerNamesAccount: boolean;
};
const byRequest: RefundRoute = { refundedBy: "REQUEST", buyerNamesAccount: false };
const byTransfer: RefundRoute = { refundedBy: "TRANSFER", buyerNamesAccount: true };
export const refundRoutes: Record<PaymentKind, RefundRoute> = {
  DEMO_BANK: byRequest,
  ...byProvider(({ refundedBy }) => ({ refundedBy, buyerNamesAccount: false })),
  BANK_TRANSFER: byTransfer,
  CASH: byTransfer,
  CARD: byTransfer,
  // An order that costs nothing receives no payment.
  ZERO: { refundedBy: "TRANSFER", buyerNamesAccount: false },
};

export const refundWayOf = (kind: PaymentKind): "PROVIDER" | "TRANSFER" =>
  refundRoutes[kind].refundedBy === "TRANSFER" ? "TRANSFER" : "PROVIDER";

/**
 * Returns whether an amount may be refunded by a method, given how its parts were paid. Payments
 * received by a provider are refunded only through that provider. A refund as a gift voucher
 * transfers no money, so it is always possible.
 */
export function mayGoBackBy(
  way: Exclude<RefundMethod, "VOUCHER"> | "AS_PAID",
  parts: readonly { way: RefundMethod }[],
): boolean {
  if (way === "AS_PAID" || way === "CREDIT") return true;
  const hasProviders = parts.some((part) => part.way === "PROVIDER");
  if (way === "PROVIDER") return hasProviders || parts.every((part) => part.way === "VOUCHER");
  return !hasProviders;
}

/** Letters and digits that cannot be confused with each other. */
export const numberAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ3467";
const numberLetters = 6;

/** Derives an order number from random bytes: "UOLA-ABCDEF". It gives no access to the order. */
export function orderNumberFrom(bytes: Uint8Array): string {
  let left = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let letters = "";
  for (let index = 0; index < numberLetters; index++, left /= BigInt(numberAlphabet.length)) {
    letters += numberAlphabet.charAt(Number(left % BigInt(numberAlphabet.length)));
  }
  return `UOLA-${letters}`;
}

/** Returns the text of a QR code that bank apps read as a transfer (EPC069-12, version 2). */
export function transferQrText({
  name,
  iban,
  cents,
  text,
}: {
  name: string;
  iban: string;
  cents: number;
  text: string;
}) {
  const amount = `EUR${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  return [
    "BCD",
    "002",
    "1",
    "SCT",
    "",
    name.slice(0, 70),
    iban.replaceAll(" ", ""),
    amount,
    "",
    "",
    text.slice(0, 140),
  ].join("\n");
}

/**
 * The statutory withdrawal period for a purchase without a fixed date: until the end of the
 * fourteenth day after it. A sale at the desk is not a distance contract, so the law grants no such
 * right.
 */
const withdrawalDays = 14;
export const withdrawableUntil = (
  kind: string,
  { boughtDate, soldAtDesk }: { boughtDate: Date | null; soldAtDesk: boolean },
): Date | null =>
  boughtDate && !soldAtDesk && (kind === "VOUCHER" || kind === "PASS" || kind === "GOODS")
    ? new Date(instantOf(addDays(localDate(boughtDate), withdrawalDays + 1)).getTime() - 1)
    : null;
