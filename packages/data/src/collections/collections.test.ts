import { newId } from "@uola/database";
import type { Changes } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";
import { accessLevelFor, createCollections, inSandbox, sweepRemoved } from "./collections.ts";

const everyone = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" };
type Json = Record<string, unknown>;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const context = () => {
  const { db, siteId, clock, api } = platform;
  return { db, siteId, now: () => clock.now, changes: api.changes as Changes };
};

let id: string;
beforeEach(() => {
  id = `c-${newId()}`;
});

const send = (method: string, path: string, body?: Json, token = platform.key) =>
  platform.ask(path, { method, token, ...(body && { body: JSON.stringify(body) }) });
const create = (collection: Json) => send("POST", "/v2/collections", { collection });
const replace = (collection: Json) => send("PUT", "/v2/collections", { collection });
const read = async (name: string, query = "") => (await send("GET", `/v2/collections/${name}${query}`)).body;
const remove = (name: string) => send("DELETE", `/v2/collections/${name}`);
const makeDefinition = (more: Json = {}): Json => ({
  id,
  fields: [{ key: "title", type: "TEXT" }],
  permissions: everyone,
  ...more,
});
const keyOf = async (name: string) =>
  (await platform.db.selectFrom("collection").select("key").where("id", "=", name).executeTakeFirstOrThrow()).key;
const columnsOf = async (name: string) => {
  const { columns } = await platform.db
    .selectFrom("collection")
    .select("columns")
    .where("id", "=", name)
    .executeTakeFirstOrThrow();
  return columns as Record<string, { column: string; type: string }>;
};
const tables = async (key: string) => {
  const pattern = `%${key.replaceAll("-", "")}`;
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'items' and tablename like ${pattern}
    order by 1 desc`.execute(platform.db);
  return rows.map(({ name }) => name.slice(0, 1)).join();
};
const put = async (name: string, item: string, data: Json) =>
  sql`insert into ${sql.table(`items.l_${(await keyOf(name)).replaceAll("-", "")}`)}
    (id, data, created_date, updated_date, written_by)
    values (${item}, ${JSON.stringify(data)}::jsonb, now(), now(), '{}')`.execute(platform.db);

describe("creating a collection", () => {
  test("a new collection has the platform's fields and properties", async () => {
    const { status, body } = await create(makeDefinition({ displayName: "Klausimai", displayField: "title" }));
    expect(status).toBe(200);
    expect(body.collection).toMatchObject({
      id,
      revision: "1",
      collectionType: "NATIVE",
      displayName: "Klausimai",
      displayField: "title",
      maxPageSize: 1000,
      pagingModes: ["OFFSET", "CURSOR"],
      defaultDisplayOrder: { fieldKey: "_createdDate", direction: "DESC" },
      capabilities: { indexLimits: { regular: 3, unique: 1, total: 4 }, collectionOperations: ["UPDATE", "REMOVE"] },
      createdDate: platform.clock.now.toISOString(),
    });
    expect(body.collection.capabilities.dataOperations).toHaveLength(21);
    const system = body.collection.fields.filter((field: Json) => field.systemField);
    expect(system.map((field: Json) => field.key)).toEqual(["_id", "_createdDate", "_updatedDate", "_owner"]);
    expect(body.collection.fields[0].capabilities).toMatchObject({ sortable: true });
    expect(body.collection.fields[0].capabilities.queryOperators).toContain("URLIZED");
    expect((await read(id)).collection).toEqual(body.collection);
    expect(await tables(await keyOf(id))).toBe("l");
    expect(await columnsOf(id)).toEqual({ title: { column: "f1", type: "text" } });
  });

  test("returns nested fields as sent, with their capabilities", async () => {
    const inner = { ...typeMetadata({ object: { fields: [{ key: "count", type: "NUMBER" }] } }) };
    const object = typeMetadata({ object: { fields: [text, { key: "inner", type: "OBJECT", ...inner }] } });
    const fields = [
      { key: "a", type: "OBJECT", ...object },
      { key: "b", type: "ARRAY", ...typeMetadata({ array: { elementType: "OBJECT", ...inner } }) },
      { key: "c", type: "OBJECT", encrypted: true, ...object },
    ];
    const { body } = await create(makeDefinition({ fields }));
    const [a, b, c] = body.collection.fields.map(({ typeMetadata: of }: Json) => of);
    expect(a.object.fields[0].capabilities.queryOperators).toContain("URLIZED");
    const [count] = a.object.fields[1].typeMetadata.object.fields;
    expect(count.capabilities).toMatchObject({ sortable: true });
    expect(b.array.typeMetadata.object.fields).toEqual([count]);
    expect(c.object.fields[0].capabilities).toEqual({ sortable: false, queryOperators: [] });
    expect((await replace(body.collection)).body.collection.fields).toEqual(body.collection.fields);
    const { definition } = await platform.db
      .selectFrom("collection")
      .select("definition")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect((definition as Json).fields).toEqual(fields);
  });

  test("creates only one collection for concurrent requests with the same id", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create(makeDefinition())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refusalResponse(409, "WDE0104"));
  });

  test("a visitor reads a definition but cannot change collections", async () => {
    await create(makeDefinition());
    const token = await platform.visitor().access();
    expect((await send("GET", `/v2/collections/${id}`, undefined, token)).status).toBe(200);
    expect((await send("POST", "/v2/collections", { collection: makeDefinition() }, token)).status).toBe(403);
    expect(await send("GET", "/v2/collections/nothing", undefined, token)).toMatchObject(
      refusalResponse(404, "WDE0025"),
    );
  });

  test("hides the fields of a closed collection, also in responses about a collection that refers to it", async () => {
    const closed = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" };
    await create(makeDefinition({ permissions: closed, displayName: "Slaptas", displayField: "title" }));
    const typeMetadata = { reference: { referencedCollectionId: id } };
    await create(makeDefinition({ id: `${id}-open`, fields: [{ key: "one", type: "REFERENCE", typeMetadata }] }));
    const token = await platform.visitor().access();
    const { body } = await send("GET", `/v2/collections/${id}`, undefined, token);
    expect(body.collection).toMatchObject({ id, fields: [], plugins: [] });
    expect(body.collection).not.toHaveProperty("displayName");
    const { body: open } = await send("GET", `/v2/collections/${id}-open`, undefined, token);
    expect(open.referencedCollections).toMatchObject([{ id, fields: [] }]);
    // A caller who may insert items needs to know the fields.
    await create(makeDefinition({ id: `${id}-form`, permissions: { ...closed, insert: "ANYONE" } }));
    const { body: form } = await send("GET", `/v2/collections/${id}-form`, undefined, token);
    expect(form.collection.fields.map(({ key }: { key: string }) => key)).toContain("title");
  });

  test("returns only the requested fields, and the referenced collections", async () => {
    await create(makeDefinition());
    const other = `${id}-b`;
    const fields = [
      { key: "one", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: id } } },
      { key: "self", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: other } } },
    ];
    expect((await create(makeDefinition({ id: other, fields }))).status).toBe(200);
    const { collection, referencedCollections } = await read(other, "?fields=permissions&fields=_id");
    expect(collection).toEqual({ id: other, permissions: everyone, fields: [] });
    expect(referencedCollections.map((each: Json) => each.id)).toEqual([id, other]);
  });
});

const text = { key: "title", type: "TEXT" };
const typeMetadata = (of: Json) => ({ typeMetadata: of });
const unfit: [string, Json][] = [
  ["no field", { fields: [] }],
  ["only fields of the platform", { fields: [{ key: "_id", type: "TEXT" }] }],
  ["no permissions", { permissions: null }],
  ["an unknown role", { permissions: { ...everyone, read: "UNKNOWN_ROLE" } }],
  ["a key twice", { fields: [text, text] }],
  ["a key with $", { fields: [{ key: "$set", type: "TEXT" }] }],
  ["a key with an underscore", { fields: [{ key: "_mine", type: "TEXT" }] }],
  ["a key with a dot", { fields: [{ key: "a.b", type: "TEXT" }] }],
  ["an unknown type", { fields: [{ key: "a", type: "UNKNOWN_FIELD_TYPE" }] }],
  ["a reference without a target", { fields: [{ key: "a", type: "REFERENCE" }] }],
  [
    "a reference to a missing collection",
    { fields: [{ key: "a", type: "REFERENCE", ...typeMetadata({ reference: { referencedCollectionId: "no" } }) }] },
  ],
  [
    "metadata of another type",
    { fields: [{ ...text, ...typeMetadata({ reference: { referencedCollectionId: "no" } }) }] },
  ],
  [
    "an object with a key twice",
    { fields: [{ key: "a", type: "OBJECT", ...typeMetadata({ object: { fields: [text, text] } }) }] },
  ],
  [
    "an array of an unknown type",
    { fields: [{ key: "a", type: "ARRAY", ...typeMetadata({ array: { elementType: "UNKNOWN_FIELD_TYPE" } }) }] },
  ],
  ["an empty range", { fields: [{ key: "a", type: "NUMBER", numberRange: { min: 2, max: 1 } }] }],
  ["a range of NaN", { fields: [{ key: "a", type: "NUMBER", numberRange: { min: "NaN" } }] }],
  ["a range of another type", { fields: [{ ...text, numberRange: { min: 1 } }] }],
  ["a missing display field", { displayField: "name" }],
  ["a plugin twice", { plugins: [{ type: "CMS" }, { type: "CMS" }] }],
  ["an unknown plugin", { plugins: [{ type: "UNKNOWN_PLUGIN_TYPE" }] }],
  ["options of another plugin", { plugins: [{ type: "CMS", publishOptions: { defaultStatus: "DRAFT" } }] }],
  ["a single item without an id", { plugins: [{ type: "SINGLE_ITEM" }] }],
  [
    "translations of a missing field",
    { plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["name"] } }] },
  ],
  [
    "a sort by an unsortable field",
    {
      fields: [text, { key: "a", type: "OBJECT" }],
      plugins: [{ type: "CMS", cmsOptions: { siteSort: { sort: [{ fieldKey: "a", direction: "ASC" }] } } }],
    },
  ],
  ["an encrypted reference", { fields: [{ key: "a", type: "MULTI_REFERENCE", encrypted: true }] }],
  ["too many fields", { fields: Array.from({ length: 996 }, (_, i) => ({ key: `k${i}`, type: "ANY" })) }],
  ["an id that is unsafe in a path", { id: "a?b" }],
];
test.each(unfit)("rejects a collection definition: %s", async (_, more) => {
  expect(await create(makeDefinition(more))).toMatchObject(refusalResponse(400, "WDE0080"));
});

describe("replacing a collection", () => {
  test("a replacement changes everything except read-only properties, which are ignored", async () => {
    const { collection } = (await create(makeDefinition({ displayName: "A", plugins: [{ type: "CMS" }] }))).body;
    const fields = [...collection.fields, { key: "price", type: "NUMBER" }];
    const next = { ...collection, displayName: undefined, plugins: [], fields, collectionType: "WIX_APP" };
    const { status, body } = await replace(next);
    expect(status).toBe(200);
    expect(body.collection).toMatchObject({ revision: "2", plugins: [], collectionType: "NATIVE" });
    expect(body.collection.displayName).toBeUndefined();
    const own = body.collection.fields.filter((field: Json) => !field.systemField);
    expect(own.map((field: Json) => field.key)).toEqual(["title", "price"]);
    expect(await replace(next)).toMatchObject(refusalResponse(409, "REVISION_MISMATCH"));
    expect(await replace({ ...next, revision: undefined })).toMatchObject(refusalResponse(400, "WDE0080"));
    expect(await replace(makeDefinition({ id: "nothing", revision: "1" }))).toMatchObject(
      refusalResponse(404, "WDE0025"),
    );
  });

  test("the table columns of a collection follow its fields, and column numbers are not reused", async () => {
    await create(makeDefinition());
    await put(id, "a", { title: "Ąžuolas", price: 7, day: "2026-01-01" });
    const fields = [
      { key: "title", type: "NUMBER" },
      { key: "price", type: "NUMBER" },
      { key: "day", type: "DATE" },
      { key: "secret", type: "TEXT", encrypted: true },
    ];
    expect((await replace(makeDefinition({ fields, revision: "1" }))).status).toBe(200);
    expect(await columnsOf(id)).toEqual({
      title: { column: "f2", type: "number" },
      price: { column: "f3", type: "number" },
      day: { column: "f4", type: "moment" },
    });
    const table = sql.table(`items.l_${(await keyOf(id)).replaceAll("-", "")}`);
    const { rows } = await sql`select f2, f3, f4 from ${table}`.execute(platform.db);
    expect(rows).toEqual([{ f2: null, f3: 7, f4: new Date("2026-01-01T00:00:00Z") }]);
  });

  test("columns of a large table are dropped but not added", async () => {
    await create(makeDefinition());
    const table = sql.table(`items.l_${(await keyOf(id)).replaceAll("-", "")}`);
    await sql`insert into ${table} (id, data, created_date, updated_date, written_by)
      select i::text, '{}', now(), now(), '{}' from generate_series(1, 10001) as i`.execute(platform.db);
    const fields = [{ key: "price", type: "NUMBER" }];
    expect((await replace(makeDefinition({ fields, revision: "1" }))).status).toBe(200);
    expect(await columnsOf(id)).toEqual({});
  });

  test("a collection of an app is read-only", async () => {
    await create(makeDefinition());
    await sql`update collection set definition = definition || '{"collectionType": "WIX_APP"}'
      where id = ${id}`.execute(platform.db);
    expect(await replace(makeDefinition({ revision: "1" }))).toMatchObject(refusalResponse(400, "WDE0119"));
    expect(await remove(id)).toMatchObject(refusalResponse(400, "WDE0119"));
    const { collection } = await read(id, "?consistentRead=true");
    expect(collection.capabilities.collectionOperations).toEqual([]);
  });
});

describe("reverse fields of references", () => {
  const both = (referencingFieldKey: string, of = id) => ({
    key: "authors",
    type: "MULTI_REFERENCE",
    typeMetadata: {
      multiReference: { referencedCollectionId: of, referencingFieldKey, referencingDisplayName: "Knygos" },
    },
  });
  test("the referenced collection has a reverse field, which is ignored on input", async () => {
    await create(makeDefinition());
    const books = `${id}-books`;
    expect((await create(makeDefinition({ id: books, fields: [both("books")] }))).status).toBe(200);
    const { collection } = await read(id);
    const shown = collection.fields.find((field: Json) => field.key === "books");
    expect(shown).toMatchObject({
      type: "MULTI_REFERENCE",
      displayName: "Knygos",
      typeMetadata: { multiReference: { referencedCollectionId: books, referencingFieldKey: "authors" } },
    });
    const { status, body } = await replace(collection);
    expect(status).toBe(200);
    expect(body.collection.fields.filter((field: Json) => field.key === "books")).toHaveLength(1);
    expect(await replace({ ...body.collection, fields: [{ key: "books", type: "TEXT" }] })).toMatchObject(
      refusalResponse(400, "WDE0080"),
    );
    const again = makeDefinition({ id: `${id}-more`, fields: [both("books")] });
    expect(await create(again)).toMatchObject(refusalResponse(400, "WDE0080"));
    expect(await create({ ...again, fields: [both("title")] })).toMatchObject(refusalResponse(400, "WDE0080"));
    await remove(books);
    expect((await read(id, "?consistentRead=true")).collection.fields).toHaveLength(5);
  });
});

describe("removing a collection", () => {
  test("a removed collection can be restored with its items until its id is reused", async () => {
    await create(makeDefinition());
    await put(id, "a", { title: "A" });
    expect(await remove(id)).toMatchObject({ status: 200, body: {} });
    expect(await send("GET", `/v2/collections/${id}`)).toMatchObject(refusalResponse(404, "WDE0026"));
    expect(await remove(id)).toMatchObject(refusalResponse(404, "WDE0025"));
    const restored = await send("POST", "/v1/collections/restore", { dataCollectionId: id });
    expect(restored.body.collection.revision).toBe("3");
    const table = sql.table(`items.l_${(await keyOf(id)).replaceAll("-", "")}`);
    expect((await sql`select id from ${table}`.execute(platform.db)).rows).toEqual([{ id: "a" }]);
    await remove(id);
    await create(makeDefinition());
    expect(await send("POST", "/v1/collections/restore", { dataCollectionId: id })).toMatchObject(
      refusalResponse(409, "WDE0104"),
    );
  });

  test("drops the tables of a removed collection after thirty days", async () => {
    await create(makeDefinition());
    const key = await keyOf(id);
    await remove(id);
    await sweepRemoved(context());
    expect(await tables(key)).toBe("l");
    await sql`update collection set removed_date = removed_date - interval '31 days' where id = ${id}`.execute(
      platform.db,
    );
    expect(await sweepRemoved(context())).toBe(1);
    expect(await tables(key)).toBe("");
    expect(await send("GET", `/v2/collections/${id}`)).toMatchObject(refusalResponse(404, "WDE0025"));
  });
});

describe("sandbox of a collection", () => {
  test("concurrent first writes create only one sandbox table; until then the sandbox is empty", async () => {
    const referencing = { key: "one", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: id } } };
    await create(makeDefinition({ fields: [referencing, { key: "price", type: "NUMBER" }] }));
    await put(id, "a", { price: 1 });
    const collections = createCollections(context());
    const before = await collections.find(id);
    const empty = await collections.tableOf(before, "SANDBOX", false);
    expect((await sql`select id from ${empty} as item`.execute(platform.db)).rows).toEqual([]);
    expect(inSandbox(before, "SANDBOX_PREFERRED")).toBe(false);
    const refs = await Promise.all([1, 2, 3].map(() => collections.tableOf(before, "SANDBOX", true)));
    await sql`insert into ${refs[0]} (id, data, created_date, updated_date, written_by)
      values ('b', '{"price": 2}', now(), now(), '{}')`.execute(platform.db);
    expect((await sql`select id, f2 from ${refs[1]}`.execute(platform.db)).rows).toEqual([{ id: "b", f2: 2 }]);
    expect(inSandbox(await collections.find(id), "SANDBOX_PREFERRED")).toBe(true);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_indexes
      where schemaname = 'items' and tablename = ${`s_${before.key.replaceAll("-", "")}`}`.execute(platform.db);
    expect(rows).toEqual([{ count: 3 }]);
  });
});

describe("copying a collection", () => {
  test("a copied collection has the fields, the items if requested, and references to itself", async () => {
    const reference = { key: "one", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: id } } };
    await create(makeDefinition({ displayName: "A", fields: [text, reference] }));
    await put(id, "a", { title: "A" });
    const body = { dataCollectionId: id, newCollectionId: `${id}-copy`, withItems: true };
    const copy = (await send("POST", "/v1/collections/clone", body)).body.collection;
    expect(copy).toMatchObject({ id: `${id}-copy`, displayName: "A", revision: "1" });
    expect(copy.fields[1].typeMetadata.reference.referencedCollectionId).toBe(`${id}-copy`);
    const table = sql.table(`items.l_${(await keyOf(`${id}-copy`)).replaceAll("-", "")}`);
    expect((await sql`select id, f1 from ${table}`.execute(platform.db)).rows).toEqual([{ id: "a", f1: "A" }]);
    expect(await send("POST", "/v1/collections/clone", body)).toMatchObject(refusalResponse(409, "WDE0104"));
    expect(await send("POST", "/v1/collections/clone", { ...body, newCollectionId: "a/b" })).toMatchObject(
      refusalResponse(400, "WDE0080"),
    );
  });
});

test("each change to a collection emits its events: created, updated, changed, cloned, deleted", async () => {
  await create(makeDefinition({ plugins: [{ type: "CMS" }] }));
  await replace(
    makeDefinition({
      fields: [
        { ...text, required: true },
        { key: "n", type: "NUMBER" },
      ],
      revision: "1",
    }),
  );
  await replace(
    makeDefinition({
      fields: [
        { ...text, required: true },
        { key: "n", type: "NUMBER" },
      ],
      revision: "2",
    }),
  );
  const body = { dataCollectionId: id, newCollectionId: `${id}-copy` };
  await send("POST", "/v1/collections/clone", body);
  await remove(id);
  const events = await platform.db
    .selectFrom("event")
    .select(["slug", "body"])
    .where("type", "=", "data_collection")
    .where(sql<boolean>`body ->> 'entityId' in (${id}, ${`${id}-copy`})`)
    .orderBy("id")
    .execute();
  expect(events.map(({ slug }) => slug)).toEqual([
    "created",
    "updated",
    "changed",
    "updated",
    "created",
    "cloned",
    "deleted",
  ]);
  expect(events[2]?.body).toMatchObject({
    entityId: id,
    actionEvent: {
      body: {
        fieldsAdded: [{ key: "n" }],
        fieldsUpdated: [{ previous: text, current: { ...text, required: true } }],
        fieldsRemoved: [],
        pluginsRemoved: [{ type: "CMS" }],
      },
    },
  });
  expect(events[5]?.body).toMatchObject({
    actionEvent: { body: { originInstanceId: platform.siteId, originId: id } },
  });
  const audited = await platform.db
    .selectFrom("audit")
    .select("action")
    .where("entityId", "=", await keyOf(`${id}-copy`))
    .execute();
  expect(audited).toEqual([{ action: "collection.clone" }]);
});

test("sorts and pages the list of collections without waiting for slow databases", async () => {
  for (const [end, displayName] of Object.entries({ "-1": "B", "-2": "A" })) {
    await create(makeDefinition({ id: `zz-${id}${end}`, displayName }));
  }
  const newest = await send("GET", "/v2/collections?sort.fieldName=_id&sort.order=DESC&paging.limit=2");
  expect(newest.body.collections.map((each: Json) => each.displayName)).toEqual(["A", "B"]);
  const { total } = newest.body.pagingMetadata;
  expect(newest.body.pagingMetadata).toMatchObject({ count: 2, offset: 0, tooManyToCount: false });
  const last = await send("GET", `/v2/collections?paging.offset=${total - 1}&fields=displayName`);
  expect(last.body.collections).toEqual([{ id: `zz-${id}-2`, displayName: "A", fields: [] }]);
  expect(await send("GET", "/v2/collections?sort.fieldName=fields")).toMatchObject(
    refusalResponse(400, "INVALID_FILTER"),
  );
  await platform.db
    .insertInto("externalDatabaseConnection")
    .values({
      siteId: platform.siteId,
      id: newId(),
      name: "gone",
      type: "STANDALONE",
      endpoint: "http://127.0.0.1:9/",
      createdDate: platform.clock.now,
      updatedDate: platform.clock.now,
    })
    .execute();
  expect((await send("GET", "/v2/collections?paging.limit=1")).status).toBe(200);
  const answer = await send("GET", "/v2/collections/gone/people");
  expect(answer.body.details.applicationError.code).toBe("WDE0131");
  expect(await send("GET", "/v2/collections/nowhere/people")).toMatchObject(refusalResponse(404, "WDE0025"));
});

describe("permissions of collection operations", () => {
  const roles = ["visitor", "member", "desk", "accountant", "trainer", "editor", "owner"] as const;
  const [no, own, yes] = ["none", "own", "all"] as const;
  test.each([
    ["ANYONE", "read", [yes, yes, yes, yes, yes, yes, yes]],
    ["SITE_MEMBER", "read", [no, yes, yes, yes, yes, yes, yes]],
    ["SITE_MEMBER_AUTHOR", "read", [no, own, own, own, yes, yes, yes]],
    ["SITE_MEMBER_AUTHOR", "update", [no, own, own, own, yes, yes, yes]],
    ["SITE_MEMBER_AUTHOR", "insert", [no, yes, yes, yes, yes, yes, yes]],
    ["CMS_EDITOR", "update", [no, no, no, no, yes, yes, yes]],
    ["ADMIN", "remove", [no, no, no, no, no, no, yes]],
    ["PRIVILEGED", "remove", [no, no, no, no, no, no, yes]],
  ] as const)("grants each role the right access for permission %s on action %s", (role, action, expected) => {
    const permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN", [action]: role } as const;
    expect(roles.map((each) => accessLevelFor(permissions, action, { role: each }))).toEqual(expected);
  });
});
