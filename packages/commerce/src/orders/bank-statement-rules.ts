import type { BankEntry, BankEntryProblem, OrderState } from "@uola/contract";
import { isPayable, numberAlphabet } from "./order-rules.ts";

/** Why a person has to compare an entry with the bank's statement before it pays an order. */
export type ToCheck = Extract<BankEntryProblem, "AMOUNT_UNCLEAR" | "SAME_REFERENCE">;

/** An entry as far as it decides which order it is for. */
export type Entry = {
  toCheck: ToCheck | null;
  bookedDate: string;
  amount: number;
  currency: string;
  reversal: boolean;
  returned: boolean;
  payerName: string;
  text: string;
  reference: string;
};
/** An order as far as it decides whether an entry is for it. */
export type Candidate = {
  id: string;
  number: string;
  state: OrderState;
  left: number;
  /** Whose name stands on its documents. */
  buyer: string;
  /** Who may pay it: the buyer, the company. */
  names: readonly string[];
  byTransfer: boolean;
  /** Transfers that were noted by hand and that no entry stands for yet. */
  notedBefore: readonly number[];
  /** All of its transfers that the bank has not taken back. */
  transfers: readonly number[];
};
export type Proposal = Pick<BankEntry, "match"> & { problem: BankEntryProblem | null; order: Candidate | null };

/** A number, with what begins an RF reference before it. Found from each letter on, since people write the gym's name before it. */
const numbers = new RegExp(`(?=(?<=(RF\\d\\d)?)U[O0]LA([${numberAlphabet}]{6}))`, "g");

/**
 * The numbers of orders in what a payer wrote: with or without spaces and dashes, with a nought for the O, or as an RF reference whose
 * check digits are right.
 */
export function numbersIn({ text, reference }: Pick<Entry, "text" | "reference">): string[] {
  const written = [text, reference].map((each) => each.toUpperCase().replace(/[^A-Z0-9]/g, ""));
  const found = written.flatMap((each) => [...each.matchAll(numbers)]);
  const trusted = found.filter(([, prefix, letters]) => !prefix || isReference(`${prefix}UOLA${letters}`));
  return [...new Set(trusted.map(([, , letters]) => `UOLA-${letters}`))];
}

/** Whether the check digits of an RF reference (ISO 11649) are right. */
export function isReference(reference: string): boolean {
  if (!/^RF\d\d[A-Z0-9]{1,21}$/.test(reference)) return false;
  const moved = reference.slice(4) + reference.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Providers pay out for many orders at once; these payments are noted already. */
const providers = /\b(montonio|paysera|stripe)\b/i;

/** Whether the bank took the money back: a reversal of the sum, not booked before it, of the same order; of one that names none, by whom. */
export function isTakenBack(entry: Entry, reversals: readonly Entry[]): boolean {
  const own = numbersIn(entry);
  return reversals.some((one) => {
    if (one.amount !== entry.amount || one.currency !== entry.currency || one.bookedDate < entry.bookedDate)
      return false;
    const named = numbersIn(one);
    return named.length > 0
      ? named.some((number) => own.includes(number))
      : isSamePerson(one.payerName, entry.payerName);
  });
}

/**
 * Which order an entry is for. `named` are the orders that it names, `open` those that wait for a transfer, `reversals` what the
 * bank took back.
 */
export function proposalFor(
  entry: Entry,
  named: readonly Candidate[],
  open: readonly Candidate[],
  reversals: readonly Entry[],
): Proposal {
  const [order, another] = named;
  const unknown = (problem: BankEntryProblem): Proposal => ({ match: "UNKNOWN", problem, order: order ?? null });
  if (entry.reversal) return reversed(entry, named);
  if (entry.currency !== "EUR") return unknown("OTHER_CURRENCY");
  if (isTakenBack(entry, reversals)) return { ...unknown("TAKEN_BACK"), order: another ? null : (order ?? null) };
  if (another) return { ...unknown("SEVERAL_ORDERS"), order: null };
  if (entry.toCheck) return unknown(entry.toCheck);
  if (order) {
    const problem = problemWith(order, entry.amount);
    if (problem === "PAID_ALREADY") return unknown(problem);
    return { match: problem ? "LIKELY" : "SURE", problem, order };
  }
  if (providers.test(entry.payerName)) return unknown("PAYOUT");
  const alike = open.filter(
    ({ byTransfer, left, names }) =>
      byTransfer && left === entry.amount && names.some((name) => isSamePerson(name, entry.payerName)),
  );
  const [only] = alike;
  // A name and a sum are a hint and no more.
  return only && alike.length === 1 ? { match: "LIKELY", problem: "BY_NAME", order: only } : unknown("NO_ORDER");
}

/** A reversal takes a transfer of its order back: of the one that it names, where that has a transfer of the sum. */
function reversed({ amount, currency, returned }: Entry, named: readonly Candidate[]): Proposal {
  const [order, another] = named.filter(({ transfers }) => transfers.includes(amount));
  const isOne = order !== undefined && !another && currency === "EUR" && !returned;
  return isOne
    ? { match: "LIKELY", problem: "REVERSAL", order }
    : { match: "UNKNOWN", problem: "REVERSAL", order: named.length === 1 ? (named[0] ?? null) : null };
}

/** Why an order does not surely wait for this sum; null when it does. */
export function problemWith({ state, left, notedBefore }: Candidate, amount: number): BankEntryProblem | null {
  if (notedBefore.includes(amount)) return "NOTED_BEFORE";
  if (state === "EXPIRED" || state === "CANCELED") return "OVER";
  if (!isPayable(state)) return "PAID_ALREADY";
  if (amount === left) return null;
  return amount < left ? "UNDERPAID" : "OVERPAID";
}

/** The same words, in whatever order, with or without their marks. */
export function isSamePerson(one: string, other: string): boolean {
  const words = (name: string) =>
    name
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .sort()
      .join(" ");
  return words(one) !== "" && words(one) === words(other);
}
