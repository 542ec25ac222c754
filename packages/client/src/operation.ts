import { type Endpoint, operationsWithPostForm } from "@uola/contract";
import type { z } from "zod";

/**
 * Paths to the dates in a response: `true` for a date, otherwise an object by field. `*` matches
 * every key. Lists are searched too.
 */
export type DatePaths = true | { [field: string]: DatePaths };
/** The data needed to call an operation. */
export type Operation = Pick<Endpoint, "method" | "path"> & {
  /** Sends the request as a POST with the input as JSON if the query string would be too long. */
  fallback?: "POST";
  body?: "file";
  answer?: "file";
  moments?: DatePaths;
};
export type Operations = Record<string, Record<string, Operation>>;

/** The contract without its schemas, which would be many times larger in a browser bundle. */
export function operationsOf(contract: Record<string, Record<string, Endpoint>>): Operations {
  const withPostForm = operationsWithPostForm(contract);
  return each(contract, (group) =>
    each(group, (endpoint): Operation => {
      const { method, path, body, answer, output } = endpoint;
      const moments = datePathsIn(output);
      const fallback = withPostForm.has(endpoint) && ({ fallback: "POST" } as const);
      return {
        method,
        path,
        ...fallback,
        ...(body && { body }),
        ...(answer && { answer }),
        ...(moments && { moments }),
      };
    }),
  );
}

type Definition = { type: string } & Partial<{
  shape: Record<string, z.ZodType>;
  element: z.ZodType;
  innerType: z.ZodType;
  valueType: z.ZodType;
  options: z.ZodType[];
  in: z.ZodType;
  out: z.ZodType;
}>;

function datePathsIn(schema: z.ZodType): DatePaths | undefined {
  const { type, shape, element, innerType, valueType, options, in: before, out } = schema._zod.def as Definition;
  // A codec whose decoded type is a date: a string in JSON, a `Date` for callers and handlers.
  if (out) return (out._zod.def as Definition).type === "date" ? true : datePathsIn(before ?? out);
  if (shape) return some(Object.entries(shape).map(([name, field]) => [name, datePathsIn(field)]));
  if (type === "record" && valueType) return some([["*", datePathsIn(valueType)]]);
  if (options) return some(options.flatMap((option) => Object.entries(datePathsIn(option) ?? {})));
  const inner = element ?? innerType;
  return inner && datePathsIn(inner);
}

function some(found: [string, DatePaths | undefined][]): DatePaths | undefined {
  const fields = found.filter((entry): entry is [string, DatePaths] => entry[1] !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/**
 * Converts the ISO strings of a response to `Date`s, in place. Leaves missing and null values
 * unchanged. Throws for an invalid date.
 */
export function parseDates(answer: unknown, moments: DatePaths | undefined): unknown {
  if (moments === undefined || answer === null || answer === undefined) return answer;
  if (Array.isArray(answer)) return answer.map((one) => parseDates(one, moments));
  if (moments === true) return momentOf(answer);
  const record = answer as Record<string, unknown>;
  const everywhere = moments["*"];
  const fields = everywhere ? Object.keys(record).map((name) => [name, everywhere] as const) : Object.entries(moments);
  for (const [name, within] of fields) {
    if (name in record) record[name] = parseDates(record[name], within);
  }
  return record;
}

function momentOf(text: unknown): Date {
  const moment = new Date(String(text));
  if (Number.isNaN(moment.getTime())) throw new TypeError("The answer holds something that is no moment.");
  return moment;
}

export const each = <In, Out>(record: Record<string, In>, f: (value: In, name: string) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, f(value, name)]));
