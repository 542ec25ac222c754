import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Group, StoredSums } from "./rules.ts";

export type CloseRow = Selectable<Schema["deskClose"]>;

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "deskClose.sums": StoredSums;
  }
}
export type MoneyRow = Selectable<Schema["deskMoney"]>;
/** The front desk entries of one day close, or those that no day close contains yet. */
type Of = { siteId: string; closeId: string | null };

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};

/** Makes day closes wait for each other. Receiving a payment does not wait. */
export const lockDesk = (tx: Database, siteId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uola desk ${siteId}`}, 0))`.execute(tx);

export const insertMoney = (
  tx: Database,
  { actor, ...row }: Omit<Insertable<Schema["deskMoney"]>, "actor"> & { actor: object },
) =>
  tx
    .insertInto("deskMoney")
    .values({ ...row, actor: json(actor) })
    .execute();

/**
 * Assigns all front desk entries without a day close to this one. Entries that are not committed
 * yet are left for the next day close.
 */
export const assignMoneyToClose = (tx: Database, siteId: string, closeId: string) =>
  tx.updateTable("deskMoney").set({ closeId }).where("siteId", "=", siteId).where("closeId", "is", null).execute();

export async function groups(db: Database, { siteId, closeId }: Of): Promise<Group[]> {
  const { rows } = await sql<Omit<Group, "actor"> & { kind: string; id: string }>`
    select method, actor ->> 'kind' as kind, actor ->> 'id' as id,
      (count(*) filter (where amount > 0))::int as payments,
      coalesce(sum(amount) filter (where amount > 0), 0)::float8 as received,
      (count(*) filter (where amount < 0))::int as refunds,
      coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as "paidOut",
      sum(mark)::int as marks
    from desk_money
    where site_id = ${siteId} and ${closeId ? sql`close_id = ${closeId}` : sql`close_id is null`}
    group by 1, 2, 3 order by min(created_date), 2, 3, 1`.execute(db);
  return rows.map(({ kind, id, ...sums }) => ({ ...sums, actor: { kind, id } }));
}

/** Returns the newest front desk entries. */
export const money = async (db: Database, { siteId, closeId }: Of, limit: number): Promise<MoneyRow[]> =>
  await db
    .selectFrom("deskMoney")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("closeId", closeId ? "=" : "is", closeId)
    .orderBy("createdDate", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

const closesOf = (db: Database, siteId: string) => db.selectFrom("deskClose").selectAll().where("siteId", "=", siteId);

/** Returns the newest day close, including corrections. */
export const last = async (db: Database, siteId: string): Promise<CloseRow | undefined> =>
  await closesOf(db, siteId).orderBy("number", "desc").limit(1).executeTakeFirst();

export const byId = async (db: Database, siteId: string, id: string): Promise<CloseRow | undefined> =>
  await closesOf(db, siteId).where("id", "=", id).executeTakeFirst();

export const byRequest = async (db: Database, siteId: string, requestId: string): Promise<CloseRow | undefined> =>
  await closesOf(db, siteId).where("requestId", "=", requestId).executeTakeFirst();

export const list = closesOf;
export const listColumns = { id: sql.ref("desk_close.id"), number: sql.ref("desk_close.number") };

/** Returns the day closes that the given ones correct, and those that correct the given ones. */
export const related = (db: Database, siteId: string, closes: readonly Pick<CloseRow, "id" | "correctsId">[]) => {
  const ids = closes.flatMap(({ id, correctsId }) => (correctsId ? [id, correctsId] : [id]));
  return db
    .selectFrom("deskClose")
    .select(["id", "number", "correctsId"])
    .where("siteId", "=", siteId)
    .where((eb) => eb.or([eb("id", "in", ids), eb("correctsId", "in", ids)]))
    .execute();
};

export const insertClose = async (
  tx: Database,
  { sums, actor, ...row }: Omit<Insertable<Schema["deskClose"]>, "sums" | "actor"> & { sums: object; actor: object },
): Promise<CloseRow> =>
  await tx
    .insertInto("deskClose")
    .values({ ...row, sums: json(sums), actor: json(actor) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns the order that sold a booking. */
export const orderOfBooking = (on: Database, siteId: string, bookingId: string) =>
  on
    .selectFrom("orderLine")
    .innerJoin("shopOrder", (join) =>
      join.onRef("shopOrder.siteId", "=", "orderLine.siteId").onRef("shopOrder.id", "=", "orderLine.orderId"),
    )
    .select(["shopOrder.id as orderId", "shopOrder.number"])
    .where("orderLine.siteId", "=", siteId)
    .where("orderLine.bookingId", "=", bookingId)
    .executeTakeFirst();
