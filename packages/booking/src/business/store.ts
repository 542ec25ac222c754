import { type Database, json, type Schema } from "@uola/database";
import type { Selectable } from "kysely";

/** Reads the `business` column of a site as stored. */
export const businessColumn = async (db: Database, siteId: string): Promise<Selectable<Schema["site"]>["business"]> => {
  const site = db.selectFrom("site").select("business").where("id", "=", siteId);
  return (await site.executeTakeFirstOrThrow()).business;
};

const site = (db: Database, siteId: string) =>
  db
    .selectFrom("site")
    .select(["name", "timeZone", "currency", "demo", "business", "revision"])
    .where("id", "=", siteId);
export type SiteRow = Awaited<ReturnType<typeof readSite>>;

export const readSite = (db: Database, siteId: string) => site(db, siteId).executeTakeFirstOrThrow();
export const lockSite = (tx: Database, siteId: string) => site(tx, siteId).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Updates the business details; the site gets a new revision. */
export const updateSite = (
  tx: Database,
  siteId: string,
  { revision }: Pick<SiteRow, "revision">,
  { business, ...columns }: { business: object; name?: string },
) =>
  tx
    .updateTable("site")
    .set({ ...columns, business: json(business), revision: revision + 1 })
    .where("id", "=", siteId)
    .execute();

export const defaultLocationId = async (db: Database, siteId: string): Promise<string | undefined> => {
  const locations = db.selectFrom("location").select("id").where("siteId", "=", siteId);
  return (await locations.where("isDefault", "=", true).executeTakeFirst())?.id;
};
