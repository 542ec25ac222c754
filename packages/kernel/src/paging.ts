import type { PagingMetadata as Metadata, Query } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { Refusal, Violation } from "./errors.ts";
import {
  compileFilter,
  type Field,
  type FieldSource,
  type Fields,
  fieldOf,
  invalidFilter,
  isArray,
  toSqlParameter,
} from "./filters.ts";

type PagingMetadata = z.infer<typeof Metadata>;
export type Sort = { fieldName: string; order: "ASC" | "DESC" };

/** Describes how a list can be requested. */
export type Listing = {
  fields: Fields;
  /** The unique field that is appended to every sort order. */
  key: string;
  /** The default order. */
  sort: readonly Sort[];
  /** The default and the maximum page size. */
  limit: { default: number; max: number };
  /** The default kind of paging. */
  paging: "offset" | "cursor";
};

/** A position in a list, with all parameters for the next request, because a cursor is sent alone. */
const Cursor = z.object({
  filter: z.record(z.string(), z.json()),
  sort: z.array(z.object({ fieldName: z.string(), order: z.enum(["ASC", "DESC"]) })).max(51),
  /** Sort values of the row after which (or before which, when paging backwards) the page begins. */
  at: z.array(z.json()).max(51),
  back: z.boolean(),
  limit: z.int().min(1).max(1000),
  /** Other parameters that the next request does not repeat. */
  more: z.json().optional(),
});
export type Cursor = z.infer<typeof Cursor>;
const cursorLengthMax = 16000;

/**
 * Returns one page of `base`, which must already be limited to the rows that the caller may see.
 * Offset pages have a total; cursor pages neither repeat nor skip rows when other rows are inserted
 * or deleted. Throws INVALID_FILTER or INVALID_CURSOR.
 */
export async function page<Db, Tables extends keyof Db, Row>(
  base: SelectQueryBuilder<Db, Tables, Row>,
  query: Query | null | undefined,
  listing: Listing,
): Promise<{ rows: Row[]; pagingMetadata: PagingMetadata }> {
  const { filter, paging, cursorPaging } = query ?? {};
  if (paging && cursorPaging) throw new Violation([wrong("cursorPaging", "cannot be combined with paging")]);
  if (cursorPaging?.cursor)
    return pageByCursor(base, queryOfCursor(required(query, "query"), cursorPaging.cursor, listing), listing);
  const sort = readSort(query?.sort, listing);
  const limit = (paging ?? cursorPaging)?.limit ?? listing.limit.default;
  if (limit > listing.limit.max) {
    throw new Violation([
      wrong(paging ? "paging.limit" : "cursorPaging.limit", `must be at most ${listing.limit.max}`),
    ]);
  }
  if (cursorPaging || (!paging && listing.paging === "cursor")) {
    return pageByCursor(base, { filter: filter ?? {}, sort, at: [], back: false, limit }, listing);
  }

  const offset = paging?.offset ?? 0;
  const found = base.where(compileFilter(listing.fields, filter ?? {}));
  const counted = found.clearSelect().select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow();
  const [rows, { total }] = await Promise.all([
    limit === 0 ? [] : ordered(found, sort, listing, false).limit(limit).offset(offset).execute(),
    counted as Promise<{ total: number }>,
  ]);
  return { rows, pagingMetadata: { count: rows.length, offset, total, tooManyToCount: false } };
}

async function pageByCursor<Db, Tables extends keyof Db, Row>(
  base: SelectQueryBuilder<Db, Tables, Row>,
  cursor: Cursor,
  listing: Listing,
): Promise<{ rows: Row[]; pagingMetadata: PagingMetadata }> {
  const { filter, sort, at, back, limit } = cursor;
  if (limit === 0) return { rows: [], pagingMetadata: { count: 0, cursors: {}, hasNext: false } };
  let found = base.where(compileFilter(listing.fields, filter));
  if (at.length > 0) found = found.where(afterPosition(sort, at, back, listing.fields));
  const taken = (await ordered(found, sort, listing, back)
    .select(positionOf(sort, listing.fields).as("pageAt"))
    .limit(limit + 1)
    .execute()) as (Row & { pageAt: Cursor["at"] })[];
  const { rows, cursors } = splitPage(taken, cursor);
  const shown = rows.map(({ pageAt, ...row }) => row as unknown as Row);
  return { rows: shown, pagingMetadata: { count: shown.length, cursors, hasNext: cursors.next !== undefined } };
}

/** Splits rows that were read from a cursor, one more than requested, into the page and its cursors. */
export function splitPage<Row extends { pageAt: Cursor["at"] }>(
  taken: readonly Row[],
  cursor: Cursor,
): { rows: Row[]; cursors: { next?: string; prev?: string } } {
  const { at, back, limit } = cursor;
  const more = taken.length > limit;
  const rows = taken.slice(0, limit);
  if (back) rows.reverse();
  const beside = (row: Row | undefined, goBack: boolean) =>
    row && writeCursor({ ...cursor, at: row.pageAt, back: goBack });
  const next = back || more ? beside(rows.at(-1), false) : undefined;
  const prev = (back ? more : at.length > 0) ? beside(rows[0], true) : undefined;
  return { rows, cursors: { ...(next && { next }), ...(prev && { prev }) } };
}

function ordered<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  sort: readonly Sort[],
  listing: Listing,
  back: boolean,
) {
  return sort.reduce((sorted, { fieldName, order }) => {
    const up = (order === "ASC") !== back;
    const field = orderable(listing.fields, fieldName);
    return sorted.orderBy(field.column, (by) => {
      const directed = up ? by.asc() : by.desc();
      return areNullsFirst(field, up) ? directed.nullsFirst() : directed.nullsLast();
    });
  }, query);
}

/**
 * Null is the highest value unless the field sets `nullsLowest`. A field that is never null uses
 * the default, as its indexes do.
 */
const areNullsFirst = ({ nullsLowest, required }: Field, up: boolean): boolean =>
  up === (nullsLowest === true && !required);

/** Returns the sort order as SQL. */
export const orderOf = (sort: readonly Sort[], fields: FieldSource, back: boolean): RawBuilder<unknown> =>
  sql.join(
    sort.map(({ fieldName, order }) => {
      const up = (order === "ASC") !== back;
      const field = orderable(fields, fieldName);
      const nulls = areNullsFirst(field, up) ? sql`nulls first` : sql`nulls last`;
      return sql`${field.column} ${up ? sql`asc` : sql`desc`} ${nulls}`;
    }),
  );

/** Returns the sort values of a row, in the form stored in a cursor. */
export const positionOf = (sort: readonly Sort[], fields: FieldSource): RawBuilder<Cursor["at"]> =>
  sql`jsonb_build_array(${sql.join(sort.map(({ fieldName }) => positionJson(orderable(fields, fieldName))))})`;

/**
 * Returns the condition for rows after `at`: a later first value, or an equal first value and a
 * later second value, and so on.
 */
export function afterPosition(
  sort: readonly Sort[],
  at: Cursor["at"],
  back: boolean,
  fields: FieldSource,
): Expression<SqlBool> {
  let rest: Expression<SqlBool> = sql`false`;
  for (let i = sort.length - 1; i >= 0; i--) {
    const { fieldName, order } = sort[i] as Sort;
    const field = orderable(fields, fieldName);
    const { column, type, json, required } = field;
    const value = at[i] ?? null;
    const up = (order === "ASC") !== back;
    const nullsFirst = areNullsFirst(field, up);
    if (value === null) {
      rest = nullsFirst
        ? sql<SqlBool>`(${column} is not null or (${column} is null and ${rest}))`
        : sql<SqlBool>`(${column} is null and ${rest})`;
      continue;
    }
    const operand = json
      ? sql`${JSON.stringify(value)}::jsonb`
      : toSqlParameter[type as keyof typeof toSqlParameter](fieldName, value);
    if (required) {
      rest = up
        ? sql<SqlBool>`(${column} >= ${operand} and (${column} > ${operand} or ${rest}))`
        : sql<SqlBool>`(${column} <= ${operand} and (${column} < ${operand} or ${rest}))`;
      continue;
    }
    const beyond = up ? sql<SqlBool>`${column} > ${operand}` : sql<SqlBool>`${column} < ${operand}`;
    const orNull = nullsFirst ? sql`` : sql` or ${column} is null`;
    rest = sql<SqlBool>`(${beyond}${orNull} or (${column} = ${operand} and ${rest}))`;
  }
  return rest;
}

function readSort(requestedSort: Query["sort"], listing: Listing): Sort[] {
  const requested = requestedSort?.length ? requestedSort : listing.sort;
  const sort: Sort[] = requested.map(({ fieldName, order }) => ({ fieldName, order: order ?? "ASC" }));
  for (const { fieldName } of sort) orderable(listing.fields, fieldName);
  // The key is unique, so later sort fields have no effect.
  const end = sort.findIndex(({ fieldName }) => fieldName === listing.key);
  return end < 0 ? [...sort, { fieldName: listing.key, order: "ASC" }] : sort.slice(0, end + 1);
}

/** Returns a field for sorting. Throws INVALID_FILTER if it does not exist or cannot be sorted by. */
export function orderable(fields: FieldSource, path: string): Field {
  const field = fieldOf(fields, path);
  if (!field) throw invalidFilter(path, "no such field to sort by");
  if (field.match || field.unordered) throw invalidFilter(path, "the field cannot be sorted by");
  if (isArray(field)) throw invalidFilter(path, "an array cannot be sorted by");
  return field;
}

/** Returns a value in the form stored in a cursor, accurate to the microsecond. */
const positionJson = ({ column, type }: Field) => {
  if (type === "date") return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return type === "uuid" ? sql`${column}::text` : column;
};

function writeCursor(cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString("base64url");
  if (text.length > cursorLengthMax) throw invalidFilter("", "the query is too long for a cursor");
  return text;
}

/** Cursors need no signature: a modified cursor can only read other rows that the caller may see. */
function queryOfCursor(query: Query, text: string, listing: Listing): Cursor {
  const alone = !query.sort?.length && Object.keys(query.filter ?? {}).length === 0;
  if (!alone) throw invalidCursor("A cursor is sent without filter and sort.");
  const cursor = readCursor(text, listing.fields, listing.key);
  return { ...cursor, limit: Math.min(query.cursorPaging?.limit ?? cursor.limit, listing.limit.max) };
}

/** Decodes a cursor. Its content is untrusted. Throws INVALID_CURSOR. */
export function decodeCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw invalidCursor();
  }
}

/**
 * Decodes a cursor and validates its filter and order against the fields; the order must end with
 * `key`.
 */
export function readCursor(text: string, fields: FieldSource, key: string): Cursor {
  const cursor = decodeCursor(text);
  const { sort, at } = cursor;
  try {
    if (at.length !== sort.length || sort.at(-1)?.fieldName !== key) throw invalidCursor();
    compileFilter(fields, cursor.filter);
    afterPosition(sort, at, cursor.back, fields);
    return cursor;
  } catch {
    throw invalidCursor();
  }
}

export const invalidCursor = (message = "The cursor is not valid.") => new Refusal("INVALID_CURSOR", message, 400);
const wrong = (field: string, description: string) => ({ field: `query.${field}`, description });
