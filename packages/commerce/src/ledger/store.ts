import { type Database, json } from "@uola/database";
import type { Listing } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import type { Entry, LedgerEntity, LedgerRow } from "./entry.ts";

/** Whether a request has already been carried out. */
export async function isDone(tx: Database, siteId: string, entity: LedgerEntity, requestId: string): Promise<boolean> {
  const entries = tx.selectFrom(`${entity}Entry`).select("sequence").where("siteId", "=", siteId);
  return (await entries.where("requestId", "=", requestId).executeTakeFirst()) !== undefined;
}

/** Takes the next numbers and returns the first; their lock is held until the transaction ends. */
export async function takeNumbers(tx: Database, siteId: string, entity: LedgerEntity, count: number): Promise<number> {
  const { last } = await tx
    .insertInto(`${entity}Number`)
    .values({ siteId, last: count })
    .onConflict((conflict) =>
      conflict.column("siteId").doUpdateSet((eb) => ({ last: eb(`${entity}Number.last`, "+", count) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** Returns the columns that the entries of both ledgers have, apart from the amounts and the balance. */
export const entryColumns = <Kind extends string>({
  row,
  at,
  ...entry
}: Omit<Entry<LedgerRow, unknown, Kind>, "decided">) => ({
  siteId: row.siteId,
  sequence: row.revision,
  kind: entry.kind,
  bookingId: entry.bookingId,
  payment: entry.payment ? json(entry.payment) : null,
  about: entry.about,
  reason: entry.reason,
  requestId: entry.requestId,
  actor: json(entry.actor),
  createdDate: at,
});

/** A listing sorted by number in descending order. */
export const listingOf = (entity: LedgerEntity): Listing => ({
  fields: {
    id: { column: sql.ref(`${entity}.id`), type: "uuid", required: true },
    number: { column: sql.ref(`${entity}.number`), type: "number", required: true },
  },
  key: "id",
  sort: [{ fieldName: "number", order: "DESC" }],
  limit: { default: 30, max: 100 },
  paging: "cursor",
});

/**
 * Returns the SQL condition for a search by number or by the last characters of the code. If
 * `words` is the text of a row, the search also matches a part of that text.
 */
export function matchesText(text: string, words?: RawBuilder<unknown>): RawBuilder<boolean> {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const byWords = words ? sql`${words} like plain_text(${part})` : sql`false`;
  return sql`(number = ${number}::int or last4 = ${text.toUpperCase().slice(-4)} or ${byWords})`;
}

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};
