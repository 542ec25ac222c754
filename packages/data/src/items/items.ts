import type { items as contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import type { Collections } from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import { createBulkTransfer } from "./bulk-transfer.ts";
import { createExternalTargets } from "./external-target.ts";
import { createInternalItems } from "./internal-items.ts";
import { createItemAccess, type ItemAccess } from "./item-access.ts";
import type { PublicationRule } from "./prepare-row.ts";
import { readHandlers } from "./read.ts";
import { referenceHandlers } from "./references.ts";
import { createWithTarget } from "./resolve-target.ts";
import { writeHandlers } from "./write.ts";

export type { BulkTransfer, ItemRow } from "./bulk-transfer.ts";
export type { InternalItems } from "./internal-items.ts";
export type { PublicationRule } from "./prepare-row.ts";
export { readOnlyFields } from "./read-only-fields.ts";
export { checkUndeclaredData } from "./validation.ts";

/** Item services for other features, created once per process. */
export function createItemServices(
  context: Context,
  collections: Collections,
  rules: Readonly<Record<string, PublicationRule>> = {},
) {
  const access = createItemAccess(context, collections, rules);
  return {
    ...access,
    /** Used by features that check permissions themselves. */
    internalItems: createInternalItems(context, access),
    /** Used for imports and exports on behalf of callers. */
    transfer: createBulkTransfer(context, access),
  };
}
export type ItemServices = ReturnType<typeof createItemServices>;

/** Handlers for items of native and external collections. */
export function items(context: Context, access: ItemAccess, databases: ExternalDatabases): Handlers<typeof contract> {
  const withTarget = createWithTarget(context, access, createExternalTargets(databases, context));
  return {
    // Handles get, query, count, aggregate, queryDistinctValues, queryReferenced and isReferenced.
    ...readHandlers(context, access, databases),
    // Handles insert, update, save, patch, remove, truncate, bulkInsert, bulkUpdate, bulkSave,
    // bulkPatch and bulkRemove.
    ...writeHandlers(withTarget),
    // Handles insertReference, removeReference, bulkInsertReferences, bulkRemoveReferences and
    // replaceReferences.
    ...referenceHandlers(withTarget),
  };
}
