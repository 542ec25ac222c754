import { z } from "zod";

type Definition = z.core.$ZodTypeDef & {
  shape: Record<string, z.ZodType>;
  element: z.ZodType;
  innerType: z.ZodType;
  valueType: z.ZodType;
  options: z.ZodType[];
  out: z.ZodType;
  getter(): z.ZodType;
  reverseTransform?: (value: unknown, context: object) => unknown;
};
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition;

/**
 * Schemas compiled to code, which zod does for plain forward parsing only. So a codec on its way out becomes a pipe that
 * runs it backwards, and free JSON, whose schema refers to itself, is let through: what came was parsed from JSON, and
 * what leaves is written as JSON. What cannot be compiled is read by the ordinary parser, with the same results.
 * A schema is compiled when it is first asked for: all of the contract would take a second of every start.
 */
export const requestSchema = (schema: z.ZodType): z.ZodType => compileSchema(schema, false, known.incoming);
export const responseSchema = (schema: z.ZodType): z.ZodType => compileSchema(schema, true, known.outgoing);

type Compiled = WeakMap<z.ZodType, z.ZodType>;
const known: Record<"incoming" | "outgoing", Compiled> = { incoming: new WeakMap(), outgoing: new WeakMap() };

function compileSchema(schema: z.ZodType, out: boolean, before: Compiled): z.ZodType {
  const made = before.get(schema) ?? z.compile(walk(schema, out, new Map()));
  before.set(schema, made);
  return made;
}

function walk(schema: z.ZodType, out: boolean, done: Map<z.ZodType, z.ZodType>): z.ZodType {
  const known = done.get(schema);
  if (known) return known;
  const inner = (of: z.ZodType) => walk(of, out, done);
  const changed = changes(schema, inner, out);
  const walked =
    changed instanceof z.ZodType ? changed : changed ? schema.clone({ ...schema._zod.def, ...changed }) : schema;
  done.set(schema, walked);
  return walked;
}

/** What takes a schema's place, or the parts of it that change. */
function changes(schema: z.ZodType, inner: (of: z.ZodType) => z.ZodType, out: boolean): z.ZodType | object | undefined {
  const { type, shape, element, innerType, valueType, out: after, reverseTransform } = definitionOf(schema);
  if (type === "object") {
    return { shape: Object.fromEntries(Object.entries(shape).map(([name, of]) => [name, inner(of)])) };
  }
  if (type === "array") return { element: inner(element) };
  if (type === "optional" || type === "nullable") return { innerType: inner(innerType) };
  if (type === "record") return { valueType: inner(valueType) };
  if (type === "lazy" && isFreeJson(schema)) return z.unknown();
  if (type === "pipe" && out && reverseTransform) {
    return z.pipe(
      inner(after),
      z.transform((value) => reverseTransform(value, {})),
    );
  }
  return undefined;
}

/** `z.json()` is a union that ends in arrays and records of itself. */
function isFreeJson(schema: z.ZodType): boolean {
  const { type, options } = definitionOf(definitionOf(schema).getter());
  const types = type === "union" ? options.map((option) => definitionOf(option).type) : [];
  return types.join() === "string,number,boolean,null,array,record";
}
