import { dataErrors, type Input, ItemAggregation, type ItemData, type items, type Output } from "@uola/contract";
import {
  decodeCursor,
  type Field,
  invalidCursor,
  invalidFilter,
  type JsonPath,
  jsonField,
  orderable,
  Refusal,
  type ValueType,
} from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { compareAs, folded } from "../../collections/collections.ts";
import { conditionOf, withDataCodes } from "./item-fields.ts";
import { pageInputOf, pageOf, parsePageRange } from "./page.ts";
import type { QueryDeps, ReadableCollection } from "./query.ts";

type AggregateInput = Input<typeof items.aggregate>;
type Operation = NonNullable<NonNullable<AggregateInput["aggregation"]>["operations"]>[number];

/** A result column. A `type` of undefined means any JSON. */
type Column = { name: string; made: RawBuilder<unknown>; type: ValueType | undefined; days: boolean };

const empty = { groupingFields: [], operations: [] };
const CursorPayload = z.object({ initialFilter: z.json(), aggregation: ItemAggregation });

/** Filters, groups and aggregates items, then filters, sorts and pages the results. */
export async function aggregate(
  deps: QueryDeps,
  readable: ReadableCollection,
  input: AggregateInput,
): Promise<Output<typeof items.aggregate>> {
  const { from, visible, fields: itemFields } = readable;
  const part = parsePageRange(input);
  const { initialFilter = null, aggregation = empty } =
    readCursorPayload("cursor" in part ? part.cursor : undefined) ?? input;
  const groups = withDataCodes(() =>
    [...new Set(aggregation?.groupingFields ?? [])].map((path) => groupOf(readable, path)),
  );
  const results = withDataCodes(() => (aggregation?.operations ?? []).map((each) => resultOf(readable, each)));
  const columns = [...groups, ...results];
  const names = new Set(columns.map(({ name }) => name));
  if (columns.length === 0) throw wrong("Neither grouping fields nor operations are given.");
  if (names.size < columns.length || names.has("_id")) throw wrong("Every result needs a unique name.");

  const fields = fieldsOf(groups, columns);
  const request = {
    filter: input.finalFilter,
    sort: input.sort?.length
      ? input.sort.map(({ fieldName, order }) => ({ fieldName, order: order ?? ("ASC" as const) }))
      : groups.map(({ name }) => ({ fieldName: name, order: "ASC" as const })),
    more: { initialFilter: initialFilter ?? null, aggregation: aggregation ?? empty },
  };
  const { part: _, ...rest } = pageInputOf(part, request, fields, "_id");
  const found = sql.join([...visible, conditionOf(itemFields, initialFilter)], sql` and `);
  const made = sql.join(columns.map((column, n) => sql`${column.made} as ${sql.id(`c${n}`)}`));
  const grouped = groups.length > 0 ? sql`group by ${sql.join(groups.map((_, n) => sql.lit(n + 1)))}` : sql``;
  const { rows, pagingMetadata } = await pageOf<Record<string, ItemData[string]>>(
    deps,
    {
      columns: sql.join(columns.map((column, n) => sql`${shown(column, ref(n))} as ${sql.id(`c${n}`)}`)),
      from: sql`(select ${made} from ${from} i where ${found} ${grouped}) a`,
      where: [conditionOf(fields, rest.filter)],
      fields,
      counted: "along",
    },
    { ...rest, part },
    input.returnTotalCount || "offset" in part ? "exact" : "none",
  );
  const toRow = (row: (typeof rows)[number]) => {
    const values = columns.map(({ name }, n): [string, ItemData[string]] => [name, row[`c${n}`] ?? null]);
    const group = groups.length > 1 ? Object.fromEntries(values.slice(0, groups.length)) : values[0]?.[1];
    return Object.fromEntries(groups.length > 0 ? [...values, ["_id", group ?? null]] : values);
  };
  return { results: rows.map(toRow), pagingMetadata };
}

/** Returns the part of an aggregation that a cursor contains. */
function readCursorPayload(cursor: string | undefined): z.infer<typeof CursorPayload> | undefined {
  if (cursor === undefined) return undefined;
  const payload = CursorPayload.safeParse(decodeCursor(cursor).more);
  if (!payload.success) throw invalidCursor();
  return payload.data;
}

const ref = (n: number) => sql`${sql.id("a", `c${n}`)}`;

/** Groups by values of the declared type, or by JSON. Missing values form a separate group. */
function groupOf({ collection, fields, language }: ReadableCollection, path: string): Column {
  const { column } = orderable(fields, path);
  const { type } = compareAs(collection, path, "i", language);
  return { name: path, made: sql`${column}`, type, days: collection.fields.get(path)?.type === "DATE" };
}

function resultOf(
  { collection, fields, language }: ReadableCollection,
  { resultFieldName, ...functions }: Operation,
): Column {
  const { average, min, max, sum, itemCount } = functions;
  const chosen = Object.entries(functions).filter(([, each]) => each);
  if (chosen.length !== 1) throw wrong("An operation is one of average, min, max, sum and itemCount.");
  const path = (average ?? min ?? max ?? sum)?.itemFieldName ?? "";
  const named = (end: string) => resultFieldName || `${path}${end}`;
  if (itemCount) return { name: resultFieldName || "count", made: sql`count(*)`, type: "number", days: false };
  orderable(fields, path);
  const { type, as } = compareAs(collection, path, "i", language);
  const number = as("number");
  if (sum) return { name: named("Sum"), made: sql`coalesce(sum(${number}), 0)`, type: "number", days: false };
  // PostgreSQL's avg() also computes the sum of squares, which can overflow even if the mean is a
  // valid number.
  const mean = sql`sum(${number}) / nullif(count(${number}), 0)`;
  if (average) return { name: named("Avg"), made: mean, type: "number", days: false };
  if (type === "boolean") throw invalidFilter(path, "booleans have no minimum and maximum");
  // For undeclared fields, only numbers are considered.
  const value = type ? as(type) : number;
  const days = collection.fields.get(path)?.type === "DATE";
  const made = min ? sql`min(${value})` : sql`max(${value})`;
  return { name: named(min ? "Min" : "Max"), made, type: type ?? "number", days };
}

/** Returns the aggregated results as fields for the final filter and sorting. `_id` is unique. */
function fieldsOf(groups: readonly Column[], columns: readonly Column[]): (path: string) => Field | undefined {
  const found = new Map<string, Field>(
    columns.map((column, n) => [column.name, jsonField(sortPosition(column, ref(n)))]),
  );
  const whole = sql`jsonb_build_array(${sql.join(groups.map((_, n) => ref(n)))})`;
  const [only] = groups;
  const id =
    groups.length === 1 && only
      ? found.get(only.name)
      : jsonField(anyJson(groups.length > 0 ? whole : sql`'0'::jsonb`));
  return (path) => found.get(path) ?? (path === "_id" || path === "id" ? id : undefined);
}

function sortPosition({ type, days }: Column, column: RawBuilder<unknown>): JsonPath {
  if (type === undefined) return anyJson(column);
  const as = (expectedType: ValueType) => (expectedType === type ? column : nothing[expectedType]);
  const moments = type === "text" ? "never" : days ? "days" : "whole";
  return { json: sql`to_jsonb(${column})`, as, folded: folded(as("text")), type, moments };
}

const nothing: Record<ValueType, RawBuilder<unknown>> = {
  number: sql`null::float8`,
  text: sql`null::text`,
  boolean: sql`null::boolean`,
  moment: sql`null::timestamptz`,
};

function anyJson(json: RawBuilder<unknown>): JsonPath {
  const as = (type: ValueType) => sql`${sql.raw(`item_${type}`)}(${json})`;
  return { json, as, folded: folded(as("text")), type: undefined, moments: "whole" };
}

/** Returns a value in the form used in item data. */
export function shown({ type, days }: Pick<Column, "type" | "days">, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type !== "moment") return column;
  if (days) return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;
  return sql`case when ${column} is not null then
    jsonb_build_object('$date', to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`;
}

const wrong = (message: string) => new Refusal(dataErrors.invalidData, message, 400);
