import type { Endpoint } from "@uola/contract";
import { Refusal, Violation } from "./errors.ts";

export const bodySizeMax = 256 * 1024;
const discardMax = 8 * 1024 * 1024;
const depthMax = 64;

type Json = Record<string, unknown>;
type Schema = Endpoint["input"];

/** Reads a body as text. Throws REQUEST_TOO_LARGE before reading more than `most` bytes. */
export async function readBody(request: Request, most = bodySizeMax): Promise<string> {
  const body = uploadedFile(request, most);
  // Node enforces the content length, so only bodies without one are counted here.
  if (body.size !== undefined) return request.text().catch(endedEarly);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    body.discardRest();
  }
}

/** An uploaded file. Its content can be read only once, while it arrives. */
export type UploadedFile = {
  /** The content length in bytes; undefined if the client sends none. */
  size: number | undefined;
  /**
   * Returns the content in chunks. Throws REQUEST_TOO_LARGE, or INVALID_ARGUMENT if the client
   * disconnects early.
   */
  chunks(): AsyncGenerator<Uint8Array, void>;
};

/**
 * Provides a body of at most `most` bytes as a stream. `discardRest` reads the part that the
 * handler did not read.
 */
export function uploadedFile(request: Request, most = bodySizeMax): UploadedFile & { discardRest(): void } {
  const announced = request.headers.get("content-length");
  const size = announced === null ? undefined : Number(announced);
  if (size !== undefined && size > most) throw tooLarge(most);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let ended = false;
  return {
    size,
    async *chunks() {
      // Does not use `for await`: leaving the loop early would close the connection before the
      // response. The reader is created lazily, because an unread body is discarded faster.
      reader = request.body?.getReader();
      for (let taken = 0; reader; ) {
        const read = await reader.read().catch(endedEarly);
        ended = read.done;
        if (read.done) return;
        taken += read.value.byteLength;
        if (taken > most) throw tooLarge(most);
        yield read.value;
      }
    },
    discardRest() {
      const rest = ended ? undefined : (reader ?? request.body?.getReader());
      if (rest) void discard(rest);
      ended = true;
    },
  };
}

const endedEarly = (): never => {
  throw new Refusal("INVALID_ARGUMENT", "The request ended before its body did.", 400);
};

/** Reads the rest of a body up to a limit, so that the next request on the connection can be read. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let left = discardMax;
  try {
    for (let read = await reader.read(); !read.done && left > 0; read = await reader.read())
      left -= read.value.byteLength;
  } catch {
    // The client has disconnected.
  }
}

const tooLarge = (most: number) => new Refusal("REQUEST_TOO_LARGE", `A request body has at most ${most} bytes.`, 413);

/** Parses a JSON object whose values PostgreSQL can store, with limited nesting. Empty text is `{}`. */
export function readJson(text: string): Json {
  if (text.trim() === "") return {};
  if (isDeep(text)) throw new Violation([{ field: "", description: `must not nest deeper than ${depthMax}` }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Violation([{ field: "", description: "must be valid JSON" }]);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Violation([{ field: "", description: "must be a JSON object" }]);
  }
  if (text.includes("\\u") && unstorable.test(JSON.stringify(value))) throw notStorable();
  if (hasPrototypeKey(text, value))
    throw new Violation([{ field: "", description: 'must not have a key "__proto__"' }]);
  return value as Json;
}

/**
 * Whether the JSON contains a key `__proto__`, plain or escaped. `JSON.parse` treats it as an
 * ordinary key, but copying it by assignment would change a prototype.
 */
export const hasPrototypeKey = (text: string, value: unknown): boolean =>
  /__proto__|\\u/.test(text) && /[{,]"__proto__":/.test(JSON.stringify(value));

/**
 * Whether the JSON is nested too deeply. Counts brackets outside strings: deep nesting would
 * overflow the stack of recursive code.
 */
export function isDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      i = quoteAfter(text, i);
      if (i < 0) return false;
    } else if (code === 91 || code === 123) {
      if (++depth > depthMax) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

/**
 * Returns the end of the string that begins at `start`: a quote with an even number of backslashes
 * before it; -1 if there is none.
 */
function quoteAfter(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === 92) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
}

// In the output of `stringify`, these escapes represent NUL or a lone surrogate.
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
const notStorable = () => new Violation([{ field: "", description: "must not contain NUL or lone surrogates" }]);

/**
 * How a query string maps to a schema: dotted names to objects, repeated names to arrays, text to
 * numbers.
 */
export type Shape =
  | { kind: "object"; fields: ReadonlyMap<string, Shape> }
  | { kind: "array"; element: Shape }
  | { kind: "number" | "boolean" | "text" };

type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
};

export function shapeOf(schema: Schema): Shape {
  const { type, shape, innerType, in: before, out, element } = schema._zod.def as Definition;
  if (shape) return { kind: "object", fields: new Map(Object.entries(shape).map(([name, of]) => [name, shapeOf(of)])) };
  if (element) return { kind: "array", element: shapeOf(element) };
  if (innerType) return shapeOf(innerType);
  if (before && out) return shapeOf(before._zod.def.type === "transform" ? out : before);
  return { kind: type === "number" || type === "boolean" ? type : "text" };
}

const forbiddenNames = new Set(["__proto__", "prototype", "constructor"]);

const reachesPrototype = (name: string) => name.split(".").some((part) => forbiddenNames.has(part));

/** Converts a query string to the object that the schema expects. Unknown names are ignored. */
export function readQuery(query: string, shape: Shape): Json {
  const parameters = new URLSearchParams(query);
  const whole = parameters.get(".r");
  const result: Json = whole === null ? Object.create(null) : readJson(Buffer.from(whole, "base64url").toString());
  for (const [name, text] of parameters) {
    if (reachesPrototype(name)) throw invalidName(name, "must not be a name");
    setAt(result, name.split("."), text, shape);
  }
  return result;
}

const invalidName = (name: string, description: string) => new Violation([{ field: name.slice(0, 500), description }]);

const formParametersMax = 100;

/** Parses a form: each name may occur once, and values are text. */
export function readForm(form: string): Json {
  const parameters = new URLSearchParams(form);
  if (parameters.size > formParametersMax) {
    throw new Violation([{ field: "", description: `must have at most ${formParametersMax} parameters` }]);
  }
  const result: Json = Object.create(null);
  for (const [name, text] of parameters) {
    if (reachesPrototype(name)) throw invalidName(name, "must not be a name");
    if (Object.hasOwn(result, name)) throw invalidName(name, "must occur once");
    if (`${name}${text}`.includes("\0")) throw notStorable();
    result[name] = text;
  }
  return result;
}

/** Sets a text value at a path of `target`, converted to the schema's type. */
export function setAt(target: Json, path: readonly string[], text: string, shape: Shape): void {
  if (text.includes("\0")) throw notStorable();
  const [name, ...rest] = path as [string, ...string[]];
  const here = shape.kind === "object" ? shape.fields.get(name) : undefined;
  if (!here) return;
  // Inherited properties must not be modified.
  const before = Object.hasOwn(target, name) ? target[name] : undefined;
  if (rest.length > 0) {
    const inner: Json = before !== null && typeof before === "object" ? (before as Json) : Object.create(null);
    target[name] = inner;
    setAt(inner, rest, text, here);
  } else if (here.kind !== "array") target[name] = coerce(text, here);
  else if (Array.isArray(before)) before.push(coerce(text, here.element));
  else target[name] = [coerce(text, here.element)];
}

/** Text that is not a number or boolean is left as text, so that the schema reports the error. */
function coerce(text: string, { kind }: Shape): unknown {
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
