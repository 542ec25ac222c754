import type { Actor } from "@uola/kernel";

/** The type of record that has a ledger. The tables and audit actions are named after it. */
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

/** The data of a ledger entry except the amounts. */
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

/**
 * A ledger entry: its data, the amounts that the rules determined, and the state of the row after
 * the entry.
 */
export type Entry<Row extends LedgerRow, Decided, Kind extends string> = EntryFacts<Kind> & {
  row: Row;
  decided: Decided;
  at: Date;
};

/** Returns the audit action of an entry: "giveBack" for GIVE_BACK. */
export const actionOf = (kind: string): string =>
  kind.toLowerCase().replace(/_(.)/g, (_, letter) => letter.toUpperCase());
