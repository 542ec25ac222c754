import type { Actor } from "@uola/kernel";

/** What has a ledger. Its tables and its audit actions are named after it. */
export type LedgerEntity = "voucher" | "pass";

/** The columns that the ledger reads from a voucher or a pass. The revision is the number of its entries. */
export type LedgerRow = {
  siteId: string;
  id: string;
  number: number;
  balance: number | null;
  payment: unknown;
  revision: number;
  sealedCode: Buffer;
};

/** The facts of an entry apart from its amounts. */
export type EntryFacts<Kind extends string = string> = {
  kind: Kind;
  actor: Actor;
  /** The day of a visit. */
  day?: string | undefined;
  bookingId?: string | null | undefined;
  payment?: unknown;
  about?: string | undefined;
  reason?: string | undefined;
  requestId?: string | undefined;
};

/** An entry: its facts, the amounts decided, and the row as the entry leaves it. */
export type Entry<Row extends LedgerRow, Decided, Kind extends string> = EntryFacts<Kind> & {
  row: Row;
  decided: Decided;
  at: Date;
};

/** Returns the audit action of an entry: "giveBack" for GIVE_BACK. */
export const actionOf = (kind: string): string =>
  kind.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
