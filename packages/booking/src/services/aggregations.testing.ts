import type { Aggregation, AggregationResult, NestedAggregation } from "@uola/contract";
import type { Made } from "./search.testing.ts";

type Value = string | number | boolean | Date | null | readonly string[];
/** Readers of the aggregatable fields of a service. */
export const readers: Record<string, (each: Made) => Value> = {
  type: ({ type }) => type,
  defaultCapacity: ({ capacity }) => capacity,
  "payment.fixed.price.value": ({ price }) => (price === null ? null : Number(price)),
  "onlineBooking.enabled": ({ online }) => online,
  staffMemberIds: ({ staff }) => staff,
  createdDate: ({ created }) => created,
};
export const scalars = Object.keys(readers).filter((path) => path !== "staffMemberIds");
export const numbers = ["defaultCapacity", "payment.fixed.price.value"];

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
/** Returns the buckets a service is counted in, computed without SQL. */
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
/** Subdivides groups by one more level; keeps only groups within the limit. */
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

/** Returns the expected result of an aggregation, computed without SQL. */
export function naive(input: Aggregation, all: Made[], timeZone: string) {
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

/** Converts an aggregation result to the format of the naive evaluation. */
export function plain(input: Aggregation, { values, ranges, scalar, dateHistogram, nested }: AggregationResult) {
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
