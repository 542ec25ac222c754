import type { items as contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { createCollections } from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import { createExternalTargets } from "./external-target.ts";
import { reading } from "./read.ts";
import { writing } from "./write.ts";

export { type Carrying, createItemCarrying, type ItemRow } from "./bulk-transfer.ts";
export { createItemKeeping, type ItemKeeping, type KeptItem } from "./internal-items.ts";
export { createItemWriter, type ItemWriter } from "./item-writer.ts";
export { closedFields } from "./read-only-fields.ts";
export { checkFree } from "./validation.ts";

/** Items of our own collections and of other databases. */
export function items(context: Context, databases: ExternalDatabases): Handlers<typeof contract> {
  const collections = createCollections(context);
  return {
    ...reading(context, collections, databases),
    ...writing(context, collections, createExternalTargets(databases, context)),
  };
}
