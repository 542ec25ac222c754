import type { CollectionField, DataCollection } from "@uola/contract";
import { capabilitiesOf, operationsOf, withCapabilities } from "./capabilities.ts";
import type { Referring } from "./collection-schema.ts";

/** What a collection's owner says of it, as the table keeps it; the rest is worked out when it is read. */
export type Definition = Pick<
  DataCollection,
  "collectionType" | "ownerAppId" | "displayName" | "displayNamespace" | "displayField" | "plugins" | "fields"
> & { permissions: NonNullable<DataCollection["permissions"]> };

export type Stamped = { id: string; revision: number; createdDate: Date; updatedDate: Date };

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
const stamps = [
  system("_id", "ID", "TEXT"),
  system("_createdDate", "Created Date", "DATETIME"),
  system("_updatedDate", "Updated Date", "DATETIME"),
  system("_owner", "Owner", "TEXT"),
];
const publishStatus = system("_publishStatus", "Publish Status", "TEXT");

/** The other side of a MULTI_REFERENCE, as the collection referred to shows it. */
export function reverseOf({ fields }: Definition, referring: readonly (Referring & { of: CollectionField })[]) {
  const own = new Set(fields.map(({ key }) => key));
  return referring.flatMap(({ of, ...from }) => {
    const wish = of.typeMetadata?.multiReference;
    const key = wish?.referencingFieldKey;
    if (!key || own.has(key)) return [];
    const multiReference = {
      referencedCollectionId: from.collectionId,
      referencingFieldKey: from.field,
      ...(of.displayName && { referencingDisplayName: of.displayName }),
    };
    const field: CollectionField = {
      key,
      displayName: wish.referencingDisplayName ?? key,
      type: "MULTI_REFERENCE",
      typeMetadata: { multiReference },
      systemField: false,
      capabilities: capabilitiesOf("MULTI_REFERENCE"),
      encrypted: false,
    };
    return [{ key, from, field }];
  });
}

/** A collection as the wire has it. */
export function wireOf(
  { id, revision, createdDate, updatedDate }: Stamped,
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
      ...stamps,
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
