import type { Operation } from "./operation.ts";

const queryLengthMax = 4000;

type Message = Record<string, unknown>;

/**
 * Builds the HTTP request of an operation: fills in the path and serializes the other fields as a
 * dotted query or JSON. Dates become ISO strings. `file` is the body of an upload operation.
 */
export function requestOf(
  base: string,
  operation: Operation,
  input: object,
  file?: Blob,
): { url: string; init: RequestInit } {
  const rest: Message = { ...input };
  const path = operation.path.replace(/\{([\w.]+)\*?\}/g, (_, name: string) => {
    const value = valueAt(rest, name.split("."));
    if (name in rest) delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = base + path;
  const { method, fallback } = operation;
  const isFile = operation.body === "file";
  if (method !== "GET" && method !== "DELETE" && !isFile) return { url, init: withBody(method, rest) };
  const query = queryOf(rest);
  if (query.length > queryLengthMax && fallback) return { url, init: withBody(fallback, rest) };
  return { url: query ? `${url}?${query}` : url, init: { method, ...(isFile && { body: file ?? null }) } };
}

const withBody = (method: string, message: Message): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(message),
});

const valueAt = (message: unknown, path: readonly string[]): unknown =>
  path.reduce((at, name) => (at as Message | undefined)?.[name], message);

/**
 * `{paging: {limit: 2}, fields: ["a", "b"]}` → `paging.limit=2&fields=a&fields=b`. A message with
 * lists of objects is sent as a whole, encoded in `.r`.
 */
export function queryOf(message: Message): string {
  const pairs: [string, string][] = [];
  return flatten(message, "", pairs)
    ? new URLSearchParams(pairs).toString()
    : `.r=${base64url(JSON.stringify(message))}`;
}

function flatten(value: unknown, name: string, pairs: [string, string][]): boolean {
  if (value === null || value === undefined) return true;
  if (value instanceof Date) pairs.push([name, value.toISOString()]);
  else if (Array.isArray(value)) {
    if (value.some((each) => typeof each === "object")) return false;
    for (const each of value) pairs.push([name, String(each)]);
  } else if (typeof value === "object") {
    return Object.entries(value).every(([key, each]) => flatten(each, name ? `${name}.${key}` : key, pairs));
  } else pairs.push([name, String(value)]);
  return true;
}

const base64url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
