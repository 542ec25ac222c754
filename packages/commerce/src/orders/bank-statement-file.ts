import { createHash } from "node:crypto";
import { Refusal } from "@uola/kernel";
import { XMLParser, XMLValidator } from "fast-xml-parser";

/** Money in a statement, as the bank says it. */
export type StatementEntry = {
  /** The same entry has the same key in every file that has it. */
  entryKey: string;
  bookedDate: string;
  /** In hundredths of its currency. */
  amount: number;
  currency: string;
  /** Money of ours that came back, or money that was taken back from us. */
  reversal: boolean;
  /** Of a reversal: it brings money, since what it reverses was a payment out. */
  returned: boolean;
  payerName: string;
  payerIban: string;
  text: string;
  reference: string;
};
export type Statement = {
  iban: string;
  entries: StatementEntry[];
  /** Entries that bring no money: payments out, and what is not booked yet. */
  skipped: number;
};

/** An element: its children by name, all of them as lists, with its own text and attributes. */
type Element = { [name: string]: Element[] | string | undefined; "#text"?: string; "@Ccy"?: string };

const notAStatement = (why: string) =>
  new Refusal("NOT_A_STATEMENT", `This is no statement that is read here: ${why}.`, 400);
const incomplete = (why: string) => new Refusal("STATEMENT_INCOMPLETE", `The statement is not whole: ${why}.`, 400);

const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: "@", removeNSPrefix: true },
  // Sums and references are texts here: "007" is no number.
  ...{ parseTagValue: false, parseAttributeValue: false, alwaysCreateTextNode: true },
  isArray: (name: string, _: unknown, __: boolean, isAttribute: boolean) => !isAttribute && name !== "?xml",
});

/**
 * Reads statements of accounts (ISO 20022 camt.053) of any year's version. A document type is refused, so that no entity but those of
 * XML itself is ever resolved. A statement whose balances do not follow from its entries is refused as a whole.
 */
export function readStatements(file: Uint8Array): Statement[] {
  const text = textOf(file);
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw notAStatement("it has a document type");
  const problem = XMLValidator.validate(text);
  if (problem !== true) throw notAStatement(`it is not XML (${problem.err.msg})`);
  const statements = all(parsed(text), "Document", "BkToCstmrStmt", "Stmt");
  if (statements.length === 0) throw notAStatement("it is not camt.053");
  return statements.map(readStatement);
}

/** In the encoding that the file names, UTF-8 by default. */
function textOf(file: Uint8Array): string {
  const beginning = Buffer.from(file.subarray(0, 200)).toString("latin1");
  const [, name = "utf-8"] = /<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(beginning) ?? [];
  try {
    return new TextDecoder(name, { fatal: true }).decode(file);
  } catch {
    throw notAStatement(`it is not in ${name}`);
  }
}

function parsed(text: string): Element {
  try {
    return parser.parse(text) as Element;
  } catch (error) {
    throw notAStatement(error instanceof Error ? error.message : "it is not XML");
  }
}

function readStatement(statement: Element): Statement {
  const iban = bare(textAt(statement, "Acct", "Id", "IBAN"));
  if (!iban) throw notAStatement("its account has no IBAN");
  const rows = all(statement, "Ntry");
  const booked = rows.filter((row) => /^(BOOK|)$/.test(textAt(row, "Sts", "Cd") || textAt(row, "Sts")));
  refuseWrongBalance(statement, booked);
  const shown = booked.filter((row) => isShown(row) && amountAt(row).amount > 0);
  const read = shown.flatMap((row) => entriesOf(row, iban)).filter(({ amount }) => amount > 0);
  return { iban, entries: withKeys(iban, read), skipped: rows.length - shown.length };
}

const isCredit = (row: Element): boolean => textAt(row, "CdtDbtInd") === "CRDT";
const isReversal = (row: Element): boolean => textAt(row, "RvslInd") === "true" || textAt(row, "RvslInd") === "1";
/** Money that came in, and reversals in both directions, which somebody should see. */
const isShown = (row: Element): boolean => isCredit(row) || isReversal(row);

/** What was there at first and all entries have to sum to what is there at last; a bank that says no balances is believed. */
function refuseWrongBalance(statement: Element, booked: readonly Element[]): void {
  const balanceOf = (codes: RegExp) => {
    const balance = all(statement, "Bal").find((one) => codes.test(textAt(one, "Tp", "CdOrPrtry", "Cd")));
    return balance && signedOf(balance);
  };
  const [first, last] = [balanceOf(/^(OPBD|PRCD)$/), balanceOf(/^CLBD$/)];
  if (first === undefined || last === undefined) return;
  const sum = booked.reduce((total, row) => total + signedOf(row), first);
  if (sum !== last) throw incomplete(`its entries lead to ${sum}, and it says ${last}`);
}

const signedOf = (element: Element): number => (isCredit(element) ? 1 : -1) * amountAt(element).amount;

type Row = Omit<StatementEntry, "entryKey"> & { bankReference: string; part: number };

/** An entry may be a batch of several payments, each with its own sum. */
function entriesOf(row: Element, own: string): Row[] {
  const details = all(row, "NtryDtls", "TxDtls");
  const whole = amountAt(row);
  const parts = details.map((detail) => amountIn(detail));
  const isBatch = details.length > 1 && parts.every((part) => part?.currency === whole.currency);
  if (isBatch && parts.reduce((sum, part) => sum + (part?.amount ?? 0), 0) !== whole.amount) {
    throw incomplete("a batch is not the sum of its payments");
  }
  const groups = isBatch ? details.map((detail) => [detail]) : [details];
  return groups.map((group, part) => {
    const parties = group.flatMap((detail) => all(detail, "RltdPties"));
    const remittance = group.flatMap((detail) => all(detail, "RmtInf"));
    const payerIban = bare(first(parties, "DbtrAcct", "Id", "IBAN"));
    return {
      ...(isBatch ? (parts[part] as Money) : whole),
      ...{ bookedDate: dateAt(row), reversal: isReversal(row), returned: isReversal(row) && isCredit(row), part },
      payerName: line(first(parties, "Dbtr", "Nm") || first(parties, "Dbtr", "Pty", "Nm"), 140),
      payerIban: payerIban === own ? "" : payerIban.slice(0, 34),
      text: line([...texts(remittance, "Ustrd"), textAt(row, "AddtlNtryInf")].filter(Boolean).join(" "), 500),
      reference: line(
        first(remittance, "Strd", "CdtrRefInf", "Ref") ||
          first(group, "Refs", "EndToEndId").replace(/^NOTPROVIDED$/, ""),
        140,
      ),
      bankReference: textAt(row, "AcctSvcrRef"),
    };
  });
}

/**
 * The bank's own reference tells an entry from all others. Where there is none its content does; entries with the same content are
 * counted, so that two transfers on one day are two, and the same file again has none that are new.
 */
function withKeys(iban: string, rows: readonly Row[]): StatementEntry[] {
  const seen = new Map<string, number>();
  return rows.map(({ bankReference, part, ...entry }) => {
    const { bookedDate, amount, currency, payerName, payerIban, text, reference, reversal } = entry;
    const content = [bookedDate, amount, currency, payerName, payerIban, text, reference, reversal];
    const name = bankReference ? `${bankReference} ${part}${reversal ? " reversed" : ""}` : JSON.stringify(content);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { ...entry, entryKey: createHash("sha256").update(`${iban} ${name} ${times}`).digest("hex") };
  });
}

type Money = { amount: number; currency: string };

function amountAt(element: Element): Money {
  const money = moneyOf(all(element, "Amt")[0]);
  if (!money) throw notAStatement("a sum is missing");
  return money;
}

/** The sum of one payment in a batch, in the currency of the account. */
const amountIn = (detail: Element): Money | undefined =>
  moneyOf(all(detail, "AmtDtls", "TxAmt", "Amt")[0] ?? all(detail, "Amt")[0]);

function moneyOf(element: Element | undefined): Money | undefined {
  if (!element) return undefined;
  const [, whole, part = ""] = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(element["#text"]?.trim() ?? "") ?? [];
  if (whole === undefined || !/^0*$/.test(part.slice(2))) throw notAStatement(`"${element["#text"]}" is no sum`);
  return { amount: Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, "0")), currency: element["@Ccy"] ?? "" };
}

function dateAt(row: Element): string {
  const date = (textAt(row, "BookgDt", "Dt") || textAt(row, "BookgDt", "DtTm")).slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) throw notAStatement("an entry has no day");
  return date;
}

/** All elements at a path. */
const all = (element: Element, ...path: string[]): Element[] =>
  path.reduce<Element[]>(
    (found, name) => found.flatMap((one) => (Array.isArray(one[name]) ? (one[name] as Element[]) : [])),
    [element],
  );
const texts = (elements: readonly Element[], ...path: string[]): string[] =>
  elements.flatMap((element) => all(element, ...path)).map((found) => found["#text"]?.trim() ?? "");
const first = (elements: readonly Element[], ...path: string[]): string => texts(elements, ...path).find(Boolean) ?? "";
const textAt = (element: Element, ...path: string[]): string => first([element], ...path);
const bare = (text: string): string => text.replace(/\s/g, "").toUpperCase();
const line = (text: string, max: number): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, max);
