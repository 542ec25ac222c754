import { DataCollection } from "@uola/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

/**
 * Tests properties that hold for every field and enum value of the contract's DataCollection,
 * including fields and values added in the future.
 */
type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  minLength?: number;
  maxLength?: number;
};
type Path = (string | number)[];
type Leaf = { path: Path; schema: Schema };
type Json = Record<string, unknown>;

const root = z.toJSONSchema(DataCollection, { io: "input" }) as Schema & { $defs?: Record<string, Schema> };
const resolved = (of: Schema): Schema => (of.$ref ? (root.$defs?.[of.$ref.split("/").at(-1) ?? ""] ?? {}) : of);
function leavesOf(of: Schema, path: Path = []): Leaf[] {
  const schema = resolved(of);
  if (schema.anyOf) {
    const [first, second] = schema.anyOf.map(resolved);
    // A number, or one of the strings that represent special numbers, such as "NaN".
    if (first?.type === "number" && second?.enum) return [{ path, schema: { ...first, enum: second.enum } }];
    return leavesOf(first ?? {}, path);
  }
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, of]) => leavesOf(of, [...path, name]));
  const type = [schema.type ?? ""].flat()[0] as string;
  return schema.items ? leavesOf(schema.items, [...path, 0]) : [{ path, schema: { ...schema, type } }];
}
const name = ({ path }: Leaf) => path.join(".");

const readOnly =
  /^(id|collectionType|ownerAppId|maxPageSize|defaultDisplayOrder|displayNamespace|capabilities|revision)\b/;
const readOnlyToo = /^(pagingModes|createdDate|updatedDate)\b|systemField$|(^|\.)capabilities\./;
const all = leavesOf(root);
const isReadOnly = (leaf: Leaf) => readOnly.test(name(leaf)) || readOnlyToo.test(name(leaf));
const writable = all.filter((leaf) => !isReadOnly(leaf)).map((leaf) => [name(leaf), leaf] as const);

let platform: TestPlatform;
let revision = 0;
const everyone = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" };
const base = (): Json => ({ id: "walked", fields: [{ key: "title", type: "TEXT" }], permissions: { ...everyone } });
const send = (method: string, path: string, collection?: Json) =>
  platform.ask(path, { method, token: platform.key, ...(collection && { body: JSON.stringify({ collection }) }) });
const replace = (definition: Json) => send("PUT", "/v2/collections", { ...definition, revision: String(revision) });
const read = async () => (await send("GET", "/v2/collections/walked?consistentRead=true")).body.collection;

beforeAll(async () => {
  platform = await createTestPlatform();
  await send("POST", "/v2/collections", { ...base(), id: "other" });
  revision = Number((await send("POST", "/v2/collections", base())).body.collection.revision);
});
afterAll(() => platform.close());

const metadataTypes: Record<string, string> = {
  reference: "REFERENCE",
  multiReference: "MULTI_REFERENCE",
  pageLink: "PAGE_LINK",
  object: "OBJECT",
  array: "ARRAY",
};
const rangeTypes: Record<string, string> = {
  numberRange: "NUMBER",
  stringLengthRange: "TEXT",
  arraySizeRange: "ARRAY",
};
const pluginTypes: Record<string, string> = {
  publishOptions: "PUBLISH",
  singleItemOptions: "SINGLE_ITEM",
  urlizedOptions: "URLIZED",
  multilingualOptions: "MULTILINGUAL",
  editablePageLinkOptions: "EDITABLE_PAGE_LINK",
  cmsOptions: "CMS",
};
const refers = (type: unknown) =>
  type === "REFERENCE"
    ? { typeMetadata: { reference: { referencedCollectionId: "other" } } }
    : type === "MULTI_REFERENCE"
      ? { typeMetadata: { multiReference: { referencedCollectionId: "other" } } }
      : {};

/** Returns a definition in which the value at the path is valid. */
function definitionWith(path: Path, value: unknown): Json {
  const definition = base();
  const [top, , option] = path;
  if (top === "fields") definition.fields = [fieldWith(path.slice(2), value, "title")];
  if (top === "plugins") {
    const type = option === "type" ? value : pluginTypes[String(option)];
    const more = type === "SINGLE_ITEM" ? { singleItemOptions: { singleItemId: "only" } } : {};
    const sort = { fieldKey: "title", direction: "ASC" };
    definition.plugins = [
      { type, ...more, ...(path.includes("siteSort") && { cmsOptions: { siteSort: { sort: [sort] } } }) },
    ];
  }
  return putAt(definition, path, value);
}

function fieldWith([step, kind, ...rest]: Path, value: unknown, key: string): Json {
  if (step === "type") return { key, type: value, ...refers(value) };
  if (step === "plugins") return { key, type: "TEXT", plugins: [{ type: "CMS" }] };
  if (step !== "typeMetadata") return { key, type: rangeTypes[String(step)] ?? "TEXT" };
  return { key, type: metadataTypes[String(kind)], typeMetadata: { [String(kind)]: inside(kind, rest, value) } };
}
function inside(kind: unknown, rest: Path, value: unknown): Json {
  if (kind === "object") return { fields: [fieldWith(rest.slice(2), value, "inner")] };
  if (kind === "array") {
    const { type, ...more } = fieldWith(rest[0] === "elementType" ? ["type"] : rest, value, "x");
    const { key, ...metadata } = more;
    return { elementType: type, ...metadata };
  }
  if (rest.includes("fieldsPattern")) return { calculator: { fieldsPattern: { pattern: "{title}" } } };
  return kind === "pageLink" ? {} : { referencedCollectionId: "other" };
}

function putAt(target: Json, path: Path, value: unknown): Json {
  let at = target as Record<string | number, unknown>;
  for (const [i, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[i + 1] === "number" ? [] : {};
    at = at[step] as Json;
  }
  at[path.at(-1) as string] = value;
  return target;
}
const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((at, step) => (at as Json | undefined)?.[step as string], value);

/** Returns valid values for a field, including boundary values. */
function validValues({ path, schema }: Leaf): unknown[] {
  const last = path.at(-1);
  if (schema.type === "number") return [-1.5, ...(last === "min" ? ["-Infinity"] : ["Infinity"])];
  if (schema.enum) {
    const values = schema.enum.filter((value) => !value.startsWith("UNKNOWN"));
    // The third nesting level uses the same schema as the second, so only one value is tested
    // there.
    return path.length > 9 ? values.slice(-1) : values;
  }
  if (schema.type === "boolean") return last === "encrypted" && path.length > 3 ? [false] : [true, false];
  if (schema.type === "integer") return [0, 9_007_199_254_740_991];
  if (last === "referencedCollectionId") return ["other", "walked"];
  if (last === "displayField" || last === "fieldKey" || path.at(-2) === "translatableFieldKeys") return ["title"];
  if (last === "singleItemId") return ["ą", "ž".repeat(512)];
  return ["ą", "ž".repeat(schema.maxLength ?? 100)];
}

/** Returns values that are invalid in any context. */
function invalidValues({ path, schema }: Leaf): unknown[] {
  const last = path.at(-1);
  if (schema.type === "number") return ["NaN", "1", true];
  if (schema.enum) return ["SOMETHING", 7, ...schema.enum.filter((value) => value.startsWith("UNKNOWN"))];
  if (schema.type === "boolean") return ["yes", 1];
  if (schema.type === "integer") return [-1, 1.5, "1"];
  const keys = last === "key" || last === "referencingFieldKey" ? ["$a", "a.b"] : [];
  return [7, {}, ...keys, ...(schema.maxLength ? ["x".repeat(schema.maxLength + 1)] : [])];
}

test("the test covers deeply nested fields of the schema", () => {
  expect(writable.length).toBeGreaterThan(60);
  expect(writable.some(([path]) => path.includes("array.typeMetadata.object.fields.0.typeMetadata.pageLink"))).toBe(
    true,
  );
});

/**
 * Returns definitions that contain every value at the path, and the position of each value. For a
 * property of a field, one definition contains a field for each value.
 */
function definitionsFor(path: Path, values: unknown[]): { definition: Json; expected: [Path, unknown][] }[] {
  const [top, , ...rest] = path;
  if (top !== "fields")
    return values.map((value) => ({ definition: definitionWith(path, value), expected: [[path, value]] }));
  const fields = values.map((value, i) => {
    const [field] = definitionWith(path, value).fields as Json[];
    return { ...field, ...(i > 0 && rest[0] !== "key" && { key: `title${i}` }) };
  });
  return [{ definition: { ...base(), fields }, expected: values.map((value, i) => [[top, i, ...rest], value]) }];
}

describe("stored and returned writable fields", () => {
  test.each(writable)("stores and returns the collection field %s", async (_, leaf) => {
    const definitions = definitionsFor(leaf.path, validValues(leaf));
    for (const { definition, expected } of definitions) {
      const { status, body, text } = await replace(definition);
      expect(status, `${JSON.stringify(expected[0]).slice(0, 80)}: ${text.slice(0, 300)}`).toBe(200);
      revision = Number(body.collection.revision);
      for (const [path, value] of expected) expect(valueAt(body.collection, path)).toEqual(value);
    }
    const collection = await read();
    for (const [path, value] of definitions.at(-1)?.expected ?? []) expect(valueAt(collection, path)).toEqual(value);
  });
});

describe("rejected invalid values", () => {
  test.each(writable)("rejects invalid values of the collection field %s", async (_, leaf) => {
    for (const value of invalidValues(leaf)) {
      const definition = putAt(definitionWith(leaf.path, validValues(leaf)[0]), leaf.path, value);
      expect((await replace(definition)).status, JSON.stringify(value).slice(0, 80)).toBe(400);
    }
  });
});

describe("ignored read-only fields", () => {
  const readOnlyLeaves = all.filter((leaf) => isReadOnly(leaf) && !/^(id|revision)$/.test(name(leaf)));
  test.each(readOnlyLeaves.map((leaf) => [name(leaf), leaf] as const))(
    "ignores the read-only collection field %s on input",
    async (_, leaf) => {
      const { schema, path } = leaf;
      const value = schema.enum?.at(-1) ?? { boolean: true, integer: 7 }[String(schema.type)];
      const other = schema.format === "uuid" ? "0190a000-0000-7000-8000-00000000dead" : "2020-01-01T00:00:00.000Z";
      const input = value ?? (schema.pattern || schema.format ? other : "ž");
      // The schema requires complete objects around the value.
      const field = { key: "title", type: "TEXT", capabilities: { sortable: true, queryOperators: [] } };
      const capabilities = {
        dataOperations: [],
        collectionOperations: [],
        indexLimits: { regular: 1, unique: 1, total: 1 },
      };
      const definitionAround = {
        ...base(),
        ...(path[0] === "capabilities" && { capabilities }),
        ...(path[0] === "fields" && path.length < 6 && { fields: [field] }),
        ...(path[0] === "defaultDisplayOrder" && { defaultDisplayOrder: { fieldKey: "a", direction: "ASC" } }),
      };
      if (path.includes("typeMetadata")) return;
      const before = JSON.stringify((await replace(base())).body.collection);
      revision += 1;
      const { status, body, text } = await replace(putAt(definitionAround, path, input));
      expect(status, text.slice(0, 300)).toBe(200);
      revision += 1;
      expect(JSON.stringify({ ...body.collection, revision: String(revision - 1) })).toBe(before);
    },
  );
});
