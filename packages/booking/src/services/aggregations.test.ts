import type { Aggregation, AggregationResult } from "@uola/contract";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { naive, numbers, plain, readers, scalars } from "./aggregations.testing.ts";
import { createSearchGym } from "./search.testing.ts";
import { fields } from "./search-store.ts";

const { gym, made, owners } = await createSearchGym();
afterAll(() => gym.close());

const aggregated = async (aggregations: Aggregation[], filter: object = {}, timeZone?: string) => {
  const cursorPaging = { limit: 0 };
  const { aggregationData } = await owners().search({
    search: { cursorPaging, filter: filter as never, aggregations, ...(timeZone && { timeZone }) },
  });
  return aggregationData?.results ?? [];
};

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

test("aggregations return the same counts as a naive evaluation without SQL, in any combination", async () => {
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

test("an aggregation result has a name, a type and a field, and the name defaults to the field", async () => {
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

test.each(["YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND"] as const)(
  "aggregates services by %s",
  async (interval) => {
    const [result] = await aggregated([
      { type: "DATE_HISTOGRAM", fieldPath: "createdDate", dateHistogram: { interval } },
    ]);
    const buckets = result?.dateHistogram?.results ?? [];
    expect(buckets.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(80);
    expect(buckets.map(({ value }) => value)).toEqual(buckets.map(({ value }) => value).toSorted());
  },
);

test("every field can be aggregated", async () => {
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
])("rejects the aggregation %j with an error at %s", async (input, field) => {
  await expect(aggregated([input as never])).rejects.toMatchObject({
    status: 400,
    kind: "validation",
    fieldViolations: [{ field: `search.aggregations.0.${field}` }],
  });
});

test("rejects more than ten aggregations and unknown time zones", async () => {
  const one: Aggregation = { type: "DATE_HISTOGRAM", fieldPath: "createdDate", dateHistogram: { interval: "DAY" } };
  await expect(aggregated(Array(11).fill(one))).rejects.toMatchObject({ status: 400, kind: "validation" });
  for (const zone of ["Europe/Atlantis", "+03:00", "'; select 1 --", "Etc/GMT+99"]) {
    for (const inputs of [[one], []]) {
      await expect(aggregated(inputs, {}, zone)).rejects.toMatchObject({ status: 400, code: "INVALID_TIME_ZONE" });
    }
  }
});

test("supports aggregations ten levels deep and ten aggregations with fifty ranges each", async () => {
  const [deep] = await aggregated([nestedOf(10, { type: "VALUE", fieldPath: "type" }) as Aggregation]);
  expect(deep?.nested?.results).toHaveLength(3);
  const buckets = Array.from({ length: 50 }, (_, index) => ({ from: index }));
  const wide = await aggregated(Array(10).fill({ type: "RANGE", fieldPath: "defaultCapacity", range: { buckets } }));
  expect(wide.map(({ ranges }) => ranges?.results[0]?.count)).toEqual(Array(10).fill(80));
});

test("the name of an aggregation is never interpreted as SQL or as a property", async () => {
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
