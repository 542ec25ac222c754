import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import type { ExternalDatabase } from "./connections.ts";
import { createExternalDatabases } from "./external-databases.ts";
import { owner as by, createStub, type Stub, stubReply } from "./testing.ts";

/** Faults of third-party adapters, and how the platform handles them. */
let platform: TestPlatform;
let stub: Stub;
let count = 0;
beforeAll(async () => {
  platform = await createTestPlatform({ connections: { toPrivateAddresses: true } });
});
afterAll(() => platform.close());
afterEach(() => stub.close());

async function connect(connectionType: "STANDALONE" | "WIX_SPI"): Promise<ExternalDatabase> {
  const { db, siteId, accounts } = platform;
  const name = `quirky ${++count}`;
  const externalDatabaseConnection = { name, endpoint: `${stub.url}/`, configuration: { secretKey: "s" } };
  await platform.as(platform.key).connections.create({ externalDatabaseConnection, connectionType });
  const log = { error: () => {} } as never;
  const databases = createExternalDatabases({ db, siteId, accounts, log }, { toPrivateAddresses: true });
  const database = await databases.find(name);
  stub.calls.length = 0;
  return database as ExternalDatabase;
}

type Aggregated = { aggregation: { groupingFields: string[] }; paging: { offset: number; limit: number } };
const operators = ["eq", "ne", "lt", "gt", "hasSome"];
const schema = {
  id: "route",
  displayName: "Routes",
  allowedOperations: ["get", "find", "count", "insert", "update", "remove"],
  allowedSchemaOperations: ["aggregate", "truncate"],
  maxPageSize: 2,
  ttl: 3600,
  fields: {
    _id: { displayName: "_id", type: "text", queryOperators: operators },
    title: { displayName: "title", type: "text", queryOperators: operators },
    grade: { displayName: "grade", type: "number", queryOperators: operators },
    set: { displayName: "set", type: "boolean", queryOperators: ["eq"] },
  },
};

describe("protocol 1", () => {
  beforeEach(async () => {
    stub = await createStub({
      "/provision": () => ({}),
      "/schemas/list": () => ({ schemas: [schema] }),
      "/schemas/find": () => ({ schemas: [schema] }),
      "/data/find": () => ({ items: [], totalCount: 0 }),
    });
  });

  test("sends a filter as a tree without $not, and the requester's identity along with the secret", async () => {
    const database = await connect("STANDALONE");
    expect(database.protocol).toBe("V1");
    const filter = { $not: { $or: [{ grade: { $gt: 3 } }, { title: { $hasSome: ["x"] } }] } };
    const member = { role: "member", id: "m", kind: "member", memberId: "m" } as const;
    await database.query("route", { filter, limit: 5 }, member);
    const [call] = stub.to("/data/find");
    expect(call?.context).toMatchObject({
      settings: { secretKey: "s" },
      role: "MEMBER",
      memberId: "m",
      instanceId: platform.siteId,
    });
    expect(call?.body).toMatchObject({
      sort: [{ fieldName: "_id", direction: "asc" }],
      filter: {
        operator: "$and",
        value: [
          { operator: "$lte", fieldName: "grade", value: 3 },
          { operator: "$and", value: [{ operator: "$ne", fieldName: "title", value: "x" }] },
        ],
      },
    });
    const contains = database.query("route", { filter: { $not: { title: { $contains: "x" } } }, limit: 5 }, by);
    await expect(contains).rejects.toMatchObject({ code: "WDE0120" });
  });

  test("treats an HTML error page as an error", async () => {
    const database = await connect("STANDALONE");
    stub.replies["/data/get"] = stubReply(404, "<h1>Not Found</h1>");
    expect(await database.get("route", "a", by)).toBeUndefined();
    stub.replies["/data/count"] = stubReply(404, "<h1>Not Found</h1>");
    await expect(database.count("route", {}, by)).rejects.toMatchObject({ code: "WDE0025" });
    stub.replies["/data/insert"] = stubReply(409, "<h1>Conflict</h1>");
    expect(await database.insert("route", [{ _id: "a" }], by)).toMatchObject([{ error: { code: "WDE0074" } }]);
  });

  test("aggregates locally page by page and caches the collection definitions", async () => {
    const database = await connect("STANDALONE");
    const rows = [1, 2, 3, null].map((grade, i) => ({ _id: `${i}`, grade, set: i > 1 }));
    stub.replies["/data/find"] = ({ body }) => ({
      items: rows.slice(Number(body.skip), Number(body.skip) + Number(body.limit)),
      totalCount: "4",
    });
    const operations = [
      { resultFieldName: "sum", sum: { itemFieldName: "grade" } },
      { resultFieldName: "n", itemCount: {} },
    ];
    const query = { groupingFields: ["set"], operations, finalFilter: { sum: { $gte: 3 } }, limit: 9 };
    const all = [
      { _id: false, set: false, sum: 3, n: 2 },
      { _id: true, set: true, sum: 3, n: 2 },
    ];
    expect(await database.aggregate("route", query, by)).toEqual({ rows: all, total: 2 });
    expect(stub.to("/data/find").map(({ body }) => body.skip)).toEqual([0, 2, 4]);
    expect((await database.query("route", { limit: 2, returnTotal: true }, by)).total).toBe(4);
    expect(stub.to("/schemas/find")).toHaveLength(1);
  });
});

describe("protocol 2", () => {
  beforeEach(async () => {
    stub = await createStub({
      "/provision": () => ({ protocolVersion: 2 }),
      "/schemas/list": () => ({ schemas: [schema] }),
      "/schemas/find": () => ({ schemas: [schema] }),
    });
  });

  test("rewrites zeros that the adapter lost on insert", async () => {
    const database = await connect("STANDALONE");
    const stored: Record<string, unknown> = {};
    stub.replies["/data/insert"] = ({ body }) => ({ item: { ...(body.item as object), grade: null, set: null } });
    stub.replies["/data/update"] = ({ body }) => ({ item: Object.assign(stored, body.item) });
    const [outcome] = await database.insert("route", [{ _id: "a", grade: 0, set: false, title: "x" }], by);
    expect(outcome).toEqual({ item: { _id: "a", grade: 0, set: false, title: "x" } });
    expect(stored).toMatchObject({ grade: 0, set: false });
  });

  test("retries the items of a rejected batch one by one", async () => {
    const database = await connect("STANDALONE");
    const message = "Item already exists: a";
    stub.replies["/data/insert/bulk"] = stubReply(400, { message });
    stub.replies["/data/insert"] = (call, response) => {
      const { _id } = call.body.item as { _id: string };
      return _id === "a" ? stubReply(400, { message })(call, response) : { item: { _id } };
    };
    const outcomes = await database.insert("route", [{ _id: "a" }, { _id: "b" }], by);
    expect(outcomes).toEqual([{ error: { code: "WDE0074", description: message, data: {} } }, { item: { _id: "b" } }]);
  });

  test("looks up missing items, because the adapter does not report them", async () => {
    const database = await connect("STANDALONE");
    stub.replies["/data/find"] = () => ({ items: [{ _id: "a", title: "x" }] });
    stub.replies["/data/update"] = ({ body }) => ({ item: body.item });
    stub.replies["/data/remove"] = () => ({ item: {} });
    const missing = { error: { code: "WDE0073" } };
    expect(await database.update("route", [{ _id: "z" }, { _id: "a" }], by)).toMatchObject([
      missing,
      { item: { _id: "a" } },
    ]);
    expect(stub.to("/data/update")[0]?.body.item).toEqual({ _id: "a", title: null, grade: null, set: null });
    expect(await database.remove("route", ["z", "a"], by)).toMatchObject([missing, { item: { title: "x" } }]);
    expect(stub.to("/data/remove")).toHaveLength(1);
  });

  test("filters and pages groups locally, and accepts counts sent as text", async () => {
    const database = await connect("STANDALONE");
    stub.replies["/data/aggregate"] = () => ({
      items: [
        { _id: "digest1", title: "x", n: "2" },
        { _id: "digest2", title: "y", n: "5" },
      ],
      totalCount: 0,
    });
    stub.replies["/data/truncate"] = stubReply(200, "");
    const query = { groupingFields: ["title"], operations: [{ resultFieldName: "n", itemCount: {} }], limit: 1 };
    const rows = [{ _id: "y", title: "y", n: 5 }];
    expect(await database.aggregate("route", { ...query, finalFilter: { n: { $gt: 2 } } }, by)).toEqual({
      rows,
      total: 1,
    });
    const [{ body } = { body: {} }] = stub.to("/data/aggregate");
    expect(body).toMatchObject({ processingStep: { _id: "$title", n: { $sum: 1 } }, postFilteringStep: {} });
    await expect(database.truncate("route", by)).resolves.toBeUndefined();
    await expect(database.deleteCollection("route")).rejects.toMatchObject({ code: "WDE0120" });
  });
});

describe("protocol 3", () => {
  const field = (key: string, type: string) => ({
    key,
    type,
    capabilities: { sortable: true, queryOperators: ["EQ"] },
  });
  const collection = {
    id: "route",
    fields: [field("_id", "TEXT"), field("title", "TEXT"), field("grade", "NUMBER"), field("day", "DATE")],
    capabilities: { dataOperations: ["QUERY", "COUNT", "AGGREGATE", "INSERT", "UPDATE", "QUERY_REFERENCED"] },
  };
  beforeEach(async () => {
    stub = await createStub({
      "/v3/capabilities/get": () => ({
        supportsCollectionModifications: true,
        supportedFieldTypes: ["TEXT", "TIMESTAMP", "JSON", "PAGE_LINK"],
      }),
      "/v3/collections/get": () => ({ collections: [collection] }),
      "/v3/items/query": () => ({ items: [], pagingMetadata: {} }),
    });
  });

  test("tolerates unknown field types and sends filters with one key per object", async () => {
    const database = await connect("WIX_SPI");
    expect((await database.capabilities()).fieldTypes).toEqual(["TEXT", "PAGE_LINK"]);
    const filter = { title: { $urlized: ["a", "b"] }, grade: { $gt: 1, $in: [1, 2] } };
    await database.query("route", { filter, limit: 5 }, by);
    const [call] = stub.to("/v3/items/query");
    expect((stub.first("/v3/items/query").query as { filter: unknown }).filter).toEqual({
      $and: [
        {
          title: {
            $matches: {
              ignoreCase: true,
              spec: [
                { type: "literal", value: "a" },
                { type: "anyOf", value: " \t\n-" },
                { type: "literal", value: "b" },
              ],
            },
          },
        },
        { grade: { $gt: 1 } },
        { grade: { $hasSome: [1, 2] } },
      ],
    });
    expect(call?.context).toMatchObject({
      appExtensionType: "EXTERNAL_DATABASE_PROVIDER",
      instanceId: platform.siteId,
      identity: { identityType: "APP", appId: by.id },
      settings: { secretKey: "s" },
    });
  });

  test("converts renamed ids, and dates sent as instants, to the platform's form", async () => {
    const database = await connect("WIX_SPI");
    const day = { $date: "2026-01-05T00:00:00.000Z" };
    stub.replies["/v3/items/query"] = () => ({
      items: [{ id: "a", createdDate: day, day, title: null }],
      pagingMetadata: {},
    });
    expect(await database.get("route", "a", by)).toEqual({ _id: "a", _createdDate: day, day: "2026-01-05" });
  });

  test("sends both count and itemCount, and counts groups and totals locally", async () => {
    const database = await connect("WIX_SPI");
    stub.replies["/v3/items/aggregate"] = (call, response) => {
      const { aggregation, paging } = call.body as never as Aggregated;
      if (aggregation.groupingFields.length === 0)
        return stubReply(500, { errorCode: "UNKNOWN_ERROR", data: {} })(call, response);
      const rows = ["x", "y"].map((title) => ({ _id: "invented", title, n: "3" }));
      return { items: rows.slice(paging.offset, paging.offset + paging.limit), pagingMetadata: { total: 6 } };
    };
    const operations = [{ resultFieldName: "n", itemCount: {} }];
    const query = { groupingFields: ["title"], operations, limit: 1 };
    expect(await database.aggregate("route", query, by)).toEqual({ rows: [{ _id: "x", title: "x", n: 3 }], total: 2 });
    const text = JSON.stringify(stub.to("/v3/items/aggregate")[0]?.body);
    expect(text).toContain('{"resultFieldName":"n","count":{},"itemCount":{}}');
    stub.replies["/v3/items/count"] = () => ({ totalCount: "6" });
    expect(await database.aggregate("route", { ...query, groupingFields: [] }, by)).toEqual({
      rows: [{ n: 6 }],
      total: 1,
    });
    await database.aggregate("route", { ...query, groupingFields: [] }, by);
    const overall = stub.to("/v3/items/aggregate").map(({ body }) => JSON.stringify(body));
    expect(overall.filter((body) => body.includes('"groupingFields":[]'))).toHaveLength(1);
    expect(await database.distinct("route", { fieldName: "title", limit: 5, order: "DESC" }, by)).toEqual({
      values: ["y", "x"],
      total: 2,
    });
    expect(stub.to("/v3/items/query-distinct-values")).toHaveLength(1);
  });

  test("parses both result formats of single items", async () => {
    const database = await connect("WIX_SPI");
    stub.replies["/v3/items/insert"] = () => ({
      results: [
        { item: { id: "a", title: "x" } },
        { error: { errorCode: "ITEM_ALREADY_EXISTS", errorMessage: "twice", data: { itemId: "b" } } },
        { item: { title: "no id" } },
        { error: {} },
      ],
    });
    expect(await database.insert("route", [{ _id: "a" }, { _id: "b" }, {}, {}], by)).toMatchObject([
      { item: { _id: "a", title: "x" } },
      { error: { code: "WDE0074", description: "twice", data: { itemId: "b" } } },
      { error: { code: "WDE0128" } },
      { error: { code: "WDE0116" } },
    ]);
    const data = { violations: [{ fieldPath: "grade", message: "too hard" }] };
    stub.replies["/v3/items/update"] = stubReply(400, { applicationError: { code: "VALIDATION_ERROR", data } });
    expect(await database.update("route", [{ _id: "a" }], by)).toMatchObject([{ error: { code: "WDE0080", data } }]);
    expect((stub.first("/v3/items/update").items as object[])[0]).toEqual({
      _id: "a",
      title: null,
      grade: null,
      day: null,
    });
    stub.replies["/v3/items/update"] = () => ({ results: [] });
    await expect(database.update("route", [{ _id: "a" }], by)).rejects.toMatchObject({ code: "WDE0116" });
  });

  test("rewrites zeros that the adapter lost on insert", async () => {
    const database = await connect("WIX_SPI");
    stub.replies["/v3/items/insert"] = () => ({ results: [{ item: { _id: "a", grade: null } }] });
    stub.replies["/v3/items/update"] = ({ body }) => ({ results: [{ item: (body.items as object[])[0] as object }] });
    expect(await database.insert("route", [{ _id: "a", grade: 0 }], by)).toEqual([{ item: { _id: "a", grade: 0 } }]);
  });

  test("rejects unsupported references and reports an existing collection", async () => {
    const database = await connect("WIX_SPI");
    const query = { referringFieldKey: "title", limit: 5 };
    await expect(database.queryReferenced("route", query, by)).rejects.toMatchObject({ code: "WDE0120" });
    const again = database.createCollection({ id: "route", fields: [] });
    await expect(again).rejects.toMatchObject({ code: "WDE0104" });
    expect(stub.to("/v3/collections/create")).toHaveLength(0);
  });

  test("stores references if the adapter supports them", async () => {
    const database = await connect("WIX_SPI");
    const reference = { referringItemId: "a", referencedItemId: "b" };
    stub.replies["/v3/items/query-referenced"] = () => ({
      items: [{ ...reference, referencedItem: { id: "b" } }],
      pagingMetadata: { total: 1 },
    });
    stub.replies["/v3/items/insert-references"] = () => ({
      results: [{ reference }, { error: { errorCode: "REFERENCE_ALREADY_EXISTS" } }],
    });
    const query = { referringFieldKey: "title", referringItemIds: ["a"], includeItems: true, limit: 5 };
    expect(await database.queryReferenced("route", query, by)).toEqual({
      items: [{ ...reference, referencedItem: { _id: "b" } }],
      total: 1,
    });
    const outcomes = await database.insertReferences("route", "title", [reference, reference], by);
    expect(outcomes).toMatchObject([{ reference }, { error: { code: "WDE0029" } }]);
  });

  test("pages by cursor if the adapter requires it", async () => {
    stub.replies["/v3/collections/get"] = () => ({ collections: [{ ...collection, pagingMode: "CURSOR" }] });
    stub.replies["/v3/items/query"] = () => ({ items: [{ _id: "a" }], pagingMetadata: { cursors: { next: "n" } } });
    const database = await connect("WIX_SPI");
    expect((await database.query("route", { limit: 1, cursor: "c" }, by)).nextCursor).toBe("n");
    const { query } = stub.first("/v3/items/query");
    expect(query).toMatchObject({ cursorPaging: { limit: 1, cursor: "c" } });
    await expect(database.query("route", { limit: 1, offset: 1 }, by)).rejects.toMatchObject({ code: "WDE0082" });
  });
});
