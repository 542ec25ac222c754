import type { items as contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import type { Collections } from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import { createBulkTransfer } from "./bulk-transfer.ts";
import { createExternalTargets } from "./external-target.ts";
import { createInternalItems } from "./internal-items.ts";
import { createItemAccess, type ItemAccess } from "./item-access.ts";
import { readHandlers } from "./read.ts";
import { referenceHandlers } from "./references.ts";
import { createWithTarget } from "./resolve-target.ts";
import { writeHandlers } from "./write.ts";

export type { BulkTransfer, ItemRow } from "./bulk-transfer.ts";
export type { InternalItems } from "./internal-items.ts";
export { readOnlyFields } from "./read-only-fields.ts";
export { checkFree } from "./validation.ts";

/** What features after this one do with items; made once in a process. */
export function createItemServices(context: Context, collections: Collections) {
  const access = createItemAccess(context, collections);
  return {
    ...access,
    /** For parts of the platform that have checked already what somebody may do. */
    internalItems: createInternalItems(context, access),
    /** For callers who import and export. */
    transfer: createBulkTransfer(context, access),
  };
}
export type ItemServices = ReturnType<typeof createItemServices>;

/** Items of our own collections and of other databases. */
export function items(context: Context, access: ItemAccess, databases: ExternalDatabases): Handlers<typeof contract> {
  const withTarget = createWithTarget(context, access, createExternalTargets(databases, context));
  return {
    // get, query, count, aggregate, queryDistinctValues, queryReferenced, isReferenced
    ...readHandlers(context, access, databases),
    // insert, update, save, patch, remove, truncate, bulkInsert, bulkUpdate, bulkSave, bulkPatch, bulkRemove
    ...writeHandlers(withTarget),
    // insertReference, removeReference, bulkInsertReferences, bulkRemoveReferences, replaceReferences
    ...referenceHandlers(withTarget),
  };
}
