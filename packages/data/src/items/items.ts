import type { items as contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { createCollections } from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import { createExternalTargets } from "./external-target.ts";
import { readHandlers } from "./read.ts";
import { writeHandlers } from "./write.ts";

export { type BulkTransfer, createBulkTransfer, type ItemRow } from "./bulk-transfer.ts";
export { createInternalItems, type InternalItem, type InternalItems } from "./internal-items.ts";
export { createItemWriter, type ItemWriter } from "./item-writer.ts";
export { readOnlyFields } from "./read-only-fields.ts";
export { checkFree } from "./validation.ts";

/** Items of our own collections and of other databases. */
export function items(context: Context, databases: ExternalDatabases): Handlers<typeof contract> {
  const collections = createCollections(context);
  return {
    ...readHandlers(context, collections, databases),
    ...writeHandlers(context, collections, createExternalTargets(databases, context)),
  };
}
