import type { Endpoint } from "@uola/contract";
import type { z } from "zod";

/** Where an answer holds moments: `true` at one, else by field; `*` stands for every key. Lists are looked through. */
export type Moments = true | { [field: string]: Moments };
/** What calling an operation takes. */
export type Operation = Pick<Endpoint, "method" | "path"> & {
  fallback?: "POST";
  body?: "file";
  answer?: "file";
  moments?: Moments;
};
export type Operations = Record<string, Record<string, Operation>>;

/** The contract without its schemas, which are many times as large as what a browser needs of them. */
export const operationsOf = (contract: Record<string, Record<string, Endpoint>>): Operations =>
  each(contract, (group) =>
    each(group, ({ method, path, fallback, body, answer, output }) => {
      const moments = momentsIn(output);
      const special = { ...(fallback && { fallback }), ...(body && { body }), ...(answer && { answer }) };
      return { method, path, ...special, ...(moments && { moments }) };
    }),
  );

type Definition = { type: string } & Partial<{
  shape: Record<string, z.ZodType>;
  element: z.ZodType;
  innerType: z.ZodType;
  valueType: z.ZodType;
  options: z.ZodType[];
  in: z.ZodType;
  out: z.ZodType;
}>;

function momentsIn(schema: z.ZodType): Moments | undefined {
  const { type, shape, element, innerType, valueType, options, in: before, out } = schema._zod.def as Definition;
  // A codec whose decoded side is a date: text on the wire, `Date` on both sides of it.
  if (out) return (out._zod.def as Definition).type === "date" ? true : momentsIn(before ?? out);
  if (shape) return some(Object.entries(shape).map(([name, field]) => [name, momentsIn(field)]));
  if (type === "record" && valueType) return some([["*", momentsIn(valueType)]]);
  if (options) return some(options.flatMap((option) => Object.entries(momentsIn(option) ?? {})));
  const inner = element ?? innerType;
  return inner && momentsIn(inner);
}

function some(found: [string, Moments | undefined][]): Moments | undefined {
  const fields = found.filter((entry): entry is [string, Moments] => entry[1] !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** Turns the ISO texts of an answer into `Date`s, in place; what is missing or null stays so. Throws at what is none. */
export function withDates(answer: unknown, moments: Moments | undefined): unknown {
  if (moments === undefined || answer === null || answer === undefined) return answer;
  if (Array.isArray(answer)) return answer.map((one) => withDates(one, moments));
  if (moments === true) return momentOf(answer);
  const record = answer as Record<string, unknown>;
  const everywhere = moments["*"];
  const fields = everywhere ? Object.keys(record).map((name) => [name, everywhere] as const) : Object.entries(moments);
  for (const [name, within] of fields) {
    if (name in record) record[name] = withDates(record[name], within);
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
