import { DataCollection } from "@uola/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

/** What holds for every field and every value of an enumeration of the contract's DataCollection, those to come included. */
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
const known = (of: Schema): Schema => (of.$ref ? (root.$defs?.[of.$ref.split("/").at(-1) ?? ""] ?? {}) : of);
function leavesOf(of: Schema, path: Path = []): Leaf[] {
  const schema = known(of);
  if (schema.anyOf) {
    const [first, second] = schema.anyOf.map(known);
    // a number, or the words for what is no number
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
const replace = (wish: Json) => send("PUT", "/v2/collections", { ...wish, revision: String(revision) });
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

/** A wish in which a value at a path makes sense. */
function around(path: Path, value: unknown): Json {
  const wish = base();
  const [top, , option] = path;
  if (top === "fields") wish.fields = [fieldAround(path.slice(2), value, "title")];
  if (top === "plugins") {
    const type = option === "type" ? value : pluginTypes[String(option)];
    const more = type === "SINGLE_ITEM" ? { singleItemOptions: { singleItemId: "only" } } : {};
    const sort = { fieldKey: "title", direction: "ASC" };
    wish.plugins = [
      { type, ...more, ...(path.includes("siteSort") && { cmsOptions: { siteSort: { sort: [sort] } } }) },
    ];
  }
  return put(wish, path, value);
}

function fieldAround([step, kind, ...rest]: Path, value: unknown, key: string): Json {
  if (step === "type") return { key, type: value, ...refers(value) };
  if (step === "plugins") return { key, type: "TEXT", plugins: [{ type: "CMS" }] };
  if (step !== "typeMetadata") return { key, type: rangeTypes[String(step)] ?? "TEXT" };
  return { key, type: metadataTypes[String(kind)], typeMetadata: { [String(kind)]: inside(kind, rest, value) } };
}
function inside(kind: unknown, rest: Path, value: unknown): Json {
  if (kind === "object") return { fields: [fieldAround(rest.slice(2), value, "inner")] };
  if (kind === "array") {
    const { type, ...more } = fieldAround(rest[0] === "elementType" ? ["type"] : rest, value, "x");
    const { key, ...metadata } = more;
    return { elementType: type, ...metadata };
  }
  if (rest.includes("fieldsPattern")) return { calculator: { fieldsPattern: { pattern: "{title}" } } };
  return kind === "pageLink" ? {} : { referencedCollectionId: "other" };
}

function put(target: Json, path: Path, value: unknown): Json {
  let at = target as Record<string | number, unknown>;
  for (const [i, step] of path.slice(0, -1).entries()) {
    at[step] ??= typeof path[i + 1] === "number" ? [] : {};
    at = at[step] as Json;
  }
  at[path.at(-1) as string] = value;
  return target;
}
const look = (value: unknown, path: Path): unknown =>
  path.reduce((at, step) => (at as Json | undefined)?.[step as string], value);

/** Values at the edges of what fits. */
function good({ path, schema }: Leaf): unknown[] {
  const last = path.at(-1);
  if (schema.type === "number") return [-1.5, ...(last === "min" ? ["-Infinity"] : ["Infinity"])];
  if (schema.enum) {
    const values = schema.enum.filter((value) => !value.startsWith("UNKNOWN"));
    // the third level reads types by the same schema as the second
    return path.length > 9 ? values.slice(-1) : values;
  }
  if (schema.type === "boolean") return last === "encrypted" && path.length > 3 ? [false] : [true, false];
  if (schema.type === "integer") return [0, 9_007_199_254_740_991];
  if (last === "referencedCollectionId") return ["other", "walked"];
  if (last === "displayField" || last === "fieldKey" || path.at(-2) === "translatableFieldKeys") return ["title"];
  if (last === "singleItemId") return ["ą", "ž".repeat(512)];
  return ["ą", "ž".repeat(schema.maxLength ?? 100)];
}

/** Values that do not fit, whatever stands beside them. */
function bad({ path, schema }: Leaf): unknown[] {
  const last = path.at(-1);
  if (schema.type === "number") return ["NaN", "1", true];
  if (schema.enum) return ["SOMETHING", 7, ...schema.enum.filter((value) => value.startsWith("UNKNOWN"))];
  if (schema.type === "boolean") return ["yes", 1];
  if (schema.type === "integer") return [-1, 1.5, "1"];
  const keys = last === "key" || last === "referencingFieldKey" ? ["$a", "a.b"] : [];
  return [7, {}, ...keys, ...(schema.maxLength ? ["x".repeat(schema.maxLength + 1)] : [])];
}

test("the walk reaches the fields it is for", () => {
  expect(writable.length).toBeGreaterThan(60);
  expect(writable.some(([path]) => path.includes("array.typeMetadata.object.fields.0.typeMetadata.pageLink"))).toBe(
    true,
  );
});

/** Wishes that bring every value to a path, and where each comes to stand: what is said of fields, in one with many. */
function wishesFor(path: Path, values: unknown[]): { wish: Json; kept: [Path, unknown][] }[] {
  const [top, , ...rest] = path;
  if (top !== "fields") return values.map((value) => ({ wish: around(path, value), kept: [[path, value]] }));
  const fields = values.map((value, i) => {
    const [field] = around(path, value).fields as Json[];
    return { ...field, ...(i > 0 && rest[0] !== "key" && { key: `title${i}` }) };
  });
  return [{ wish: { ...base(), fields }, kept: values.map((value, i) => [[top, i, ...rest], value]) }];
}

describe("kept and given back", () => {
  test.each(writable)("%s", async (_, leaf) => {
    const wishes = wishesFor(leaf.path, good(leaf));
    for (const { wish, kept } of wishes) {
      const { status, body, text } = await replace(wish);
      expect(status, `${JSON.stringify(kept[0]).slice(0, 80)}: ${text.slice(0, 300)}`).toBe(200);
      revision = Number(body.collection.revision);
      for (const [path, value] of kept) expect(look(body.collection, path)).toEqual(value);
    }
    const collection = await read();
    for (const [path, value] of wishes.at(-1)?.kept ?? []) expect(look(collection, path)).toEqual(value);
  });
});

describe("refused when it does not fit", () => {
  test.each(writable)("%s", async (_, leaf) => {
    for (const value of bad(leaf)) {
      const wish = put(around(leaf.path, good(leaf)[0]), leaf.path, value);
      expect((await replace(wish)).status, JSON.stringify(value).slice(0, 80)).toBe(400);
    }
  });
});

describe("said by the platform, passed over when given", () => {
  const given = all.filter((leaf) => isReadOnly(leaf) && !/^(id|revision)$/.test(name(leaf)));
  test.each(given.map((leaf) => [name(leaf), leaf] as const))("%s", async (_, leaf) => {
    const { schema, path } = leaf;
    const value = schema.enum?.at(-1) ?? { boolean: true, integer: 7 }[String(schema.type)];
    const other = schema.format === "uuid" ? "0190a000-0000-7000-8000-00000000dead" : "2020-01-01T00:00:00.000Z";
    const wished = value ?? (schema.pattern || schema.format ? other : "ž");
    // Beside what it stands in, all of it has to be there.
    const field = { key: "title", type: "TEXT", capabilities: { sortable: true, queryOperators: [] } };
    const capabilities = {
      dataOperations: [],
      collectionOperations: [],
      indexLimits: { regular: 1, unique: 1, total: 1 },
    };
    const whole = {
      ...base(),
      ...(path[0] === "capabilities" && { capabilities }),
      ...(path[0] === "fields" && path.length < 6 && { fields: [field] }),
      ...(path[0] === "defaultDisplayOrder" && { defaultDisplayOrder: { fieldKey: "a", direction: "ASC" } }),
    };
    if (path.includes("typeMetadata")) return;
    const before = JSON.stringify((await replace(base())).body.collection);
    revision += 1;
    const { status, body, text } = await replace(put(whole, path, wished));
    expect(status, text.slice(0, 300)).toBe(200);
    revision += 1;
    expect(JSON.stringify({ ...body.collection, revision: String(revision - 1) })).toBe(before);
  });
});
