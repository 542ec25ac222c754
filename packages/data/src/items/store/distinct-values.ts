import type { Input, ItemData, items, Output } from "@uola/contract";
import { all, type Field, orderable } from "@uola/kernel";
import { sql } from "kysely";
import { compareAs } from "../../collections/collections.ts";
import { shown } from "./aggregate.ts";
import { coded, conditionOf, referenceRows, referencesOf, sidesOf } from "./item-fields.ts";
import { pageOf, partOf, wishOf } from "./page.ts";
import type { House, Readable } from "./query.ts";

type Wish = Input<typeof items.queryDistinctValues>;

const key = "value";

/** The values of a field, each once: of lists their elements, of references the ids. What has no value is none. */
export async function distinctValues(
  house: House,
  open: Readable,
  { fieldName, filter, order, returnTotalCount, paging, cursorPaging }: Wish,
): Promise<Output<typeof items.queryDistinctValues>> {
  const { known, fields } = open;
  const { from, type } = valuesOf(house, open, fieldName);
  const value: Field = {
    column: sql`d.v`,
    type: type ? orderedAs[type] : "text",
    required: true,
    ...(!type && { json: true }),
  };
  const part = partOf({ paging, cursorPaging });
  const asked = { filter, sort: [{ fieldName: key, order: order ?? ("ASC" as const) }] };
  // The filter is one of items, the order one of values.
  const wish = wishOf(part, asked, (path) => (path === key ? value : fields(path)), key);
  const days = known.fields.get(fieldName)?.type === "DATE";
  const { rows, pagingMetadata } = await pageOf<{ v: ItemData[string] }>(
    house,
    {
      columns: sql`${shown({ type, days }, sql`d.v`)} as v`,
      from: sql`(select distinct ${from} where ${all([...open.visible, conditionOf(fields, wish.filter)])}) d`,
      where: [sql`d.v is not null`],
      fields: (path) => (path === key ? value : undefined),
      counted: "along",
    },
    wish,
    returnTotalCount || "offset" in part ? "exact" : "none",
  );
  return { distinctValues: rows.map(({ v }) => v), pagingMetadata };
}

const orderedAs = { number: "number", text: "text", boolean: "boolean", moment: "date" } as const;

/** The values as a column `v`, and where they come from. */
function valuesOf({ siteId }: House, { known, fields, from, sandbox }: Readable, path: string) {
  const references = referencesOf(known, path);
  if (references) {
    const { here, there } = sidesOf(references);
    const rows = referenceRows(references, siteId, sandbox);
    return {
      from: sql`${there} as v from ${from} i join item_reference r on ${rows} and ${here} = i.id`,
      type: "text" as const,
    };
  }
  const { column } = coded(() => orderable(fields, path));
  const { type, json } = compareAs(known, path, "i");
  if (type) return { from: sql`${column} as v from ${from} i`, type };
  const elements = sql`jsonb_array_elements(case jsonb_typeof(${json}) when 'array' then ${json} else jsonb_build_array(${json}) end)`;
  return { from: sql`nullif(e.v, 'null') as v from ${from} i cross join lateral ${elements} e(v)`, type };
}
