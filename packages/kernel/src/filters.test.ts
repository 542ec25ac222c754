import type { Query } from "@uola/contract";
import { newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileFilter, type Fields } from "./filters.ts";
import { type Listing, page } from "./paging.ts";

type Row = {
  id: string;
  name: string | null;
  count: number | null;
  open: boolean | null;
  at: Date | null;
  tags: string[] | null;
  owner: string | null;
};

const field = (name: string) => sql.ref(`thing.${name}`);
const fields: Fields = {
  id: { column: field("id"), type: "uuid" },
  name: { column: field("name"), type: "text" },
  "inner.count": { column: field("count"), type: "number" },
  open: { column: field("open"), type: "boolean" },
  at: { column: field("at"), type: "date" },
  tags: { column: field("tags"), type: "textArray" },
  owner: { column: field("owner"), type: "uuid" },
};
const names = ["", "a", "ab", "aB", "b%", "b_", "b\\", "c"];
const numbers = [-1, 0, 1, 1.5, 7];
const days = ["2026-01-01T00:00:00.000Z", "2026-03-29T01:30:00.000Z", "2026-10-25T00:30:00.000Z"];
const owners = [newId(), newId()];

let database: FreshDatabase;
let rows: Row[];
// The table exists only in this test, so the schema types do not contain it.
const things = () =>
  (database.db as never as { selectFrom(table: "thing"): never }).selectFrom("thing") as never as Base;
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Base = import("kysely").SelectQueryBuilder<any, "thing", Row>;

beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table thing (id uuid primary key, name text collate "C", count numeric, open boolean, at timestamptz, tags text[], owner uuid)`.execute(
    database.db,
  );
  const maybe = <T>(values: T[], i: number) =>
    i % (values.length + 1) === 0 ? null : (values[(i % (values.length + 1)) - 1] as T);
  rows = Array.from({ length: 60 }, (_, i) => ({
    id: newId(),
    name: maybe(names, i),
    count: maybe(numbers, i * 7 + 1),
    open: maybe([true, false], i * 5),
    at: maybe(
      days.map((day) => new Date(day)),
      i * 3 + 1,
    ),
    tags: i % 6 === 0 ? null : names.filter((_, n) => ((i * 11) >> n) & 1),
    owner: maybe(owners, i + 1),
  }));
  for (const { id, name, count, open, at, tags, owner } of rows) {
    await sql`insert into thing values (${id}, ${name}, ${count}, ${open}, ${at}, ${tags}, ${owner})`.execute(
      database.db,
    );
  }
});
afterAll(() => database.close());

const listing: Listing = {
  fields,
  key: "id",
  sort: [{ fieldName: "name", order: "ASC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};
const find = async (filter: unknown) => {
  const found = await things().select("id").where(compileFilter(fields, filter)).execute();
  return found.map(({ id }) => id).sort();
};

/** Evaluates a filter in memory; the SQL must give the same result. */
function holds(row: Row, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([path, operand]) => {
    if (path === "$and") return (operand as never[]).every((each) => holds(row, each));
    if (path === "$or") return (operand as never[]).some((each) => holds(row, each));
    if (path === "$not") return !holds(row, [operand].flat()[0] as never);
    return onValue(row[(path === "inner.count" ? "count" : path) as keyof Row], operand);
  });
}

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime();
  if (value !== null && typeof value === "object" && "$date" in value) return Date.parse(String(value.$date));
  return typeof value === "string" && /^\d{4}-/.test(value) ? Date.parse(value) : value;
};

function onValue(value: unknown, operand: unknown): boolean {
  const isOperators = operand !== null && typeof operand === "object" && !("$date" in operand);
  if (!isOperators) return equals(value, operand);
  return Object.entries(operand).every(([operator, operand]) => {
    const list = Array.isArray(operand) ? operand : [];
    const text = String(value).toLowerCase();
    const part = String(operand).toLowerCase();
    const isText = typeof value === "string";
    const order = value === null ? Number.NaN : compared(plain(value), plain(operand));
    const truth: Record<string, () => boolean> = {
      $eq: () => equals(value, operand),
      $ne: () => !equals(value, operand),
      $lt: () => order < 0,
      $lte: () => order <= 0,
      $gt: () => order > 0,
      $gte: () => order >= 0,
      $in: () => list.some((each) => equals(value, each)),
      $nin: () => !list.some((each) => equals(value, each)),
      $hasSome: () => list.some((each) => equals(value, each)),
      $hasAll: () => list.every((each) => equals(value, each)),
      $startsWith: () => isText && text.startsWith(part),
      $endsWith: () => isText && text.endsWith(part),
      $contains: () => isText && text.includes(part),
      $exists: () => (value !== null) === operand,
      $not: () => !onValue(value, operand),
    };
    return truth[operator]?.() ?? false;
  });
}
const compared = (a: unknown, b: unknown) =>
  (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
const equals = (value: unknown, operand: unknown): boolean => {
  if (operand === null) return value === null || (Array.isArray(value) && value.length === 0);
  return Array.isArray(value) ? value.includes(operand) : value !== null && plain(value) === plain(operand);
};

const of = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
const operatorOf = <T>(value: fc.Arbitrary<T>, ...more: fc.Arbitrary<object>[]) => {
  const orNull = fc.option(value);
  const simple = [
    ...["$eq", "$ne"].map((name) => orNull.map((operand) => ({ [name]: operand }))),
    ...["$in", "$nin", "$hasSome", "$hasAll"].map((name) => some(value).map((operand) => ({ [name]: operand }))),
    fc.boolean().map((operand) => ({ $exists: operand })),
    ...more,
  ];
  const one = fc.oneof(...simple);
  return fc.oneof(
    orNull,
    one,
    one.map((inner) => ({ $not: inner })),
    fc.tuple(one, one).map(([a, b]) => ({ ...a, ...b })),
  );
};
const ordering = <T>(value: fc.Arbitrary<T>) =>
  ["$lt", "$lte", "$gt", "$gte"].map((name) => value.map((operand) => ({ [name]: operand })));
const date = of(days)
  .chain((day) => of([day, day.replace(".000Z", "+00:00"), day.replace("Z", "")].map((text) => text)))
  .chain((text) =>
    of([text.endsWith("Z") || text.includes("+") ? text : `${text}Z`]).chain((iso) =>
      of<unknown>([iso, { $date: iso }]),
    ),
  );
const leaf = fc.oneof(
  operatorOf(
    of(names),
    ...ordering(of(names)),
    ...["$startsWith", "$endsWith", "$contains"].map((name) => of(names).map((part) => ({ [name]: part }))),
  ).map((name) => ({ name })),
  operatorOf(of(numbers), ...ordering(of(numbers))).map((count) => ({ "inner.count": count })),
  operatorOf(fc.boolean()).map((open) => ({ open })),
  operatorOf(date, ...ordering(date)).map((at) => ({ at })),
  operatorOf(of(names)).map((tags) => ({ tags })),
  operatorOf(of(owners)).map((owner) => ({ owner })),
);
const { filter: anyFilter } = fc.letrec<{ filter: Record<string, unknown> }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    leaf,
    fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })),
    fc.array(tie("filter"), { maxLength: 3 }).map(($and) => ({ $and })),
    fc.array(tie("filter"), { minLength: 1, maxLength: 3 }).map(($or) => ({ $or })),
    tie("filter").map(($not) => ({ $not })),
    tie("filter").map((one) => ({ $not: [one] })),
  ),
}));

test("any filter gives the same result in PostgreSQL and in memory", async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      const expected = rows.filter((row) => holds(row, filter)).map(({ id }) => id);
      expect(await find(filter)).toEqual(expected.sort());
    }),
    { numRuns: 600 },
  );
});

describe("filter validation", () => {
  const deep = (levels: number): object => (levels === 0 ? { name: "a" } : { $and: [deep(levels - 1)] });
  const cases: [string, unknown][] = [
    ["an unknown field", { unknown: 1 }],
    ["a field of the prototype", { constructor: 1 }],
    ["an unknown operator", { name: { $regex: "a" } }],
    ["an operator of the prototype", { name: { toString: "a" } }],
    ["an operator beside the fields", { $nor: [] }],
    ["a number for text", { name: 1 }],
    ["text for a number", { "inner.count": "1" }],
    ["a number out of all bounds", { "inner.count": Number.POSITIVE_INFINITY }],
    ["text for truth", { open: "true" }],
    ["no id", { owner: "abc" }],
    ["no date", { at: "soon" }],
    ["a day that is none", { at: { $gt: "2026-02-31T00:00:00Z" } }],
    ["the year nought", { at: "0000-01-01T00:00:00Z" }],
    ["an offset of two days", { at: "2026-01-01T00:00:00+48:00" }],
    ["a date with company", { at: { $date: "2026-01-01", $gt: 1 } }],
    ["an empty condition", { name: {} }],
    ["an object for a value", { name: { $eq: { a: 1 } } }],
    ["null in an order", { "inner.count": { $lt: null } }],
    ["an array in an order", { tags: { $lt: "a" } }],
    ["a part of a number", { "inner.count": { $contains: "1" } }],
    ["no list", { name: { $in: "a" } }],
    ["null in a list of tags", { tags: { $hasSome: [null] } }],
    ["$and of no list", { $and: { name: "a" } }],
    ["$not of two", { $not: [{ name: "a" }, { name: "b" }] }],
    ["$exists of no truth", { name: { $exists: 1 } }],
    ["NUL", { name: "\0" }],
    ["a list", [{ name: "a" }]],
    ["more than ten levels", deep(10)],
    ["more than two hundred parts", { name: { $in: Array.from({ length: 201 }, () => "a") } }],
  ];
  test.each(cases)("rejects a filter with %s", (_, filter) => {
    expect(() => compileFilter(fields, filter)).toThrow(
      expect.objectContaining({ code: "INVALID_FILTER", status: 400 }),
    );
  });

  test("names the path of the invalid part of a filter", () => {
    const filter = { $or: [{ name: "a" }, { $not: { "inner.count": { $gt: "x" } } }] };
    expect(() => compileFilter(fields, filter)).toThrow(expect.objectContaining({ data: { path: "inner.count" } }));
  });

  test("accepts a filter with ten levels and two hundred parts", async () => {
    expect(await find(deep(9))).toHaveLength(rows.filter(({ name }) => name === "a").length);
    expect(await find({ name: { $in: Array.from({ length: 190 }, () => "a") } })).not.toHaveLength(0);
  });

  test("compares extreme filter values without an error", async () => {
    for (const value of [1e308, -1e308, 5e-324, Number.MAX_SAFE_INTEGER, 2 ** 63, 0.1]) {
      expect(await find({ "inner.count": value })).toEqual([]);
    }
    for (const at of [
      "9999-12-31T23:59:59.999999999Z",
      "0001-01-01",
      "2026-01-01T00:00:00-23:59",
      "2026-01-01T10:00",
    ]) {
      expect(await find({ at: { $lt: at } })).toBeInstanceOf(Array);
    }
  });
});

describe("paging", () => {
  const ids = async (query: Query) => (await page(things().select("id"), query, listing)).rows.map(({ id }) => id);
  type Sorting = { fieldName: string; order: "ASC" | "DESC" }[];
  const sortings = fc.uniqueArray(
    fc.record({
      fieldName: of(["name", "inner.count", "open", "at", "owner", "id"]),
      order: of(["ASC", "DESC"] as const),
    }),
    {
      maxLength: 3,
      selector: ({ fieldName }) => fieldName,
    },
  );

  /** Reads every page forwards by `next`, then backwards by `prev`. */
  async function walk(query: Query, limit: number) {
    const there: string[][] = [];
    let answer = await page(things().select("id"), { ...query, cursorPaging: { limit } }, listing);
    there.push(answer.rows.map(({ id }) => id));
    while (answer.pagingMetadata.cursors?.next) {
      expect(answer.pagingMetadata.hasNext).toBe(true);
      answer = await page(
        things().select("id"),
        { cursorPaging: { cursor: answer.pagingMetadata.cursors.next } },
        listing,
      );
      there.push(answer.rows.map(({ id }) => id));
    }
    expect(answer.pagingMetadata.hasNext).toBe(false);
    const back = [there.at(-1) ?? []];
    while (answer.pagingMetadata.cursors?.prev) {
      answer = await page(
        things().select("id"),
        { cursorPaging: { cursor: answer.pagingMetadata.cursors.prev } },
        listing,
      );
      back.unshift(answer.rows.map(({ id }) => id));
    }
    return { there, back };
  }

  test("cursor pages contain each row exactly once, with any sorting, forwards and backwards", async () => {
    await fc.assert(
      fc.asyncProperty(sortings, fc.integer({ min: 7, max: 100 }), fc.boolean(), async (sort: Sorting, limit, half) => {
        const query: Query = { sort, ...(half && { filter: { open: true } }) };
        const whole = await ids({ ...query, paging: { limit: 100 } });
        expect(whole).toHaveLength(half ? rows.filter(({ open }) => open).length : rows.length);
        const { there, back } = await walk(query, limit);
        expect(there.flat()).toEqual(whole);
        expect(back.flat()).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  test("a row inserted before the cursor causes no repeated or missing rows", async () => {
    const sort: Sorting = [{ fieldName: "name", order: "DESC" }];
    const first = await page(things().select("id"), { sort, cursorPaging: { limit: 10 } }, listing);
    const id = newId();
    await sql`insert into thing (id, name) values (${id}, 'zzz')`.execute(database.db);
    const cursor = first.pagingMetadata.cursors?.next ?? "";
    const second = await ids({ cursorPaging: { cursor } });
    await sql`delete from thing where id = ${id}`.execute(database.db);
    const whole = await ids({ sort, paging: { limit: 100 } });
    expect([...first.rows.map((row) => row.id), ...second]).toEqual(whole.slice(0, 20));
  });

  test("field names may have the leading underscore that some clients use", async () => {
    const [row] = rows as [Row];
    expect(await find({ _id: row.id })).toEqual([row.id]);
    const sort = [{ fieldName: "_id", order: "DESC" as const }];
    const { pagingMetadata, ...first } = await page(
      things().select("id"),
      { sort, cursorPaging: { limit: 59 } },
      listing,
    );
    expect(first.rows.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
        .slice(0, 59),
    );
    expect(await ids({ cursorPaging: { cursor: pagingMetadata.cursors?.next as string } })).toHaveLength(1);
    expect(() => compileFilter(fields, { _name: "a" })).toThrow(expect.objectContaining({ data: { path: "_name" } }));
  });

  test("offset pages report a total", async () => {
    const answer = await page(things().select("id"), { paging: { limit: 7, offset: 55 } }, listing);
    expect(answer.pagingMetadata).toEqual({ count: 5, offset: 55, total: 60, tooManyToCount: false });
    const none = await page(things().select("id"), { filter: { open: true }, paging: { limit: 0 } }, listing);
    expect(none.pagingMetadata.total).toBe(rows.filter(({ open }) => open).length);
  });

  test("rejects invalid paging", async () => {
    const cursorOf = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const good = {
      filter: {},
      sort: [
        { fieldName: "at", order: "ASC" },
        { fieldName: "id", order: "ASC" },
      ],
      back: false,
      limit: 5,
    };
    const bad = [
      "x",
      "💥",
      cursorOf({}),
      cursorOf({ ...good, at: [] }),
      cursorOf({ ...good, at: ["soon", newId()] }),
      cursorOf({ ...good, at: [7, newId()] }),
      cursorOf({ ...good, at: ["2026-01-01T00:00:00Z", "no id"] }),
      cursorOf({ ...good, at: [null, newId()], filter: { unknown: 1 } }),
      cursorOf({ ...good, at: [null, newId()], limit: 1e9 }),
      cursorOf({ ...good, at: ["x"], sort: [{ fieldName: "password", order: "ASC" }] }),
    ];
    const invalid = expect.objectContaining({ code: "INVALID_CURSOR", status: 400 });
    for (const cursor of bad) await expect(ids({ cursorPaging: { cursor } }), cursor).rejects.toEqual(invalid);
    const cursor = cursorOf({ ...good, at: [null, newId()] });
    expect(await ids({ cursorPaging: { cursor } })).toBeInstanceOf(Array);
    await expect(ids({ cursorPaging: { cursor }, filter: { name: "a" } })).rejects.toEqual(invalid);
    await expect(ids({ cursorPaging: { cursor }, sort: [{ fieldName: "at" }] })).rejects.toEqual(invalid);
    await expect(ids({ sort: [{ fieldName: "tags" }] })).rejects.toMatchObject({ code: "INVALID_FILTER" });
    await expect(ids({ sort: [{ fieldName: "unknown" }] })).rejects.toMatchObject({ code: "INVALID_FILTER" });
    await expect(ids({ paging: { limit: 101 } })).rejects.toMatchObject({ errors: [{ field: "query.paging.limit" }] });
    await expect(ids({ paging: {}, cursorPaging: {} })).rejects.toMatchObject({ message: /INVALID_ARGUMENT/ });
  });
});
