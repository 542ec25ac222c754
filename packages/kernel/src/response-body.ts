const utf8 = new TextEncoder();
/** Texts up to this length are sent unchanged, in one write with the headers. */
const shortLength = 4096;
/** V8 needs twenty times as long to build a text of more than 65,536 characters as a shorter one. */
const partLength = 16_384;
const scratch = new Uint8Array(1024 * 1024);

/**
 * Serializes a value like `JSON.stringify`. Returns a string if it is short, and bytes if it is
 * long: for a string with a character beyond Latin-1, as in most responses, Node takes thirty times
 * as long to measure and write it as `encodeInto` does.
 */
export function jsonBody(value: unknown): string | Uint8Array<ArrayBuffer> {
  const full: Uint8Array[] = [];
  let size = 0;
  let part = "";
  const write = () => {
    // A UTF-16 code unit takes at most three bytes.
    const most = part.length * 3;
    if (most > scratch.length - size) {
      full.push(scratch.slice(0, size));
      size = 0;
    }
    if (most > scratch.length) full.push(utf8.encode(part));
    else size += utf8.encodeInto(part, scratch.subarray(size)).written;
    part = "";
  };
  for (const text of jsonParts(value)) {
    part += text;
    if (part.length > partLength) write();
  }
  if (size === 0 && full.length === 0 && part.length <= shortLength) return part;
  write();
  const last = scratch.slice(0, size);
  return full.length === 0 ? last : Buffer.concat([...full, last]);
}

/** Yields the text of `JSON.stringify` in parts: the items of the value's lists one by one. */
function* jsonParts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "toJSON" in value) {
    return yield JSON.stringify(value);
  }
  let separator = "{";
  for (const [key, held] of Object.entries(value)) {
    const isList = Array.isArray(held) && held.length > 1 && typeof held[0] === "object";
    const text: string | undefined = isList ? "" : JSON.stringify(held);
    // JSON omits this property, because it is a function or undefined.
    if (text === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:${text}`;
    separator = ",";
    if (!isList) continue;
    for (let i = 0; i < held.length; i++) yield (i === 0 ? "[" : ",") + (JSON.stringify(held[i]) ?? "null");
    yield "]";
  }
  yield separator === "{" ? "{}" : "}";
}
