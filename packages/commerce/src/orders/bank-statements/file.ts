import { amountOf, hundredths, isWholeHundredths, type Money, moneyOf } from "./amounts.ts";
import type { StatementEntry } from "./entry.ts";
import { assignEntryKeys, isPlaceholder, type Keyed, type OldIdentity } from "./entry-identity.ts";
import { all, type Element, first, notAStatement, parseXml, StatementError, textAt, texts } from "./xml.ts";

/** The combined statements for one account in a file. */
export type StatementFile = {
  /** The number of statements in the file that are for the account. */
  statements: number;
  entries: (StatementEntry & Keyed)[];
  /** The number of outgoing payments and pending entries, which are skipped. */
  skipped: number;
  /** The number of statements for other accounts, which are skipped. */
  otherAccounts: number;
};

const textMax = 1000;
const referenceMax = 500;
const nameMax = 140;

/**
 * Reads the statements of one account from a file (ISO 20022 camt.053, the version of any year).
 * Throws a StatementError for a file in another format, and for a statement whose balances do not
 * follow from its entries.
 */
export function readStatements(file: Uint8Array, iban: string): StatementFile {
  const statements = all(parseXml(file), "Document", "BkToCstmrStmt", "Stmt");
  if (statements.length === 0) throw notAStatement("it is not camt.053");
  const own = statements.filter((statement) => accountOf(statement) === iban);
  const others = statements.filter((statement) => !own.includes(statement));
  const read = own.map((statement) => readStatement(statement, iban));
  return {
    statements: own.length,
    entries: assignEntryKeys(
      iban,
      read.map(({ entries }) => entries),
    ),
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0),
    otherAccounts: new Set(others.map(accountOf)).size,
  };
}

const accountOf = (statement: Element): string =>
  bare(textAt(statement, "Acct", "Id", "IBAN") || textAt(statement, "Acct", "Id", "Othr", "Id"));

type Identified = StatementEntry & { identityText: string; old: OldIdentity };

function readStatement(statement: Element, iban: string): { entries: Identified[]; skipped: number } {
  const rows = all(statement, "Ntry");
  const booked = rows.filter((row) => /^(BOOK|)$/.test(textAt(row, "Sts", "Cd") || textAt(row, "Sts")));
  refuseWrongBalance(statement, booked);
  const read = booked.map((row) => paymentsIn(row, statement).flatMap((payment) => entryOf(payment, row, iban) ?? []));
  const shown = read.filter((entries) => entries.length > 0);
  return { entries: shown.flat(), skipped: rows.length - shown.length };
}

const isCredit = (element: Element): boolean => textAt(element, "CdtDbtInd") === "CRDT";
const isReversal = (row: Element): boolean => /^(true|1)$/.test(textAt(row, "RvslInd"));
const signed = ({ units }: Money, credit: boolean): bigint => (credit ? units : -units);

/**
 * Rejects a statement unless, in each currency, the opening balance and all entries sum to the
 * closing balance. A currency without balances cannot be checked. A statement of several days may
 * have balances for each day.
 */
function refuseWrongBalance(statement: Element, booked: readonly Element[]): void {
  const sums = new Map<string, bigint>();
  for (const row of booked) {
    const amount = amountOf(row);
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + signed(amount, isCredit(row)));
  }
  const balances = all(statement, "Bal")
    .map((balance) => ({
      code: textAt(balance, "Tp", "CdOrPrtry", "Cd"),
      date: dateIn(balance, "Dt"),
      currency: amountOf(balance).currency,
      units: signed(amountOf(balance), isCredit(balance)),
    }))
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  for (const currency of new Set(balances.map((balance) => balance.currency))) {
    const own = balances.filter((balance) => balance.currency === currency);
    const opening = own.find(({ code }) => code === "OPBD") ?? own.find(({ code }) => code === "PRCD");
    const closing = own.findLast(({ code }) => code === "CLBD");
    if (!opening || !closing) continue;
    const expected = opening.units + (sums.get(currency) ?? 0n);
    if (expected !== closing.units) {
      throw new StatementError(
        "STATEMENT_INCOMPLETE",
        `The statement is incomplete: its entries lead to ${shown(expected)} ${currency}, but it says ${shown(closing.units)}.`,
      );
    }
  }
}

const shown = (units: bigint): string => (Number(units) / 100_000).toFixed(2);

/** One payment: its details in the file, its amount and its direction. */
type Payment = {
  details: readonly Element[];
  amount: Money;
  credit: boolean;
  bookedDate: string;
  toCheck: StatementEntry["toCheck"];
  part: number;
};

/**
 * Returns the payments of an entry, which may contain several. Returns the entry as one payment if
 * their amounts do not add up to its own.
 */
function paymentsIn(row: Element, statement: Element): Payment[] {
  const details = all(row, "NtryDtls", "TxDtls");
  const amount = amountOf(row);
  const base = { amount, credit: isCredit(row), bookedDate: bookedDateOf(row, statement) };
  const whole: Payment = { ...base, details, toCheck: isWholeHundredths(amount) ? null : "AMOUNT_UNCLEAR", part: 0 };
  if (details.length < 2) return [whole];
  const amounts = details.map(amountIn);
  if (amounts.every((one) => one === undefined)) return [whole];
  const parts = details.flatMap((detail, part): Payment[] => {
    const own = amounts[part];
    const credit = all(detail, "CdtDbtInd").length > 0 ? isCredit(detail) : base.credit;
    return own?.currency === amount.currency
      ? [{ ...base, details: [detail], amount: own, credit, toCheck: null, part }]
      : [];
  });
  const isComplete = parts.length === details.length && addsUp(row, whole, parts);
  return isComplete && parts.every((part) => isWholeHundredths(part.amount))
    ? parts
    : [{ ...whole, toCheck: "AMOUNT_UNCLEAR" }];
}

/** Whether payments sum to the entry that contains them, with or without the bank's charges. */
function addsUp(row: Element, whole: Payment, parts: readonly Payment[]): boolean {
  const sum = parts.reduce((total, part) => total + signed(part.amount, part.credit), 0n);
  const difference = signed(whole.amount, whole.credit) - sum;
  const { currency } = whole.amount;
  const ofEntry = chargesIn([row], currency);
  const ofParts = chargesIn(whole.details, currency);
  return [0n, ofEntry, ofParts, ofEntry + ofParts].some((charges) => difference === charges || difference === -charges);
}

function chargesIn(elements: readonly Element[], currency: string): bigint {
  return elements
    .flatMap((element) => all(element, "Chrgs"))
    .flatMap((charges) => {
      const records = [charges, ...all(charges, "Rcrd")].filter((record) => all(record, "Amt").length > 0);
      const amounts = records.map((record) => ({ money: amountOf(record), isRefund: isCredit(record) }));
      const total = moneyOf(all(charges, "TtlChrgsAndTaxAmt")[0]);
      return amounts.length === 0 && total ? [{ money: total, isRefund: false }] : amounts;
    })
    .filter(({ money }) => money.currency === currency)
    .reduce((sum, { money, isRefund }) => sum + signed(money, !isRefund), 0n);
}

/** The amount of one payment in a batch, in the currency of the account. */
const amountIn = (detail: Element): Money | undefined =>
  moneyOf(all(detail, "AmtDtls", "TxAmt", "Amt")[0] ?? all(detail, "Amt")[0]);

/** Returns an entry for an incoming payment, and for a reversal in either direction. */
function entryOf(payment: Payment, row: Element, own: string): Identified | undefined {
  const { details, credit, bookedDate, toCheck, part } = payment;
  const reversal = isReversal(row);
  const amount = hundredths(payment.amount);
  if (amount === 0 || !(credit || reversal)) return undefined;
  const { currency } = payment.amount;
  const parties = details.flatMap((detail) => all(detail, "RltdPties"));
  const remittance = details.flatMap((detail) => all(detail, "RmtInf"));
  const payerIban = bare(first(parties, "DbtrAcct", "Id", "IBAN"));
  const byPayer = [...texts(remittance, "Ustrd"), ...texts(remittance, "Strd", "AddtlRmtInf")];
  const byBank = [...texts(details, "AddtlTxInf"), ...texts([row], "AddtlNtryInf")];
  const references = [
    ...texts(remittance, "Strd", "CdtrRefInf", "Ref"),
    ...texts(remittance, "Strd", "RfrdDocInf", "Nb"),
    ...texts(details, "Refs", "EndToEndId"),
  ].filter((reference) => !isPlaceholder(reference));
  const names = [...nameIn(parties, "Dbtr"), ...nameIn(parties, "UltmtDbtr")];
  const bankReference = [textAt(row, "AcctSvcrRef"), first(details, "Refs", "AcctSvcrRef")].find(
    (reference) => !isPlaceholder(reference),
  );
  const facts = { bookedDate, amount, currency, reversal, payerIban: payerIban === own ? "" : payerIban.slice(0, 34) };
  return {
    ...facts,
    returned: reversal && credit,
    toCheck,
    bankReference: line(bankReference ?? "", nameMax),
    payerName: line(names[0] ?? "", nameMax),
    text: line(distinct([...byPayer, ...byBank]), textMax),
    reference: line(distinct(references), referenceMax),
    // The text written by the bank depends on the language, so it identifies an entry only if the
    // payer wrote no text.
    identityText: byPayer.length > 0 ? byPayer.join(" ") : (byBank[0] ?? ""),
    old: {
      ...facts,
      bankReference: textAt(row, "AcctSvcrRef"),
      part,
      payerName: line(first(parties, "Dbtr", "Nm") || first(parties, "Dbtr", "Pty", "Nm"), 140),
      text: line([...texts(remittance, "Ustrd"), textAt(row, "AddtlNtryInf")].filter(Boolean).join(" "), 500),
      reference: line(
        first(remittance, "Strd", "CdtrRefInf", "Ref") ||
          first(details, "Refs", "EndToEndId").replace(/^NOTPROVIDED$/, ""),
        140,
      ),
    },
  };
}

const nameIn = (parties: readonly Element[], role: string): string[] => [
  ...texts(parties, role, "Nm"),
  ...texts(parties, role, "Pty", "Nm"),
];

/** Returns the booking date or, if the bank gives none, the value date or the end of the statement. */
function bookedDateOf(row: Element, statement: Element): string {
  const date =
    [
      dateIn(row, "BookgDt"),
      dateIn(row, "ValDt"),
      dateIn(statement, "FrToDt", "ToDtTm"),
      dateIn(statement, "CreDtTm"),
    ].find(Boolean) ?? "";
  if (!isDay(date)) throw notAStatement(`an entry has no day (${date})`);
  return date;
}

const dateIn = (element: Element, ...path: string[]): string =>
  (textAt(element, ...path, "Dt") || textAt(element, ...path, "DtTm") || textAt(element, ...path)).slice(0, 10);

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

const distinct = (parts: readonly string[]): string => [...new Set(parts)].join(" ");
const bare = (text: string): string => text.replace(/\s/g, "").toUpperCase();
const line = (text: string, max: number): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, max);
