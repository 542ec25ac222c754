import type { DataCollection } from "@uola/contract";
import { type Database, json } from "@uola/database";
import { sql } from "kysely";

const settingName = "content";

/**
 * The seeded fields by collection, even if the owner has changed or deleted them since. Includes
 * `_translations` if the collection's texts can be translated.
 */
export type SeededFields = Record<string, string[]>;
/** The first release stored the setting without `given`. */
type Setting = { given?: SeededFields };

export async function readSetting(db: Database, siteId: string): Promise<Setting | undefined> {
  const row = await db
    .selectFrom("setting")
    .select("value")
    .where("siteId", "=", siteId)
    .where("name", "=", settingName)
    .executeTakeFirst();
  return row?.value as Setting | undefined;
}

export async function writeSetting(db: Database, siteId: string, setting: Setting, updatedDate: Date): Promise<void> {
  const value = json(setting);
  await db
    .insertInto("setting")
    .values({ siteId, name: settingName, value, updatedDate })
    .onConflict((same) => same.columns(["siteId", "name"]).doUpdateSet({ value, updatedDate }))
    .execute();
}

/** Returns the collections that `actor` created, according to the audit entries. */
export async function createdCollections(
  db: Database,
  siteId: string,
  actor: { kind: string; id: string },
): Promise<Pick<DataCollection, "id" | "fields" | "plugins">[]> {
  const rows = await db
    .selectFrom("audit")
    .select("after")
    .where("siteId", "=", siteId)
    .where("entity", "=", "data_collection")
    .where("action", "=", "collection.create")
    .where(sql<boolean>`actor @> ${json(actor)}`)
    .execute();
  return rows.map(({ after }) => after as Pick<DataCollection, "id" | "fields" | "plugins">);
}

export async function isKeyActive(db: Database, siteId: string, apiKeyId: string): Promise<boolean> {
  const key = await db
    .selectFrom("apiKey")
    .select("id")
    .where("siteId", "=", siteId)
    .where("id", "=", apiKeyId)
    .where("revokedDate", "is", null)
    .executeTakeFirst();
  return key !== undefined;
}

/**
 * Returns the role of the account behind a login session. Undefined if the session or account is no
 * longer active.
 */
export async function roleOfSession(
  db: Database,
  siteId: string,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  const session = await db
    .selectFrom("memberSession")
    .innerJoin("account", (join) =>
      join.onRef("account.siteId", "=", "memberSession.siteId").onRef("account.id", "=", "memberSession.accountId"),
    )
    .select("account.role")
    .where("memberSession.siteId", "=", siteId)
    .where("memberSession.id", "=", sessionId)
    .where("memberSession.endedDate", "is", null)
    .where("memberSession.expiresDate", ">", now)
    .where("account.status", "=", "ACTIVE")
    .executeTakeFirst();
  return session?.role;
}
