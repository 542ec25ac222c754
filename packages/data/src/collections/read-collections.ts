import type { CollectionPermissions, DataCollection } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, invalidFilter } from "@uola/kernel";
import { reverseOf, toDataCollection } from "./definition.ts";
import { accessLevelFor, ownersOnly } from "./permissions.ts";
import { type Size, sizesOf } from "./size-store.ts";
import * as store from "./store.ts";

/** The fields that a list can be sorted by. */
type ListedCollection = Pick<DataCollection, "id" | "displayName" | "createdDate" | "updatedDate"> & {
  collectionType?: string | null;
};

const orders: Record<string, (each: ListedCollection) => string | number> = {
  id: ({ id }) => id,
  displayName: ({ displayName, id }) => displayName ?? id,
  collectionType: ({ collectionType }) => collectionType ?? "NATIVE",
  createdDate: ({ createdDate }) => createdDate?.getTime() ?? 0,
  updatedDate: ({ updatedDate }) => updatedDate?.getTime() ?? 0,
};

/** Returns a comparator of collections by a field, then by id. Fails with INVALID_FILTER. */
export function inOrder(fieldName: string, descending: boolean): (a: ListedCollection, b: ListedCollection) => number {
  const name = fieldName.replace(/^_/, "");
  const by = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (!by) throw invalidFilter(fieldName, "collections cannot be sorted by it");
  const compare = (a: string | number, b: string | number) => Number(a > b) - Number(a < b);
  return (a, b) => (descending ? -1 : 1) * compare(by(a), by(b)) || compare(a.id, b.id);
}

/** Returns native collections by id, unordered. Ids that do not exist are skipped. */
export async function readMany(db: Database, siteId: string, ids: readonly string[]): Promise<DataCollection[]> {
  return (await readStored(db, siteId, ids)).map(({ collection }) => collection);
}

/** Like `readMany`, but also returns the keys of the tables. */
async function readStored(db: Database, siteId: string, ids: readonly string[]) {
  const [rows, referring] = await Promise.all([store.findMany(db, siteId, ids), store.referringMany(db, siteId, ids)]);
  return rows.map((row) => {
    const reverse = reverseOf(row.definition, referring.get(row.id) ?? []);
    const fields = reverse.map(({ field }) => field);
    return { key: row.key, collection: toDataCollection(row, row.definition, fields) };
  });
}

/** A collection with its item count. */
export type Summary = Size & { collection: DataCollection };

/** Returns all native collections with their item counts, sorted by name. */
export async function summaries(
  db: Database,
  siteId: string,
  passes: (permissions: CollectionPermissions) => boolean,
): Promise<Summary[]> {
  const listed = (await store.list(db, siteId)).toSorted(inOrder("displayName", false));
  const stored = new Map(
    (
      await readStored(
        db,
        siteId,
        listed.map(({ id }) => id),
      )
    ).map((each) => [each.collection.id, each]),
  );
  const found = listed
    .flatMap(({ id }) => stored.get(id) ?? [])
    .filter(({ collection }) => collection.permissions && passes(collection.permissions));
  const sizes = await sizesOf(
    db,
    found.map(({ key }) => key),
  );
  return found.flatMap(({ key, collection }) => {
    const size = sizes.get(key);
    return size ? { collection, ...size } : [];
  });
}

/** Returns the collection reduced to its id and the requested fields. */
export function projected(collection: DataCollection, fields: readonly string[] | null | undefined): DataCollection {
  if (!fields?.length) return collection;
  const requested = new Set(fields.map((path) => path.split(".")[0]?.replace(/^_/, "")));
  const picked = Object.entries(collection).filter(([name]) => name === "id" || requested.has(name));
  return { id: collection.id, fields: [], ...Object.fromEntries(picked) };
}

const actions = ["read", "insert", "update", "remove"] as const;

/** Hides the fields from callers who may neither read nor write items. */
export function visibleTo(collection: DataCollection, caller: Pick<Caller, "role">): DataCollection {
  const permissions = collection.permissions ?? ownersOnly;
  if (actions.some((action) => accessLevelFor(permissions, action, caller) !== "none")) return collection;
  const { id, collectionType, capabilities, maxPageSize, pagingModes, revision } = collection;
  return { id, collectionType, capabilities, maxPageSize, pagingModes, revision, permissions, fields: [], plugins: [] };
}

/** Returns the ids of the collections that fields refer to. */
export function referredTo({ fields }: DataCollection): string[] {
  return [...new Set(fields.flatMap((field) => store.referredTo(field) ?? []))];
}
