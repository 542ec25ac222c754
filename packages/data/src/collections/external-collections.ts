import { createHash } from "node:crypto";
import type { CollectionField, DataCollection } from "@uola/contract";
import { type AuditedChange, type Context, recordChange, transact } from "@uola/kernel";
import {
  type ExternalCollection,
  type ExternalDatabase,
  type ExternalDatabases,
  type ExternalDefinition,
  forgetPermissions,
  storePermissions,
} from "../connections/connections.ts";
import { refuse } from "./accept-definition.ts";
import { withCapabilities } from "./capabilities.ts";
import { notFound } from "./collection-cache.ts";
import { isSystemKey } from "./definition.ts";
import { ownersOnly } from "./permissions.ts";
import { type CollectionInput, ofPermissions } from "./validation.ts";

/** A collection of an external database: `connection/collectionId`. */
export type External = {
  connection: string;
  collectionId: string;
  database: ExternalDatabase;
  definition: ExternalCollection;
};

/** Splits an id into connection name and collection id; undefined for native collections. */
export function partsOf(id: string): { connection: string; collectionId: string } | undefined {
  const slash = id.indexOf("/");
  return slash < 0 ? undefined : { connection: id.slice(0, slash), collectionId: id.slice(slash + 1) };
}

/**
 * Finds the database of an external id. Undefined for native collections; fails with
 * `collectionNotFound` if there is no such database.
 */
async function databaseOf(databases: ExternalDatabases, id: string) {
  const parts = partsOf(id);
  if (!parts) return undefined;
  const database = await databases.find(parts.connection);
  if (!database) throw notFound(id);
  return { ...parts, database };
}

/**
 * Finds the collection of an external id. Undefined for native collections; fails with
 * `collectionNotFound` if there is no such collection.
 */
export async function findExternal(databases: ExternalDatabases, id: string): Promise<External | undefined> {
  const found = await databaseOf(databases, id);
  if (!found) return undefined;
  const [definition] = await found.database.collections([found.collectionId]);
  if (!definition) throw notFound(id);
  return { ...found, definition };
}

/** Returns the wire form of an external collection. External databases have no revisions and no dates. */
export function toExternalDataCollection(connection: string, definition: ExternalCollection): DataCollection {
  const { id, displayName, fields, permissions, capabilities, pagingModes, maxPageSize } = definition;
  return {
    id: `${connection}/${id}`,
    collectionType: "EXTERNAL",
    displayName: displayName ?? id,
    displayNamespace: connection,
    maxPageSize,
    capabilities,
    fields: fields.map((field) => {
      const named = referring(field, (referred) => `${connection}/${referred}`);
      return { ...withCapabilities(named), ...(field.capabilities && { capabilities: field.capabilities }) };
    }),
    permissions: permissions ?? ownersOnly,
    plugins: [],
    pagingModes,
  };
}

/** How long a list operation waits for slow databases, in milliseconds. */
const defaultAnswersMs = 5000;

/** Returns the collections of all connections that respond in time. */
export async function listExternal(databases: ExternalDatabases): Promise<DataCollection[]> {
  const { listTimeoutMs: answersMs = defaultAnswersMs } = databases;
  const until = performance.now() + answersMs;
  const connections = await inTime(databases.list(AbortSignal.timeout(answersMs)), until);
  const lists = (connections ?? []).map(async ({ name, database }) => {
    const collections = await inTime(database.collections(), until);
    return (collections ?? []).map((each) => toExternalDataCollection(name, each));
  });
  return (await Promise.all(lists)).flat();
}

/** Returns the collections with the given ids whose databases respond in time. */
export async function readExternal(databases: ExternalDatabases, ids: readonly string[]): Promise<DataCollection[]> {
  const until = performance.now() + (databases.listTimeoutMs ?? defaultAnswersMs);
  const found = await Promise.all(ids.filter(partsOf).map((id) => inTime(findExternal(databases, id), until)));
  return found.flatMap((each) => (each ? [toExternalDataCollection(each.connection, each.definition)] : []));
}

async function inTime<Answer>(answer: Promise<Answer>, until: number): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - performance.now()), undefined);
  });
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

type CollectionDeps = Pick<Context, "db" | "siteId" | "now">;
type Actor = AuditedChange["audit"]["actor"];

/**
 * Creates or replaces a collection in its external database. Permissions are stored in our own
 * database, so a change of permissions alone does not call the external one. Undefined for native
 * collections.
 */
export async function writeExternal(
  deps: CollectionDeps,
  databases: ExternalDatabases,
  action: "create" | "update",
  input: CollectionInput,
  actor: Actor,
): Promise<DataCollection | undefined> {
  const found = await databaseOf(databases, input.id);
  if (!found) return undefined;
  const { connection, collectionId, database } = found;
  const definition = definitionOf(connection, collectionId, input);
  const { permissions } = definition;
  if (permissions) refuse([...ofPermissions(input)]);
  const [before] = action === "update" ? await database.collections([collectionId]) : [];
  const made =
    before && isSame(before, definition)
      ? before
      : await database[action === "create" ? "createCollection" : "updateCollection"](definition);
  await transact(deps, async (tx) => {
    if (permissions) await storePermissions(tx, { siteId: deps.siteId, connection, collectionId }, permissions);
    await audit({ ...deps, db: tx }, input.id, {
      actor,
      action: `collection.${action}`,
      after: definition,
      ...(before && { before: definedBy(before) }),
    });
  });
  return toExternalDataCollection(connection, { ...made, permissions: permissions ?? made.permissions });
}

/** Removes a collection from its external database. Returns false for native collections. */
export async function removeExternal(
  deps: CollectionDeps,
  databases: ExternalDatabases,
  id: string,
  actor: Actor,
): Promise<boolean> {
  const found = await databaseOf(databases, id);
  if (!found) return false;
  const { connection, collectionId, database } = found;
  await database.deleteCollection(collectionId);
  await transact(deps, async (tx) => {
    await forgetPermissions(tx, { siteId: deps.siteId, connection, collectionId });
    await audit({ ...deps, db: tx }, id, { actor, action: "collection.delete", before: { id } });
  });
  return true;
}

function definitionOf(
  connection: string,
  id: string,
  { displayName, fields, permissions }: CollectionInput,
): ExternalDefinition {
  if (!fields?.length) refuse([{ field: "collection.fields", description: "needs at least one field" }]);
  const prefix = `${connection}/`;
  const bare = (referred: string) => (referred.startsWith(prefix) ? referred.slice(prefix.length) : referred);
  return {
    id,
    ...(displayName && { displayName }),
    fields: (fields ?? []).map((field) => referring(field, bare)),
    ...(permissions && { permissions }),
  };
}

const definedBy = ({ id, displayName, fields, permissions }: ExternalCollection): ExternalDefinition => ({
  id,
  displayName,
  fields,
  permissions,
});

/** Whether the definition requires no change in the external database. */
function isSame(before: ExternalCollection, { id, displayName, fields }: ExternalDefinition): boolean {
  const comparableFields = (list: readonly CollectionField[]) =>
    list
      .filter(({ key }) => !isSystemKey(key))
      .map(({ key, type, typeMetadata }) => {
        const { reference, multiReference } = typeMetadata ?? {};
        return JSON.stringify([key, type, (reference ?? multiReference)?.referencedCollectionId]);
      })
      .toSorted()
      .join();
  return (
    (displayName ?? id) === (before.displayName ?? id) && comparableFields(fields) === comparableFields(before.fields)
  );
}

/**
 * No row of our own database changes, so the entity id of the audit entry is derived from the
 * collection's id.
 */
const audit = ({ db, siteId, now }: CollectionDeps, id: string, entry: AuditedChange["audit"]) => {
  const entityId = createHash("md5")
    .update(id)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return recordChange(db, { siteId, at: now(), entity: "data_collection", entityId, audit: entry });
};

/** Returns a reference field in which the id of the referenced collection is replaced. */
function referring(field: CollectionField, named: (id: string) => string): CollectionField {
  const { reference, multiReference } = field.typeMetadata ?? {};
  const renamed = <Of extends { referencedCollectionId: string }>(of: Of | null | undefined) =>
    of && { ...of, referencedCollectionId: named(of.referencedCollectionId) };
  if (!reference && !multiReference) return field;
  const typeMetadata = reference ? { reference: renamed(reference) } : { multiReference: renamed(multiReference) };
  return { ...field, typeMetadata };
}
