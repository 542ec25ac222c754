import { dateOf } from "@uola/booking";
import type { AttemptState, OrderState, PaymentKind, PaymentWay, RefundWay } from "@uola/contract";
import { dayMs, minuteMs } from "@uola/kernel";
import { addDays, instantOf, localDate } from "@uola/words/formats";

/** How long an order is kept for its payment. Places stay two minutes longer, for money that is on its way. */
export const keepMs = { online: 30 * minuteMs, transfer: 3 * dayMs, atDesk: 14 * dayMs };
export const graceMs = 2 * minuteMs;

/**
 * Until when an order may be paid in a way; undefined where the way is too slow for what takes place soon. A transfer needs a
 * day to arrive before it begins. At the desk one pays when one comes, and the desk has a day to note it.
 */
export function dueOf(way: PaymentWay, { at, starts }: { at: Date; starts: readonly Date[] }): Date | undefined {
  const now = at.getTime();
  const first = Math.min(...starts.map((start) => start.getTime()), Number.POSITIVE_INFINITY);
  if (way === "BANK_TRANSFER") {
    const latest = first - dayMs;
    return latest <= now ? undefined : new Date(Math.min(now + keepMs.transfer, latest));
  }
  if (way === "AT_DESK") return new Date(Number.isFinite(first) ? first + dayMs : now + keepMs.atDesk);
  return new Date(now + keepMs.online);
}

type Due = { way: PaymentWay; dueDate: Date | null; createdDate: Date };

/** Until when an order is kept: at the desk as long as the first of its places asks now, which may have moved to a later day. */
export function dueDateOf(
  { way, dueDate, createdDate: at }: Due,
  lines: readonly { state: string; startDate: Date | null }[],
): Date | null {
  const starts = lines.flatMap(({ state, startDate }) => (state === "WAITING" && startDate) || []);
  const due = way === "AT_DESK" && starts.length > 0 ? dueOf(way, { at, starts }) : undefined;
  return due && dueDate && due > dueDate ? due : dueDate;
}

/** The last day of what ends at a moment: at midnight it is over with the day before. */
export const lastDayOf = (endDate: Date, timeZone: string): string => dateOf(new Date(endDate.getTime() - 1), timeZone);

/** What decides about the state of an order. Sums are in cents. */
export type Sums = {
  /** It was given, wholly or in part: its payment was complete once. */
  paidDate: Date | null;
  total: number;
  /** What of that is still to come by its parts. */
  later: number;
  /** What came in, in money and from vouchers. */
  received: number;
  refunded: number;
  ended: "EXPIRED" | "CANCELED" | null;
};

/** The state of an order follows from its sums. What was paid too much and went back changes nothing. */
export function stateOf({ paidDate, total, later, received, refunded, ended }: Sums): OrderState {
  if (!paidDate) return ended ?? "AWAITING_PAYMENT";
  if (later > 0) return "PART_PAID";
  const left = received - refunded;
  if (left >= total) return "PAID";
  return left <= 0 ? "REFUNDED" : "PART_REFUNDED";
}

/** Whether money of a way comes at once, by a page of a provider. */
export const isOnline = (way: PaymentWay): boolean => way !== "BANK_TRANSFER" && way !== "AT_DESK" && way !== "ZERO";

/** Whether money is still awaited. */
export const isPayable = (state: OrderState): boolean => state === "AWAITING_PAYMENT" || state === "PART_PAID";

/**
 * Which states of an attempt may follow. Money that came stays, unless the bank takes its word back. That it does may be heard
 * before what it takes back, which is not believed then.
 */
const following: Record<AttemptState, readonly AttemptState[]> = {
  CREATED: ["OPEN", "PENDING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"],
  OPEN: ["PENDING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"],
  PENDING: ["SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"],
  // An attempt that was given up may be paid all the same.
  FAILED: ["SUCCEEDED", "VOIDED"],
  EXPIRED: ["SUCCEEDED", "VOIDED"],
  CANCELED: ["SUCCEEDED", "VOIDED"],
  SUCCEEDED: ["VOIDED"],
  VOIDED: [],
};
export const mayFollow = (from: AttemptState, to: AttemptState): boolean => following[from].includes(to);
export const isUnderWay = (state: AttemptState): boolean =>
  state === "CREATED" || state === "OPEN" || state === "PENDING";

/**
 * Who gives money of a kind back. REQUEST: the provider that took it, when we ask; PROVIDER_PAGES: the same, but a person has to do
 * it on the provider's own pages; TRANSFER: the gym transfers it. Every way to give money back follows this table.
 */
type RefundRoute = {
  refundedBy: "REQUEST" | "PROVIDER_PAGES" | "TRANSFER";
  /** Whether the buyer may say to which account it goes. */
  buyerNamesAccount: boolean;
};
const byRequest: RefundRoute = { refundedBy: "REQUEST", buyerNamesAccount: false };
const byTransfer: RefundRoute = { refundedBy: "TRANSFER", buyerNamesAccount: true };
export const refundRoutes: Record<PaymentKind, RefundRoute> = {
  ...{ DEMO_BANK: byRequest, MONTONIO: byRequest, STRIPE: byRequest },
  PAYSERA: { refundedBy: "PROVIDER_PAGES", buyerNamesAccount: false },
  ...{ BANK_TRANSFER: byTransfer, CASH: byTransfer, CARD: byTransfer },
  // No money comes in by this kind.
  ZERO: { refundedBy: "TRANSFER", buyerNamesAccount: false },
};

export const refundWayOf = (kind: PaymentKind): "PROVIDER" | "TRANSFER" =>
  refundRoutes[kind].refundedBy === "TRANSFER" ? "TRANSFER" : "PROVIDER";

/**
 * Whether a sum may go back in a way, by where its parts came from. What a provider took goes back through that provider only. A gift
 * voucher moves no money to anybody, so that it is always possible.
 */
export function mayGoBackBy(
  way: Exclude<RefundWay, "VOUCHER"> | "AS_PAID",
  parts: readonly { way: RefundWay }[],
): boolean {
  if (way === "AS_PAID" || way === "CREDIT") return true;
  const hasProviders = parts.some((part) => part.way === "PROVIDER");
  if (way === "PROVIDER") return hasProviders || parts.every((part) => part.way === "VOUCHER");
  return !hasProviders;
}

/** Letters and digits that are not taken for each other. */
export const numberAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ3467";
const numberLetters = 6;

/** The number of an order from random bytes: "UOLA-ABCDEF". It opens nothing. */
export function orderNumberFrom(bytes: Uint8Array): string {
  let left = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  let letters = "";
  for (let index = 0; index < numberLetters; index++, left /= BigInt(numberAlphabet.length)) {
    letters += numberAlphabet.charAt(Number(left % BigInt(numberAlphabet.length)));
  }
  return `UOLA-${letters}`;
}

/** The text of a QR code that bank apps read as a transfer (EPC069-12, version 2). */
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
 * For how long the law lets a buyer withdraw from what takes place on no day: to the end of the fourteenth day after it. What was
 * sold at the desk is no distance contract, where the law gives no such right.
 */
const withdrawalDays = 14;
export const withdrawableUntil = (
  kind: string,
  { boughtDate, soldAtDesk }: { boughtDate: Date | null; soldAtDesk: boolean },
): Date | null =>
  boughtDate && !soldAtDesk && (kind === "VOUCHER" || kind === "PASS" || kind === "GOODS")
    ? new Date(instantOf(addDays(localDate(boughtDate), withdrawalDays + 1)).getTime() - 1)
    : null;
