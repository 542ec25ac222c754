import type { CollectionField, DataCollection } from "@uola/contract";
import { capabilitiesOf, operationsOf, withCapabilities } from "./capabilities.ts";
import type { ReferringField } from "./collection-schema.ts";

/** The owner-defined part of a collection, as stored. The rest is derived on read. */
export type Definition = Pick<
  DataCollection,
  "collectionType" | "ownerAppId" | "displayName" | "displayNamespace" | "displayField" | "plugins" | "fields"
> & { permissions: NonNullable<DataCollection["permissions"]> };

export type Timestamped = { id: string; revision: number; createdDate: Date; updatedDate: Date };

const systemKeys = ["_id", "_createdDate", "_updatedDate", "_owner", "_publishStatus"];
export const isSystemKey = (key: string): boolean => systemKeys.includes(key);

const system = (key: string, displayName: string, type: CollectionField["type"]): CollectionField => ({
  key,
  displayName,
  type,
  systemField: true,
  capabilities: capabilitiesOf(type),
  encrypted: false,
  readOnly: key !== "_publishStatus",
  immutable: key === "_id",
  required: false,
});
const systemDates = [
  system("_id", "ID", "TEXT"),
  system("_createdDate", "Created Date", "DATETIME"),
  system("_updatedDate", "Updated Date", "DATETIME"),
  system("_owner", "Owner", "TEXT"),
];
const publishStatus = system("_publishStatus", "Publish Status", "TEXT");

/**
 * Returns the reverse fields of MULTI_REFERENCE fields, as they appear in the collection they refer
 * to.
 */
export function reverseOf({ fields }: Definition, referring: readonly (ReferringField & { of: CollectionField })[]) {
  const own = new Set(fields.map(({ key }) => key));
  return referring.flatMap(({ of, ...from }) => {
    const options = of.typeMetadata?.multiReference;
    const key = options?.referencingFieldKey;
    if (!key || own.has(key)) return [];
    const multiReference = {
      referencedCollectionId: from.collectionId,
      referencingFieldKey: from.field,
      ...(of.displayName && { referencingDisplayName: of.displayName }),
    };
    const field: CollectionField = {
      key,
      displayName: options.referencingDisplayName ?? key,
      type: "MULTI_REFERENCE",
      typeMetadata: { multiReference },
      systemField: false,
      capabilities: capabilitiesOf("MULTI_REFERENCE"),
      encrypted: false,
    };
    return [{ key, from, field }];
  });
}

/** Returns the wire form of a collection. */
export function toDataCollection(
  { id, revision, createdDate, updatedDate }: Timestamped,
  definition: Definition,
  reverse: readonly CollectionField[],
): DataCollection {
  const { fields, permissions, plugins, collectionType = "NATIVE", ...named } = definition;
  const publishes = plugins?.some(({ type }) => type === "PUBLISH");
  return {
    id,
    ...named,
    collectionType,
    maxPageSize: 1000,
    defaultDisplayOrder: { fieldKey: "_createdDate", direction: "DESC" },
    capabilities: operationsOf(collectionType),
    fields: [
      ...fields.map((field) => ({ ...withCapabilities(field), systemField: false })),
      ...reverse,
      ...systemDates,
      ...(publishes ? [publishStatus] : []),
    ],
    permissions,
    revision: String(revision),
    plugins: plugins ?? [],
    pagingModes: ["OFFSET", "CURSOR"],
    createdDate,
    updatedDate,
  };
}
