import { byProvider, type LedgerRole, type PaymentKind, type PaymentMethod, type RefundMethod } from "@uola/contract";
import { sumOf } from "../money/money.ts";

/** The default accounts of the standard Lithuanian chart of accounts. */
export const defaultAccounts: Record<LedgerRole, string> = {
  BUYERS: "2410",
  BANK: "271",
  TILL: "272",
  UNDERWAY: "273",
  VOUCHERS: "4420",
  VAT: "4492",
  SERVICES: "5001",
  GOODS: "5000",
  DONATIONS: "5400",
  BONUS: "5090",
};

/** The kind of item sold in a document line; null if its order is unknown. */
export type SoldAs = "BOOKING" | "VOUCHER" | "GOODS" | "DONATION" | "PASS" | null;
type About = { day: string; orderNumber: string | null; who: string };

/**
 * A financial transaction as stored by the other features. Amounts of a credit note are negative,
 * as on the document.
 */
export type Fact = About &
  (
    | { kind: "DOCUMENT"; document: string; isCredit: boolean; lines: { soldAs: SoldAs; net: number; vat: number }[] }
    | { kind: "PAYMENT" | "VOIDED"; by: PaymentKind; amount: number }
    | { kind: "REFUND"; way: RefundMethod; byTransfer: boolean; amount: number; bonus: number }
    /**
     * A voucher sold or refunded without an order. For an invoiced sale, the document records the
     * sale and the payment settles it.
     */
    | { kind: "VOUCHER_SOLD" | "VOUCHER_REFUNDED"; method: PaymentMethod; amount: number; isInvoiced: boolean }
    /**
     * Voucher payment for an order or, without one, for a sale at the till; negative if the amount
     * was returned to the voucher.
     */
    | { kind: "VOUCHER_USED"; amount: number }
  );

export type BookRow = { role: LedgerRole; debit: number; credit: number };
export type BookEntry = About & { kind: Fact["kind"]; document: string | null; rows: BookRow[] };

const incomeOf: Record<Exclude<SoldAs, null>, LedgerRole> = {
  BOOKING: "SERVICES",
  PASS: "SERVICES",
  GOODS: "GOODS",
  DONATION: "DONATIONS",
  VOUCHER: "VOUCHERS",
};
const moneyOf: Record<PaymentKind, LedgerRole> = {
  DEMO_BANK: "UNDERWAY",
  ...byProvider(({ account }) => account),
  ZERO: "UNDERWAY",
  BANK_TRANSFER: "BANK",
  CASH: "TILL",
  CARD: "UNDERWAY",
};
const methodOf: Record<PaymentMethod, LedgerRole> = { CASH: "TILL", CARD: "UNDERWAY", TRANSFER: "BANK" };

/** Positive amounts are debits, negative ones credits. */
type Moves = [role: LedgerRole, amount: number][];

const movesOf: { [Kind in Fact["kind"]]: (fact: Extract<Fact, { kind: Kind }>) => Moves } = {
  DOCUMENT: ({ lines }) => [
    ["BUYERS", sumOf(lines.map(({ net, vat }) => net + vat))],
    ...lines.map(({ soldAs, net }): Moves[number] => [soldAs === null ? "SERVICES" : incomeOf[soldAs], -net]),
    ["VAT", -sumOf(lines.map(({ vat }) => vat))],
  ],
  PAYMENT: ({ by, amount }) => [
    [moneyOf[by], amount],
    ["BUYERS", -amount],
  ],
  VOIDED: ({ by, amount }) => [
    ["BUYERS", amount],
    [moneyOf[by], -amount],
  ],
  REFUND: ({ way, byTransfer, amount, bonus }) => [
    ["BUYERS", amount],
    ["BONUS", bonus],
    [refundedFrom(way, byTransfer), -amount - bonus],
  ],
  VOUCHER_SOLD: ({ method, amount, isInvoiced }) => [
    [methodOf[method], amount],
    [isInvoiced ? "BUYERS" : "VOUCHERS", -amount],
  ],
  VOUCHER_REFUNDED: ({ method, amount, isInvoiced }) => [
    [isInvoiced ? "BUYERS" : "VOUCHERS", amount],
    [methodOf[method], -amount],
  ],
  // The till counts voucher payments as received, although no cash was received.
  VOUCHER_USED: ({ amount, orderNumber }) => [
    ["VOUCHERS", amount],
    [orderNumber === null ? "TILL" : "BUYERS", -amount],
  ],
};

/** A refund that the provider did not accept is transferred by hand. */
const refundedFrom = (way: RefundMethod, byTransfer: boolean): LedgerRole => {
  if (way === "PROVIDER") return byTransfer ? "BANK" : "UNDERWAY";
  if (way === "TRANSFER") return "BANK";
  return way === "DESK" ? "TILL" : "VOUCHERS";
};

/** Returns the rows of one entry: each account at most once per side, debit first. */
function rowsOf(moves: Moves): BookRow[] {
  const sides = { debit: new Map<LedgerRole, number>(), credit: new Map<LedgerRole, number>() };
  for (const [role, amount] of moves) {
    const side = amount > 0 ? sides.debit : sides.credit;
    if (amount !== 0) side.set(role, (side.get(role) ?? 0) + Math.abs(amount));
  }
  return [
    ...[...sides.debit].map(([role, debit]) => ({ role, debit, credit: 0 })),
    ...[...sides.credit].map(([role, credit]) => ({ role, debit: 0, credit })),
  ];
}

/** Converts a financial transaction to a balanced entry; undefined if all amounts are zero. */
export function entryOf(fact: Fact): BookEntry | undefined {
  const rows = rowsOf((movesOf[fact.kind] as (fact: Fact) => Moves)(fact));
  if (rows.length === 0) return undefined;
  const [debit, credit] = [sumOf(rows.map((row) => row.debit)), sumOf(rows.map((row) => row.credit))];
  if (debit !== credit) throw new RangeError(`${fact.kind} of ${fact.day}: debit ${debit}, credit ${credit}.`);
  const { day, orderNumber, who, kind } = fact;
  return { day, orderNumber, who, kind, document: fact.kind === "DOCUMENT" ? fact.document : null, rows };
}
