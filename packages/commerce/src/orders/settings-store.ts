import { type Database, json } from "@uola/database";

const name = "payments";

/** Returns the stored payment settings; undefined until they are changed for the first time. */
export async function read(on: Database, siteId: string, locks: boolean): Promise<unknown> {
  const row = on.selectFrom("setting").select("value").where("siteId", "=", siteId).where("name", "=", name);
  return (await (locks ? row.forUpdate() : row).executeTakeFirst())?.value;
}

/** Inserts the row that later changes lock, unless it exists. */
export const insert = (tx: Database, siteId: string, value: object, updatedDate: Date) =>
  tx
    .insertInto("setting")
    .values({ siteId, name, value: json(value), updatedDate })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .execute();

export const update = (tx: Database, siteId: string, value: object, updatedDate: Date) =>
  tx
    .updateTable("setting")
    .set({ value: json(value), updatedDate })
    .where("siteId", "=", siteId)
    .where("name", "=", name)
    .execute();
