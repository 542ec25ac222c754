import { z } from "zod";
import { CursorPaging, Filter, maybe, Sorting } from "./wire.ts";

/** Counts the services for each value of a field. */
const ValueAggregation = z.object({
  /** Default: 10. */
  limit: maybe(z.int().min(1).max(250)),
  /** The sort key. Default: COUNT. */
  sortType: maybe(z.enum(["COUNT", "VALUE"])),
  /** descending. */
  sortDirection: maybe(z.enum(["DESC", "ASC"])),
  missingValues: maybe(z.enum(["EXCLUDE", "INCLUDE"])),
  /**
   * The bucket in which services without a value are counted. Default: "N/A", 0 for numbers and
   * false for booleans.
   */
  includeOptions: maybe(z.object({ addToBucket: maybe(z.string().max(20)) })),
});
/** Counts the services with a number from `from` (inclusive) to `to` (exclusive). */
const RangeAggregation = z.object({
  buckets: z
    .array(z.object({ from: maybe(z.number()), to: maybe(z.number()) }))
    .min(1)
    .max(50),
});
const ScalarType = z.enum(["UNKNOWN_SCALAR_TYPE", "COUNT_DISTINCT", "MIN", "MAX", "SUM", "AVG"]);
const ScalarAggregation = z.object({ type: ScalarType });
/** Counts the services with a date in each year, month … in the time zone of the search. */
const DateHistogramAggregation = z.object({
  interval: z.enum(["UNKNOWN_INTERVAL", "YEAR", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND"]),
});

const aggregationKinds = {
  value: maybe(ValueAggregation),
  range: maybe(RangeAggregation),
  scalar: maybe(ScalarAggregation),
  dateHistogram: maybe(DateHistogramAggregation),
};
const name = maybe(z.string().max(100));
const fieldPath = z.string().max(200);
const NestedAggregationType = z.enum(["UNKNOWN_AGGREGATION_TYPE", "VALUE", "RANGE", "SCALAR", "DATE_HISTOGRAM"]);
const AggregationType = z.enum([...NestedAggregationType.options, "NESTED"]);

/** A nested aggregation: computed for each value of the outer ones. */
export const NestedAggregation = z.object({ name, type: NestedAggregationType, fieldPath, ...aggregationKinds });
export type NestedAggregation = z.infer<typeof NestedAggregation>;
export const Aggregation = z
  .object({
    name,
    type: AggregationType,
    fieldPath: maybe(fieldPath),
    ...aggregationKinds,
    nested: maybe(z.object({ nestedAggregations: z.array(NestedAggregation).min(2).max(10) })),
  })
  .meta({ id: "Aggregation" });
export type Aggregation = z.infer<typeof Aggregation>;

const counted = { count: maybe(z.int()) };
const ValueResult = z.object({ value: z.string(), ...counted });
const RangeResult = z.object({ from: maybe(z.number()), to: maybe(z.number()), ...counted });
const results = <T extends z.ZodType>(of: T) => maybe(z.object({ results: z.array(of) }));
/** The result of an aggregation, under the name given in the request. */
export const AggregationResult = z
  .object({
    name: z.string(),
    type: AggregationType,
    fieldPath: maybe(z.string()),
    values: results(ValueResult),
    ranges: results(RangeResult),
    /** Missing if no service has a value. */
    scalar: maybe(z.object({ type: ScalarType, value: maybe(z.number()) })),
    /** The instants at which the intervals (years, months …) begin. */
    dateHistogram: results(ValueResult),
    /** Every combination of values that occurs, with the number of services at each level. */
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

/** Text to search for, by default in name, tag line and description. Case and diacritics are ignored. */
export const SearchDetails = z.object({
  /** Whether any word may match (OR, the default) or all must match (AND). */
  mode: maybe(z.enum(["OR", "AND"])),
  expression: maybe(z.string().max(200)),
  fields: maybe(z.array(z.string().max(200)).max(10)),
  /** Whether similarly spelled words also match. */
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
    /** The time zone for the date intervals of aggregations. Default: UTC. */
    timeZone: maybe(z.string().max(50)),
  })
  .meta({ id: "ServiceSearch" });
export type ServiceSearch = z.infer<typeof ServiceSearch>;
