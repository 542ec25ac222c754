import type { CollectionPermissions } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import type { Insertable, Selectable, Updateable } from "kysely";
import { sql } from "kysely";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "externalCollectionPermissions.permissions": CollectionPermissions;
  }
}

export type Row = Selectable<Schema["externalDatabaseConnection"]>;

const from = (db: Database, siteId: string) =>
  db.selectFrom("externalDatabaseConnection").selectAll().where("siteId", "=", siteId);

export const find = (db: Database, siteId: string, name: string): Promise<Row | undefined> =>
  from(db, siteId).where("name", "=", name).executeTakeFirst();

export const lock = (tx: Database, siteId: string, name: string): Promise<Row | undefined> =>
  from(tx, siteId).where("name", "=", name).forUpdate().executeTakeFirst();

export const list = (db: Database, siteId: string, { limit, offset }: { limit: number; offset: number }) =>
  from(db, siteId).orderBy("name").limit(limit).offset(offset).execute();

export async function count(db: Database, siteId: string): Promise<number> {
  const { rows } = await db
    .selectFrom("externalDatabaseConnection")
    .select(sql<number>`count(*)::int`.as("rows"))
    .where("siteId", "=", siteId)
    .executeTakeFirstOrThrow();
  return rows;
}

/** Serialises the creation of connections, so that their number can be limited. */
export const lockConnectionCreation = (tx: Database, siteId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('external_database_connection ' || ${siteId}, 0))`.execute(tx);

export const insert = (tx: Database, row: Insertable<Schema["externalDatabaseConnection"]>): Promise<Row> =>
  tx.insertInto("externalDatabaseConnection").values(row).returningAll().executeTakeFirstOrThrow();

export const change = (
  tx: Database,
  siteId: string,
  name: string,
  to: Updateable<Schema["externalDatabaseConnection"]>,
): Promise<Row> =>
  tx
    .updateTable("externalDatabaseConnection")
    .set({ ...to, revision: sql<number>`revision + 1` })
    .where("siteId", "=", siteId)
    .where("name", "=", name)
    .returningAll()
    .executeTakeFirstOrThrow();

export const remove = (tx: Database, siteId: string, name: string) =>
  tx.deleteFrom("externalDatabaseConnection").where("siteId", "=", siteId).where("name", "=", name).execute();

/** Detecting the protocol is not a change by the owner, so the revision stays the same. */
export const setProtocol = (db: Database, { siteId, id }: Pick<Row, "siteId" | "id">, protocolVersion: "V1" | "V2") =>
  db
    .updateTable("externalDatabaseConnection")
    .set({ protocolVersion })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("type", "=", "STANDALONE")
    .execute();

/**
 * Returns the owner's permissions for all collections of a connection, or for those with the given
 * ids.
 */
export async function permissionsOf(
  db: Database,
  { siteId, name }: Pick<Row, "siteId" | "name">,
  ids: readonly string[] | undefined,
): Promise<Map<string, CollectionPermissions>> {
  const query = db
    .selectFrom("externalCollectionPermissions")
    .select(["collectionId", "permissions"])
    .where("siteId", "=", siteId)
    .where("connection", "=", name);
  const rows = await (ids ? query.where("collectionId", "in", ["", ...ids]) : query).execute();
  return new Map(rows.map(({ collectionId, permissions }) => [collectionId, permissions]));
}

type StoredPermissionsKey = { siteId: string; connection: string; collectionId: string };

export const storePermissions = (tx: Database, of: StoredPermissionsKey, permissions: CollectionPermissions) =>
  tx
    .insertInto("externalCollectionPermissions")
    .values({ ...of, permissions: json(permissions) })
    .onConflict((conflict) =>
      conflict.columns(["siteId", "connection", "collectionId"]).doUpdateSet({ permissions: json(permissions) }),
    )
    .execute();

export const forgetPermissions = (tx: Database, { siteId, connection, collectionId }: StoredPermissionsKey) =>
  tx
    .deleteFrom("externalCollectionPermissions")
    .where("siteId", "=", siteId)
    .where("connection", "=", connection)
    .where("collectionId", "=", collectionId)
    .execute();
