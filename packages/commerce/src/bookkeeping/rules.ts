import type { LedgerRole, PaymentKind, PaymentMethod, RefundWay } from "@uola/contract";
import { sumOf } from "../money/money.ts";

/** The usual Lithuanian chart of accounts. */
export const usualAccounts: Record<LedgerRole, string> = {
  ...{ BUYERS: "2410", BANK: "271", TILL: "272", UNDERWAY: "273", VOUCHERS: "4420", VAT: "4492" },
  ...{ SERVICES: "5001", GOODS: "5000", DONATIONS: "5400", BONUS: "5090" },
};

/** What a line of a document was sold as; null where its order is not known. */
export type SoldAs = "BOOKING" | "VOUCHER" | "GOODS" | "DONATION" | "PASS" | null;
type About = { day: string; orderNumber: string | null; who: string };

/** What happened to money, as the other features keep it. Sums of a credit note are negative, as on paper. */
export type Fact = About &
  (
    | { kind: "DOCUMENT"; document: string; isCredit: boolean; lines: { soldAs: SoldAs; net: number; vat: number }[] }
    | { kind: "PAYMENT" | "VOIDED"; by: PaymentKind; amount: number }
    | { kind: "REFUND"; way: RefundWay; byTransfer: boolean; amount: number; bonus: number }
    /** Without an order. Of an invoiced one the document has what it was sold for, and the money is for that. */
    | { kind: "VOUCHER_SOLD" | "VOUCHER_REFUNDED"; method: PaymentMethod; amount: number; isInvoiced: boolean }
    /** What a voucher paid of an order or, without one, of what the till sold; less than nothing where that came back onto it. */
    | { kind: "VOUCHER_USED"; amount: number }
  );

export type BookRow = { role: LedgerRole; debit: number; credit: number };
export type BookEntry = About & { kind: Fact["kind"]; document: string | null; rows: BookRow[] };

const incomeOf: Record<Exclude<SoldAs, null>, LedgerRole> = {
  ...{ BOOKING: "SERVICES", PASS: "SERVICES", GOODS: "GOODS", DONATION: "DONATIONS", VOUCHER: "VOUCHERS" },
};
const moneyOf: Record<PaymentKind, LedgerRole> = {
  ...{ DEMO_BANK: "UNDERWAY", MONTONIO: "UNDERWAY", PAYSERA: "UNDERWAY", STRIPE: "UNDERWAY", ZERO: "UNDERWAY" },
  ...{ BANK_TRANSFER: "BANK", CASH: "TILL", CARD: "UNDERWAY" },
};
const methodOf: Record<PaymentMethod, LedgerRole> = { CASH: "TILL", CARD: "UNDERWAY", TRANSFER: "BANK" };

/** Debit is more than nothing, credit less. */
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
  // The till counts what a voucher paid among its takings, though no money came.
  VOUCHER_USED: ({ amount, orderNumber }) => [
    ["VOUCHERS", amount],
    [orderNumber === null ? "TILL" : "BUYERS", -amount],
  ],
};

/** What a provider did not take is transferred by hand. */
const refundedFrom = (way: RefundWay, byTransfer: boolean): LedgerRole => {
  if (way === "PROVIDER") return byTransfer ? "BANK" : "UNDERWAY";
  if (way === "TRANSFER") return "BANK";
  return way === "DESK" ? "TILL" : "VOUCHERS";
};

/** The rows of one entry: a role once on each side, debit first. */
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

/** A fact as an entry whose debit is its credit; nothing where no money was moved. */
export function entryOf(fact: Fact): BookEntry | undefined {
  const rows = rowsOf((movesOf[fact.kind] as (fact: Fact) => Moves)(fact));
  if (rows.length === 0) return undefined;
  const [debit, credit] = [sumOf(rows.map((row) => row.debit)), sumOf(rows.map((row) => row.credit))];
  if (debit !== credit) throw new RangeError(`${fact.kind} of ${fact.day}: debit ${debit}, credit ${credit}.`);
  const { day, orderNumber, who, kind } = fact;
  return { day, orderNumber, who, kind, document: fact.kind === "DOCUMENT" ? fact.document : null, rows };
}
