import { randomUUID } from "node:crypto";
import { createAccounts } from "@uola/accounts";
import type { CollectionField, ItemData } from "@uola/contract";
import { freshDatabase } from "@uola/database/testing";
import { type Caller, type Context, createChanges } from "@uola/kernel";
import { sql } from "kysely";
import { pino } from "pino";
import { expect } from "vitest";
import { createCollections } from "../collections/collections.ts";
import { createCollection, type NewCollection } from "../collections/testing.ts";
import { createItemAccess } from "./item-access.ts";
import { referenceHandlers } from "./references.ts";
import { createWithTarget } from "./resolve-target.ts";
import { writeHandlers } from "./write.ts";

const handlersOf = (context: Context) => {
  const access = createItemAccess(context, createCollections(context));
  const withTarget = createWithTarget(context, access, async () => undefined);
  return { ...writeHandlers(withTarget), ...referenceHandlers(withTarget) };
};

export const as = (role: Caller["role"], id: string = randomUUID()) => {
  const kind = role === "visitor" ? "visitor" : "member";
  return { caller: { role, kind, id } satisfies Caller, requestId: "test", from: {} };
};
export const owner = as("owner");

export const code = (expected: string, status = 400) => expect.objectContaining({ code: expected, status });
export const field = (
  key: string,
  type: CollectionField["type"],
  rules: Partial<CollectionField> = {},
): CollectionField => ({ key, type, ...rules });
export const refersTo = (id: string) => ({ typeMetadata: { reference: { referencedCollectionId: id } } });
export const refersToMany = (id: string) => ({ typeMetadata: { multiReference: { referencedCollectionId: id } } });

/** Provides the write operations without HTTP, on a fresh database. */
export async function createItemTests() {
  const { connection, db, siteId, close } = await freshDatabase();
  const clock = { now: new Date("2026-09-01T09:00:00Z") };
  const now = () => clock.now;
  const accounts = createAccounts({ db, siteId, now, secret: "a secret of the test" });
  const log = pino({ level: "silent" });
  const changes = createChanges(connection, siteId, log);
  const context = { connection, db, siteId, now, accounts, log, changes } as Context;
  const calls = handlersOf(context);
  let count = 0;

  /** Creates a collection and returns its operations and its stored rows. */
  async function collection(
    fields: NewCollection["fields"] = { title: "TEXT" },
    definition: Partial<NewCollection> = {},
  ) {
    count += 1;
    const id = definition.id ?? `things-${count}`;
    await createCollection(context, { ...definition, id, fields });
    const dataCollectionId = id;
    const { key } = await context.db
      .selectFrom("collection")
      .select("key")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const table = sql.table(`items.l_${key.replaceAll("-", "")}`);
    type Stored = { id: string; data: object; revision: number; owner: string | null; status: string | null };
    return {
      id,
      key,
      insert: (data: unknown, dataItemId?: string, by = owner) =>
        calls
          .insert({ dataCollectionId, dataItem: { id: dataItemId, data: data as ItemData } }, by)
          .then((answer) => answer.dataItem),
      update: (dataItemId: string, data: unknown, by = owner, more: object = {}) =>
        calls
          .update({ dataCollectionId, dataItem: { id: dataItemId, data: data as ItemData }, ...more }, by)
          .then((answer) => answer.dataItem),
      patch: (dataItemId: string, ...fieldUpdates: Parameters<typeof calls.patch>[0]["patchSet"]["fieldUpdates"]) =>
        calls
          .patch({ dataCollectionId, patchSet: { dataItemId, fieldUpdates } }, owner)
          .then((answer) => answer.dataItem.data),
      remove: (dataItemId: string, by = owner) => calls.remove({ dataCollectionId, dataItemId }, by),
      stored: async () =>
        (await sql<Stored>`select id, data, revision, owner, status from ${table} order by id`.execute(context.db))
          .rows,
      versions: () =>
        context.db
          .selectFrom("itemVersion")
          .selectAll()
          .where("collectionKey", "=", key)
          .orderBy("itemId")
          .orderBy("revision")
          .execute(),
      references: async () => {
        const rows = context.db.selectFrom("itemReference").selectAll().where("collectionKey", "=", key);
        return (await rows.orderBy("field").orderBy("itemId").orderBy("id").execute()).map(
          ({ field, itemId, referencedId }) => `${field}: ${itemId} → ${referencedId}`,
        );
      },
    };
  }

  return { context, clock, calls, collection, close };
}
export type ItemTests = Awaited<ReturnType<typeof createItemTests>>;
