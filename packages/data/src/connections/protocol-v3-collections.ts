import {
  type CollectionField,
  CollectionPermissions,
  type ConnectionCapabilities,
  type DataOperation,
  FieldType,
  QueryOperator,
  type TypeMetadata,
} from "@uola/contract";
import { z } from "zod";
import { type AdapterCall, owner } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type { ExternalCollection, ExternalDefinition } from "./external-database.ts";
import { parseResponse } from "./protocol-legacy-schemas.ts";
import type { SchemaReader, SchemaWithTtl } from "./schema-cache.ts";

/** Collection definitions as returned by adapters of protocol 3. */

const text = z.string().nullish();
const referenced = z.object({ referencedCollectionId: z.string() });
const SpiField = z.object({
  key: z.string().min(1),
  displayName: text,
  description: text,
  type: z.string(),
  capabilities: z.object({ sortable: z.boolean().nullish(), queryOperators: z.array(z.string()).nullish() }).nullish(),
  encrypted: z.boolean().nullish(),
  singleReferenceOptions: referenced.nullish(),
  multiReferenceOptions: referenced
    .extend({ referencedCollectionFieldKey: text, referencedCollectionFieldDisplayName: text })
    .nullish(),
  arrayOptions: z.object({ elementType: z.string() }).nullish(),
  objectOptions: z
    .object({ fields: z.array(z.object({ key: z.string(), displayName: text, type: z.string() })).nullish() })
    .nullish(),
});
type SpiField = z.infer<typeof SpiField>;
const SpiCollection = z.object({
  id: text,
  _id: text,
  displayName: text,
  fields: z.array(SpiField),
  capabilities: z.object({ dataOperations: z.array(z.string()).nullish() }).nullish(),
  permissions: CollectionPermissions.nullish().catch(undefined),
  pagingMode: text,
});
type SpiCollection = z.infer<typeof SpiCollection>;
const CollectionsAnswer = z.object({ collections: z.array(SpiCollection) });
const CapabilitiesAnswer = z.object({
  supportsCollectionModifications: z.boolean().nullish(),
  supportedFieldTypes: z.array(z.string()).nullish(),
});

const pageSize = 1000;
const cacheSeconds = 60;

export function protocolV3Schemas(callAdapter: AdapterCall): SchemaReader {
  const capabilities = async (): Promise<ConnectionCapabilities> => {
    const read = parseResponse(CapabilitiesAnswer, await callAdapter("/v3/capabilities/get", {}, { by: owner }));
    const collectionModificationsSupported = read.supportsCollectionModifications ?? false;
    const schemas = (read.supportedFieldTypes ?? []).flatMap((type) => fieldTypeOf(type) ?? []);
    return { collectionModificationsSupported, fieldTypes: collectionModificationsSupported ? schemas : [] };
  };
  const read = async (collectionIds: readonly string[]): Promise<SchemaWithTtl[]> => {
    const { collections } = parseResponse(
      CollectionsAnswer,
      await callAdapter("/v3/collections/get", { collectionIds }, { by: owner }),
    );
    const { collectionModificationsSupported } = await capabilities();
    return collections.map((each) => ({
      collection: collectionOf(each, collectionModificationsSupported),
      ttl: cacheSeconds,
    }));
  };
  return {
    all: () => read([]),
    async some(ids) {
      const found = await read(ids).catch((error) => {
        if (error instanceof AdapterError && error.kind === "COLLECTION_NOT_FOUND") return [];
        throw error;
      });
      return found.filter(({ collection }) => ids.includes(collection.id));
    },
    capabilities,
  };
}

const fieldTypeOf = (type: string): FieldType | undefined => FieldType.safeParse(type).data;
const system = new Set(["_id", "_createdDate", "_updatedDate", "_owner"]);

function collectionOf(input: SpiCollection, changeable: boolean): ExternalCollection {
  const { displayName, fields, permissions, pagingMode, capabilities } = input;
  const id = input._id ?? input.id;
  if (!id) throw new AdapterError("BAD_ANSWER", "The response has a collection without an id.");
  return {
    id,
    displayName: displayName ?? id,
    fields: fields.map(fieldOf),
    ...(permissions && { permissions }),
    capabilities: {
      dataOperations: operationsOf(capabilities?.dataOperations ?? []),
      collectionOperations: changeable ? ["UPDATE", "REMOVE"] : [],
    },
    pagingModes: [pagingMode === "CURSOR" ? "CURSOR" : "OFFSET"],
    maxPageSize: pageSize,
  };
}

function fieldOf(input: SpiField): CollectionField {
  const { key, displayName, description, type, capabilities, encrypted } = input;
  const metadata = metadataOf(input);
  const queryOperators = (capabilities?.queryOperators ?? []).flatMap(
    (name) => QueryOperator.safeParse(name).data ?? [],
  );
  return {
    key,
    displayName: displayName ?? key,
    ...(description && { description }),
    type: fieldTypeOf(type) ?? "ANY",
    ...(metadata && { typeMetadata: metadata }),
    systemField: system.has(key),
    capabilities: { sortable: capabilities?.sortable ?? false, queryOperators },
    ...(encrypted && { encrypted }),
  };
}

function metadataOf(field: SpiField): TypeMetadata | undefined {
  const { singleReferenceOptions: one, multiReferenceOptions: many, arrayOptions, objectOptions } = field;
  if (one) return { reference: { referencedCollectionId: one.referencedCollectionId } };
  if (many) {
    return {
      multiReference: {
        referencedCollectionId: many.referencedCollectionId,
        referencingFieldKey: many.referencedCollectionFieldKey,
        referencingDisplayName: many.referencedCollectionFieldDisplayName,
      },
    };
  }
  if (arrayOptions) return { array: { elementType: fieldTypeOf(arrayOptions.elementType) ?? "ANY" } };
  if (!objectOptions?.fields) return undefined;
  const inner = objectOptions.fields.map(({ key, displayName, type }) => ({
    key,
    displayName,
    type: fieldTypeOf(type) ?? ("ANY" as const),
  }));
  return { object: { fields: inner } };
}

/** Maps the operations that an adapter declares to the platform's operations. */
function operationsOf(publicShape: readonly string[]): DataOperation[] {
  const can = new Set(publicShape);
  const offers: [boolean, DataOperation[]][] = [
    [can.has("QUERY"), ["FIND", "GET"]],
    [can.has("COUNT"), ["COUNT"]],
    [can.has("AGGREGATE"), ["AGGREGATE"]],
    [can.has("DISTINCT") || can.has("AGGREGATE"), ["DISTINCT"]],
    [can.has("INSERT"), ["INSERT", "BULK_INSERT"]],
    [can.has("UPDATE"), ["UPDATE", "BULK_UPDATE"]],
    [can.has("INSERT") && can.has("UPDATE"), ["SAVE", "BULK_SAVE"]],
    [can.has("REMOVE"), ["REMOVE", "BULK_REMOVE"]],
    [can.has("TRUNCATE"), ["TRUNCATE"]],
    [can.has("QUERY_REFERENCED"), ["QUERY_REFERENCED", "IS_REFERENCED"]],
    [can.has("INSERT_REFERENCES"), ["INSERT_REFERENCE"]],
    [can.has("REMOVE_REFERENCES"), ["REMOVE_REFERENCE"]],
    [can.has("INSERT_REFERENCES") && can.has("REMOVE_REFERENCES"), ["REPLACE_REFERENCES"]],
  ];
  return offers.flatMap(([yes, operations]) => (yes ? operations : []));
}

const systemField = (key: string, type: FieldType): CollectionField => ({ key, type });
const systemFields = [
  systemField("_id", "TEXT"),
  systemField("_createdDate", "DATETIME"),
  systemField("_updatedDate", "DATETIME"),
  systemField("_owner", "TEXT"),
];

/** Converts a collection to the form that adapters accept: complete, with the system fields. */
export function toAdapterCollection({ id, displayName, fields, permissions }: ExternalDefinition): object {
  const missing = systemFields.filter(({ key }) => !fields.some((field) => field.key === key));
  return {
    id,
    displayName: displayName ?? id,
    fields: [...missing, ...fields].map(toAdapterField),
    ...(permissions && { permissions }),
    pagingMode: "OFFSET",
  };
}

function toAdapterField({
  key,
  displayName,
  description,
  type,
  typeMetadata,
  capabilities,
  encrypted,
}: CollectionField) {
  const { reference, multiReference, array, object } = typeMetadata ?? {};
  return {
    key,
    displayName: displayName ?? key,
    ...(description && { description }),
    type,
    capabilities: { sortable: capabilities?.sortable ?? false, queryOperators: capabilities?.queryOperators ?? [] },
    encrypted: encrypted ?? false,
    ...(reference && { singleReferenceOptions: reference }),
    ...(multiReference && {
      multiReferenceOptions: {
        referencedCollectionId: multiReference.referencedCollectionId,
        referencedCollectionFieldKey: multiReference.referencingFieldKey,
        referencedCollectionFieldDisplayName: multiReference.referencingDisplayName,
      },
    }),
    ...(array && { arrayOptions: { elementType: array.elementType } }),
    ...(object && { objectOptions: object }),
  };
}
