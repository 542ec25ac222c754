import { z } from "zod";
import { CursorPaging, Filter, maybe, Sorting } from "./wire.ts";

/** How many services have each value of a field. */
const ValueAggregation = z.object({
  /** 10 unless told. */
  limit: maybe(z.int().min(1).max(250)),
  /** By COUNT unless told, */
  sortType: maybe(z.enum(["COUNT", "VALUE"])),
  /** the largest first. */
  sortDirection: maybe(z.enum(["DESC", "ASC"])),
  missingValues: maybe(z.enum(["EXCLUDE", "INCLUDE"])),
  /** Where services without a value are counted: "N/A", 0 for numbers and false for yes and no, unless told. */
  includeOptions: maybe(z.object({ addToBucket: maybe(z.string().max(20)) })),
});
/** How many services have a number from `from`, included, to `to`, excluded. */
const RangeAggregation = z.object({
  buckets: z
    .array(z.object({ from: maybe(z.number()), to: maybe(z.number()) }))
    .min(1)
    .max(50),
});
const ScalarType = z.enum(["UNKNOWN_SCALAR_TYPE", "COUNT_DISTINCT", "MIN", "MAX", "SUM", "AVG"]);
const ScalarAggregation = z.object({ type: ScalarType });
/** How many services have a date in each year, month … of the search's time zone. */
const DateHistogramAggregation = z.object({
  interval: z.enum(["UNKNOWN_INTERVAL", "YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND"]),
});

const ways = {
  value: maybe(ValueAggregation),
  range: maybe(RangeAggregation),
  scalar: maybe(ScalarAggregation),
  dateHistogram: maybe(DateHistogramAggregation),
};
const name = maybe(z.string().max(100));
const fieldPath = z.string().max(200);
const NestedAggregationType = z.enum(["UNKNOWN_AGGREGATION_TYPE", "VALUE", "RANGE", "SCALAR", "DATE_HISTOGRAM"]);
const AggregationType = z.enum([...NestedAggregationType.options, "NESTED"]);

/** One aggregation within another: it is made anew for each value of those before it. */
export const NestedAggregation = z.object({ name, type: NestedAggregationType, fieldPath, ...ways });
export type NestedAggregation = z.infer<typeof NestedAggregation>;
export const Aggregation = z
  .object({
    name,
    type: AggregationType,
    fieldPath: maybe(fieldPath),
    ...ways,
    nested: maybe(z.object({ nestedAggregations: z.array(NestedAggregation).min(2).max(10) })),
  })
  .meta({ id: "Aggregation" });
export type Aggregation = z.infer<typeof Aggregation>;

const counted = { count: maybe(z.int()) };
const ValueResult = z.object({ value: z.string(), ...counted });
const RangeResult = z.object({ from: maybe(z.number()), to: maybe(z.number()), ...counted });
const results = <T extends z.ZodType>(of: T) => maybe(z.object({ results: z.array(of) }));
/** What an aggregation found, under the name it was asked for by. */
export const AggregationResult = z
  .object({
    name: z.string(),
    type: AggregationType,
    fieldPath: maybe(z.string()),
    values: results(ValueResult),
    ranges: results(RangeResult),
    /** Without a value, where there is none: the smallest of nothing. */
    scalar: maybe(z.object({ type: ScalarType, value: maybe(z.number()) })),
    /** The moments at which the years, months … begin. */
    dateHistogram: results(ValueResult),
    /** Every combination that occurs, with the number of services at each step. */
    nested: results(
      z.object({
        results: z.record(
          z.string(),
          z.object({
            value: maybe(ValueResult),
            range: maybe(RangeResult),
            scalar: maybe(z.object({ value: maybe(z.number()) })),
            dateHistogram: maybe(ValueResult),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "AggregationResult" });
export type AggregationResult = z.infer<typeof AggregationResult>;

/** Words to look for: in name, tag line and description unless told. Upper case and diacritics make no difference. */
export const SearchDetails = z.object({
  /** Whether any word is enough (OR, unless told) or all have to be there. */
  mode: maybe(z.enum(["OR", "AND"])),
  expression: maybe(z.string().max(200)),
  fields: maybe(z.array(z.string().max(200)).max(10)),
  /** Whether words that are written much alike will do. */
  fuzzy: maybe(z.boolean()),
});
export type SearchDetails = z.infer<typeof SearchDetails>;

export const ServiceSearch = z
  .object({
    cursorPaging: maybe(CursorPaging),
    filter: Filter,
    sort: maybe(z.array(Sorting).max(10)),
    aggregations: maybe(z.array(Aggregation).max(10)),
    search: maybe(SearchDetails),
    /** What the years, months … of aggregations are counted in; UTC unless told. */
    timeZone: maybe(z.string().max(50)),
  })
  .meta({ id: "ServiceSearch" });
export type ServiceSearch = z.infer<typeof ServiceSearch>;
