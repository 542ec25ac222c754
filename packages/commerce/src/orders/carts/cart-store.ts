import type { CartBooking, CartDonation, CartGoods, CartLineKind, CartPass, CartVoucher } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";

export type CartRow = Selectable<Schema["cart"]>;
export type CodeRow = Selectable<Schema["cartCode"]>;
/** The requested item, by its kind. */
export type Detail =
  | { kind: "BOOKING"; detail: CartBooking }
  | { kind: "VOUCHER"; detail: CartVoucher }
  | { kind: "GOODS"; detail: CartGoods }
  | { kind: "DONATION"; detail: CartDonation }
  | { kind: "PASS"; detail: CartPass };
export type LineRow = Omit<Selectable<Schema["cartLine"]>, "kind" | "detail"> & Detail;

export const find = (db: Database, siteId: string, holder: string): Promise<CartRow | undefined> =>
  db.selectFrom("cart").selectAll().where("siteId", "=", siteId).where("holder", "=", holder).executeTakeFirst();

/** Locks the cart of a holder; creates it if there is none. */
export async function lock(
  tx: Database,
  { siteId, id, holder, at }: { siteId: string; id: string; holder: string; at: Date },
): Promise<CartRow> {
  const row = { siteId, id, holder, createdDate: at, updatedDate: at, revision: 0 };
  return tx
    .insertInto("cart")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["siteId", "holder"]).doUpdateSet({ updatedDate: at, revision: sql`cart.revision + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the cart of a holder if there is one, and increments its revision. */
export const lockExisting = (tx: Database, siteId: string, holder: string, at: Date): Promise<CartRow | undefined> =>
  tx
    .updateTable("cart")
    .set({ updatedDate: at, revision: sql`revision + 1` })
    .where("siteId", "=", siteId)
    .where("holder", "=", holder)
    .returningAll()
    .executeTakeFirst();

export const lines = async (db: Database, siteId: string, cartId: string): Promise<LineRow[]> =>
  (await db
    .selectFrom("cartLine")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("cartId", "=", cartId)
    .orderBy("createdDate")
    .orderBy("id")
    .execute()) as LineRow[];

export const insertLine = (
  tx: Database,
  { detail, ...row }: Omit<Insertable<Schema["cartLine"]>, "detail" | "kind"> & { kind: CartLineKind; detail: object },
) =>
  tx
    .insertInto("cartLine")
    .values({ ...row, detail: json(detail) })
    .execute();

export const updateLine = (
  tx: Database,
  siteId: string,
  id: string,
  {
    detail,
    ...set
  }: { detail?: object; seenGross?: number; holdId?: string | null; addedByKey?: string | null; cartId?: string },
) =>
  tx
    .updateTable("cartLine")
    .set({ ...set, ...(detail && { detail: json(detail) }) })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

export const removeLine = (tx: Database, siteId: string, cartId: string, id: string) =>
  tx
    .deleteFrom("cartLine")
    .where("siteId", "=", siteId)
    .where("cartId", "=", cartId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** Returns the codes in a cart, without those of vouchers and passes whose code has changed since. */
export const codes = (db: Database, siteId: string, cartId: string): Promise<CodeRow[]> =>
  db
    .selectFrom("cartCode")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("cartId", "=", cartId)
    .where(
      sql<boolean>`(coupon_code is not null
        or code_version = (select code_version from voucher where site_id = cart_code.site_id and id = voucher_id)
        or code_version = (select code_version from pass where site_id = cart_code.site_id and id = pass_id))`,
    )
    .orderBy("createdDate")
    .orderBy("id")
    .execute();

export const insertCode = (tx: Database, row: Insertable<Schema["cartCode"]>) =>
  tx.insertInto("cartCode").values(row).execute();

export const updateCode = (tx: Database, siteId: string, id: string, set: { cartId: string }) =>
  tx.updateTable("cartCode").set(set).where("siteId", "=", siteId).where("id", "=", id).execute();

export const removeCode = (tx: Database, siteId: string, cartId: string, id: string) =>
  tx
    .deleteFrom("cartCode")
    .where("siteId", "=", siteId)
    .where("cartId", "=", cartId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Deletes a cart that was ordered, merged or has expired, with its lines and codes. */
export const remove = (tx: Database, siteId: string, id: string) =>
  tx.deleteFrom("cart").where("siteId", "=", siteId).where("id", "=", id).execute();

/** Deletes carts that have not been changed since a day. */
export async function removeOld(tx: Database, siteId: string, before: Date, limit: number): Promise<number> {
  const old = tx
    .selectFrom("cart")
    .select("id")
    .where("siteId", "=", siteId)
    .where("updatedDate", "<", before)
    .limit(limit);
  const removed = await tx
    .deleteFrom("cart")
    .where("siteId", "=", siteId)
    .where("id", "in", old)
    .returning("id")
    .execute();
  return removed.length;
}

/**
 * Returns a member's sign-in email address, and the phone number in the format used for comparison
 * by coupons.
 */
export const member = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("account")
    .select(["email", "emailVerified"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};
