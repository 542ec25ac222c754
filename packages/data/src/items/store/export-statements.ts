import { momentsAsText } from "@uola/database";
import { all, orderOf, type Sort } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { conditionOf } from "./item-fields.ts";
import { pageInputOf } from "./page.ts";
import { itemColumns, type QueryDeps, type ReadableCollection } from "./query.ts";

type ExportStatement = { text: string; values: unknown[]; types: typeof momentsAsText };

/**
 * Returns statements for a pool client that read all matching items, their number, and the
 * references of given items.
 */
export function exportStatements(
  { compiler, siteId }: Pick<QueryDeps, "compiler" | "siteId">,
  { collection, from, fields, visible }: ReadableCollection,
  request: { filter: unknown; sort: Sort[] },
) {
  const statementOf = (built: RawBuilder<unknown>): ExportStatement => {
    const { sql: text, parameters } = built.compile(compiler);
    return { text, values: parameters as unknown[], types: momentsAsText };
  };
  const input = pageInputOf({ limit: 1, offset: 0 }, request, fields, "_id");
  const matching = all([...visible, conditionOf(fields, input.filter)]);
  return {
    rows: statementOf(
      sql`select ${itemColumns} from ${from} i where ${matching} order by ${orderOf(input.sort, fields, false)}`,
    ),
    count: statementOf(sql`select count(*)::int as total from ${from} i where ${matching}`),
    /** References in the items' MULTI_REFERENCE fields, as rows of `id`, `field`, `ids`. */
    references: (ids: readonly string[]) =>
      statementOf(sql`
        select item_id as id, field, array_agg(referenced_id order by id) as ids from item_reference
        where site_id = ${siteId}::uuid and collection_key = ${collection.key}::uuid and not sandbox
          and item_id = any (${ids}::text[]) group by item_id, field`),
  };
}
