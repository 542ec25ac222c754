import type { Input, ItemData, items, Output } from "@uola/contract";
import { all, type Field, orderable } from "@uola/kernel";
import { sql } from "kysely";
import { compareAs } from "../../collections/collections.ts";
import { shown } from "./aggregate.ts";
import { conditionOf, referenceColumns, referenceRows, referencesOf, withDataCodes } from "./item-fields.ts";
import { pageInputOf, pageOf, parsePageRange } from "./page.ts";
import type { QueryDeps, ReadableCollection } from "./query.ts";

type DistinctInput = Input<typeof items.queryDistinctValues>;

const key = "value";

/**
 * Returns the distinct values of a field: elements of lists, ids of references. Missing values are
 * left out.
 */
export async function distinctValues(
  deps: QueryDeps,
  readable: ReadableCollection,
  { fieldName, filter, order, returnTotalCount, paging, cursorPaging }: DistinctInput,
): Promise<Output<typeof items.queryDistinctValues>> {
  const { collection, fields } = readable;
  const { from, type } = valuesOf(deps, readable, fieldName);
  const value: Field = {
    column: sql`d.v`,
    type: type ? orderedAs[type] : "text",
    required: true,
    ...(!type && { json: true }),
  };
  const part = parsePageRange({ paging, cursorPaging });
  const request = { filter, sort: [{ fieldName: key, order: order ?? ("ASC" as const) }] };
  // The filter applies to items, the sort order to values.
  const input = pageInputOf(part, request, (path) => (path === key ? value : fields(path)), key);
  const days = collection.fields.get(fieldName)?.type === "DATE";
  const { rows, pagingMetadata } = await pageOf<{ v: ItemData[string] }>(
    deps,
    {
      columns: sql`${shown({ type, days }, sql`d.v`)} as v`,
      from: sql`(select distinct ${from} where ${all([...readable.visible, conditionOf(fields, input.filter)])}) d`,
      where: [sql`d.v is not null`],
      fields: (path) => (path === key ? value : undefined),
      counted: "along",
    },
    input,
    returnTotalCount || "offset" in part ? "exact" : "none",
  );
  return { distinctValues: rows.map(({ v }) => v), pagingMetadata };
}

const orderedAs = { number: "number", text: "text", boolean: "boolean", moment: "date" } as const;

/** Returns the values as a column `v`, and the rows they come from. */
function valuesOf(
  { siteId }: QueryDeps,
  { collection, fields, from, language, sandbox }: ReadableCollection,
  path: string,
) {
  const references = referencesOf(collection, path);
  if (references) {
    const { here, there } = referenceColumns(references);
    const rows = referenceRows(references, siteId, sandbox);
    return {
      from: sql`${there} as v from ${from} i join item_reference r on ${rows} and ${here} = i.id`,
      type: "text" as const,
    };
  }
  const { column } = withDataCodes(() => orderable(fields, path));
  const { type, json } = compareAs(collection, path, "i", language);
  if (type) return { from: sql`${column} as v from ${from} i`, type };
  const elements = sql`jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} else jsonb_build_array(${json}) end)`;
  return { from: sql`nullif(e.v, 'null') as v from ${from} i cross join lateral ${elements} e(v)`, type };
}
