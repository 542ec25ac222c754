import type { items as contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { createCollections } from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import { createExternalTargets } from "./external-target.ts";
import { reading } from "./reading.ts";
import { writing } from "./writing.ts";

export { type Carrying, createItemCarrying, type ItemRow } from "./carrying.ts";
export { checkFree } from "./checking.ts";
export { closedFields } from "./closed.ts";
export { createItemKeeping, type ItemKeeping, type KeptItem } from "./keeping.ts";
export { createItemWriter, type ItemWriter } from "./writer.ts";

/** Items of our own collections and of other databases. */
export function items(context: Context, databases: ExternalDatabases): Handlers<typeof contract> {
  const collections = createCollections(context);
  return {
    ...reading(context, collections, databases),
    ...writing(context, collections, createExternalTargets(databases, context)),
  };
}
