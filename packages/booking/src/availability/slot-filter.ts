import type { contract, Input, SlotAvailability } from "@uola/contract";
import { type FieldError, Refusal, Violation } from "@uola/kernel";
import { isTimeZone, readMoment } from "./recurrence.ts";

type Query = Input<typeof contract.availability.query>["query"];

/** The filter of the slot query. It supports only equality and its own set of keys. */
export type SlotQuery = {
  serviceIds: string[];
  from: Date;
  to: Date;
  timezone: string | undefined;
  descending: boolean;
  resourceIds: string[] | undefined;
  locationIds: string[] | undefined;
  bookable: boolean | undefined;
  tooEarlyToBook: boolean | undefined;
  tooLateToBook: boolean | undefined;
  /** The minimum number of open places. */
  openSpots: number | undefined;
};

const required = ["serviceId", "startDate", "endDate"];
const refuse = (path: string, reason: string) =>
  new Refusal("INVALID_FILTER", `The filter is not valid at "${path}": ${reason}.`, 400, { path });

export function readSlotQuery({ filter, sort }: Query, timezone: string | null | undefined): SlotQuery {
  if (timezone && !isTimeZone(timezone)) {
    throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timezone}".`, 400);
  }
  const values = new Map(Object.entries(filter ?? {}));
  const missing = required
    .filter((key) => (values.get(key) ?? "") === "")
    .map((key): FieldError => ({ field: `query.filter.${key}`, description: "is required" }));
  if (missing.length > 0) throw new Violation(missing);

  function read<Value>(key: string, kind: string, is: (value: unknown) => value is Value): Value | undefined {
    const value = values.get(key) ?? undefined;
    values.delete(key);
    if (value !== undefined && !is(value)) throw refuse(key, `${kind} is expected, operators are not`);
    return value;
  }
  const texts = (key: string) => {
    const value = read(key, "text or a list of it", isTexts);
    return typeof value === "string" ? [value] : value;
  };
  const moment = (key: string) => {
    const value = readMoment(read(key, "an ISO 8601 date", isText) ?? "", timezone);
    if (!value) throw refuse(key, "an ISO 8601 date is expected");
    return value;
  };
  const [sorting, ...more] = sort ?? [];
  if (more.length > 0 || (sorting && !["startDate", "slot.startDate"].includes(sorting.fieldName))) {
    throw refuse("sort", "only startDate can be sorted by");
  }
  const query: SlotQuery = {
    serviceIds: texts("serviceId") ?? [],
    from: moment("startDate"),
    to: moment("endDate"),
    timezone: timezone ?? undefined,
    descending: sorting?.order === "DESC",
    resourceIds: texts("resourceId"),
    locationIds: texts("location.businessLocation.id"),
    bookable: read("bookable", "true or false", isBoolean),
    tooEarlyToBook: read("bookingPolicyViolations.tooEarlyToBook", "true or false", isBoolean),
    tooLateToBook: read("bookingPolicyViolations.tooLateToBook", "true or false", isBoolean),
    openSpots: read("openSpots", "a number", isNumber),
  };
  for (const key of values.keys()) throw refuse(key, "no such field");
  return query;
}

const isText = (value: unknown) => typeof value === "string";
const isBoolean = (value: unknown) => typeof value === "boolean";
const isNumber = (value: unknown) => typeof value === "number";
const isTexts = (value: unknown): value is string | string[] =>
  isText(value) || (Array.isArray(value) && value.every(isText));

/**
 * Whether a slot matches the filter, except for service and range; `uses` are its trainers and
 * resources.
 */
export function matches(query: SlotQuery, entry: SlotAvailability & { uses: readonly string[] }): boolean {
  const { bookingPolicyViolations: violations, slot, uses } = entry;
  const same = (expected: boolean | undefined, is: boolean | null | undefined) =>
    expected === undefined || expected === is;
  return (
    same(query.bookable, entry.bookable) &&
    same(query.tooEarlyToBook, violations.tooEarlyToBook) &&
    same(query.tooLateToBook, violations.tooLateToBook) &&
    (query.openSpots === undefined || (entry.openSpots ?? 0) >= query.openSpots) &&
    (!query.resourceIds || query.resourceIds.some((id) => uses.includes(id))) &&
    (!query.locationIds || query.locationIds.includes(slot.location?.id ?? ""))
  );
}
