/** A statement entry made by a test. */
export type EntryFixture = {
  cents: number;
  /** The text of the amount, if it differs from euros and cents. */
  written?: string;
  /** The payer's text or texts: `RmtInf/Ustrd`. */
  text?: string | readonly string[];
  /** Structured references: `RmtInf/Strd/CdtrRefInf/Ref`, one or several. */
  rf?: string | readonly string[];
  /** `RmtInf/Strd/AddtlRmtInf`, where banks put the text of an inpayment slip. */
  additional?: string;
  /** `RmtInf/Strd/RfrdDocInf/Nb`: the number of the invoice that is paid. */
  invoiceNumber?: string;
  /** `AddtlTxInf` and `AddtlNtryInf`: the bank's text about the payment and the entry. */
  paymentInfo?: string;
  entryInfo?: string;
  endToEnd?: string;
  payer?: string;
  ultimatePayer?: string;
  payerIban?: string;
  /** The bank's own reference; absent for a bank that gives none. */
  ref?: string;
  /** The booking date; an empty string omits the element. */
  day?: string;
  valueDay?: string;
  currency?: string;
  out?: boolean;
  reversal?: boolean;
  state?: "BOOK" | "PDNG";
  /** The bank's charges in cents. */
  charges?: number;
  /** Several payments in one entry. `out` sets the direction of a payment. */
  batch?: readonly Omit<EntryFixture, "batch">[];
};

const euros = (cents: number) => (cents / 100).toFixed(2);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

type Options = {
  iban?: string;
  /** The account number, for an account without an IBAN. */
  other?: string;
  opening?: number;
  closing?: number;
  year?: string;
  prefix?: string;
};

/** The XML element of one statement; by default its balances agree in each currency. */
function statementElement(
  made: readonly EntryFixture[],
  { iban = "LT601010012345678901", other, opening = 100_000, closing, year = "02", prefix = "" }: Options,
): string {
  const p = prefix && `${prefix}:`;
  const tag = (name: string, inner: string, attributes = "") => `<${p}${name}${attributes}>${inner}</${p}${name}>`;
  const maybe = (name: string, inner: string | undefined) => (inner ? tag(name, escaped(inner)) : "");
  const amount = ({ cents, written, currency = "EUR" }: EntryFixture) =>
    tag("Amt", written ?? euros(cents), ` Ccy="${currency}"`);
  const party = (name: string) => tag("Nm", escaped(name));
  const isNewer = year !== "02";
  const detail = (one: EntryFixture, alone: boolean) =>
    tag(
      "TxDtls",
      [
        tag("Refs", tag("EndToEndId", one.endToEnd ?? "NOTPROVIDED")),
        alone ? "" : tag("AmtDtls", tag("TxAmt", amount(one))),
        alone || one.out === undefined ? "" : tag("CdtDbtInd", one.out ? "DBIT" : "CRDT"),
        tag(
          "RltdPties",
          [
            one.payer === undefined ? "" : tag("Dbtr", isNewer ? tag("Pty", party(one.payer)) : party(one.payer)),
            one.payerIban ? tag("DbtrAcct", tag("Id", tag("IBAN", one.payerIban))) : "",
            one.ultimatePayer ? tag("UltmtDbtr", party(one.ultimatePayer)) : "",
          ].join(""),
        ),
        tag(
          "RmtInf",
          [
            ...listed(one.text).map((text) => tag("Ustrd", escaped(text))),
            ...listed(one.rf).map((rf) => tag("Strd", tag("CdtrRefInf", tag("Ref", rf)))),
            one.invoiceNumber ? tag("Strd", tag("RfrdDocInf", tag("Nb", one.invoiceNumber))) : "",
            one.additional ? tag("Strd", tag("AddtlRmtInf", escaped(one.additional))) : "",
          ].join(""),
        ),
        maybe("AddtlTxInf", one.paymentInfo),
      ].join(""),
    );
  const state = ({ state = "BOOK" }: EntryFixture) => tag("Sts", isNewer ? tag("Cd", state) : state);
  const day = (name: string, date: string | undefined) => (date ? tag(name, tag("Dt", date)) : "");
  const charges = ({ charges, currency }: EntryFixture) =>
    charges === undefined ? "" : tag("Chrgs", tag("Rcrd", amount({ cents: charges, ...(currency && { currency }) })));
  const entry = (one: EntryFixture) =>
    tag(
      "Ntry",
      [
        amount(one),
        tag("CdtDbtInd", one.out ? "DBIT" : "CRDT"),
        one.reversal ? tag("RvslInd", "true") : "",
        state(one),
        day("BookgDt", one.day ?? "2026-09-01"),
        day("ValDt", one.valueDay),
        one.ref ? tag("AcctSvcrRef", one.ref) : "",
        charges(one),
        tag("NtryDtls", (one.batch ?? [one]).map((part) => detail(part, !one.batch)).join("")),
        maybe("AddtlNtryInf", one.entryInfo),
      ].join(""),
    );
  const balance = (code: string, cents: number, currency: string) =>
    tag(
      "Bal",
      tag("Tp", tag("CdOrPrtry", tag("Cd", code))) +
        amount({ cents: Math.abs(cents), currency }) +
        tag("CdtDbtInd", cents < 0 ? "DBIT" : "CRDT"),
    );
  const currencies = [...new Set(["EUR", ...made.map(({ currency = "EUR" }) => currency)])];
  const balances = currencies.flatMap((own) => {
    const booked = made.filter(({ state = "BOOK", currency = "EUR" }) => state === "BOOK" && currency === own);
    const sum = booked.reduce((total, { cents, out }) => total + (out ? -cents : cents), opening);
    return [balance("OPBD", opening, own), balance("CLBD", closing ?? sum, own)];
  });
  const account = other ? tag("Othr", tag("Id", other)) : tag("IBAN", iban);
  return tag("Stmt", [tag("Acct", tag("Id", account)), ...balances, ...made.map(entry)].join(""));
}

/** A file (camt.053) with several statements. */
export function fileOf(
  statements: readonly { made: readonly EntryFixture[]; options?: Options }[],
  { year = "02", prefix = "" }: Options = {},
): string {
  const name = (of: string) => (prefix ? `${prefix}:${of}` : of);
  const space = `xmlns${prefix && `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${year}"`;
  const inner = statements.map(({ made, options }) => statementElement(made, { year, prefix, ...options })).join("");
  const message = `<${name("BkToCstmrStmt")}>${inner}</${name("BkToCstmrStmt")}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name("Document")} ${space}>${message}</${name("Document")}>`;
}

/** A file with one statement, in the form a bank writes it. `year` selects the version of the format. */
export const statementOf = (made: readonly EntryFixture[], options: Options = {}): string =>
  fileOf([{ made, options }], options);
