import type { PagingMetadata as Metadata, Query } from "@uola/contract";
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import { Refusal, Violation } from "./errors.ts";
import { compileFilter, type Field, type Fields, fieldOf, invalidFilter, isArray, reading } from "./filters.ts";

type PagingMetadata = z.infer<typeof Metadata>;
type Sort = { fieldName: string; order: "ASC" | "DESC" };

/** How a list may be asked for. */
export type Listing = {
  fields: Fields;
  /** The field that tells any two rows apart; it ends every order. */
  key: string;
  /** The order when none is asked for. */
  sort: readonly Sort[];
  /** The page size when none is asked for, and the most that may be. */
  limit: { usual: number; max: number };
  /** The kind of paging when none is asked for. */
  paging: "offset" | "cursor";
};

/** A place in a list: everything the next request needs, as a cursor is sent alone. */
const Cursor = z.object({
  filter: z.record(z.string(), z.json()),
  sort: z.array(z.object({ fieldName: z.string(), order: z.enum(["ASC", "DESC"]) })).max(51),
  /** The sorted values of the row beside which the page begins. */
  at: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).max(51),
  back: z.boolean(),
  limit: z.int().min(1).max(1000),
});
type Cursor = z.infer<typeof Cursor>;
const cursorLengthMax = 16000;

/**
 * One page of `base`, which already holds whatever the caller may see. By offset with the total, or by cursor, which
 * neither repeats nor skips a row when others come and go. Refuses with INVALID_FILTER or INVALID_CURSOR.
 */
export async function page<Db, Tables extends keyof Db, Row>(
  base: SelectQueryBuilder<Db, Tables, Row>,
  query: Query | null | undefined,
  listing: Listing,
): Promise<{ rows: Row[]; pagingMetadata: PagingMetadata }> {
  const { filter, paging, cursorPaging } = query ?? {};
  if (paging && cursorPaging) throw new Violation([wrong("cursorPaging", "cannot be given beside paging")]);
  if (cursorPaging?.cursor) return byCursor(base, resume(query as Query, cursorPaging.cursor, listing), listing);
  const sort = readSort(query?.sort, listing);
  const limit = (paging ?? cursorPaging)?.limit ?? listing.limit.usual;
  if (limit > listing.limit.max) {
    throw new Violation([
      wrong(paging ? "paging.limit" : "cursorPaging.limit", `must be at most ${listing.limit.max}`),
    ]);
  }
  if (cursorPaging || (!paging && listing.paging === "cursor")) {
    return byCursor(base, { filter: filter ?? {}, sort, at: [], back: false, limit }, listing);
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

async function byCursor<Db, Tables extends keyof Db, Row>(
  base: SelectQueryBuilder<Db, Tables, Row>,
  cursor: Cursor,
  listing: Listing,
): Promise<{ rows: Row[]; pagingMetadata: PagingMetadata }> {
  const { filter, sort, at, back, limit } = cursor;
  if (limit === 0) return { rows: [], pagingMetadata: { count: 0, cursors: {}, hasNext: false } };
  let found = base.where(compileFilter(listing.fields, filter));
  if (at.length > 0) found = found.where(beyond(sort, at, back, listing));
  const values = sort.map(({ fieldName }) => asJson(fieldIn(listing, fieldName)));
  const taken = (await ordered(found, sort, listing, back)
    .select(sql<Cursor["at"]>`jsonb_build_array(${sql.join(values)})`.as("pageAt"))
    .limit(limit + 1)
    .execute()) as (Row & { pageAt: Cursor["at"] })[];
  const more = taken.length > limit;
  const shown = taken.slice(0, limit);
  if (back) shown.reverse();
  const beside = (row: { pageAt: Cursor["at"] } | undefined, goBack: boolean) =>
    row && write({ filter, sort, at: row.pageAt, back: goBack, limit });
  const hasNext = back ? true : more;
  const hasPrev = back ? more : at.length > 0;
  const next = hasNext ? beside(shown.at(-1), false) : undefined;
  const prev = hasPrev ? beside(shown[0], true) : undefined;
  const rows = shown.map(({ pageAt, ...row }) => row as unknown as Row);
  return {
    rows,
    pagingMetadata: {
      count: rows.length,
      cursors: { ...(next && { next }), ...(prev && { prev }) },
      hasNext: next !== undefined,
    },
  };
}

function ordered<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  sort: readonly Sort[],
  listing: Listing,
  back: boolean,
) {
  return sort.reduce((sorted, { fieldName, order }) => {
    const up = (order === "ASC") !== back;
    return sorted.orderBy(fieldIn(listing, fieldName).column, (by) =>
      up ? by.asc().nullsLast() : by.desc().nullsFirst(),
    );
  }, query);
}

/** The rows after `at` in the given order: a later first value, or the same and a later second, and so on. */
function beyond(sort: readonly Sort[], at: Cursor["at"], back: boolean, listing: Listing): Expression<SqlBool> {
  let rest: Expression<SqlBool> = sql`false`;
  for (let i = sort.length - 1; i >= 0; i--) {
    const { fieldName, order } = sort[i] as Sort;
    const { column, type, required } = fieldIn(listing, fieldName);
    const value = at[i] ?? null;
    const up = (order === "ASC") !== back;
    if (value === null) {
      rest = up
        ? sql<SqlBool>`(${column} is null and ${rest})`
        : sql<SqlBool>`(${column} is not null or (${column} is null and ${rest}))`;
      continue;
    }
    const given = reading[type as keyof typeof reading](fieldName, value);
    if (required) {
      rest = up
        ? sql<SqlBool>`(${column} >= ${given} and (${column} > ${given} or ${rest}))`
        : sql<SqlBool>`(${column} <= ${given} and (${column} < ${given} or ${rest}))`;
      continue;
    }
    rest = up
      ? sql<SqlBool>`(${column} > ${given} or ${column} is null or (${column} = ${given} and ${rest}))`
      : sql<SqlBool>`(${column} < ${given} or (${column} = ${given} and ${rest}))`;
  }
  return rest;
}

function readSort(asked: Query["sort"], listing: Listing): Sort[] {
  const wished = asked?.length ? asked : listing.sort;
  const sort: Sort[] = wished.map(({ fieldName, order }) => ({ fieldName, order: order ?? "ASC" }));
  for (const { fieldName } of sort) fieldIn(listing, fieldName);
  // Nothing comes to matter after the key.
  const end = sort.findIndex(({ fieldName }) => fieldName === listing.key);
  return end < 0 ? [...sort, { fieldName: listing.key, order: "ASC" }] : sort.slice(0, end + 1);
}

function fieldIn({ fields }: Listing, path: string): Field {
  const field = fieldOf(fields, path);
  if (!field) throw invalidFilter(path, "no such field to sort by");
  if (field.match) throw invalidFilter(path, "it has no order");
  if (isArray(field)) throw invalidFilter(path, "an array cannot be sorted by");
  return field;
}

/** A value as the cursor keeps it, exact to the microsecond. */
const asJson = ({ column, type }: Field) => {
  if (type === "date") return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return type === "uuid" ? sql`${column}::text` : column;
};

function write(cursor: Cursor): string {
  const text = Buffer.from(JSON.stringify(cursor)).toString("base64url");
  if (text.length > cursorLengthMax) throw invalidFilter("", "it is too long to be paged by cursor");
  return text;
}

/** A cursor is nothing but a query: whoever changes one only asks for other rows of those they may see. */
function resume(query: Query, text: string, listing: Listing): Cursor {
  const alone = !query.sort?.length && Object.keys(query.filter ?? {}).length === 0;
  if (!alone) throw invalidCursor("A cursor is sent without filter and sort.");
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    const { sort, at } = cursor;
    if (at.length !== sort.length || sort.at(-1)?.fieldName !== listing.key) throw invalidCursor();
    compileFilter(listing.fields, cursor.filter);
    beyond(sort, at, cursor.back, listing);
    return { ...cursor, limit: Math.min(query.cursorPaging?.limit ?? cursor.limit, listing.limit.max) };
  } catch (error) {
    if (error instanceof Refusal && error.code === "INVALID_CURSOR") throw error;
    throw invalidCursor();
  }
}

const invalidCursor = (message = "The cursor is not one of ours.") => new Refusal("INVALID_CURSOR", message, 400);
const wrong = (field: string, description: string) => ({ field: `query.${field}`, description });
