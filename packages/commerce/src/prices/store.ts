import type { Database, Schema } from "@uola/database";
import { type Insertable, sql } from "kysely";

export async function note(tx: Database, rows: readonly Insertable<Schema["priceHistory"]>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("priceHistory")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["siteId", "priceId", "day"])
        .doUpdateSet({ cents: sql`least(price_history.cents, excluded.cents)` }),
    )
    .execute();
}

export async function lowest(
  db: Database,
  siteId: string,
  priceId: string,
  { from, until }: { from: string; until: string },
): Promise<number | undefined> {
  const days = db.selectFrom("priceHistory").where("siteId", "=", siteId).where("priceId", "=", priceId);
  const found = await days
    .where("day", ">=", from)
    .where("day", "<=", until)
    .select(sql<number | null>`min(cents)::float8`.as("cents"))
    .executeTakeFirstOrThrow();
  return found.cents ?? undefined;
}

export const timeZone = async (db: Database, siteId: string): Promise<string> => {
  const site = db.selectFrom("site").select("timeZone").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).timeZone;
};
