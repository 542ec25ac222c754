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
 * Compiled schemas. zod can only compile plain forward parsing, so a codec that encodes is replaced
 * by a pipe that runs it backwards. Arbitrary JSON, whose schema is recursive, is accepted
 * unchecked: input was parsed from JSON and output is serialised as JSON. Schemas that cannot be
 * compiled use the ordinary parser, with the same results. Compilation is lazy, because compiling
 * the whole contract would take a second at every start.
 */
export const requestSchema = (schema: z.ZodType): z.ZodType => compileSchema(schema, false, cache.incoming);
export const responseSchema = (schema: z.ZodType): z.ZodType => compileSchema(schema, true, cache.outgoing);

type Compiled = WeakMap<z.ZodType, z.ZodType>;
const cache: Record<"incoming" | "outgoing", Compiled> = { incoming: new WeakMap(), outgoing: new WeakMap() };

function compileSchema(schema: z.ZodType, out: boolean, compiled: Compiled): z.ZodType {
  const result = compiled.get(schema) ?? z.compile(walk(schema, out, new Map()));
  compiled.set(schema, result);
  return result;
}

function walk(schema: z.ZodType, out: boolean, done: Map<z.ZodType, z.ZodType>): z.ZodType {
  const compiled = done.get(schema);
  if (compiled) return compiled;
  const inner = (of: z.ZodType) => walk(of, out, done);
  const changed = changes(schema, inner, out);
  const walked =
    changed instanceof z.ZodType ? changed : changed ? schema.clone({ ...schema._zod.def, ...changed }) : schema;
  done.set(schema, walked);
  return walked;
}

/** Returns a replacement for the schema, or for the parts of it that have to change. */
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

/** Whether the schema is `z.json()`, which is a union that ends in arrays and records of itself. */
function isFreeJson(schema: z.ZodType): boolean {
  const { type, options } = definitionOf(definitionOf(schema).getter());
  const types = type === "union" ? options.map((option) => definitionOf(option).type) : [];
  return types.join() === "string,number,boolean,null,array,record";
}
