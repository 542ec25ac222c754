import type { Aggregation, AggregationResult, NestedAggregation } from "@uola/contract";
import { json, newId } from "@uola/database";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { fields } from "./search-store.ts";
import { createCategory } from "./services.ts";

type Made = {
  id: string;
  type: string;
  name: string;
  capacity: number;
  price: string | null;
  online: boolean | null;
  hidden: boolean;
  staff: string[];
  created: Date;
};

let gym: TestGym;
let made: Made[];
const staff = Array.from({ length: 4 }, () => newId()).sort();
const types = ["APPOINTMENT", "CLASS", "COURSE"];

beforeAll(async () => {
  gym = await createTestGym();
  const { db, siteId } = gym;
  const categoryId = await createCategory(gym.context, { name: "Žemaitija" });
  const { id: policyId } = await db.selectFrom("bookingPolicy").select("id").executeTakeFirstOrThrow();
  const [seed] = fc.sample(
    fc.array(
      fc.record({
        type: fc.constantFrom(...types),
        name: fc.constantFrom("aukštai", "Boulderingas Žirmūnuose", "virvė ir mazgai", "Šeimų rytas"),
        capacity: fc.integer({ min: 1, max: 12 }),
        price: fc.option(fc.constantFrom("5.00", "12.50", "25.00", "100.00")),
        online: fc.option(fc.boolean()),
        hidden: fc.boolean(),
        staff: fc.subarray(staff),
        // both sides of a clock change and of a year
        created: fc.date({
          min: new Date("2025-12-30T20:00:00Z"),
          max: new Date("2026-04-02T00:00:00Z"),
          noInvalidDate: true,
        }),
      }),
      { minLength: 80, maxLength: 80 },
    ),
    { numRuns: 1, seed: 14 },
  );
  made = (seed ?? []).map((each) => ({ ...each, id: newId() }));
  const rows = made.map(({ id, type, name, capacity, price, online, hidden, staff, created }, index) => ({
    siteId,
    id,
    type,
    name,
    description: index === 7 ? "Kritimas, 100% _saugus_: O'Neilas" : null,
    tagLine: index === 8 ? "Pradedantiesiems" : null,
    defaultCapacity: capacity,
    hidden,
    categoryId: index === 9 ? categoryId : null,
    policyId,
    scheduleId: newId(),
    staffIds: staff,
    payment: json({
      rateType: price ? "FIXED" : "NO_FEE",
      ...(price && { fixed: { price: { value: price, currency: "EUR" } } }),
    }),
    onlineBooking: json(online === null ? {} : { enabled: online }),
    slugs: json([{ name: `nr-${index}`, custom: false, createdDate: created }]),
    createdDate: created,
    updatedDate: created,
  }));
  await db.insertInto("service").values(rows).execute();
});
afterAll(() => gym.close());

const owners = () => gym.as(gym.key).services;
const visitors = () => gym.as(gym.visitor()).services;
const aggregated = async (aggregations: Aggregation[], filter: object = {}, timeZone?: string) => {
  const cursorPaging = { limit: 0 };
  const { aggregationData } = await owners().search({
    search: { cursorPaging, filter: filter as never, aggregations, ...(timeZone && { timeZone }) },
  });
  return aggregationData?.results ?? [];
};

type Value = string | number | boolean | Date | null | readonly string[];
const readers: Record<string, (each: Made) => Value> = {
  type: ({ type }) => type,
  defaultCapacity: ({ capacity }) => capacity,
  "payment.fixed.price.value": ({ price }) => (price === null ? null : Number(price)),
  "onlineBooking.enabled": ({ online }) => online,
  staffMemberIds: ({ staff }) => staff,
  createdDate: ({ created }) => created,
};
const scalars = Object.keys(readers).filter((path) => path !== "staffMemberIds");
const numbers = ["defaultCapacity", "payment.fixed.price.value"];

const monthOf = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat("sv", { timeZone, year: "numeric", month: "2-digit" }).format(date);
const monthBegins: Record<string, Record<string, string>> = {
  UTC: {
    "2025-12": "2025-12-01T00:00:00.000Z",
    "2026-01": "2026-01-01T00:00:00.000Z",
    "2026-02": "2026-02-01T00:00:00.000Z",
    "2026-03": "2026-03-01T00:00:00.000Z",
    "2026-04": "2026-04-01T00:00:00.000Z",
  },
  "Europe/Vilnius": {
    "2025-12": "2025-11-30T22:00:00.000Z",
    "2026-01": "2025-12-31T22:00:00.000Z",
    "2026-02": "2026-01-31T22:00:00.000Z",
    "2026-03": "2026-02-28T22:00:00.000Z",
    "2026-04": "2026-03-31T21:00:00.000Z",
  },
};

type Bucket = { key: string; sorted: string | number };
/** The groups a service counts in, computed without SQL. */
function bucketsOf(part: Aggregation | NestedAggregation, each: Made, timeZone: string): Bucket[] {
  const value = readers[part.fieldPath ?? ""]?.(each) ?? null;
  if (part.type === "RANGE") {
    return (part.range?.buckets ?? []).flatMap(({ from, to }, index) =>
      typeof value === "number" && (from == null || value >= from) && (to == null || value < to)
        ? [{ key: String(index), sorted: index }]
        : [],
    );
  }
  if (part.type === "DATE_HISTOGRAM") {
    const begin = monthBegins[timeZone]?.[monthOf(value as Date, timeZone)] ?? "";
    return [{ key: begin, sorted: begin }];
  }
  const values = Array.isArray(value) ? value : value === null ? [] : [value];
  if (values.length === 0) {
    if (part.value?.missingValues !== "INCLUDE") return [];
    const usual = numbers.includes(part.fieldPath ?? "")
      ? "0"
      : part.fieldPath === "onlineBooking.enabled"
        ? "false"
        : "N/A";
    return [{ key: part.value.includeOptions?.addToBucket ?? usual, sorted: Number.POSITIVE_INFINITY }];
  }
  return values.map((one) => ({
    key: one instanceof Date ? one.toISOString() : String(one),
    sorted: typeof one === "number" ? one : one instanceof Date ? one.getTime() : String(one),
  }));
}

type Group = { keys: string[]; counts: number[]; members: Made[] };
const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
/** Divides groups once more; only those within the limit go on. */
function divide(groups: Group[], part: Aggregation | NestedAggregation, timeZone: string): Group[] {
  return groups.flatMap(({ keys, counts, members }) => {
    const found = new Map<string, { sorted: string | number; members: Made[] }>();
    for (const each of members) {
      for (const { key, sorted } of bucketsOf(part, each, timeZone)) {
        const known = found.get(key) ?? { sorted, members: [] };
        if (compare(sorted, known.sorted) < 0) known.sorted = sorted;
        found.set(key, { ...known, members: [...known.members, each] });
      }
    }
    const { sortType = "COUNT", sortDirection = "DESC", limit } = part.value ?? {};
    const isOrdered = [...numbers, "createdDate"].includes(part.fieldPath ?? "");
    const ordered = [...found.entries()].sort(([a, first], [b, second]) => {
      if (part.type !== "VALUE") return compare(first.sorted, second.sorted);
      const down = sortDirection === "ASC" ? 1 : -1;
      const missingLast = isOrdered
        ? Number(first.sorted === Number.POSITIVE_INFINITY) - Number(second.sorted === Number.POSITIVE_INFINITY)
        : 0;
      const by =
        sortType === "COUNT"
          ? compare(first.members.length, second.members.length) * down
          : missingLast || (isOrdered ? compare(first.sorted, second.sorted) : compare(a, b)) * down;
      return by || compare(a, b);
    });
    return ordered
      .slice(0, part.type === "VALUE" ? (limit ?? 10) : 250)
      .map(([key, { members }]) => ({ keys: [...keys, key], counts: [...counts, members.length], members }));
  });
}

function measure(part: Aggregation | NestedAggregation, members: Made[]): number | undefined {
  const values = members
    .flatMap((each) => readers[part.fieldPath ?? ""]?.(each) ?? [])
    .filter((value) => value !== null);
  if (part.scalar?.type === "COUNT_DISTINCT")
    return new Set(values.map((one) => (one instanceof Date ? one.getTime() : one))).size;
  const all = values as number[];
  const sum = all.reduce((total, one) => total + one, 0);
  if (part.scalar?.type === "SUM") return sum;
  if (all.length === 0) return undefined;
  if (part.scalar?.type === "AVG") return sum / all.length;
  return part.scalar?.type === "MIN" ? Math.min(...all) : Math.max(...all);
}

function naive(input: Aggregation, all: Made[], timeZone: string) {
  if (input.type === "SCALAR") return measure(input, all);
  if (input.type === "RANGE") {
    const isIn = (each: Made, index: number) =>
      bucketsOf(input, each, timeZone).some(({ key }) => key === String(index));
    return input.range?.buckets.map((_, index) => all.filter((each) => isIn(each, index)).length);
  }
  const parts = input.type === "NESTED" ? (input.nested?.nestedAggregations ?? []) : [input];
  let groups: Group[] = [{ keys: [], counts: [], members: all }];
  for (const part of parts) {
    if (part.type === "SCALAR") {
      groups = groups.map((group) => ({
        ...group,
        keys: [...group.keys, ""],
        counts: [...group.counts, measure(part, group.members) ?? -1],
      }));
    } else groups = divide(groups, part, timeZone);
  }
  return groups.slice(0, 1000).map(({ keys, counts }) => keys.map((key, index) => [key, counts[index]]));
}

/** An answer in the naive evaluator's form. */
function plain(input: Aggregation, { values, ranges, scalar, dateHistogram, nested }: AggregationResult) {
  if (input.type === "SCALAR") return scalar?.value;
  if (input.type === "RANGE") return ranges?.results.map(({ count }) => count);
  if (input.type !== "NESTED") return (values ?? dateHistogram)?.results.map(({ value, count }) => [[value, count]]);
  const parts = input.nested?.nestedAggregations ?? [];
  return nested?.results.map(({ results }) =>
    parts.map((part) => {
      const { value, range, scalar, dateHistogram } = results[part.name ?? ""] ?? {};
      if (scalar) return ["", scalar.value ?? -1];
      if (!range) return [(value ?? dateHistogram)?.value, (value ?? dateHistogram)?.count];
      const index = part.range?.buckets.findIndex(
        ({ from, to }) => (from ?? -1) === (range.from ?? -1) && (to ?? -1) === (range.to ?? -1),
      );
      return [String(index), range.count];
    }),
  );
}

const bound = fc.option(fc.constantFrom(2, 5, 12.5, 25, 60), { nil: undefined });
const ofValues = fc.record({
  type: fc.constant("VALUE" as const),
  fieldPath: fc.constantFrom(...scalars, "staffMemberIds"),
  value: fc.record(
    {
      limit: fc.integer({ min: 1, max: 5 }),
      sortType: fc.constantFrom("COUNT" as const, "VALUE" as const),
      sortDirection: fc.constantFrom("ASC" as const, "DESC" as const),
      missingValues: fc.constantFrom("INCLUDE" as const, "EXCLUDE" as const),
      includeOptions: fc.constant({ addToBucket: "~none" }),
    },
    { requiredKeys: [] },
  ),
});
const ofRanges = fc.record({
  type: fc.constant("RANGE" as const),
  fieldPath: fc.constantFrom(...numbers),
  range: fc.record({
    buckets: fc.uniqueArray(fc.record({ from: bound, to: bound }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ from, to }) => `${from}-${to}`,
    }),
  }),
});
const ofScalars = fc.oneof(
  fc.record({
    type: fc.constant("SCALAR" as const),
    fieldPath: fc.constantFrom(...Object.keys(readers)),
    scalar: fc.constant({ type: "COUNT_DISTINCT" as const }),
  }),
  fc.record({
    type: fc.constant("SCALAR" as const),
    fieldPath: fc.constantFrom(...numbers),
    scalar: fc.record({ type: fc.constantFrom("MIN" as const, "MAX" as const, "SUM" as const, "AVG" as const) }),
  }),
);
const ofMonths = fc.record({
  type: fc.constant("DATE_HISTOGRAM" as const),
  fieldPath: fc.constant("createdDate"),
  dateHistogram: fc.constant({ interval: "MONTH" as const }),
});
const simple = fc.oneof(ofValues, ofRanges, ofScalars, ofMonths);
const ofNested = fc.array(simple, { minLength: 2, maxLength: 4 }).map((parts) => ({
  type: "NESTED" as const,
  nested: { nestedAggregations: parts.map((part, index) => ({ ...part, name: `part ${index}` })) },
}));

describe("aggregations", () => {
  test("count what a plain evaluation counts, whatever is asked for together", async () => {
    const inputs = fc.array(fc.oneof(simple, ofNested), { minLength: 1, maxLength: 6 });
    const zones = fc.constantFrom("UTC", "Europe/Vilnius");
    const filters = fc.constantFrom({}, { hidden: false }, { defaultCapacity: { $gt: 6 } }, { name: "nobody" });
    await fc.assert(
      fc.asyncProperty(inputs, zones, filters, async (asked, timeZone, filter) => {
        const aggregations = asked as Aggregation[];
        const found = made.filter(({ hidden, capacity, name }) =>
          "hidden" in filter
            ? !hidden
            : "defaultCapacity" in filter
              ? capacity > 6
              : "name" in filter
                ? name === "nobody"
                : true,
        );
        const results = await aggregated(aggregations, filter, timeZone);
        expect(results).toHaveLength(aggregations.length);
        for (const [index, input] of aggregations.entries()) {
          expect(rounded(plain(input, results[index] as AggregationResult))).toEqual(
            rounded(naive(input, found, timeZone)),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
  const rounded = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (_, each) =>
      typeof each === "number" ? Math.round(each * 1e6) / 1e6 : each,
    );

  test("come with the name, type and field they were asked by; without a name, by the field's", async () => {
    const [named, unnamed] = await aggregated([
      { name: "kiek", type: "SCALAR", fieldPath: "id", scalar: { type: "COUNT_DISTINCT" } },
      { type: "VALUE", fieldPath: "type" },
    ]);
    expect(named).toMatchObject({
      name: "kiek",
      type: "SCALAR",
      fieldPath: "id",
      scalar: { type: "COUNT_DISTINCT", value: 80 },
    });
    expect(unnamed).toMatchObject({ name: "type", type: "VALUE", fieldPath: "type" });
  });

  test.each(["YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND"] as const)("by %s", async (interval) => {
    const [result] = await aggregated([
      { type: "DATE_HISTOGRAM", fieldPath: "createdDate", dateHistogram: { interval } },
    ]);
    const buckets = result?.dateHistogram?.results ?? [];
    expect(buckets.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(80);
    expect(buckets.map(({ value }) => value)).toEqual(buckets.map(({ value }) => value).toSorted());
  });

  test("every field can be counted by", async () => {
    for (const fieldPath of Object.keys(fields)) {
      const [values, distinct] = await aggregated([
        { type: "VALUE", fieldPath, value: { missingValues: "INCLUDE", limit: 250 } },
        { type: "SCALAR", fieldPath, scalar: { type: "COUNT_DISTINCT" } },
      ]);
      expect(values?.values?.results.length, fieldPath).toBeGreaterThan(0);
      expect(distinct?.scalar?.value, fieldPath).toBeGreaterThanOrEqual(0);
    }
  });

  const nestedOf = (count: number, part: object) => ({
    type: "NESTED",
    nested: { nestedAggregations: Array.from({ length: count }, (_, index) => ({ name: `${index}`, ...part })) },
  });
  test.each([
    [{ type: "VALUE", fieldPath: "price" }, "fieldPath"],
    [{ type: "VALUE", fieldPath: "constructor" }, "fieldPath"],
    [{ type: "VALUE", fieldPath: "$search" }, "fieldPath"],
    [{ type: "VALUE", fieldPath: "id; drop table service" }, "fieldPath"],
    [{ type: "VALUE" }, "fieldPath"],
    [{ type: "UNKNOWN_AGGREGATION_TYPE", fieldPath: "name" }, "type"],
    [{ type: "RANGE", fieldPath: "name", range: { buckets: [{ from: 1 }] } }, "fieldPath"],
    [{ type: "RANGE", fieldPath: "defaultCapacity" }, "range"],
    [{ type: "RANGE", fieldPath: "defaultCapacity", range: { buckets: Array(51).fill({ from: 1 }) } }, "range.buckets"],
    [{ type: "SCALAR", fieldPath: "defaultCapacity" }, "scalar.type"],
    [{ type: "SCALAR", fieldPath: "name", scalar: { type: "MIN" } }, "fieldPath"],
    [{ type: "SCALAR", fieldPath: "defaultCapacity", scalar: { type: "UNKNOWN_SCALAR_TYPE" } }, "scalar.type"],
    [{ type: "DATE_HISTOGRAM", fieldPath: "name", dateHistogram: { interval: "DAY" } }, "fieldPath"],
    [{ type: "DATE_HISTOGRAM", fieldPath: "createdDate" }, "dateHistogram.interval"],
    [{ type: "VALUE", fieldPath: "name", value: { limit: 251 } }, "value.limit"],
    [{ type: "NESTED" }, "nested"],
    [nestedOf(1, { type: "VALUE", fieldPath: "type" }), "nested.nestedAggregations"],
    [nestedOf(11, { type: "VALUE", fieldPath: "type" }), "nested.nestedAggregations"],
    [nestedOf(2, { type: "VALUE", fieldPath: "type", name: "same" }), "nested"],
  ])("%j is refused at %s", async (input, field) => {
    await expect(aggregated([input as never])).rejects.toMatchObject({
      status: 400,
      kind: "validation",
      fieldViolations: [{ field: `search.aggregations.0.${field}` }],
    });
  });

  test("at most ten, in a time zone there is", async () => {
    const one: Aggregation = { type: "DATE_HISTOGRAM", fieldPath: "createdDate", dateHistogram: { interval: "DAY" } };
    await expect(aggregated(Array(11).fill(one))).rejects.toMatchObject({ status: 400, kind: "validation" });
    for (const zone of ["Europe/Atlantis", "+03:00", "'; select 1 --", "Etc/GMT+99"]) {
      for (const inputs of [[one], []]) {
        await expect(aggregated(inputs, {}, zone)).rejects.toMatchObject({ status: 400, code: "INVALID_TIME_ZONE" });
      }
    }
  });

  test("ten levels deep, and ten times fifty ranges", async () => {
    const [deep] = await aggregated([nestedOf(10, { type: "VALUE", fieldPath: "type" }) as Aggregation]);
    expect(deep?.nested?.results).toHaveLength(3);
    const buckets = Array.from({ length: 50 }, (_, index) => ({ from: index }));
    const wide = await aggregated(Array(10).fill({ type: "RANGE", fieldPath: "defaultCapacity", range: { buckets } }));
    expect(wide.map(({ ranges }) => ranges?.results[0]?.count)).toEqual(Array(10).fill(80));
  });

  test("a name is nothing but a name", async () => {
    for (const name of ["'; drop table service; --", "__proto__", "constructor", '"', "r0", "ąžuolas"]) {
      const [value, nested] = await aggregated([
        {
          name,
          type: "VALUE",
          fieldPath: "type",
          value: { missingValues: "INCLUDE", includeOptions: { addToBucket: "'); --" } },
        },
        {
          name,
          type: "NESTED",
          nested: {
            nestedAggregations: [
              { name, type: "VALUE", fieldPath: "type" },
              { name: "other", type: "VALUE", fieldPath: "hidden" },
            ],
          },
        },
      ]);
      expect(value?.name).toBe(name);
      expect(nested?.nested?.results.length).toBeGreaterThan(0);
    }
  });
});

describe("words", () => {
  const found = async (search: object, as = owners()) => {
    const { services } = await as.search({ search: { search } });
    return services.map(({ id }) => made.findIndex((each) => each.id === id)).sort((a, b) => a - b);
  };
  const named = (...parts: string[]) =>
    made.flatMap(({ name }, index) => (parts.some((part) => name.includes(part)) ? [index] : []));

  test.each([
    [{ expression: "Zirmunuose" }, () => named("Žirmūnuose")],
    [{ expression: "ŽIRMŪN" }, () => named("Žirmūnuose")],
    [{ expression: "Z\u030cirmu\u0304nuose" }, () => named("Žirmūnuose")],
    [{ expression: "seimu mazgai" }, () => named("Šeimų", "mazgai")],
    [{ expression: "seimu mazgai", mode: "AND" }, () => []],
    [{ expression: "virve mazgai", mode: "AND" }, () => named("mazgai")],
    [{ expression: "bolderingas" }, () => []],
    [{ expression: "bolderingas", fuzzy: true }, () => named("Boulderingas")],
    [{ expression: "pradedantiesiems" }, () => [8]],
    [{ expression: "pradedantiesiems", fields: ["name", "description"] }, () => []],
    [{ expression: "pradedantiesiems", fields: ["tagLine"] }, () => [8]],
    [{ expression: "zemaitija", fields: ["category.name"] }, () => [9]],
    [{ expression: "zemaitija pradedantiesiems", fields: ["category.name", "tagLine"] }, () => [8, 9]],
    [{ expression: "O'Neilas", mode: "AND" }, () => [7]],
    [{ expression: "100% saugus", mode: "AND" }, () => [7]],
    [{ expression: "%" }, () => []],
    [{ expression: "' or true --" }, () => []],
    [
      { expression: "nr-3", fields: ["mainSlug.name"], mode: "AND" },
      () => made.flatMap((_, index) => (String(index).includes("3") ? [index] : [])),
    ],
  ])("%j", async (search, expected) => {
    expect(await found(search)).toEqual(expected());
  });

  test("nothing to look for leaves everything; hidden services stay hidden", async () => {
    expect(await found({ expression: " " })).toHaveLength(80);
    expect(await found({ expression: "rytas" }, visitors())).toEqual(
      made.flatMap(({ name, hidden }, index) => (name === "Šeimų rytas" && !hidden ? [index] : [])),
    );
  });

  test("refuses fields there are not, and more than its limits", async () => {
    await expect(found({ expression: "a", fields: ["price"] })).rejects.toMatchObject({ code: "INVALID_FILTER" });
    await expect(found({ expression: "a", fields: ["__proto__"] })).rejects.toMatchObject({ code: "INVALID_FILTER" });
    await expect(found({ expression: "a".repeat(201) })).rejects.toMatchObject({ kind: "validation" });
    await expect(found({ expression: "a", fields: Array(11).fill("name") })).rejects.toMatchObject({
      kind: "validation",
    });
  });

  test.each([{ fuzzy: false }, { fuzzy: true }])("go along in a cursor (%j)", async ({ fuzzy }) => {
    const search = { expression: fuzzy ? "bolderingas" : "bouldering", fuzzy };
    const all = await found(search);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const { services, pagingMetadata } = await owners().search({
        search: cursor
          ? { cursorPaging: { cursor } }
          : { search, cursorPaging: { limit: 3 }, sort: [{ fieldName: "defaultCapacity", order: "DESC" }] },
      });
      seen.push(...services.map(({ id }) => id));
      cursor = pagingMetadata.cursors?.next;
    } while (cursor);
    expect(seen.map((id) => made.findIndex((each) => each.id === id)).toSorted((a, b) => a - b)).toEqual(all);
    const capacities = seen.map((id) => made.find((each) => each.id === id)?.capacity ?? 0);
    expect(capacities).toEqual(capacities.toSorted((a, b) => b - a));
  });

  test("a cursor comes alone", async () => {
    const { pagingMetadata } = await owners().search({ search: { cursorPaging: { limit: 3 } } });
    const cursorPaging = { cursor: pagingMetadata.cursors?.next };
    for (const more of [{ search: { expression: "a" } }, { aggregations: [{ type: "VALUE", fieldPath: "type" }] }]) {
      await expect(owners().search({ search: { cursorPaging, ...more } as never })).rejects.toMatchObject({
        status: 400,
      });
    }
    await expect(owners().search({ search: { cursorPaging: { cursor: "x" } } })).rejects.toMatchObject({
      code: "INVALID_CURSOR",
    });
    await expect(owners().search({ search: { sort: Array(11).fill({ fieldName: "name" }) } })).rejects.toMatchObject({
      kind: "validation",
    });
  });
});

describe("filters", () => {
  test("what is searched, counted and queried is the same, by every field and order", async () => {
    const values = {
      text: "x",
      number: 5,
      decimal: "12.50",
      boolean: true,
      date: "2026-02-01",
      uuid: staff[0],
      textArray: "x",
      uuidArray: staff[0],
    };
    for (const [path, field] of Object.entries(fields)) {
      const isArray = field.type.endsWith("Array");
      const value = values[field.type];
      const ordered = isArray ? [] : ["$lt", "$lte", "$gt", "$gte"].map((operator) => ({ [operator]: value }));
      const inPart =
        field.type === "text"
          ? ["$startsWith", "$endsWith", "$contains"].map((operator) => ({ [operator]: value }))
          : [];
      const inputs = [
        value,
        null,
        { $eq: value },
        { $ne: value },
        { $in: [value] },
        { $nin: isArray ? [value] : [value, null] },
        { $hasSome: [value] },
        { $hasAll: [value] },
        { $exists: true },
        { $not: { $eq: value } },
        ...ordered,
        ...inPart,
      ];
      for (const input of inputs) {
        const filter = { [path]: input } as never;
        const sort = isArray ? [] : [{ fieldName: path, order: "DESC" as const }];
        const [{ count }, { services }, { pagingMetadata }] = await Promise.all([
          owners().count({ filter }),
          owners().search({ search: { filter, sort } }),
          owners().query({ query: { filter, sort, paging: { limit: 1 } } }),
        ]);
        expect([services.length, pagingMetadata.total], `${path} ${JSON.stringify(input)}`).toEqual([count, count]);
      }
    }
  });

  test.each(["' or 1=1 --", "id) or (true", 'service"."id', "constructor", "payment #>> '{a}'"])(
    "no field is called %j",
    async (path) => {
      for (const call of [
        () => owners().count({ filter: { [path]: "x" } }),
        () => owners().search({ search: { filter: { [path]: "x" } } }),
      ]) {
        await expect(call()).rejects.toMatchObject({ status: 400, code: "INVALID_FILTER" });
      }
      await expect(owners().search({ search: { sort: [{ fieldName: path }] } })).rejects.toMatchObject({ status: 400 });
    },
  );

  test("values are values", async () => {
    for (const value of ["' or 1=1 --", "%", "\\", "x'); drop table service; --"]) {
      for (const input of [value, { $contains: value }, { $in: [value] }, { $startsWith: value }]) {
        expect(await owners().count({ filter: { name: input } as never })).toEqual({ count: 0 });
      }
    }
    expect(await owners().count({})).toEqual({ count: 80 });
    expect(await visitors().count({})).toEqual({ count: made.filter(({ hidden }) => !hidden).length });
  });

  test("amounts are compared as numbers, given as text or as numbers", async () => {
    const dear = made.filter(({ price }) => price !== null && Number(price) >= 25).length;
    for (const value of ["25", "25.00", 25]) {
      expect(await owners().count({ filter: { "payment.fixed.price.value": { $gte: value } } })).toEqual({
        count: dear,
      });
    }
    await expect(owners().count({ filter: { "payment.fixed.price.value": "25 €" } })).rejects.toMatchObject({
      code: "INVALID_FILTER",
    });
  });
});
