/** An entry of a statement that a test makes. */
export type Made = {
  cents: number;
  text?: string;
  rf?: string;
  payer?: string;
  payerIban?: string;
  /** The bank's own reference; none for a bank that gives none. */
  ref?: string;
  day?: string;
  currency?: string;
  out?: boolean;
  reversal?: boolean;
  state?: "BOOK" | "PDNG";
  /** Several payments in one entry; its sum is theirs. */
  batch?: readonly Omit<Made, "batch">[];
};

const euros = (cents: number) => (cents / 100).toFixed(2);
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

type Options = { iban?: string; opening?: number; closing?: number; year?: string; prefix?: string };

/** A statement (camt.053) as a bank writes it; by default its balances agree. `year` is the version's. */
export function statementOf(
  made: readonly Made[],
  { iban = "LT601010012345678901", opening = 100_000, closing, year = "02", prefix = "" }: Options = {},
): string {
  const p = prefix && `${prefix}:`;
  const tag = (name: string, inner: string, attributes = "") => `<${p}${name}${attributes}>${inner}</${p}${name}>`;
  const amount = ({ cents, currency = "EUR" }: Made) => tag("Amt", euros(cents), ` Ccy="${currency}"`);
  const detail = (one: Made, alone: boolean) =>
    tag(
      "TxDtls",
      [
        tag("Refs", tag("EndToEndId", "NOTPROVIDED")),
        alone ? "" : tag("AmtDtls", tag("TxAmt", amount(one))),
        tag(
          "RltdPties",
          tag("Dbtr", tag("Nm", escaped(one.payer ?? ""))) +
            (one.payerIban ? tag("DbtrAcct", tag("Id", tag("IBAN", one.payerIban))) : ""),
        ),
        tag(
          "RmtInf",
          (one.text === undefined ? "" : tag("Ustrd", escaped(one.text))) +
            (one.rf ? tag("Strd", tag("CdtrRefInf", tag("Ref", one.rf))) : ""),
        ),
      ].join(""),
    );
  const state = ({ state = "BOOK" }: Made) => tag("Sts", year === "02" ? state : tag("Cd", state));
  const entry = (one: Made) =>
    tag(
      "Ntry",
      [
        amount(one),
        tag("CdtDbtInd", one.out ? "DBIT" : "CRDT"),
        one.reversal ? tag("RvslInd", "true") : "",
        state(one),
        tag("BookgDt", tag("Dt", one.day ?? "2026-09-01")),
        one.ref ? tag("AcctSvcrRef", one.ref) : "",
        tag("NtryDtls", (one.batch ?? [one]).map((part) => detail(part, !one.batch)).join("")),
      ].join(""),
    );
  const balance = (code: string, cents: number) =>
    tag(
      "Bal",
      tag("Tp", tag("CdOrPrtry", tag("Cd", code))) +
        amount({ cents: Math.abs(cents) }) +
        tag("CdtDbtInd", cents < 0 ? "DBIT" : "CRDT"),
    );
  const booked = made.filter(({ state = "BOOK" }) => state === "BOOK");
  const sum = booked.reduce((total, { cents, out }) => total + (out ? -cents : cents), opening);
  const statement = [
    tag("Acct", tag("Id", tag("IBAN", iban))),
    balance("OPBD", opening),
    balance("CLBD", closing ?? sum),
    ...made.map(entry),
  ];
  const name = ` xmlns${prefix && `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${year}"`;
  const whole = tag("Document", tag("BkToCstmrStmt", tag("Stmt", statement.join(""))), name);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}`;
}
