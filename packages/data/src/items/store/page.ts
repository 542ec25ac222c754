import { dataErrors, type ItemsMetadata } from "@uola/contract";
import {
  afterPosition,
  all,
  between,
  type Condition,
  type Cursor,
  type FieldSource,
  orderable,
  orderOf,
  positionOf,
  Refusal,
  readCursor,
  type Sort,
} from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { withDataCodes } from "./item-fields.ts";
import { type QueryDeps, runQuery } from "./query.ts";

type Paging = {
  paging?: { limit?: number | null | undefined; offset?: number | null | undefined } | null | undefined;
  cursorPaging?: { limit?: number | null | undefined; cursor?: string | null | undefined } | null | undefined;
};

const defaultLimit = 50;
const offsetLimitMax = 1000;
const cursorLimitMax = 100;
const offsetMax = 10_000_000;
/** If no total is requested, items are counted up to this many beyond the page. */
const countedAhead = 100;

export type PageRange = { limit: number; offset: number } | { limit: number; cursor: string | undefined };

/**
 * Returns the requested page range. Rejects with `negativeLimit`, `negativeOffset`,
 * `pagingNotWhole` (fractions) or `pagingTooLarge`.
 */
export function parsePageRange({ paging, cursorPaging }: Paging): PageRange {
  if (paging && cursorPaging)
    throw new Refusal(dataErrors.invalidData, "Paging by offset and by cursor exclude each other.", 400);
  if (cursorPaging) {
    const limit = numberIn(
      "cursorPaging.limit",
      cursorPaging.limit ?? defaultLimit,
      dataErrors.negativeLimit,
      cursorLimitMax,
    );
    return { limit, cursor: cursorPaging.cursor ?? undefined };
  }
  return {
    limit: numberIn("paging.limit", paging?.limit ?? defaultLimit, dataErrors.negativeLimit, offsetLimitMax),
    offset: numberIn("paging.offset", paging?.offset ?? 0, dataErrors.negativeOffset, offsetMax),
  };
}

/** A limit that is not a number has already been rejected by the schema of the request. */
function numberIn(name: string, value: number, belowZero: string, most: number): number {
  if (value < 0) throw new Refusal(belowZero, `${name} must not be below zero.`, 400);
  if (!Number.isInteger(value)) throw new Refusal(dataErrors.pagingNotWhole, `${name} must be a whole number.`, 400);
  if (value > most) throw new Refusal(dataErrors.pagingTooLarge, `${name} must be at most ${most}.`, 400);
  return value;
}

/** The query of a page, from the request or from its cursor. */
export type PageInput = Pick<Cursor, "filter" | "sort" | "at" | "back" | "more"> & { part: PageRange };

/**
 * Returns the query of a page. A cursor is sent without filter and order, because it contains them.
 * `key` is appended to every sort order in the direction of the previous field, so that one index
 * serves both directions.
 */
export function pageInputOf(
  part: PageRange,
  request: { filter: unknown; sort: readonly Sort[]; more?: Cursor["more"] },
  fields: FieldSource,
  key: string,
): PageInput {
  if ("cursor" in part && part.cursor !== undefined) {
    const { limit, ...input } = readCursor(part.cursor, fields, key);
    return { ...input, part };
  }
  const sort = [...request.sort];
  const end = sort.findIndex(({ fieldName }) => fieldName === key);
  if (end < 0) sort.push({ fieldName: key, order: sort.at(-1)?.order ?? "ASC" });
  else sort.length = end + 1;
  const sortValues = new Set<string>();
  const once = sort.filter(({ fieldName }) => !sortValues.has(fieldName) && sortValues.add(fieldName));
  withDataCodes(() => {
    for (const { fieldName } of once) orderable(fields, fieldName);
  });
  const filter = (request.filter ?? {}) as Cursor["filter"];
  return { filter, sort: once, at: [], back: false, part, ...(request.more !== undefined && { more: request.more }) };
}

/** The source of a page: selected columns, rows and sortable fields. */
export type Rows = {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: Condition[];
  fields: FieldSource;
  /** Counts in the same pass, which is cheaper if all rows are produced anyway. */
  counted?: "along";
};

/** Reads a page in one statement, counting the total as far as requested. */
export async function pageOf<Row>(
  deps: QueryDeps,
  { columns, from, where, fields, counted: how }: Rows,
  { filter, sort, at, back, more, part }: PageInput,
  total: "exact" | "ahead" | "none",
): Promise<{ rows: Row[]; pagingMetadata: ItemsMetadata }> {
  const found = all(where);
  const { limit } = part;
  if ("offset" in part) {
    const { offset } = part;
    const counted = countOf(from, found, total === "ahead" ? offset + limit + countedAhead : undefined);
    const order = orderOf(sort, fields, false);
    const rows =
      limit === 0
        ? []
        : await runQuery<Row & { total: number }>(
            deps,
            sql`select ${columns}, ${how === "along" ? sql`count(*) over ()` : sql`(${counted})`} as total from ${from} where ${found}
              order by ${order} limit ${limit}::int offset ${offset}::int`,
          );
    const count = rows.length;
    const [first] = rows;
    // The rows contain the total, so for an empty page it is counted separately.
    const totals =
      first ?? (offset === 0 && limit > 0 ? { total: 0 } : (await runQuery<{ total: number }>(deps, counted))[0]);
    return { rows, pagingMetadata: { count, offset, total: totals?.total ?? 0, tooManyToCount: false } };
  }

  if (limit === 0) return { rows: [], pagingMetadata: { count: 0, cursors: {}, hasNext: false } };
  const beside = at.length > 0 ? [afterPosition(sort, at, back, fields)] : [];
  const counted = total === "exact" ? sql`, (${countOf(from, found)}) as total` : sql``;
  const taken = await runQuery<Row & { pageAt: Cursor["at"]; total?: number }>(
    deps,
    sql`select ${columns}, ${positionOf(sort, fields)} as "pageAt"${counted} from ${from} where ${all([found, ...beside])}
      order by ${orderOf(sort, fields, back)} limit ${limit + 1}::int`,
  );
  const { rows, cursors } = withDataCodes(() => between(taken, { filter, sort, at, back, limit, more }));
  const whole = total === "exact" ? { total: taken[0]?.total ?? 0, tooManyToCount: false } : {};
  return {
    rows,
    pagingMetadata: { count: rows.length, cursors, hasNext: cursors.next !== undefined, ...whole },
  };
}

/** Returns the number of rows, counted up to `most`. */
function countOf(from: RawBuilder<unknown>, found: Condition, most?: number): RawBuilder<{ total: number }> {
  if (most === undefined) return sql`select count(*)::int as total from ${from} where ${found}`;
  return sql`select count(*)::int as total from (select from ${from} where ${found} limit ${most}::int) counted`;
}
