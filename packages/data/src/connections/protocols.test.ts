import { startAdapter } from "@uola/adapter";
import type { Caller } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import type { Connections, ExternalDatabase } from "./connections.ts";
import type { Outcome } from "./external-database.ts";
import { createExternalDatabases } from "./external-databases.ts";

/** Tests each protocol against the real adapter of this repository and a real PostgreSQL database. */
let platform: TestPlatform;
let databases: Connections;
const by: Caller = { role: "owner", id: "0190a000-0000-7000-8000-000000000001", kind: "apiKey" };
const settings = { toPrivateAddresses: true };
const secret = "a secret between two";

beforeAll(async () => {
  platform = await createTestPlatform({ connections: settings });
  const { db, siteId, accounts } = platform;
  const log = { error: (...values: unknown[]) => console.error(...values) } as never;
  databases = createExternalDatabases({ db, siteId, accounts, log }, settings);
});
afterAll(() => platform.close());

const items = (outcomes: readonly Outcome[]) => outcomes.map((each) => ("item" in each ? each.item : each.error));
const day = (date: string) => ({ $date: `${date}T10:00:00.000Z` });
const routes = [
  { _id: "a", title: "Alksnis", grade: 6, set: true, opened: day("2026-01-05"), holds: { red: 3 } },
  { _id: "b", title: "Beržas", grade: 0, set: false, opened: day("2026-02-05"), holds: { red: 1 } },
  { _id: "c", title: "Beržo lapas", grade: 7, set: true, opened: day("2026-03-05") },
  { _id: "d", grade: 7 },
];

describe.each([1, 2, 3] as const)("protocol %i", (protocol) => {
  const schema = `shop_${protocol}`;
  const name = `walls ${protocol}`;
  let adapter: Awaited<ReturnType<typeof startAdapter>>;
  let database: ExternalDatabase;
  const owner = () => platform.as(platform.key).connections;
  const update = (endpoint: string, configuration: Record<string, string> | null) =>
    owner().update({ externalDatabaseConnection: { name, endpoint, configuration } });

  beforeAll(async () => {
    await platform.connection.pool.query(`create schema ${schema}`);
    await platform.connection.pool.query(`
      create table ${schema}.route ("_id" text primary key, "_createdDate" timestamptz, "_updatedDate" timestamptz,
        "_owner" text, title text, grade int, "set" boolean, opened timestamptz, holds jsonb)`);
    await platform.connection.pool.query(`create table ${schema}.visit (at date, people int)`);
    await platform.connection.pool.query(`insert into ${schema}.visit values ('2026-01-05', 7), ('2026-01-06', 9)`);
    const externalDatabaseConnection = {
      name,
      endpoint: "http://localhost:1/base/",
      configuration: { secretKey: secret },
    };
    const { externalDatabaseConnection: created } = await owner().create({
      externalDatabaseConnection,
      connectionType: protocol === 3 ? "WIX_SPI" : "STANDALONE",
    });
    const trust =
      protocol === 3
        ? { protocol, publicKey: created.publicKey ?? "", applicationId: created.applicationId ?? "" }
        : { protocol, secret };
    adapter = await startAdapter({ databaseUrl: platform.connection.url, schema, port: 0, trust });
    expect(created).toMatchObject({
      protocolVersion: protocol === 3 ? "V3" : "UNKNOWN_PROTOCOL_VERSION",
      connectionStatus: {
        successful: false,
        causeOfFailure: "DESTINATION_HOST_UNREACHABLE",
        hasCollections: "UNKNOWN",
      },
    });
    await update(`${adapter.url}/`, { secretKey: secret });
    database = (await databases.find(name)) as ExternalDatabase;
  });
  afterAll(() => adapter.close());

  test("detects the protocol of the adapter and connects to it", async () => {
    expect(database.protocol).toBe(`V${protocol}`);
    const { externalDatabaseConnection: read } = await owner().get({ name });
    expect(read).toMatchObject({
      endpoint: `${adapter.url}/`,
      configuration: { secretKey: secret },
      protocolVersion: `V${protocol}`,
      connectionStatus: { successful: true, causeOfFailure: "NONE", hasCollections: "YES" },
      capabilities: { collectionModificationsSupported: protocol > 1 },
    });
    expect(read.capabilities?.fieldTypes.includes("DATETIME")).toBe(protocol > 1);
  });

  test("lists external collections with their supported operations", async () => {
    const [route, visit] = await database.collections();
    expect(route).toMatchObject({ id: "route", pagingModes: ["OFFSET"], maxPageSize: 1000 });
    expect(route?.fields.find(({ key }) => key === "title")).toMatchObject({
      type: "TEXT",
      systemField: false,
      capabilities: {
        sortable: true,
        queryOperators: expect.arrayContaining(["EQ", "CONTAINS", "HAS_SOME", "EXISTS"]),
      },
    });
    expect(route?.fields.find(({ key }) => key === "_createdDate")).toMatchObject({
      type: "DATETIME",
      systemField: true,
    });
    const operations = ["FIND", "GET", "COUNT", "AGGREGATE", "DISTINCT", "INSERT", "BULK_SAVE", "REMOVE"];
    expect(route?.capabilities.dataOperations).toEqual(expect.arrayContaining(operations));
    expect(route?.capabilities.dataOperations.includes("QUERY_REFERENCED")).toBe(false);
    expect(visit?.capabilities.dataOperations.includes("INSERT")).toBe(false);
    expect(await database.collections(["route", "nothing"])).toHaveLength(1);
    await expect(database.count("nothing", {}, by)).rejects.toMatchObject({ code: "WDE0025", status: 404 });
  });

  test("returns items as written, including null, zero and false values", async () => {
    const inserted = items(await database.insert("route", routes, by));
    expect(inserted).toMatchObject(routes);
    expect(await database.get("route", "b", by)).toMatchObject(routes[1] as object);
    expect(await database.get("route", "d", by)).not.toHaveProperty("title");
    expect(await database.get("route", "z", by)).toBeUndefined();
    const [duplicate, added] = items(await database.insert("route", [{ _id: "a" }, { _id: "e", grade: 1 }], by));
    expect(duplicate).toMatchObject({ code: "WDE0074" });
    expect(added).toMatchObject({ _id: "e", grade: 1 });
    const [unknown] = items(await database.insert("route", [{ _id: "f", nothing: 1 }], by));
    expect(unknown).toMatchObject({ code: "WDE0080" });
  });

  test.each<[string, object, string]>([
    ["everything", {}, "abcde"],
    ["equality", { grade: 7 }, "cd"],
    ["several fields", { grade: 7, title: "Beržo lapas" }, "c"],
    ["two operators on one field", { grade: { $gt: 0, $lt: 7 } }, "ae"],
    ["a null value", { title: null }, "de"],
    ["$exists", { title: { $exists: true } }, "abc"],
    ["$isEmpty", { title: { $isEmpty: true } }, "de"],
    ["$in", { grade: { $in: [0, 6] } }, "ab"],
    ["$in and null", { title: { $in: ["Beržas", null] } }, "bde"],
    ["$in and booleans", { set: { $in: [true, false] } }, "abc"],
    ["$nin", { grade: { $nin: [0, 6] } }, "cde"],
    ["$hasSome", { _id: { $hasSome: ["a", "z"] } }, "a"],
    ["$hasAll", { _id: { $hasAll: ["a"] } }, "a"],
    ["$contains", { title: { $contains: "BER" } }, "bc"],
    ["$startsWith", { title: { $startsWith: "beržo" } }, "c"],
    ["$endsWith", { title: { $endsWith: "NIS" } }, "a"],
    ["a percent sign", { title: { $contains: "%" } }, ""],
    ["$urlized", { title: { $urlized: ["beržo", "lapas"] } }, "c"],
    ["dates as text", { opened: { $gte: "2026-02-05T10:00:00Z" } }, "bc"],
    ["dates", { opened: { $lt: { $date: "2026-02-05T10:00:00.000Z" } } }, "a"],
    ["$or", { $or: [{ _id: "a" }, { $and: [{ grade: 7 }, { title: null }] }] }, "ad"],
    ["$not", { $not: { grade: { $gte: 6 } } }, "be"],
    ["$not on a field", { grade: { $not: { $gte: 6 } } }, "be"],
    ["$not on a list of conditions", { $not: [{ $or: [{ _id: "a" }, { grade: 7 }] }] }, "be"],
    ["an empty list", { grade: { $in: [] } }, ""],
    ["an empty $or", { $or: [] }, ""],
    ["an empty $and", { $and: [] }, "abcde"],
    ["id as an alias of _id", { id: "c" }, "c"],
  ])("a filter with %s finds the matching items", async (_, filter, expected) => {
    const { items: found, total } = await database.query(
      "route",
      { filter, limit: 50, returnTotal: true } as never,
      by,
    );
    expect(found.map(({ _id }) => _id).join("")).toBe(expected);
    expect(total).toBe(expected.length);
    expect(await database.count("route", filter as never, by)).toBe(expected.length);
  });

  test("sorts, pages and projects items", async () => {
    const query = { sort: [{ fieldName: "grade", order: "DESC" }, { fieldName: "_id" }] as const, fields: ["grade"] };
    const first = await database.query("route", { ...query, limit: 2, returnTotal: true }, by);
    expect(first.items).toEqual([
      { _id: "c", grade: 7 },
      { _id: "d", grade: 7 },
    ]);
    expect(first.total).toBe(5);
    const next = await database.query("route", { ...query, limit: 3, cursor: first.nextCursor }, by);
    expect(next.items.map(({ _id }) => _id)).toEqual(["a", "e", "b"]);
    const past = await database.query("route", { ...query, limit: 3, offset: 5 }, by);
    expect(past).toEqual({ items: [] });
  });

  test("aggregates items by group and overall, and reads distinct values", async () => {
    const operations = [
      { resultFieldName: "routes", itemCount: {} },
      { resultFieldName: "best", max: { itemFieldName: "title" } },
      { resultFieldName: "sum", sum: { itemFieldName: "grade" } },
      { resultFieldName: "mean", average: { itemFieldName: "grade" } },
    ];
    const query = {
      operations,
      groupingFields: ["set"],
      sort: [{ fieldName: "sum", order: "DESC" as const }],
      limit: 50,
    };
    expect(await database.aggregate("route", query, by)).toEqual({
      rows: [
        { _id: true, set: true, routes: 2, best: "Beržo lapas", sum: 13, mean: 6.5 },
        { _id: null, set: null, routes: 2, best: null, sum: 8, mean: 4 },
        { _id: false, set: false, routes: 1, best: "Beržas", sum: 0, mean: 0 },
      ],
      total: 3,
    });
    const many = { ...query, finalFilter: { routes: { $gt: 1 } }, limit: 1, offset: 1 };
    expect(await database.aggregate("route", many, by)).toMatchObject({ rows: [{ routes: 2, sum: 8 }], total: 2 });
    const all = { ...query, groupingFields: [], initialFilter: { title: { $ne: null } } };
    const overall = { routes: 3, best: "Beržo lapas", sum: 13, mean: 13 / 3 };
    expect((await database.aggregate("route", all, by)).rows).toEqual([overall]);
    const both = { groupingFields: ["set", "grade"], operations: [], initialFilter: { _id: "a" }, limit: 5 };
    expect((await database.aggregate("route", both, by)).rows).toEqual([
      { _id: { set: true, grade: 6 }, set: true, grade: 6 },
    ]);
    const grades = await database.distinct("route", { fieldName: "grade", order: "DESC", limit: 2, offset: 1 }, by);
    expect(grades).toEqual({ values: [6, 1], total: 4 });
  });

  test("reads a table whose items have no id", async () => {
    const { items: visits } = await database.query("visit", { limit: 5, sort: [{ fieldName: "people" }] }, by);
    expect(visits.map(({ people }) => people)).toEqual([7, 9]);
    const [outcome] = await database.insert("visit", [{ people: 1 }], by).catch((error) => [{ error }]);
    expect(outcome).toHaveProperty("error");
  });

  test("replaces items as a whole and reports missing ones", async () => {
    const [changed, missing] = items(
      await database.update(
        "route",
        [
          { _id: "c", title: "", grade: 0 },
          { _id: "z", grade: 1 },
        ],
        by,
      ),
    );
    expect(changed).toMatchObject({ _id: "c", title: "", grade: 0 });
    expect(missing).toMatchObject({ code: "WDE0073" });
    const read = await database.get("route", "c", by);
    expect(read).toMatchObject({ title: "", grade: 0, _createdDate: expect.anything() });
    expect(read).not.toHaveProperty("opened");
  });

  test("returns removed items and reports missing ones", async () => {
    const removed = items(await database.remove("route", ["a", "z", "e"], by));
    expect(removed).toMatchObject([{ _id: "a", title: "Alksnis" }, { code: "WDE0073" }, { _id: "e" }]);
    expect(await database.count("route", {}, by)).toBe(3);
  });

  test("writes a thousand items in one call", async () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({
      _id: `m${i}`,
      title: "x".repeat(protocol === 2 ? 4000 : 20),
    }));
    const inserted = items(await database.insert("route", many, by));
    expect(inserted).toMatchObject(many.map(({ _id }) => ({ _id })));
    expect(await database.count("route", { _id: { $startsWith: "m" } }, by)).toBe(1000);
    if (protocol === 1) await expect(database.truncate("route", by)).rejects.toMatchObject({ code: "WDE0120" });
    else {
      await database.truncate("route", by);
      expect(await database.count("route", {}, by)).toBe(0);
    }
  });

  test.runIf(protocol > 1)("creates, changes and deletes collections as far as the protocol allows", async () => {
    const fields = [{ key: "title", type: "TEXT" as const }];
    const created = await database.createCollection({ id: "wall", fields });
    expect(created.fields.map(({ key }) => key).toSorted()).toEqual([
      "_createdDate",
      "_id",
      "_owner",
      "_updatedDate",
      "title",
    ]);
    const exists = { code: "WDE0104", status: 409 };
    await expect(database.createCollection({ id: "wall", fields })).rejects.toMatchObject(exists);
    const metres = { key: "metres", type: "NUMBER" as const };
    const changed = await database.updateCollection({
      id: "wall",
      fields: [...created.fields, metres].filter(({ key }) => key !== "title"),
    });
    expect(changed.fields.find(({ key }) => key === "metres")?.type).toBe("NUMBER");
    expect(changed.fields.some(({ key }) => key === "title")).toBe(false);
    expect(items(await database.insert("wall", [{ _id: "north", metres: 12.5 }], by))).toMatchObject([
      { metres: 12.5 },
    ]);
    const other = database.updateCollection({ id: "wall", fields: [{ key: "metres", type: "BOOLEAN" }] });
    await expect(other).rejects.toMatchObject({ code: "WDE0120" });
    if (protocol === 2) await expect(database.deleteCollection("wall")).rejects.toMatchObject({ code: "WDE0120" });
    else {
      await database.deleteCollection("wall");
      expect(await database.collections(["wall"])).toEqual([]);
    }
  });

  test("rejects operations on references", async () => {
    const query = { referringFieldKey: "friends", limit: 5 };
    await expect(database.queryReferenced("route", query, by)).rejects.toMatchObject({ code: "WDE0120" });
    const reference = { referringItemId: "a", referencedItemId: "b" };
    await expect(database.insertReferences("route", "friends", [reference], by)).rejects.toMatchObject({
      code: "WDE0120",
    });
  });

  test("rejects a connection with a wrong secret or an unknown signature", async () => {
    if (protocol === 3) {
      const externalDatabaseConnection = { name: "stranger", endpoint: adapter.url };
      const created = await owner().create({ externalDatabaseConnection, connectionType: "WIX_SPI" });
      expect(created.externalDatabaseConnection.connectionStatus?.causeOfFailure).toBe("UNAUTHORIZED");
      await owner().delete({ name: "stranger" });
    } else {
      const { externalDatabaseConnection: read } = await update(adapter.url, { secretKey: "another" });
      expect(read.connectionStatus).toEqual({
        successful: false,
        causeOfFailure: "UNAUTHORIZED",
        hasCollections: "UNKNOWN",
      });
      const refused = databases.find(name).then((found) => found?.count("route", {}, by));
      await expect(refused).rejects.toMatchObject({ code: "WDE0131", status: 502 });
    }
  });
});
