import { type BankEntry, type BankEntryProblem, type OrderState, paymentProviders } from "@uola/contract";
import { isPayable, numberAlphabet } from "../order-rules.ts";

/** The reason why a person has to compare an entry with the bank's statement before it pays an order. */
export type ToCheck = Extract<BankEntryProblem, "AMOUNT_UNCLEAR" | "SAME_REFERENCE">;

/** The fields of an entry that are used to find its order. */
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
/** The fields of an order that are used to decide whether an entry pays it. */
export type Candidate = {
  id: string;
  number: string;
  state: OrderState;
  left: number;
  /** The name on the order's documents. */
  buyer: string;
  /** The names of possible payers: the buyer and the company. */
  names: readonly string[];
  byTransfer: boolean;
  /** The amounts of transfers that were recorded by hand and have no entry yet. */
  notedBefore: readonly number[];
  /** The amounts of all its transfers that the bank has not reversed. */
  transfers: readonly number[];
};
export type Proposal = Pick<BankEntry, "match"> & { problem: BankEntryProblem | null; order: Candidate | null };

/**
 * Matches an order number and, if present, the start of an RF reference before it. The search
 * starts at every letter, since people write the name of the gym before the number.
 */
const numbers = new RegExp(`(?=(?<=(RF\\d\\d)?)U[O0]LA([${numberAlphabet}]{6}))`, "g");

/**
 * Returns the order numbers in a payer's text: with or without spaces and dashes, with a zero for
 * the O, or as an RF reference with valid check digits.
 */
export function numbersIn({ text, reference }: Pick<Entry, "text" | "reference">): string[] {
  const written = [text, reference].map((each) => each.toUpperCase().replace(/[^A-Z0-9]/g, ""));
  const found = written.flatMap((each) => [...each.matchAll(numbers)]);
  const trusted = found.filter(([, prefix, letters]) => !prefix || isReference(`${prefix}UOLA${letters}`));
  return [...new Set(trusted.map(([, , letters]) => `UOLA-${letters}`))];
}

/** Whether the check digits of an RF reference (ISO 11649) are valid. */
export function isReference(reference: string): boolean {
  if (!/^RF\d\d[A-Z0-9]{1,21}$/.test(reference)) return false;
  const moved = reference.slice(4) + reference.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Payment providers transfer the money for many orders at once; those payments are already recorded. */
const providers = new RegExp(`\\b(${paymentProviders.map(({ name }) => name).join("|")})\\b`, "i");

/**
 * Returns whether the bank reversed an entry. There must be a reversal of the same amount that was
 * not booked earlier. It must be for the same order or, if it contains no order number, for the
 * same payer.
 */
export function isReversed(entry: Entry, reversals: readonly Entry[]): boolean {
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
 * Proposes the order that an entry pays. `named` contains the orders whose numbers are in the
 * entry, `open` the orders that await a transfer, and `reversals` the reversals by the bank.
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
  if (isReversed(entry, reversals)) return { ...unknown("TAKEN_BACK"), order: another ? null : (order ?? null) };
  if (another) return { ...unknown("SEVERAL_ORDERS"), order: null };
  if (entry.toCheck) return unknown(entry.toCheck);
  if (order) {
    const problem = matchProblem(order, entry.amount);
    if (problem === "PAID_ALREADY") return unknown(problem);
    return { match: problem ? "LIKELY" : "SURE", problem, order };
  }
  if (providers.test(entry.payerName)) return unknown("PAYOUT");
  const alike = open.filter(
    ({ byTransfer, left, names }) =>
      byTransfer && left === entry.amount && names.some((name) => isSamePerson(name, entry.payerName)),
  );
  const [only] = alike;
  // A matching name and sum are only a hint.
  return only && alike.length === 1 ? { match: "LIKELY", problem: "BY_NAME", order: only } : unknown("NO_ORDER");
}

/**
 * Proposes the order whose transfer is voided by a reversal: the order whose number the reversal
 * contains, if it has a transfer of that amount.
 */
function reversed({ amount, currency, returned }: Entry, named: readonly Candidate[]): Proposal {
  const [order, another] = named.filter(({ transfers }) => transfers.includes(amount));
  const isOne = order !== undefined && !another && currency === "EUR" && !returned;
  return isOne
    ? { match: "LIKELY", problem: "REVERSAL", order }
    : { match: "UNKNOWN", problem: "REVERSAL", order: named.length === 1 ? (named[0] ?? null) : null };
}

/** Returns the reason why this sum is not a sure match for an order; null if it is. */
export function matchProblem({ state, left, notedBefore }: Candidate, amount: number): BankEntryProblem | null {
  if (notedBefore.includes(amount)) return "NOTED_BEFORE";
  if (state === "EXPIRED" || state === "CANCELED") return "OVER";
  if (!isPayable(state)) return "PAID_ALREADY";
  if (amount === left) return null;
  return amount < left ? "UNDERPAID" : "OVERPAID";
}

/** Whether two names consist of the same words, in any order, with or without diacritics. */
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
