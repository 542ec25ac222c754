import type { ItemData } from "@uola/contract";
import { type Database, momentsAsText } from "@uola/database";
import { all, type Caller, type Context, orderOf, type Sort } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { type Collections, compareAs, type KnownCollection } from "../collections/collections.ts";
import { createItemWriter, type Wish } from "./item-writer.ts";
import { sortOf } from "./read.ts";
import { notAllowed } from "./refusals.ts";
import { createRemover, type Removal } from "./remove.ts";
import { referredBy } from "./store/include-references.ts";
import { conditionOf } from "./store/item-fields.ts";
import { createPlaces } from "./store/item-tables.ts";
import { wishOf } from "./store/page.ts";
import { dataOf, type ItemRow, itemColumns, readable } from "./store/query.ts";
import type { Referrers } from "./store/remove-statement.ts";
import { type Hand, handOf } from "./write-grant.ts";

export type Carrying = ReturnType<typeof createItemCarrying>;
/** Which items are given out, and in which order. */
export type Wanted = {
  filter?: unknown;
  sort?: readonly { fieldName: string; order?: Sort["order"] | null | undefined }[] | null | undefined;
};
type Question = { text: string; values: unknown[]; types: typeof momentsAsText };

/** Live items taken in and given out by the thousand, for one caller. */
export function createItemCarrying(context: Context, collections: Collections) {
  const { connection, db, siteId } = context;
  const places = createPlaces(context, collections);
  const writer = createItemWriter(context);
  const { remove } = createRemover(context, places, writer.seal);
  const compiler = db.withoutPlugins();
  const house = { connection, siteId, collections, seal: writer.seal, compiler };
  const question = (built: RawBuilder<unknown>): Question => {
    const { sql: text, parameters } = built.compile(compiler);
    return { text, values: parameters as unknown[], types: momentsAsText };
  };

  /** What was read only or immutable is written as it comes where items are added, and holds where they are replaced. */
  function handFor(known: KnownCollection, caller: Caller, mode: "INSERT" | "SAVE"): Hand {
    const hand = handOf(known, caller, true);
    if (!hand.insert) throw notAllowed("add items");
    if (mode === "SAVE" && hand.update !== "all") throw notAllowed("change items");
    return { ...hand, bound: mode === "SAVE" };
  }

  return {
    /** Refuses with `notAllowed`. */
    handFor,

    /** Adds items, or replaces those that are there: each for itself. */
    async write(
      known: KnownCollection,
      mode: "INSERT" | "SAVE",
      wishes: readonly Wish[],
      caller: Caller,
      tx: Database,
    ) {
      const place = await places.placeOf(known);
      return writer[mode === "SAVE" ? "save" : "insert"](place, wishes, handFor(known, caller, mode), tx);
    },

    /** Removes items, each unless it is at another revision by now. */
    async remove(
      known: KnownCollection,
      removals: readonly Removal[],
      caller: Caller,
      inside: { tx: Database; referrers: Referrers },
    ) {
      return remove(await places.placeOf(known), removals, handOf(known, caller, true), inside);
    },
    /** Who refers to the items, to be looked up before the transaction that removes some. */
    referrersOf: async (known: KnownCollection) => places.referrersOf(await places.placeOf(known)),

    /** The collection a field refers to. */
    referredBy,

    /** Which of some texts are ids of items, and which are what single items, or several (`null`), are shown by. */
    async idsOf(known: KnownCollection, texts: readonly string[], tx: Database): Promise<Map<string, string | null>> {
      const table = await collections.tableOf(known, "LIVE", false);
      const asked = texts.filter((text) => !text.includes("\0"));
      const ids = await sql<{ id: string }>`select i.id from ${table} i where i.id = any (${asked}::text[])`.execute(
        tx,
      );
      const found = new Map<string, string | null>(ids.rows.map(({ id }) => [id, id]));
      const names = asked.filter((text) => !found.has(text));
      const { displayField } = known.collection;
      if (!displayField || names.length === 0 || known.fields.get(displayField)?.encrypted) return found;
      const name = compareAs(known, displayField, "i").as("text");
      const named = await sql<{ id: string; name: string }>`
        select i.id, ${name} as name from ${table} i where ${name} = any (${names}::text[])`.execute(tx);
      for (const { id, name } of named.rows) found.set(name, found.has(name) ? null : id);
      return found;
    },

    /** The statements that read and count what is wanted, and how their rows become items. Refuses as a query does. */
    async reading(known: KnownCollection, { filter, sort }: Wanted, caller: Caller) {
      const manner = { publishPluginOptions: { includeDraftItems: true } };
      const { from, fields, visible } = await readable(house, known, manner, caller);
      const asked = { filter: filter ?? {}, sort: sortOf(known, fields, sort) };
      const wish = wishOf({ limit: 1, offset: 0 }, asked, fields, "_id");
      const found = all([...visible, conditionOf(fields, wish.filter)]);
      return {
        rows: question(
          sql`select ${itemColumns} from ${from} i where ${found} order by ${orderOf(wish.sort, fields, false)}`,
        ),
        count: question(sql`select count(*)::int as total from ${from} i where ${found}`),
        /** What items refer to by fields with many references: rows of `id`, `field`, `ids`. */
        references: (ids: readonly string[]) =>
          question(sql`
            select item_id as id, field, array_agg(referenced_id order by id) as ids from item_reference
            where site_id = ${siteId}::uuid and collection_key = ${known.key}::uuid and not sandbox
              and item_id = any (${ids}::text[]) group by item_id, field`),
        itemOf: (row: ItemRow): ItemData => dataOf(known, row, writer.seal),
      };
    },
  };
}
export type { ItemRow } from "./store/query.ts";
