import type { DocumentKind } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Snapshot } from "./rules.ts";

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type SellerRow = Row<"seller">;
export type DocumentRow = Row<"document">;
/** A document without its printed content. */
export type ListedRow = Omit<DocumentRow, "snapshot">;

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "document.snapshot": Snapshot;
  }
}

export const seller = (db: Database, siteId: string): Promise<SellerRow | undefined> =>
  db.selectFrom("seller").selectAll().where("siteId", "=", siteId).executeTakeFirst();

/**
 * Returns the seller with a share lock until the transaction ends. Transactions that issue
 * documents share the lock; changing the seller or closing a month waits for them, and they wait
 * for it.
 */
export const lockSellerForShare = (tx: Database, siteId: string): Promise<SellerRow | undefined> =>
  tx.selectFrom("seller").selectAll().where("siteId", "=", siteId).forShare().executeTakeFirst();

export const lockSeller = (tx: Database, siteId: string): Promise<SellerRow | undefined> =>
  tx.selectFrom("seller").selectAll().where("siteId", "=", siteId).forUpdate().executeTakeFirst();

export const insertSeller = (tx: Database, row: Insertable<Schema["seller"]>): Promise<SellerRow | undefined> =>
  tx
    .insertInto("seller")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateSeller = (
  tx: Database,
  siteId: string,
  set: Partial<Insertable<Schema["seller"]>>,
): Promise<SellerRow> =>
  tx.updateTable("seller").set(set).where("siteId", "=", siteId).returningAll().executeTakeFirstOrThrow();

export const seriesOf = (db: Database, siteId: string, names: readonly string[]) =>
  db
    .selectFrom("documentSeries")
    .select(["series", "kind"])
    .where("siteId", "=", siteId)
    .where("series", "in", names)
    .execute();

/**
 * Takes the next number of a series and its day, which is never before the day of the previous
 * number. The series is locked until the transaction ends.
 */
export async function takeNumber(
  tx: Database,
  { siteId, series, kind, day }: { siteId: string; series: string; kind: DocumentKind; day: string },
): Promise<{ number: number; day: string }> {
  const taken = await tx
    .insertInto("documentSeries")
    .values({ siteId, series, kind, last: 1, lastDay: day })
    .onConflict((conflict) =>
      conflict.columns(["siteId", "series"]).doUpdateSet((eb) => ({
        last: eb("documentSeries.last", "+", 1),
        lastDay: sql<string>`greatest(document_series.last_day, excluded.last_day)`,
      })),
    )
    .returning(["last", "lastDay"])
    .executeTakeFirstOrThrow();
  return { number: taken.last, day: taken.lastDay };
}

export type NewDocument = Omit<DocumentRow, "gross" | "net" | "vat">;

export async function insert(tx: Database, { snapshot, ...row }: NewDocument): Promise<DocumentRow> {
  const total = (part: "gross" | "net" | "vat") => snapshot.taxes.reduce((sum, tax) => sum + tax[part], 0);
  const sums = { gross: total("gross"), net: total("net"), vat: total("vat") };
  await tx
    .insertInto("document")
    .values({ ...row, ...sums, snapshot: json(snapshot) })
    .execute();
  const taxes = snapshot.taxes.map(({ code, rate, gross, net, vat }, position) => ({
    siteId: row.siteId,
    documentId: row.id,
    position,
    code,
    rate,
    gross,
    net,
    vat,
  }));
  if (taxes.length > 0) await tx.insertInto("documentTax").values(taxes).execute();
  return { ...row, ...sums, snapshot };
}

const documents = (db: Database, siteId: string) => db.selectFrom("document").where("document.siteId", "=", siteId);

export const find = async (db: Database, siteId: string, id: string): Promise<DocumentRow | undefined> =>
  await documents(db, siteId).selectAll().where("id", "=", id).executeTakeFirst();

/** Locks and returns the document, so that concurrent credit notes are issued one at a time. */
export const lock = async (tx: Database, siteId: string, id: string): Promise<DocumentRow | undefined> =>
  await documents(tx, siteId).selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();

/** Returns the documents that credit or replace a document, in the order they were issued. */
export const referringTo = async (db: Database, siteId: string, id: string): Promise<DocumentRow[]> =>
  await documents(db, siteId).selectAll().where("refersTo", "=", id).orderBy("createdDate").orderBy("id").execute();

export const ofOrder = async (db: Database, siteId: string, orderId: string): Promise<DocumentRow[]> =>
  await documents(db, siteId).selectAll().where("orderId", "=", orderId).orderBy("createdDate").orderBy("id").execute();

type Days = { from: string; before: string };

/** Returns the documents of a month without proformas, ordered by number. */
export const taxDocumentsOfMonth = async (
  db: Database,
  siteId: string,
  { from, before }: Days,
): Promise<DocumentRow[]> =>
  await documents(db, siteId)
    .selectAll()
    .where("issueDay", ">=", from)
    .where("issueDay", "<", before)
    .where("kind", "<>", "PROFORMA")
    .orderBy("issueDay")
    .orderBy("series")
    .orderBy("number")
    .execute();

type Searched = {
  days?: Days | undefined;
  kind?: DocumentKind | undefined;
  orderId?: string | undefined;
  text?: string | undefined;
};

const listed = [
  "siteId",
  "id",
  "kind",
  "series",
  "number",
  "issueDay",
  "orderId",
  "orderNumber",
  "buyer",
  "refersTo",
  "gross",
  "net",
  "vat",
  "createdDate",
] as const;

export function list(db: Database, siteId: string, { days, kind, orderId, text }: Searched) {
  let found = documents(db, siteId).select(listed);
  if (days) found = found.where("issueDay", ">=", days.from).where("issueDay", "<", days.before);
  if (kind) found = found.where("kind", "=", kind);
  if (orderId) found = found.where("orderId", "=", orderId);
  if (text) {
    const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const number = /(\d{1,9})$/.exec(text)?.[1];
    const series = /^[A-Z]\w*(?= )/i.exec(text)?.[0].toUpperCase();
    found = found.where((where) =>
      where.or([
        sql<boolean>`document_words(buyer, order_number) like plain_text(${part})`,
        ...(number
          ? [where.and([where("number", "=", Number(number)), ...(series ? [where("series", "=", series)] : [])])]
          : []),
      ]),
    );
  }
  return found;
}

export const listColumns = { id: sql.ref("document.id"), createdDate: sql.ref("document.created_date") };

/** Returns each month with documents other than proformas, or a given month, newest first. */
export const months = (db: Database, siteId: string, month?: string) =>
  sql<{ month: string; documents: number; net: number; vat: number; gross: number; closedDate: Date | null }>`
    select to_char(coalesce(summed.month, closed.month), 'YYYY-MM') as month, coalesce(documents, 0) as documents,
      coalesce(net, 0)::float8 as net, coalesce(vat, 0)::float8 as vat, coalesce(gross, 0)::float8 as gross,
      closed.closed_date as "closedDate"
    from (
      select date_trunc('month', issue_day)::date as month, count(*)::int as documents,
        sum(net) as net, sum(vat) as vat, sum(gross) as gross
      from document where site_id = ${siteId} and kind <> 'PROFORMA' group by 1
    ) summed
    full join (select month, closed_date from document_month where site_id = ${siteId}) closed
      on closed.month = summed.month
    where ${month ?? null}::text is null or coalesce(summed.month, closed.month) = (${month ?? null} || '-01')::date
    order by coalesce(summed.month, closed.month) desc`
    .execute(db)
    .then(({ rows }) => rows);

/** Returns the tax totals of the documents of a month, by code and rate. */
export const taxesOf = (db: Database, siteId: string, { from, before }: Days) =>
  db
    .selectFrom("documentTax as tax")
    .innerJoin("document", (join) =>
      join.onRef("document.siteId", "=", "tax.siteId").onRef("document.id", "=", "tax.documentId"),
    )
    .where("tax.siteId", "=", siteId)
    .where("document.kind", "<>", "PROFORMA")
    .where("document.issueDay", ">=", from)
    .where("document.issueDay", "<", before)
    .select([
      "tax.code" as const,
      "tax.rate" as const,
      sql<number>`sum(tax.net)::float8`.as("net"),
      sql<number>`sum(tax.vat)::float8`.as("vat"),
      sql<number>`sum(tax.gross)::float8`.as("gross"),
    ])
    .groupBy(["tax.code", "tax.rate"])
    .orderBy(
      (eb) => eb.ref("tax.rate"),
      (order) => order.desc().nullsLast(),
    )
    .orderBy("tax.code")
    .execute();

/** Returns the last day of the last closed month, if any. */
export const closedUntil = async (db: Database, siteId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`
    select (max(month) + interval '1 month - 1 day')::date as day from document_month where site_id = ${siteId}`.execute(
    db,
  );
  return rows[0]?.day ?? undefined;
};

/** Closes a month; returns false if it is already closed. */
export const close = async (
  tx: Database,
  row: { siteId: string; month: string; actor: object; closedDate: Date },
): Promise<boolean> => {
  const closing = tx.insertInto("documentMonth").values({ ...row, actor: json(row.actor) });
  const done = await closing
    .onConflict((conflict) => conflict.doNothing())
    .returning("month")
    .executeTakeFirst();
  return done !== undefined;
};

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};

/** Returns the name of the gym, which documents show as its mark. */
export const gymName = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("name").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).name;
};
