import type { Aggregation, AggregationResult, NestedAggregation } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Field, type Fields, fieldOf, isArray, scalarOf, Violation } from "@uola/kernel";
import { type AliasedRawBuilder, type RawBuilder, sql } from "kysely";
import type { FoundServices } from "./search-store.ts";

/**
 * Aggregations compiled to SQL over one scan. `columns` must be selected by the statement named
 * `found`, `selected` returns a row with one value each, and `read` interprets that row. User input
 * is never part of the SQL text.
 */
type Compiled = {
  columns: AliasedRawBuilder<unknown, string>[];
  selected: RawBuilder<unknown>;
  read(row: Record<string, unknown>): AggregationResult[];
};

type AggregationInput = Aggregation | NestedAggregation;
/** A grouping of the found rows: each row is counted under the values of `key`. */
type Division = {
  join: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  /** An additional sort value, apart from the key and its count. */
  value: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  limit: number;
};

const nestedRowsMax = 1000;
const histogramMax = 200;

const wrong = (field: string, description: string) => new Violation([{ field, description }]);
const name = (part: string, number: number) => sql.raw(`${part}${number}`);
const nothing = sql``;

/** Computes all aggregations of a search result in one statement, which scans the result once. */
export function aggregations(found: FoundServices, fields: Fields, inputs: readonly Aggregation[], timeZone: string) {
  const { columns, selected, read } = compileAggregations(fields, inputs, timeZone);
  const statement = sql<Record<string, unknown>>`with found as (${found.select(columns)}) select ${selected}`;
  return async (db: Database) => read((await statement.execute(db)).rows[0] ?? {});
}

function compileAggregations(fields: Fields, inputs: readonly Aggregation[], timeZone: string): Compiled {
  const taken: AliasedRawBuilder<unknown, string>[] = [];
  const places = new Map<string, number>();
  /** Returns the column of a field in the scan, and adds it if it is missing. */
  const columnOf = (path: string, field: Field) => {
    const known = places.get(path) ?? taken.push(sql`${field.column}`.as(`v${taken.length}`)) - 1;
    places.set(path, known);
    return sql`found.${name("v", known)}`;
  };
  const compiled = inputs.map((input, index) => {
    const at = `search.aggregations.${index}`;
    if (input.type !== "NESTED") return one(input, at);
    const parts = input.nested?.nestedAggregations;
    if (!parts) throw wrong(`${at}.nested`, "is needed");
    const called = parts.map(nameOf);
    if (new Set(called).size < called.length) throw wrong(`${at}.nested`, "names are used once");
    return combined(parts, `${at}.nested.nestedAggregations`);
  });

  function one(input: AggregationInput, at: string): RawBuilder<unknown> {
    if (input.type === "SCALAR") return scalar(input, at);
    if (input.type !== "RANGE") return combined([input], at, true);
    const column = numberOf(input, at);
    const counts = bucketsOf(input, at).map(
      ({ from, to }) =>
        sql`count(*) filter (where ${inBucket(column, sql`${from ?? null}::numeric`, sql`${to ?? null}::numeric`)})`,
    );
    return sql`(select jsonb_build_array(${sql.join(counts)}) from found)`;
  }

  function scalar(input: AggregationInput, at: string): RawBuilder<unknown> {
    const { join, value } = measured(input, at, 0);
    return sql`(select to_jsonb(${value}) from found ${join})`;
  }

  /** Returns the measure of each group, and the join it needs in addition to `found`. */
  function measured(input: AggregationInput, at: string, number: number) {
    const field = fieldAt(input, at);
    const column = columnOf(required(input.fieldPath, "field path"), field);
    const type = input.scalar?.type;
    if (!type || type === "UNKNOWN_SCALAR_TYPE") throw wrong(`${at}.scalar.type`, "is needed");
    if (type === "COUNT_DISTINCT") {
      if (!isArray(field)) return { join: nothing, value: sql`count(distinct ${column})` };
      const each = name("each", number);
      return {
        join: sql`left join lateral unnest(${column}) ${each}(v) on true`,
        value: sql`count(distinct ${each}.v)`,
      };
    }
    numberOf(input, at);
    const measure = { MIN: sql`min`, MAX: sql`max`, SUM: sql`sum`, AVG: sql`avg` }[type];
    const value = sql`${measure}(${column})`;
    return { join: nothing, value: type === "SUM" ? sql`coalesce(${value}, 0)` : value };
  }

  function divided(input: AggregationInput, at: string, number: number): Division {
    const field = fieldAt(input, at);
    const column = columnOf(required(input.fieldPath, "field path"), field);
    const each = name("each", number);
    if (input.type === "RANGE") {
      numberOf(input, at);
      const rows = bucketsOf(input, at).map(
        ({ from, to }, index) => sql`(${sql.lit(index)}, ${from ?? null}::numeric, ${to ?? null}::numeric)`,
      );
      return {
        join: sql`join (values ${sql.join(rows)}) ${each}(n, low, high) on ${inBucket(column, sql`${each}.low`, sql`${each}.high`)}`,
        where: sql`true`,
        key: sql`${each}.n::text`,
        value: sql`min(${each}.n)`,
        order: sql`grouped.value`,
        limit: rows.length,
      };
    }
    if (input.type === "DATE_HISTOGRAM") {
      if (field.type !== "date") throw wrong(`${at}.fieldPath`, "must be a date");
      const interval = input.dateHistogram?.interval;
      if (!interval || interval === "UNKNOWN_INTERVAL") throw wrong(`${at}.dateHistogram.interval`, "is needed");
      return {
        join: nothing,
        where: sql`${column} is not null`,
        key: sql`date_trunc(${interval.toLowerCase()}::text, ${column}, ${timeZone}::text)`,
        value: sql`null`,
        order: sql`grouped.key`,
        limit: histogramMax,
      };
    }
    if (input.type !== "VALUE") throw wrong(`${at}.type`, "is not known");
    const { limit, sortType, sortDirection, missingValues, includeOptions } = input.value ?? {};
    const keepsMissing = missingValues === "INCLUDE";
    const type = scalarOf(field);
    const value = isArray(field) ? sql`${each}.v` : column;
    const text = {
      text: value,
      uuid: sql`${value}::text`,
      boolean: sql`${value}::text`,
      number: sql`trim_scale(${value}::numeric)::text`,
      decimal: sql`trim_scale(${value})::text`,
      date: sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    }[type];
    const elsewhere = includeOptions?.addToBucket ?? (missingNames as Record<string, string>)[type] ?? "N/A";
    const isOrdered = type === "number" || type === "decimal" || type === "date";
    const up = sortDirection === "ASC";
    const by = sortType !== "VALUE" ? sql`grouped.c` : isOrdered ? sql`grouped.value` : sql`grouped.key`;
    return {
      join: isArray(field)
        ? sql`${keepsMissing ? sql`left join` : sql`join`} lateral (select distinct unnest(${column}) as v) ${each} on true`
        : nothing,
      where: keepsMissing ? sql`true` : sql`${value} is not null`,
      key: keepsMissing ? sql`coalesce(${text}, ${elsewhere}::text)` : text,
      value: sortType === "VALUE" && isOrdered ? sql`min(${value})` : sql`null::int`,
      order: sql`${by} ${up ? sql`asc` : sql`desc`} nulls last, grouped.key`,
      limit: limit ?? 10,
    };
  }

  /**
   * Combines nested aggregations. Each level subdivides the groups of the previous level that are
   * within its limit. A measure is computed for the groups that exist at its position. Returns rows
   * of `[key, count]` for a grouping and `[value]` for a measure.
   */
  function combined(parts: readonly AggregationInput[], at: string, alone = false): RawBuilder<unknown> {
    const divisions: Division[] = [];
    const statements: RawBuilder<unknown>[] = [];
    const shown: RawBuilder<unknown>[] = [];
    const measures: { number: number; depth: number }[] = [];
    const keys = (depth: number, from = 0) =>
      sql.join(Array.from({ length: depth - from }, (_, index) => name("k", index + from)));
    const groups = (depth: number, joins: RawBuilder<unknown>, values: RawBuilder<unknown>) => {
      const all = divisions.slice(0, depth);
      return sql`select ${sql.join([...all.map(({ key }, index) => sql`${key} as ${name("k", index)}`), values])}
        from found ${sql.join(
          all.map(({ join }) => join),
          sql` `,
        )} ${joins}
        where ${sql.join([sql`true`, ...all.map(({ where }) => where)], sql` and `)}
        ${depth > 0 ? sql`group by ${sql.join(all.map((_, index) => sql.lit(index + 1)))}` : nothing}`;
    };
    for (const [index, part] of parts.entries()) {
      const path = alone ? at : `${at}.${index}`;
      const depth = divisions.length;
      if (part.type === "SCALAR") {
        const { join, value } = measured(part, path, 100 + index);
        statements.push(sql`${name("measure", index)} as (${groups(depth, join, sql`${value} as m`)})`);
        measures.push({ number: index, depth });
        shown.push(sql`jsonb_build_array(${name("measure", index)}.m)`);
        continue;
      }
      const division = divided(part, path, index);
      divisions.push(division);
      const within = depth > 0 ? sql`join ${name("level", depth - 1)} before using (${keys(depth)})` : nothing;
      const isIn = depth > 0 ? sql`where before.n <= ${sql.lit(divisions[depth - 1]?.limit ?? 0)}` : nothing;
      const key = name("k", depth);
      statements.push(sql`${name("level", depth)} as (
        select ${keys(depth + 1)}, grouped.c, row_number() over (${depth > 0 ? sql`partition by ${keys(depth)}` : nothing} order by ${division.order}) as n
        from (select counted.*, counted.${key} as key
          from (${groups(depth + 1, nothing, sql`count(*) as c, ${division.value} as value`)}) counted) grouped
        ${within} ${isIn})`);
      shown.push(sql`jsonb_build_array(${key}, ${name("level", depth)}.c)`);
    }
    const levels = divisions.map((_, depth) => depth);
    const deepest = divisions.length - 1;
    const from = levels.toReversed().map((depth) => {
      const level = name("level", depth);
      return depth === deepest ? level : sql`join ${level} using (${keys(depth + 1)})`;
    });
    const measurements = measures.map(({ number, depth }) =>
      depth > 0
        ? sql`join ${name("measure", number)} using (${keys(depth)})`
        : sql`cross join ${name("measure", number)}`,
    );
    const start = deepest < 0 ? [sql`(select) nothing`] : from;
    const places = levels.map((depth) => sql`${name("level", depth)}.n as ${name("n", depth)}`);
    const inOrder = levels.length > 0 ? sql`order by ${sql.join(levels.map((depth) => name("n", depth)))}` : nothing;
    const isShown = levels.map((depth) => sql`${name("level", depth)}.n <= ${sql.lit(divisions[depth]?.limit ?? 0)}`);
    return sql`(with ${sql.join(statements)}
      select coalesce(jsonb_agg(r ${inOrder}), '[]') from (
        select ${sql.join([sql`jsonb_build_array(${sql.join(shown)}) as r`, ...places])}
        from ${sql.join([...start, ...measurements], sql` `)}
        where ${sql.join([sql`true`, ...isShown], sql` and `)} ${inOrder} limit ${sql.lit(nestedRowsMax)}) rows)`;
  }

  function fieldAt({ fieldPath }: AggregationInput, at: string): Field {
    const field = fieldPath ? fieldOf(fields, fieldPath) : undefined;
    if (!field || field.match) throw wrong(`${at}.fieldPath`, "no such field to count by");
    return field;
  }
  function numberOf(input: AggregationInput, at: string): RawBuilder<unknown> {
    const field = fieldAt(input, at);
    if (field.type !== "number" && field.type !== "decimal") throw wrong(`${at}.fieldPath`, "must be a number");
    return columnOf(required(input.fieldPath, "field path"), field);
  }

  return {
    columns: taken,
    selected: sql.join(compiled.map((each, index) => sql`${each} as ${name("r", index)}`)),
    read: (row) => inputs.map((input, index) => resultOf(input, row[`r${index}`])),
  };
}

const missingNames = { number: "0", decimal: "0", boolean: "false" };
const nameOf = ({ name, fieldPath }: AggregationInput): string => name || fieldPath || "";

const bucketsOf = ({ range }: AggregationInput, at: string) => {
  if (!range) throw wrong(`${at}.range`, "is needed");
  return range.buckets;
};
const inBucket = (value: RawBuilder<unknown>, low: RawBuilder<unknown>, high: RawBuilder<unknown>) =>
  sql`(${value} >= ${low} or ${low} is null) and (${value} < ${high} or ${high} is null) and ${value} is not null`;

type Cell = [key: string, count: number] | [value: number | null];
const momentOf = (text: string) => new Date(text).toISOString();
const bound = ({ from, to }: { from?: number | null | undefined; to?: number | null | undefined }) => ({
  ...(from != null && { from }),
  ...(to != null && { to }),
});

function resultOf(input: Aggregation, found: unknown): AggregationResult {
  const { type, fieldPath } = input;
  const known = { name: nameOf(input), type, ...(fieldPath != null && { fieldPath }) };
  if (type === "SCALAR") {
    const value = found as number | null;
    return {
      ...known,
      scalar: { type: input.scalar?.type ?? "UNKNOWN_SCALAR_TYPE", ...(value !== null && { value }) },
    };
  }
  if (type === "RANGE") {
    const counts = found as number[];
    const results =
      input.range?.buckets.map((bucket, index) => ({ ...bound(bucket), count: counts[index] ?? 0 })) ?? [];
    return { ...known, ranges: { results } };
  }
  const rows = found as Cell[][];
  if (type === "NESTED") {
    const parts = input.nested?.nestedAggregations ?? [];
    const results = rows.map((row) => ({
      results: Object.fromEntries(parts.map((part, index) => [nameOf(part), cellOf(part, row[index] as Cell)])),
    }));
    return { ...known, nested: { results } };
  }
  const results = rows.map(([cell]) => {
    const [key, count] = cell as [string, number];
    return { value: type === "DATE_HISTOGRAM" ? momentOf(key) : key, count };
  });
  return { ...known, [type === "DATE_HISTOGRAM" ? "dateHistogram" : "values"]: { results } };
}

function cellOf(part: NestedAggregation, cell: Cell) {
  if (part.type === "SCALAR") return { scalar: cell[0] === null ? {} : { value: cell[0] as number } };
  const [key, count] = cell as [string, number];
  if (part.type === "RANGE") return { range: { ...bound(part.range?.buckets[Number(key)] ?? {}), count } };
  return part.type === "DATE_HISTOGRAM"
    ? { dateHistogram: { value: momentOf(key), count } }
    : { value: { value: key, count } };
}
