import type { ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Caller, Context, Sort } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import type { ItemAccess } from "./item-access.ts";
import type { WriteInput } from "./item-writer.ts";
import { sortOf } from "./read.ts";
import { notAllowed } from "./refusals.ts";
import type { Removal } from "./remove.ts";
import { exportStatements } from "./store/export-statements.ts";
import { referredBy } from "./store/include-references.ts";
import { existingIds, itemsNamed } from "./store/live-items.ts";
import { dataOf, type ItemRow, openForReading } from "./store/query.ts";
import type { Referrers } from "./store/remove-statement.ts";
import { grantFor, type WriteGrant } from "./write-grant.ts";

export type BulkTransfer = ReturnType<typeof createBulkTransfer>;
/** The selection and order of the items to export. */
export type ExportQuery = {
  filter?: unknown;
  sort?: readonly { fieldName: string; order?: Sort["order"] | null | undefined }[] | null | undefined;
};

/** Bulk import and export of live items with the permissions of one caller. */
export function createBulkTransfer(
  { connection, db, siteId }: Context,
  { collections, encryption, itemTables, writer, remover }: ItemAccess,
) {
  const deps = { connection, siteId, collections, encryption, compiler: db.withoutPlugins() };

  /**
   * An import may set read-only and immutable fields of new items. When it replaces items, these
   * fields are left unchanged.
   */
  function grantForMode(collection: CollectionSchema, caller: Caller, mode: "INSERT" | "SAVE"): WriteGrant {
    const grant = grantFor(collection, caller, true);
    if (!grant.insert) throw notAllowed("add items");
    if (mode === "SAVE" && grant.update !== "all") throw notAllowed("change items");
    return { ...grant, bound: mode === "SAVE" };
  }

  return {
    grantForMode,

    /** Adds or replaces items. Each one succeeds or fails independently. */
    async write(
      collection: CollectionSchema,
      mode: "INSERT" | "SAVE",
      inputs: readonly WriteInput[],
      caller: Caller,
      tx: Database,
    ) {
      const itemTable = await itemTables.tableFor(collection);
      return writer[mode === "SAVE" ? "save" : "insert"](itemTable, inputs, grantForMode(collection, caller, mode), tx);
    },

    /** Removes items that are still at the given revision. */
    async remove(
      collection: CollectionSchema,
      removals: readonly Removal[],
      caller: Caller,
      inside: { tx: Database; referrers: Referrers },
    ) {
      return remover.remove(
        await itemTables.tableFor(collection),
        removals,
        grantFor(collection, caller, true),
        inside,
      );
    },
    /**
     * Finds the fields that refer to the items. Must be called before the transaction that removes
     * items.
     */
    referrersOf: async (collection: CollectionSchema) => itemTables.referrersOf(await itemTables.tableFor(collection)),

    referredBy,

    /**
     * Maps item ids and display names to item ids. A display name shared by several items maps to
     * null.
     */
    async idsOf(
      collection: CollectionSchema,
      texts: readonly string[],
      tx: Database,
    ): Promise<Map<string, string | null>> {
      const table = await collections.tableOf(collection, "LIVE", false);
      const candidates = texts.filter((text) => !text.includes("\0"));
      const ids = await existingIds(tx, table, candidates);
      const found = new Map<string, string | null>(ids.map((id) => [id, id]));
      const names = candidates.filter((text) => !found.has(text));
      const { displayField } = collection.dataCollection;
      if (!displayField || names.length === 0 || collection.fields.get(displayField)?.encrypted) return found;
      const items = await itemsNamed(tx, table, collection, { field: displayField, names });
      for (const { id, name } of items) found.set(name, found.has(name) ? null : id);
      return found;
    },

    /**
     * Returns the statements that read and count the items, and a function that converts the rows.
     * Rejects with the same errors as a query.
     */
    async exportStatements(collection: CollectionSchema, { filter, sort }: ExportQuery, caller: Caller) {
      const options = { publishPluginOptions: { includeDraftItems: true } };
      const readable = await openForReading(deps, collection, options, caller);
      const request = { filter: filter ?? {}, sort: sortOf(collection, readable.fields, sort) };
      return {
        ...exportStatements(deps, readable, request),
        itemOf: (row: ItemRow): ItemData => dataOf(collection, row, encryption),
      };
    },
  };
}
export type { ItemRow } from "./store/query.ts";
