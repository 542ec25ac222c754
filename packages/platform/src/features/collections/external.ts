import type { CollectionField, DataCollection } from "@uola/contract";
import type { ExternalCollection, ExternalDatabase, ExternalDatabases } from "../connections/connections.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { notFound } from "./catalogue.ts";

/** A collection of somebody else's database, `connection/collectionId`. */
export type External = {
  connection: string;
  collectionId: string;
  database: ExternalDatabase;
  definition: ExternalCollection;
};

/** The name of a connection and the collection's own id; undefined for collections of ours. */
export function partsOf(id: string): { connection: string; collectionId: string } | undefined {
  const slash = id.indexOf("/");
  return slash < 0 ? undefined : { connection: id.slice(0, slash), collectionId: id.slice(slash + 1) };
}

/** The database an external id leads to; undefined for collections of ours, refuses with WDE0025 where there is none. */
export async function databaseOf(databases: ExternalDatabases, id: string) {
  const parts = partsOf(id);
  if (!parts) return undefined;
  const database = await databases.find(parts.connection);
  if (!database) throw notFound(id);
  return { ...parts, database };
}

/** The collection an id stands for in a database of somebody else; undefined for ours, refuses with WDE0025. */
export async function findExternal(databases: ExternalDatabases, id: string): Promise<External | undefined> {
  const found = await databaseOf(databases, id);
  if (!found) return undefined;
  const [definition] = await found.database.collections([found.collectionId]);
  if (!definition) throw notFound(id);
  return { ...found, definition };
}

const owners = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" } as const;

/** An external collection as the wire has it. Its database keeps neither revisions nor dates. */
export function externalWire(connection: string, definition: ExternalCollection): DataCollection {
  const { id, displayName, fields, permissions, capabilities, pagingModes, maxPageSize } = definition;
  return {
    id: `${connection}/${id}`,
    collectionType: "EXTERNAL",
    displayName: displayName ?? id,
    displayNamespace: connection,
    maxPageSize,
    capabilities,
    fields: fields.map((field) => ({
      capabilities: capabilitiesOf(field.type),
      ...referring(field, (referred) => `${connection}/${referred}`),
    })),
    permissions: permissions ?? owners,
    plugins: [],
    pagingModes,
  };
}

/** A field whose references lead to collections of other names. */
function referring(field: CollectionField, named: (id: string) => string): CollectionField {
  const { reference, multiReference } = field.typeMetadata ?? {};
  const renamed = <Of extends { referencedCollectionId: string }>(of: Of | null | undefined) =>
    of && { ...of, referencedCollectionId: named(of.referencedCollectionId) };
  if (!reference && !multiReference) return field;
  const typeMetadata = reference ? { reference: renamed(reference) } : { multiReference: renamed(multiReference) };
  return { ...field, typeMetadata };
}
