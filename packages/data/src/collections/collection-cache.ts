import { dataErrors, type Environment } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, Refusal, ttlCache } from "@uola/kernel";
import type { RawBuilder } from "kysely";
import type { CollectionSchema } from "./collection-schema.ts";
import { inSandbox } from "./columns.ts";
import { reverseOf, toDataCollection } from "./definition.ts";
import * as store from "./store.ts";
import { emptyTable, makeSandbox, tableRef } from "./table-store.ts";

export type Collections = {
  /**
   * Returns a native collection, cached for five seconds. Fails with `collectionNotFound`, or with
   * `collectionRemoved` if it was removed.
   */
  find(id: string): Promise<CollectionSchema>;
  /** Like `find`, but without the cache. */
  read(id: string): Promise<CollectionSchema>;
  /**
   * Runs `work` with the cached collection, and again with the current one if its table has
   * changed. `work` must therefore have no side effects when a statement fails.
   */
  using<Result>(id: string, work: (known: CollectionSchema) => Promise<Result>): Promise<Result>;
  /**
   * Returns the quoted table of an environment. A write creates the sandbox table in a separate
   * transaction. A read of a sandbox that was never written to uses an empty table.
   */
  tableOf(
    known: CollectionSchema,
    environment: Environment | null | undefined,
    write: boolean,
  ): Promise<RawBuilder<unknown>>;
  /** Drops the cached entry of one collection, or of all collections. */
  forget(id?: string): void;
};

const cacheMs = 5000;
const cacheMax = 1000;

/** Finds and caches the site's collections, for the modules that work with items. */
export function createCollections({ db, siteId, changes }: Pick<Context, "db" | "siteId" | "changes">): Collections {
  const read = (id: string) => readSchema(db, siteId, id);
  const known = ttlCache(read, { ttlMs: cacheMs, sizeMax: cacheMax });
  changes.subscribe(["collections"], () => known.forget());
  return {
    find: known.get,
    read,
    forget: known.forget,
    async using(id, work) {
      const collection = await known.get(id);
      try {
        return await work(collection);
      } catch (error) {
        if (!isTableChanged(error)) throw error;
        known.forget(id);
        return work(await known.get(id));
      }
    },
    async tableOf(collection, environment, write) {
      const { key, id, hasSandbox } = collection;
      const sandbox = inSandbox(collection, environment);
      if (!sandbox || hasSandbox) return tableRef(key, sandbox);
      if (!write) return emptyTable(key);
      await makeSandbox({ db, changes }, siteId, key);
      known.forget(id);
      return tableRef(key, true);
    },
  };
}

/** SQLSTATE: undefined table, undefined column, or a prepared statement whose result type changed. */
const isTableChanged = (error: unknown) =>
  error instanceof Error && "code" in error && /^(42P01|42703|0A000)$/.test(String(error.code));

export const notFound = (id: string) => new Refusal(dataErrors.collectionNotFound, `No collection ${id}.`, 404);

async function readSchema(db: Database, siteId: string, id: string): Promise<CollectionSchema> {
  const row = await store.find(db, siteId, id);
  if (!row) {
    if (!(await store.wasRemoved(db, siteId, id))) throw notFound(id);
    throw new Refusal(dataErrors.collectionRemoved, `The collection ${id} was removed.`, 404);
  }
  const { key, revision, definition, hasSandbox } = row;
  const [referring, indexes] = await Promise.all([store.referring(db, siteId, id), store.indexes(db, siteId, key)]);
  const reverse = reverseOf(definition, referring);
  const collection = toDataCollection(
    row,
    definition,
    reverse.map(({ field }) => field),
  );
  const plugin = (type: string) => definition.plugins?.find((each) => each.type === type);
  const publishing = plugin("PUBLISH");
  return {
    id,
    key,
    revision,
    dataCollection: collection,
    permissions: definition.permissions,
    fields: new Map(collection.fields.map((field) => [field.key, field])),
    columns: new Map(Object.entries(row.columns)),
    indexes,
    hasSandbox,
    publishes: publishing && (publishing.publishOptions?.defaultStatus === "DRAFT" ? "DRAFT" : "PUBLISHED"),
    singleItemId: plugin("SINGLE_ITEM")?.singleItemOptions?.singleItemId ?? undefined,
    translatable: plugin("MULTILINGUAL")?.multilingualOptions?.translatableFieldKeys ?? [],
    siteSort: plugin("CMS")?.cmsOptions?.siteSort?.sort ?? [],
    shown: plugin("CMS") !== undefined,
    referredBy: referring.map(({ of, ...from }) => from),
    reverse: new Map(reverse.map(({ key: field, from }) => [field, from])),
  };
}
