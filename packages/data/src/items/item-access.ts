import type { Context } from "@uola/kernel";
import type { Collections } from "../collections/collections.ts";
import { createFieldEncryption, type FieldEncryption } from "./encrypted-fields.ts";
import { createItemWriter, type ItemWriter } from "./item-writer.ts";
import type { PublicationRule } from "./prepare-row.ts";
import { createRemover, type Remover } from "./remove.ts";
import { createItemTables, type ItemTables } from "./store/item-tables.ts";

/** The services that reading and writing native items share. */
export type ItemAccess = {
  collections: Collections;
  encryption: FieldEncryption;
  itemTables: ItemTables;
  writer: ItemWriter;
  remover: Remover;
};

/** Creates these services. `rules` contains the publication rules by collection. */
export function createItemAccess(
  context: Context,
  collections: Collections,
  rules: Readonly<Record<string, PublicationRule>> = {},
): ItemAccess {
  const encryption = createFieldEncryption(context);
  const itemTables = createItemTables(context, collections);
  const writer = createItemWriter(context, encryption, rules);
  const remover = createRemover(context, itemTables, encryption);
  return { collections, encryption, itemTables, writer, remover };
}
