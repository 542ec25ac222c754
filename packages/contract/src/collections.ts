import { z } from "zod";
import { databaseErrors, dataErrors } from "./data-errors.ts";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe, revision } from "./wire.ts";

/** Where a collection comes from: our own database, an app of the platform, blocks, or an external database. */
const CollectionType = z.enum(["NATIVE", "WIX_APP", "BLOCKS_APP", "EXTERNAL"]);
const PagingMode = z.enum(["OFFSET", "CURSOR"]);
export const FieldType = z.enum([
  "UNKNOWN_FIELD_TYPE",
  "TEXT",
  "NUMBER",
  "DATE",
  "DATETIME",
  "IMAGE",
  "BOOLEAN",
  "DOCUMENT",
  "URL",
  "RICH_TEXT",
  "VIDEO",
  "ANY",
  "ARRAY_STRING",
  "ARRAY_DOCUMENT",
  "AUDIO",
  "TIME",
  "LANGUAGE",
  "RICH_CONTENT",
  "MEDIA_GALLERY",
  "ADDRESS",
  "PAGE_LINK",
  "REFERENCE",
  "MULTI_REFERENCE",
  "OBJECT",
  "ARRAY",
  "LEGACY_TIME",
  "LEGACY_BOOK",
  "LEGACY_EXTERNAL_URL",
  "LEGACY_BROKEN_REFERENCE",
  "LEGACY_IMAGE",
  "LEGACY_COLOR",
  "LEGACY_EXTERNAL_VIDEO",
]);
export type FieldType = z.infer<typeof FieldType>;
/** The lowest role that has access; docs/rules/permissions.md defines the roles. */
export const CollectionRole = z.enum([
  "UNKNOWN_ROLE",
  "ADMIN",
  "SITE_MEMBER_AUTHOR",
  "SITE_MEMBER",
  "ANYONE",
  "CMS_EDITOR",
  "PRIVILEGED",
]);
export type CollectionRole = z.infer<typeof CollectionRole>;
const PluginType = z.enum([
  "UNKNOWN_PLUGIN_TYPE",
  "PUBLISH",
  "SINGLE_ITEM",
  "URLIZED",
  "GRIDAPPLESS",
  "MULTILINGUAL",
  "SHARED",
  "EDITABLE_PAGE_LINK",
  "CMS",
]);
const PublishStatus = z.enum(["UNKNOWN_PUBLISH_PLUGIN_STATUS", "PUBLISHED", "DRAFT"]);
const UrlizedFormat = z.enum(["UNKNOWN_URLIZED_PLUGIN_FORMAT", "ORIGINAL", "PLAIN"]);
const FieldPluginType = z.enum(["UNKNOWN", "CMS"]);
export const QueryOperator = z.enum([
  "EQ",
  "LT",
  "GT",
  "NE",
  "LTE",
  "GTE",
  "STARTS_WITH",
  "ENDS_WITH",
  "CONTAINS",
  "HAS_SOME",
  "HAS_ALL",
  "EXISTS",
  "URLIZED",
]);
export type QueryOperator = z.infer<typeof QueryOperator>;
export const DataOperation = z.enum([
  "AGGREGATE",
  "BULK_INSERT",
  "BULK_REMOVE",
  "BULK_SAVE",
  "BULK_UPDATE",
  "COUNT",
  "DISTINCT",
  "FIND",
  "GET",
  "INSERT",
  "INSERT_REFERENCE",
  "IS_REFERENCED",
  "QUERY_REFERENCED",
  "REMOVE",
  "REMOVE_REFERENCE",
  "REPLACE_REFERENCES",
  "SAVE",
  "TRUNCATE",
  "UPDATE",
  "PATCH",
  "BULK_PATCH",
]);
export type DataOperation = z.infer<typeof DataOperation>;
const CollectionOperation = z.enum(["UPDATE", "REMOVE"]);
/** The copy of the items to use: the live copy, the sandbox, or the sandbox if one exists. */
export const Environment = z.enum(["LIVE", "SANDBOX", "SANDBOX_PREFERRED"]);
export type Environment = z.infer<typeof Environment>;

const Order = z.enum(["ASC", "DESC"]);
const key = z.string().min(1).max(1000);
export const CollectionId = z.string().min(1).max(256);

const FieldCapabilities = z.object({ sortable: z.boolean(), queryOperators: z.array(QueryOperator).max(100) });

const Calculator = z.object({
  fieldsPattern: maybe(z.object({ pattern: z.string().max(1000), lowercase: maybe(z.boolean()) })),
  urlizedOnlyPattern: maybe(z.object({ pattern: z.string().max(1000) })),
});
/** The metadata of a complex type: only the field that matches the type is set. */
const innermost = {
  reference: maybe(z.object({ referencedCollectionId: CollectionId })),
  multiReference: maybe(
    z.object({
      referencedCollectionId: CollectionId,
      referencingFieldKey: maybe(z.string().max(1000)),
      referencingDisplayName: maybe(z.string().max(1000)),
    }),
  ),
  pageLink: maybe(z.object({ calculator: maybe(Calculator), linkedRouterPage: maybe(z.string().max(1000)) })),
};
const typed = <Metadata extends z.ZodType>(metadata: Metadata) => ({
  object: maybe(
    z.object({
      fields: z
        .array(
          z.object({
            key,
            displayName: maybe(z.string().max(1000)),
            type: FieldType,
            typeMetadata: maybe(metadata),
            capabilities: maybe(FieldCapabilities),
          }),
        )
        .max(1000),
    }),
  ),
  array: maybe(z.object({ elementType: FieldType, typeMetadata: maybe(metadata) })),
});
// Objects and arrays are described three levels deep.
const Inner = z.object({ ...innermost, ...typed(z.object(innermost)) });
export const TypeMetadata = z.object({ ...innermost, ...typed(Inner) }).meta({ id: "TypeMetadata" });
export type TypeMetadata = z.infer<typeof TypeMetadata>;

/** JSON cannot represent NaN and infinity. */
const float = z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]);

export const CollectionField = z
  .object({
    key,
    displayName: maybe(z.string().max(1000)),
    type: FieldType,
    typeMetadata: maybe(TypeMetadata),
    /** Set by the platform itself: `_id`, `_createdDate`, `_updatedDate`, `_owner`. */
    systemField: maybe(z.boolean()),
    capabilities: maybe(FieldCapabilities),
    encrypted: maybe(z.boolean()),
    description: maybe(z.string().max(16_000)),
    readOnly: maybe(z.boolean()),
    immutable: maybe(z.boolean()),
    required: maybe(z.boolean()),
    numberRange: maybe(z.object({ min: maybe(float), max: maybe(float) })),
    stringLengthRange: maybe(z.object({ minLength: maybe(z.int().min(0)), maxLength: maybe(z.int().min(0)) })),
    arraySizeRange: maybe(z.object({ minSize: maybe(z.int().min(0)), maxSize: maybe(z.int().min(0)) })),
    plugins: maybe(
      z
        .array(z.object({ type: FieldPluginType, cmsOptions: maybe(z.object({ internal: maybe(z.boolean()) })) }))
        .max(100),
    ),
  })
  .meta({ id: "CollectionField" });
export type CollectionField = z.infer<typeof CollectionField>;

const Sort = z.object({ fieldKey: key, direction: Order });

export const CollectionPlugin = z
  .object({
    type: PluginType,
    publishOptions: maybe(z.object({ defaultStatus: maybe(PublishStatus) })),
    singleItemOptions: maybe(z.object({ singleItemId: maybe(z.string().max(16_000)) })),
    urlizedOptions: maybe(z.object({ format: maybe(UrlizedFormat) })),
    multilingualOptions: maybe(z.object({ translatableFieldKeys: maybe(z.array(key).max(1000)) })),
    editablePageLinkOptions: maybe(z.object({ isPersisted: maybe(z.boolean()), isMutable: maybe(z.boolean()) })),
    cmsOptions: maybe(z.object({ siteSort: maybe(z.object({ sort: maybe(z.array(Sort).max(100)) })) })),
  })
  .meta({ id: "CollectionPlugin" });
export type CollectionPlugin = z.infer<typeof CollectionPlugin>;

export const CollectionPermissions = z
  .object({ insert: CollectionRole, update: CollectionRole, remove: CollectionRole, read: CollectionRole })
  .meta({ id: "CollectionPermissions" });
export type CollectionPermissions = z.infer<typeof CollectionPermissions>;

/** A collection of items of one type: their fields, the permissions, and how the items may be queried. */
export const DataCollection = z
  .object({
    id: CollectionId,
    collectionType: maybe(CollectionType),
    ownerAppId: maybe(guid),
    maxPageSize: maybe(z.int()),
    displayName: maybe(z.string().max(1000)),
    defaultDisplayOrder: maybe(Sort),
    displayNamespace: maybe(z.string().max(1000)),
    displayField: maybe(z.string().max(1000)),
    capabilities: maybe(
      z.object({
        dataOperations: z.array(DataOperation).max(100),
        collectionOperations: z.array(CollectionOperation).max(100),
        indexLimits: maybe(z.object({ regular: z.int(), unique: z.int(), total: z.int() })),
      }),
    ),
    fields: z.array(CollectionField).max(1000),
    permissions: maybe(CollectionPermissions),
    revision: maybe(revision),
    plugins: maybe(z.array(CollectionPlugin).max(100)),
    pagingModes: maybe(z.array(PagingMode).max(2)),
    createdDate: maybe(instant),
    updatedDate: maybe(instant),
  })
  .meta({ id: "DataCollection" });
export type DataCollection = z.infer<typeof DataCollection>;

/** Read-only fields are accepted on input and ignored. */
const CollectionInput = DataCollection.extend({
  fields: maybe(z.array(CollectionField).max(1000)),
});

const gateways = ["/wix-data"];
const owner = { access: "owner", gateways } as const;
const output = z.object({ collection: DataCollection });
const fields = maybe(z.array(z.string().max(1000)).max(100));

export const collections = {
  create: endpoint({
    method: "POST",
    path: "/v2/collections",
    ...owner,
    input: z.object({ collection: CollectionInput }),
    output,
    errors: [dataErrors.collectionExists, dataErrors.invalidData, ...databaseErrors, "TOO_MANY_COLLECTIONS"],
    summary: "Add a collection with its fields, permissions and plugins.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v2/collections/{dataCollectionId*}",
    access: "visitor",
    gateways,
    input: z.object({ dataCollectionId: CollectionId, consistentRead: maybe(z.boolean()), fields }),
    output: z.object({ collection: DataCollection, referencedCollections: maybe(z.array(DataCollection)) }),
    errors: [
      dataErrors.collectionNotFound,
      dataErrors.databaseUnavailable,
      dataErrors.invalidAnswer,
      dataErrors.queryTimeout,
    ],
    summary:
      "Read what a collection is made of, with the collections its fields refer to; without fields for who may do nothing with its items.",
  }),
  list: endpoint({
    method: "GET",
    path: "/v2/collections",
    ...owner,
    input: z.object({
      sort: maybe(z.object({ fieldName: maybe(z.string().max(1000)), order: maybe(Order) })),
      paging: maybe(z.object({ limit: maybe(z.int().min(0).max(1000)), offset: maybe(z.int().min(0).max(1_000_000)) })),
      consistentRead: maybe(z.boolean()),
      fields,
    }),
    output: z.object({
      collections: z.array(DataCollection),
      pagingMetadata: z.object({ count: z.int(), offset: z.int(), total: z.int(), tooManyToCount: z.boolean() }),
    }),
    errors: ["INVALID_FILTER"],
    summary: "Read the collections, those of external databases among them.",
  }),
  update: endpoint({
    method: "PUT",
    path: "/v2/collections",
    ...owner,
    input: z.object({ collection: CollectionInput }),
    output,
    errors: [
      dataErrors.collectionNotFound,
      dataErrors.invalidData,
      dataErrors.unsupportedByCollection,
      ...databaseErrors,
      "REVISION_MISMATCH",
    ],
    summary: "Replace a collection's definition as a whole; what is not given is gone.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/v2/collections/{dataCollectionId*}",
    ...owner,
    input: z.object({ dataCollectionId: CollectionId }),
    output: z.object({}),
    errors: [dataErrors.collectionNotFound, dataErrors.unsupportedByCollection, ...databaseErrors],
    summary: "Delete a collection with its items; for thirty days it can be restored.",
  }),
  restore: endpoint({
    method: "POST",
    path: "/v1/collections/restore",
    access: "owner",
    input: z.object({ dataCollectionId: CollectionId }),
    output,
    errors: [dataErrors.collectionNotFound, dataErrors.collectionExists],
    summary: "Take back the deletion of a collection.",
  }),
  clone: endpoint({
    method: "POST",
    path: "/v1/collections/clone",
    access: "owner",
    input: z.object({
      dataCollectionId: CollectionId,
      newCollectionId: CollectionId,
      displayName: maybe(z.string().max(1000)),
      /** Deletes the items as well. */
      withItems: maybe(z.boolean()),
    }),
    output,
    errors: [
      dataErrors.collectionNotFound,
      dataErrors.collectionExists,
      dataErrors.unsupportedByCollection,
      dataErrors.invalidData,
      "TOO_MANY_COLLECTIONS",
    ],
    summary: "Copy a collection's definition, and its items if asked for.",
  }),
};
