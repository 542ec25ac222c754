import { type CollectionField, type DataCollection, dataErrors } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type AuditedChange, type Context, Refusal, recordChange, refuseStaleRevision, transact } from "@uola/kernel";
import { acceptDefinition, readDataCollection, refuse } from "./accept-definition.ts";
import { notFound } from "./collection-cache.ts";
import { copyItems, itemsCopiedMax } from "./copy-items.ts";
import type { Definition } from "./definition.ts";
import { changesBetween } from "./definition-diff.ts";
import * as store from "./store.ts";
import * as storage from "./tables.ts";
import { type CollectionInput, isCollectionId } from "./validation.ts";

export type CollectionDeps = Pick<Context, "db" | "siteId" | "now" | "changes">;
type Actor = AuditedChange["audit"]["actor"];

export const collectionsMax = 1000;
/** Counts removed collections too, until they are deleted for good. */
const tablesMax = 5000;

/**
 * Adds a collection with an empty table; refuses with `collectionExists`, `invalidData` or TOO_MANY_COLLECTIONS.
 * `platformFields` are those that callers cannot set.
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
 * Replaces what the owner said of a collection; refuses with REVISION_MISMATCH, `collectionNotFound`, `invalidData` or
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

/** Takes a collection away; for thirty days it can be restored with its items. */
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

/** Takes back the newest removal under an id. */
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

/** Copies a collection with its indexes; what referred to itself refers to the copy. */
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
      refuse([{ field: "withItems", description: `is for at most ${itemsCopiedMax} items` }]);
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
  /** At most two: the event every change has, and one with the details of this change. */
  events: Record<string, object>;
};

/** A collection's revision tells events apart, two to a change; their bodies name it by its own id. */
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
    throw new Refusal(dataErrors.collectionExists, `There is a collection ${id} already.`);
  const { active, all } = await store.count(tx, siteId);
  if (active >= collectionsMax || all >= tablesMax) {
    throw new Refusal("TOO_MANY_COLLECTIONS", `There can be ${collectionsMax} collections.`);
  }
}

async function insertCollection(
  tx: Database,
  { siteId, now }: CollectionDeps,
  id: string,
  definition: Definition,
): Promise<store.CollectionRow> {
  const key = newId();
  const { columns, made } = storage.columnsFor(definition.fields);
  const dates = { createdDate: now(), updatedDate: now(), removedDate: null };
  const row = { id, key, definition, columns, columnsMade: made, hasSandbox: false, revision: 1, ...dates };
  await store.insert(tx, siteId, row);
  await storage.createTable(tx, key, false, columns, referencesOf(definition));
  return row;
}

const referencesOf = ({ fields }: Definition) =>
  fields.filter(({ type }) => type === "REFERENCE").map(({ key }) => key);

/** Gives the tables of a collection the columns of its new definition. Those of large tables only lose some. */
async function updateColumns(
  tx: Database,
  { key, columns: before, columnsMade, hasSandbox }: store.CollectionRow,
  definition: Definition,
  kept: ReadonlySet<string>,
): Promise<{ columns: storage.Columns; columnsMade: number }> {
  const tables = hasSandbox ? [false, true] : [false];
  const columnsWhere = (mayAdd: boolean) =>
    storage.columnsFor(definition.fields, before, columnsMade, { kept, mayAdd });
  const requested = columnsWhere(true);
  let mayAdd = true;
  if (requested.made > columnsMade) {
    for (const sandbox of tables) mayAdd &&= await storage.isSmall(tx, key, sandbox);
  }
  const { columns, made } = mayAdd ? requested : columnsWhere(false);
  const change = { before, after: columns, references: referencesOf(definition) };
  for (const sandbox of tables) await storage.changeColumns(tx, key, sandbox, change);
  return { columns, columnsMade: made };
}

/** Where the values of a path stand, for an index to be over them. */
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

/** A field as its collection's copy has it: the name of the other side of its references is taken already. */
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
