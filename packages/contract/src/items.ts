import { z } from "zod";
import { Environment } from "./collections.ts";
import {
  collectionErrors,
  conflictErrors,
  databaseErrors,
  dataErrors,
  filterErrors,
  itemErrors,
  pageErrors,
} from "./data-errors.ts";
import { endpoint } from "./endpoint.ts";
import { Cursors, maybe } from "./wire.ts";

const Order = z.enum(["ASC", "DESC"]);
/** Free-form JSON. Errors in it have their own codes and are not reported as schema violations. */
const free = z.json();

/**
 * An item. Its `data` repeats the id as `_id` and contains `_createdDate`, `_updatedDate`
 * (`{"$date": ISO 8601}`), `_owner` and, in collections with publishing, `_publishStatus`.
 */
export const DataItem = z
  .object({ id: maybe(z.string()), dataCollectionId: maybe(z.string()), data: maybe(free) })
  .meta({ id: "DataItem" });
export type DataItem = { id: string; dataCollectionId: string; data: ItemData };
export type ItemData = { [key: string]: z.infer<typeof free> };
const KnownItem = z.object({ id: z.string(), dataCollectionId: z.string(), data: z.record(z.string(), free) });

const PublishOptions = maybe(z.object({ includeDraftItems: maybe(z.boolean()) }));
const Sorting = z.object({ fieldName: z.string().min(1).max(1000), order: maybe(Order) });
const Paging = z.object({ limit: maybe(z.number()), offset: maybe(z.number()) });
const CursorPaging = z.object({ limit: maybe(z.number()), cursor: maybe(z.string().max(16_000)) });
const paged = { paging: maybe(Paging), cursorPaging: maybe(CursorPaging) };
const fields = maybe(z.array(z.string().max(1000)).max(1000));

export const ItemsMetadata = z.object({
  count: z.int(),
  offset: maybe(z.int()),
  total: maybe(z.int()),
  tooManyToCount: maybe(z.boolean()),
  cursors: maybe(Cursors),
  hasNext: maybe(z.boolean()),
});
export type ItemsMetadata = z.infer<typeof ItemsMetadata>;

const ItemError = z.object({
  code: z.string(),
  description: z.string(),
  data: maybe(z.record(z.string(), free)),
});
const BulkActionType = z.enum(["UNKNOWN_ACTION_TYPE", "INSERT", "UPDATE", "DELETE", "PATCH"]);
const ItemMetadata = z.object({
  id: maybe(z.string()),
  originalIndex: z.int(),
  success: z.boolean(),
  error: maybe(ItemError),
});
const BulkActionMetadata = z.object({ totalSuccesses: z.int(), totalFailures: z.int() });
const bulkOutput = z.object({
  results: z.array(z.object({ action: BulkActionType, itemMetadata: ItemMetadata, dataItem: maybe(KnownItem) })),
  bulkActionMetadata: BulkActionMetadata,
});

export const DataItemReference = z
  .object({
    referringItemFieldName: z.string().max(1000),
    referringItemId: z.string(),
    referencedItemId: z.string(),
  })
  .meta({ id: "DataItemReference" });
export type DataItemReference = z.infer<typeof DataItemReference>;

const bulkReferenceOutput = z.object({
  results: z.array(
    z.object({ action: BulkActionType, referenceMetadata: ItemMetadata, dataItemReference: maybe(DataItemReference) }),
  ),
  bulkActionMetadata: BulkActionMetadata,
});

const UpdateAction = z.enum([
  "UNKNOWN_ACTION",
  "SET_FIELD",
  "REMOVE_FIELD",
  "INCREMENT_FIELD",
  "APPEND_TO_ARRAY",
  "REMOVE_FROM_ARRAY",
]);
/** Changes to individual fields. A path may point into objects and arrays: "address.street". */
export const PatchSet = z.object({
  dataItemId: z.string(),
  fieldUpdates: z
    .array(
      z.object({
        fieldPath: z.string().min(1).max(1000),
        action: UpdateAction,
        setField: maybe(z.object({ value: maybe(free) })),
        incrementField: maybe(z.object({ value: maybe(z.number()) })),
        appendToArray: maybe(z.object({ value: maybe(free) })),
        removeFromArray: maybe(z.object({ value: maybe(free) })),
      }),
    )
    .max(1000),
});
export type PatchSet = z.infer<typeof PatchSet>;

const named = (name: string) => z.object({ itemFieldName: z.string().min(1).max(1000) }).meta({ description: name });
/** An aggregated result. Exactly one aggregation function is set. */
const Operation = z.object({
  resultFieldName: maybe(z.string().max(1000)),
  average: maybe(named("the mean")),
  min: maybe(named("the least")),
  max: maybe(named("the most")),
  sum: maybe(named("the sum")),
  itemCount: maybe(z.object({})),
});
export const ItemAggregation = z.object({
  groupingFields: maybe(z.array(z.string().min(1).max(1000)).max(20)),
  operations: maybe(z.array(Operation).max(100)),
});
export type ItemAggregation = z.infer<typeof ItemAggregation>;

export const ItemQuery = z.object({
  ...paged,
  filter: maybe(free),
  sort: maybe(z.array(Sorting).max(50)),
  fields,
});
export type ItemQuery = z.infer<typeof ItemQuery>;

const gateways = ["/wix-data"];
// The permissions of the collection decide who may call these operations.
const by = { access: "visitor", gateways } as const;
const collection = { dataCollectionId: z.string().max(1024), environment: maybe(Environment) };
const appOptions = maybe(z.record(z.string(), free));
const options = { appOptions, publishPluginOptions: PublishOptions };
const reading = { consistentRead: maybe(z.boolean()), language: maybe(z.string().max(20)), ...options };

const foreign = [...databaseErrors, dataErrors.unsupportedByCollection, dataErrors.externalItemIdMissing];
const asked = [...filterErrors, "INVALID_CURSOR"];
const written = [...itemErrors, ...conflictErrors, dataErrors.quotaExceeded, dataErrors.storageFull];
const many = [
  dataErrors.itemsNotObjects,
  dataErrors.tooManyItems,
  dataErrors.itemTooLarge,
  dataErrors.payloadTooLarge,
  dataErrors.invalidData,
];
const references = [
  dataErrors.referringItemMissing,
  dataErrors.notReference,
  dataErrors.invalidReference,
  dataErrors.referenceExists,
  dataErrors.itemNotFound,
  dataErrors.referenceNotFound,
];

const bulkMax = 1000;
const bulkLimit = (list: string, code: typeof dataErrors.tooManyItems | typeof dataErrors.tooManyRemovals) => ({
  list,
  count: bulkMax,
  code,
});

const oneItem = z.object({ dataItem: KnownItem });
const bulkReferenceInput = z.object({
  ...collection,
  dataItemReferences: z.array(DataItemReference).max(bulkMax),
  returnEntity: maybe(z.boolean()),
});
const itemInput = z.object({ ...collection, dataItem: DataItem, ...options });
const bulkInput = z.object({
  ...collection,
  dataItems: z.array(DataItem).max(bulkMax),
  returnEntity: maybe(z.boolean()),
  ...options,
});
// An item may have up to 500 KB, and a bulk call up to 1,000 items within this body limit.
const itemBody = 1024 * 1024;
const bulkBody = { bodyMax: itemBody, bodyMaxForTeam: 16 * 1024 * 1024 };

export const items = {
  insert: endpoint({
    method: "POST",
    path: "/v2/items",
    aliases: ["/v2/items/insert"],
    ...by,
    bodyMax: itemBody,
    input: itemInput,
    output: oneItem,
    errors: [...collectionErrors, ...written, ...foreign],
    summary: "Add an item to a collection.",
  }),
  update: endpoint({
    method: "PUT",
    path: "/v2/items/{dataItem.id*}",
    ...by,
    bodyMax: itemBody,
    input: itemInput,
    output: oneItem,
    errors: [...collectionErrors, ...written, ...foreign, dataErrors.itemIdMissing, dataErrors.itemNotFound],
    summary: "Replace an item's data as a whole; its owner and the date it was added stay.",
  }),
  save: endpoint({
    method: "POST",
    path: "/v2/items/save",
    ...by,
    bodyMax: itemBody,
    input: itemInput,
    output: z.object({ action: z.enum(["UNKNOWN_ACTION", "INSERTED", "UPDATED"]), dataItem: KnownItem }),
    errors: [...collectionErrors, ...written, ...foreign, dataErrors.itemNotFound],
    summary: "Add an item, or replace the one with its id.",
  }),
  patch: endpoint({
    method: "PATCH",
    path: "/v2/items/{patchSet.dataItemId*}",
    ...by,
    bodyMax: itemBody,
    input: z.object({ ...collection, patchSet: PatchSet, ...options }),
    output: oneItem,
    errors: [...collectionErrors, ...written, ...foreign, dataErrors.itemNotFound],
    summary: "Change single fields of an item.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v2/items/{dataItemId*}",
    ...by,
    input: z.object({ ...collection, dataItemId: z.string(), fields, ...reading }),
    output: oneItem,
    errors: [...collectionErrors, ...foreign, dataErrors.itemNotFound],
    summary: "Read an item.",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v2/items/{dataItemId*}",
    ...by,
    input: z.object({ ...collection, dataItemId: z.string(), ...options }),
    output: oneItem,
    errors: [...collectionErrors, ...foreign, dataErrors.itemNotFound],
    summary: "Remove an item; references to it elsewhere are cleared.",
  }),
  truncate: endpoint({
    method: "POST",
    path: "/v2/items/truncate",
    ...by,
    input: z.object(collection),
    output: z.object({}),
    errors: [...collectionErrors, ...foreign],
    summary: "Remove all items of a collection.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/items/query",
    ...by,
    input: z.object({
      ...collection,
      query: maybe(ItemQuery),
      returnTotalCount: maybe(z.boolean()),
      includeReferencedItems: maybe(z.array(z.string().max(1000)).max(100)),
      referencedItemOptions: maybe(
        z.array(z.object({ fieldName: z.string().max(1000), limit: maybe(z.number()) })).max(100),
      ),
      ...reading,
    }),
    output: z.object({ dataItems: z.array(KnownItem), pagingMetadata: ItemsMetadata }),
    errors: [...collectionErrors, ...asked, ...pageErrors, ...foreign, dataErrors.notReference],
    summary: "Read a page of items by filter and sort, with the items they refer to if asked for.",
  }),
  aggregate: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/items/aggregate",
    ...by,
    input: z.object({
      ...collection,
      ...paged,
      initialFilter: maybe(free),
      aggregation: maybe(ItemAggregation),
      finalFilter: maybe(free),
      sort: maybe(z.array(Sorting).max(50)),
      returnTotalCount: maybe(z.boolean()),
      ...reading,
    }),
    output: z.object({ results: z.array(z.record(z.string(), free)), pagingMetadata: ItemsMetadata }),
    errors: [...collectionErrors, ...asked, ...pageErrors, ...foreign],
    summary: "Count, sum, average, least and most of a collection's items, by group.",
  }),
  count: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/items/count",
    ...by,
    input: z.object({ ...collection, filter: maybe(free), ...reading }),
    output: z.object({ totalCount: z.int() }),
    errors: [...collectionErrors, ...asked, ...foreign],
    summary: "How many items a filter finds.",
  }),
  queryDistinctValues: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/items/query-distinct-values",
    ...by,
    input: z.object({
      ...collection,
      ...paged,
      fieldName: z.string().min(1).max(1000),
      filter: maybe(free),
      order: maybe(Order),
      returnTotalCount: maybe(z.boolean()),
      ...reading,
    }),
    output: z.object({ distinctValues: z.array(free), pagingMetadata: ItemsMetadata }),
    errors: [...collectionErrors, ...asked, ...pageErrors, ...foreign],
    summary: "The values a field has, each once; of an array, its elements.",
  }),
  bulkInsert: endpoint({
    method: "POST",
    path: "/v2/bulk/items/insert",
    ...by,
    ...bulkBody,
    listLimit: bulkLimit("dataItems", dataErrors.tooManyItems),
    input: bulkInput,
    output: bulkOutput,
    errors: [...collectionErrors, ...many, ...foreign],
    summary: "Add up to 1,000 items, each added or refused for itself.",
  }),
  bulkUpdate: endpoint({
    method: "POST",
    path: "/v2/bulk/items/update",
    ...by,
    ...bulkBody,
    listLimit: bulkLimit("dataItems", dataErrors.tooManyItems),
    input: bulkInput,
    output: bulkOutput,
    errors: [...collectionErrors, ...many, ...foreign],
    summary: "Replace up to 1,000 items, each for itself.",
  }),
  bulkSave: endpoint({
    method: "POST",
    path: "/v2/bulk/items/save",
    ...by,
    ...bulkBody,
    listLimit: bulkLimit("dataItems", dataErrors.tooManyItems),
    input: bulkInput,
    output: bulkOutput,
    errors: [...collectionErrors, ...many, ...foreign],
    summary: "Add or replace up to 1,000 items, each for itself.",
  }),
  bulkPatch: endpoint({
    method: "POST",
    path: "/v2/bulk/items/patch",
    ...by,
    ...bulkBody,
    listLimit: bulkLimit("patchSets", dataErrors.tooManyItems),
    input: z.object({
      ...collection,
      patchSets: z.array(PatchSet).max(bulkMax),
      returnEntity: maybe(z.boolean()),
      ...options,
    }),
    output: bulkOutput,
    errors: [...collectionErrors, ...many, ...foreign],
    summary: "Change single fields of up to 1,000 items, each for itself.",
  }),
  bulkRemove: endpoint({
    method: "POST",
    path: "/v2/bulk/items/remove",
    ...by,
    listLimit: bulkLimit("dataItemIds", dataErrors.tooManyRemovals),
    input: z.object({ ...collection, dataItemIds: z.array(z.string()).max(bulkMax), ...options }),
    output: bulkOutput,
    errors: [...collectionErrors, ...foreign, dataErrors.tooManyRemovals],
    summary: "Remove up to 1,000 items, each for itself.",
  }),
  queryReferenced: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/items/query-referenced",
    ...by,
    input: z.object({
      ...collection,
      ...paged,
      referringItemId: maybe(z.string()),
      referringItemFieldName: maybe(z.string().max(1000)),
      order: maybe(Order),
      returnTotalCount: maybe(z.boolean()),
      fields,
      ...reading,
    }),
    output: z.object({
      results: z.array(
        z.object({
          dataItem: maybe(KnownItem),
          unresolvedReference: maybe(z.object({ referencedItemId: z.string(), unauthorized: z.boolean() })),
          referringItemId: maybe(z.string()),
        }),
      ),
      pagingMetadata: ItemsMetadata,
    }),
    errors: [...collectionErrors, ...pageErrors, ...foreign, ...references, dataErrors.invalidData, "INVALID_CURSOR"],
    summary: "Read the items a field of an item refers to, in the order in which they were added to it.",
  }),
  isReferenced: endpoint({
    method: "POST",
    reads: true,
    path: "/v2/items/is-referenced",
    ...by,
    input: z.object({
      ...collection,
      referringItemFieldName: z.string().max(1000),
      referringItemId: z.string(),
      referencedItemId: z.string(),
      consistentRead: maybe(z.boolean()),
    }),
    output: z.object({ isReferenced: z.boolean() }),
    errors: [...collectionErrors, ...foreign, ...references],
    summary: "Whether a field of an item refers to another item.",
  }),
  insertReference: endpoint({
    method: "POST",
    path: "/v2/items/insert-reference",
    ...by,
    input: z.object({ ...collection, dataItemReference: DataItemReference, ...options }),
    output: z.object({ dataItemReference: DataItemReference }),
    errors: [...collectionErrors, ...foreign, ...references],
    summary: "Let a field of an item refer to another item; a single reference is overwritten.",
  }),
  removeReference: endpoint({
    method: "POST",
    path: "/v2/items/remove-reference",
    ...by,
    input: z.object({ ...collection, dataItemReference: DataItemReference }),
    output: z.object({ dataItemReference: DataItemReference }),
    errors: [...collectionErrors, ...foreign, ...references],
    summary: "Let a field of an item refer to another item no longer.",
  }),
  bulkInsertReferences: endpoint({
    method: "POST",
    path: "/v2/bulk/items/insert-references",
    ...by,
    listLimit: bulkLimit("dataItemReferences", dataErrors.tooManyItems),
    input: bulkReferenceInput,
    output: bulkReferenceOutput,
    errors: [...collectionErrors, ...foreign, dataErrors.tooManyItems],
    summary: "Add up to 1,000 references, each for itself.",
  }),
  bulkRemoveReferences: endpoint({
    method: "POST",
    path: "/v2/bulk/items/remove-references",
    ...by,
    listLimit: bulkLimit("dataItemReferences", dataErrors.tooManyRemovals),
    input: bulkReferenceInput,
    output: bulkReferenceOutput,
    errors: [...collectionErrors, ...foreign, dataErrors.tooManyRemovals],
    summary: "Remove up to 1,000 references, each for itself.",
  }),
  replaceReferences: endpoint({
    method: "POST",
    path: "/v2/items/replace-references",
    ...by,
    input: z.object({
      ...collection,
      referringItemFieldName: z.string().max(1000),
      referringItemId: z.string(),
      newReferencedItemIds: maybe(z.array(z.string()).max(1000)),
    }),
    output: z.object({ dataItemReferences: z.array(DataItemReference) }),
    errors: [...collectionErrors, ...foreign, ...references],
    summary: "Replace all that a field of an item refers to.",
  }),
};
