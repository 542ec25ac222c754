import { type CollectionField, type DataCollection, dataErrors } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type AuditedChange, type Context, Refusal, recordChange, refuseStaleRevision, transact } from "@uola/kernel";
import { acceptDefinition, readDataCollection, refuse } from "./accept-definition.ts";
import { notFound } from "./collection-cache.ts";
import { type Columns, columnsFor } from "./columns.ts";
import { copyItems, itemsCopiedMax } from "./copy-store.ts";
import type { Definition } from "./definition.ts";
import { changesBetween } from "./definition-diff.ts";
import * as store from "./store.ts";
import * as tableStore from "./table-store.ts";
import { type CollectionInput, isCollectionId } from "./validation.ts";

export type CollectionDeps = Pick<Context, "db" | "siteId" | "now" | "changes">;
type Actor = AuditedChange["audit"]["actor"];

const collectionsMax = 1000;
/** Includes removed collections until they are permanently deleted. */
const tablesMax = 5000;

/**
 * Adds a collection with an empty table. `platformFields` cannot be set by callers. Fails with
 * `collectionExists`, `invalidData` or TOO_MANY_COLLECTIONS.
 */
export function addCollection(
  deps: CollectionDeps,
  input: CollectionInput,
  actor: Actor,
  platformFields: Pick<Definition, "collectionType" | "ownerAppId" | "displayNamespace"> = {},
): Promise<DataCollection> {
  return transact(deps, { publish: "collections" }, async (tx) => {
    await refuseTooMany(tx, deps.siteId, input.id);
    const row = await insertCollection(
      tx,
      deps,
      input.id,
      await acceptDefinition(tx, deps.siteId, input, platformFields),
    );
    const collection = await readDataCollection(tx, deps.siteId, row);
    await record(tx, deps, row, {
      audit: { actor, action: "collection.create", after: { id: row.id, ...row.definition } },
      events: { created: { createdEvent: { entity: collection } } },
    });
    return collection;
  });
}

/**
 * Replaces the definition. Fails with REVISION_MISMATCH, `collectionNotFound`, `invalidData` or
 * `unsupportedByCollection`.
 */
export function replaceCollection(deps: CollectionDeps, input: CollectionInput, actor: Actor): Promise<DataCollection> {
  const { siteId, now } = deps;
  return transact(deps, { publish: "collections" }, async (tx) => {
    await store.lockSite(tx, siteId);
    const before = await lockOwn(tx, siteId, input.id);
    if (!input.revision) refuse([{ field: "collection.revision", description: "is needed" }]);
    refuseStaleRevision(before, input.revision ?? "");
    const { collectionType, ownerAppId, displayNamespace } = before.definition;
    const platformFields = { collectionType, ownerAppId, displayNamespace };
    const definition = await acceptDefinition(tx, siteId, input, platformFields, before);
    const indexed = await store.indexedPaths(tx, siteId, before.key);
    const fitted = await updateColumns(tx, before, definition, indexed);
    const row = { ...before, ...fitted, definition, revision: before.revision + 1, updatedDate: now() };
    await store.change(tx, siteId, row.key, row);
    const moved = [...indexed].filter((path) => columnOf(before, path) !== columnOf(row, path));
    await store.rebuildIndexes(tx, siteId, row.key, now(), moved);
    const collection = await readDataCollection(tx, siteId, row);
    const body = changesBetween(before.definition, definition);
    await record(tx, deps, row, {
      audit: { actor, action: "collection.update", before: before.definition, after: definition },
      events: {
        updated: { updatedEvent: { currentEntity: collection } },
        ...(body && { changed: { actionEvent: { body } } }),
      },
    });
    return collection;
  });
}

/** Removes a collection. It can be restored with its items for thirty days. */
export function removeCollection(deps: CollectionDeps, id: string, actor: Actor): Promise<void> {
  return transact(deps, { publish: "collections" }, async (tx) => {
    const before = await lockOwn(tx, deps.siteId, id);
    const row = { ...before, revision: before.revision + 1 };
    await store.remove(tx, deps.siteId, row.key, deps.now(), row.revision);
    await record(tx, deps, row, {
      audit: { actor, action: "collection.delete", before: { id, ...before.definition } },
      events: { deleted: { deletedEvent: {} } },
    });
  });
}

/** Restores the most recently removed collection with the given id. */
export function restoreCollection(deps: CollectionDeps, id: string, actor: Actor): Promise<DataCollection> {
  const { siteId } = deps;
  return transact(deps, { publish: "collections" }, async (tx) => {
    await refuseTooMany(tx, siteId, id);
    const before = await store.lockRemoved(tx, siteId, id);
    if (!before) throw notFound(id);
    const row = { ...before, revision: before.revision + 1, removedDate: null };
    await store.remove(tx, siteId, row.key, null, row.revision);
    const collection = await readDataCollection(tx, siteId, row);
    await record(tx, deps, row, {
      audit: { actor, action: "collection.restore", after: { id } },
      events: { created: { createdEvent: { entity: collection } } },
    });
    return collection;
  });
}

type CloneInput = { id: string; newId: string; displayName?: string | null | undefined; withItems: boolean };

/** Copies a collection with its indexes. References from the collection to itself point at the copy. */
export function cloneCollection(deps: CollectionDeps, input: CloneInput, actor: Actor): Promise<DataCollection> {
  const { siteId, now } = deps;
  if (!isCollectionId(input.newId)) {
    refuse([{ field: "newCollectionId", description: "must be a name of at most 256 characters without / \\ ? # %" }]);
  }
  return transact(deps, { publish: "collections" }, async (tx) => {
    await refuseTooMany(tx, siteId, input.newId);
    const origin = await lockOwn(tx, siteId, input.id);
    const fields = origin.definition.fields.map((field) => copied(field, input.id, input.newId));
    const named = input.displayName ? { displayName: input.displayName } : {};
    const row = await insertCollection(tx, deps, input.newId, { ...origin.definition, ...named, fields });
    await store.copyIndexes(tx, siteId, origin.key, row.key, now());
    if (input.withItems && !(await copyItems(tx, siteId, origin.key, row.key))) {
      refuse([{ field: "withItems", description: `supports at most ${itemsCopiedMax} items` }]);
    }
    const collection = await readDataCollection(tx, siteId, row);
    const body = { originInstanceId: siteId, originId: input.id };
    await record(tx, deps, row, {
      audit: { actor, action: "collection.clone", after: { id: row.id, ...body } },
      events: { created: { createdEvent: { entity: collection } }, cloned: { actionEvent: { body } } },
    });
    return collection;
  });
}

type CollectionEvent = {
  audit: AuditedChange["audit"];
  /** At most two events: one for the change itself, and one with details. */
  events: Record<string, object>;
};

/**
 * Event sequence numbers are derived from the revision, with two numbers per change. Event bodies
 * contain the collection's own id.
 */
async function record(
  tx: Database,
  { siteId, now }: CollectionDeps,
  row: store.CollectionRow,
  { audit, events }: CollectionEvent,
) {
  const entityEvents = Object.entries(events).map(([slug, body], i) => ({
    slug,
    sequence: 2 * row.revision + i,
    body: { entityId: row.id, ...body },
  }));
  const [event, ...more] = entityEvents;
  const at = now();
  await recordChange(tx, { siteId, at, entity: "data_collection", entityId: row.key, audit, ...(event && { event }) });
  for (const other of more) await store.recordEvent(tx, siteId, { key: row.key, at, ...other });
}

async function refuseTooMany(tx: Database, siteId: string, id: string): Promise<void> {
  await store.lockSite(tx, siteId);
  if (await store.find(tx, siteId, id))
    throw new Refusal(dataErrors.collectionExists, `The collection ${id} already exists.`);
  const { active, all } = await store.count(tx, siteId);
  if (active >= collectionsMax || all >= tablesMax) {
    throw new Refusal("TOO_MANY_COLLECTIONS", `A site has at most ${collectionsMax} collections.`);
  }
}

async function insertCollection(
  tx: Database,
  { siteId, now }: CollectionDeps,
  id: string,
  definition: Definition,
): Promise<store.CollectionRow> {
  const key = newId();
  const { columns, made } = columnsFor(definition.fields);
  const dates = { createdDate: now(), updatedDate: now(), removedDate: null };
  const row = { id, key, definition, columns, columnsMade: made, hasSandbox: false, revision: 1, ...dates };
  await store.insert(tx, siteId, row);
  await tableStore.createTable(tx, key, false, columns, referencesOf(definition));
  return row;
}

const referencesOf = ({ fields }: Definition) =>
  fields.filter(({ type }) => type === "REFERENCE").map(({ key }) => key);

/**
 * Changes the columns of the table to match the new definition. In large tables columns are only
 * dropped, never added.
 */
async function updateColumns(
  tx: Database,
  { key, columns: before, columnsMade, hasSandbox }: store.CollectionRow,
  definition: Definition,
  keptKeys: ReadonlySet<string>,
): Promise<{ columns: Columns; columnsMade: number }> {
  const tables = hasSandbox ? [false, true] : [false];
  const columnsWhere = (mayAdd: boolean) => columnsFor(definition.fields, before, columnsMade, { keptKeys, mayAdd });
  const requested = columnsWhere(true);
  let mayAdd = true;
  if (requested.made > columnsMade) {
    for (const sandbox of tables) mayAdd &&= await tableStore.isSmall(tx, key, sandbox);
  }
  const { columns, made } = mayAdd ? requested : columnsWhere(false);
  const change = { before, after: columns, references: referencesOf(definition) };
  for (const sandbox of tables) await tableStore.changeColumns(tx, key, sandbox, change);
  return { columns, columnsMade: made };
}

/** Returns the column or expression that an index on the path uses. */
function columnOf({ columns, definition }: store.CollectionRow, path: string): string {
  return columns[path]?.column ?? definition.fields.find(({ key }) => key === path)?.type ?? "anywhere";
}

async function lockOwn(tx: Database, siteId: string, id: string): Promise<store.CollectionRow> {
  const row = await store.lock(tx, siteId, id);
  if (!row) throw notFound(id);
  const { collectionType = "NATIVE" } = row.definition;
  if (collectionType !== "NATIVE")
    throw new Refusal(dataErrors.unsupportedByCollection, `The collection ${id} belongs to an app.`, 400);
  return row;
}

/** Copies a field. The copy has no reverse field, because that name is taken by the original. */
function copied(field: CollectionField, id: string, copyId: string): CollectionField {
  const { reference, multiReference } = field.typeMetadata ?? {};
  if (reference?.referencedCollectionId === id) {
    return { ...field, typeMetadata: { reference: { referencedCollectionId: copyId } } };
  }
  if (!multiReference) return field;
  const { referencedCollectionId, ...reverseKey } = multiReference;
  const many =
    referencedCollectionId === id ? { referencedCollectionId: copyId, ...reverseKey } : { referencedCollectionId };
  return { ...field, typeMetadata: { multiReference: many } };
}
