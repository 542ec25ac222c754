import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startAdapter } from "@uola/adapter";
import type { externalDatabaseConnections as module } from "@wix/data";
import pg from "pg";
import { folder } from "../harness/addresses.ts";
import { query } from "./item-collections.ts";
import { answerTo, codesOf, fieldsOf, member, owner, violationsOf, visitor } from "./platform.ts";

/**
 * Tests external databases with the platform's public SDK: connections, and their collections
 * through real adapters.
 */
const { collections, externalDatabaseConnections: connections, items } = owner;
const secret = "paslaptis tarp dviejų";
const nameOf = () => `svetima ${randomUUID().slice(0, 8)}`;
/** The tables are in the harness's database, in one schema per protocol. */
const { url: databaseUrl } = JSON.parse(readFileSync(join(folder, "data/running.json"), "utf8")) as { url: string };

/** The fields for verifying requests of protocol 3, which the SDK's types lack. */
type Connection = module.ExternalDatabaseConnection & { publicKey?: string; applicationId?: string };
const create = async (name: string, connectionType: string, more: object = {}) => {
  const type = { connectionType: connectionType as module.ConnectionType };
  return (await connections.createExternalDatabaseConnection({ name, ...more }, type)) as Connection;
};

test("only the owner can create, read, list, update and delete a database connection", async () => {
  const name = nameOf();
  const configuration = { secretKey: secret, tenant: { _id: "a", id: "b" } };
  const made = await create(name, "STANDALONE", { endpoint: "http://localhost:1/", configuration });
  expect(made).toMatchObject({
    name,
    endpoint: "http://localhost:1/",
    connectionStatus: { successful: false, causeOfFailure: "DESTINATION_HOST_UNREACHABLE", hasCollections: "UNKNOWN" },
  });
  const read = await connections.getExternalDatabaseConnection(name);
  expect(read.configuration?.secretKey).toBe(secret);
  expect(read.connectionStatus).toEqual(made.connectionStatus);
  const spi = nameOf();
  expect(await create(spi, "WIX_SPI")).toMatchObject({
    protocolVersion: "V3",
    connectionStatus: { causeOfFailure: "DESTINATION_ENDPOINT_NOT_DEFINED" },
    publicKey: expect.stringContaining("PUBLIC KEY"),
  });
  const list = await connections.listExternalDatabaseConnections({ paging: { limit: 100 } });
  expect(list.externalDatabaseConnections.map((each) => each.name)).toEqual(expect.arrayContaining([name, spi]));
  const { externalDatabaseConnections: one, pagingMetadata } = await connections.listExternalDatabaseConnections({
    paging: { limit: 1, offset: 1 },
  });
  expect([one.length, pagingMetadata?.offset, pagingMetadata?.total]).toEqual([1, 1, list.pagingMetadata?.total]);
  const moved = await connections.updateExternalDatabaseConnection(name, { endpoint: "http://localhost:1/kitur" });
  expect(moved).toMatchObject({ name, endpoint: "http://localhost:1/kitur" });
  expect(moved.configuration ?? {}).toEqual({});

  expect(await answerTo(create(name, "STANDALONE", { endpoint: "http://localhost:1/" }))).toBe(
    "409 CONNECTION_ALREADY_EXISTS",
  );
  expect(await fieldsOf(create(nameOf(), "STANDALONE"))).toEqual(["externalDatabaseConnection.endpoint"]);
  expect(await fieldsOf(create("a/b", "STANDALONE", { endpoint: "ne adresas" }))).toEqual([
    "externalDatabaseConnection.endpoint",
    "externalDatabaseConnection.name",
  ]);
  expect(await fieldsOf(create(nameOf(), "KITOKS", { endpoint: "http://localhost:1/" }))).toEqual([
    "options.connectionType",
  ]);
  expect(await violationsOf(connections.updateExternalDatabaseConnection(name, { endpoint: "x" }))).toMatchObject([
    { field: "externalDatabaseConnection.endpoint" },
  ]);
  expect(await answerTo(items.countDataItems({ dataCollectionId: `${name}/route` }))).toBe("502 WDE0131");
  for (const each of [name, spi]) expect(await connections.deleteExternalDatabaseConnection(each)).toBeUndefined();
  const gone = [
    connections.getExternalDatabaseConnection(name),
    connections.updateExternalDatabaseConnection(name, { endpoint: "http://localhost:1/" }),
    connections.deleteExternalDatabaseConnection(name),
  ];
  expect(await codesOf(gone)).toEqual(["CONNECTION_NOT_FOUND"]);
  expect(await answerTo(items.countDataItems({ dataCollectionId: `${name}/route` }))).toBe("404 WDE0025");
  const attempts = [visitor(), await member()].flatMap(({ externalDatabaseConnections: of }) => [
    of.listExternalDatabaseConnections(),
    of.getExternalDatabaseConnection(name),
    of.createExternalDatabaseConnection({ name, endpoint: "http://localhost:1/" }, {
      connectionType: "STANDALONE",
    } as never),
    of.updateExternalDatabaseConnection(name, { endpoint: "http://localhost:1/" }),
    of.deleteExternalDatabaseConnection(name),
  ]);
  expect(await codesOf(attempts)).toEqual(["PERMISSION_DENIED"]);
});

for (const protocol of [1, 2, 3] as const) {
  test(`serves collections and items through an adapter of protocol ${protocol}`, async () => {
    const name = nameOf();
    const schema = `svetima_${protocol}`;
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.query(`create schema ${schema}`);
    await client.query(`create table ${schema}.route ("_id" text primary key, "_createdDate" timestamptz,
      "_updatedDate" timestamptz, "_owner" text, title text, grade int, "set" boolean, opened timestamptz)`);
    await client.end();
    const made =
      protocol === 3
        ? await create(name, "WIX_SPI")
        : await create(name, "STANDALONE", { endpoint: "http://localhost:1/", configuration: { secretKey: secret } });
    const { publicKey = "", applicationId = "" } = made;
    const trust = protocol === 3 ? { protocol, publicKey, applicationId } : { protocol, secret };
    const adapter = await startAdapter({ databaseUrl, schema, port: 0, trust });
    try {
      const connected = await connections.updateExternalDatabaseConnection(name, {
        endpoint: adapter.url,
        configuration: { secretKey: secret },
      });
      expect(connected).toMatchObject({
        protocolVersion: `V${protocol}`,
        connectionStatus: { successful: true, causeOfFailure: "NONE", hasCollections: "YES" },
        capabilities: { collectionModificationsSupported: protocol > 1 },
      });
      await definitions(name, protocol);
      await everyItem(`${name}/route`, protocol);
    } finally {
      await connections.deleteExternalDatabaseConnection(name);
      await adapter.close();
    }
  });
}

async function definitions(name: string, protocol: 1 | 2 | 3) {
  const route = await collections.getDataCollection(`${name}/route`, { consistentRead: true });
  expect(route).toMatchObject({ _id: `${name}/route`, collectionType: "EXTERNAL", maxPageSize: expect.any(Number) });
  expect(route.fields?.find(({ key }) => key === "grade")).toMatchObject({ type: "NUMBER", systemField: false });
  const listed = await collections.listDataCollections({ paging: { limit: 1000 } });
  expect(listed.collections.find(({ _id }) => _id === route._id)).toEqual(route);
  expect(await answerTo(collections.getDataCollection(`${name}/nera`))).toBe("404 WDE0025");
  const permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" };
  const wall = { _id: `${name}/wall`, fields: [{ key: "title", type: "TEXT" }], permissions };
  const make = () => collections.createDataCollection(structuredClone(wall) as never);
  if (protocol === 1) {
    expect(await answerTo(make())).toBe("400 WDE0120");
    return;
  }
  expect(await make()).toMatchObject({ _id: wall._id, collectionType: "EXTERNAL" });
  expect(await answerTo(make())).toBe("409 WDE0104");
  const more = { ...wall, fields: [...wall.fields, { key: "metres", type: "NUMBER" }] };
  const changed = await collections.updateDataCollection(more as never);
  expect(changed.fields?.map(({ key }) => key)).toEqual(expect.arrayContaining(["title", "metres"]));
  const away = collections.deleteDataCollection(wall._id);
  if (protocol === 2) expect(await answerTo(away)).toBe("400 WDE0120");
  else expect(await away).toBeUndefined();
}

async function everyItem(dataCollectionId: string, protocol: 1 | 2 | 3) {
  const given = { dataCollectionId };
  const opened = { $date: "2026-01-05T10:00:00.000Z" };
  const first = { title: "Alksnis", grade: 6, set: true, opened };
  const { dataItem } = await items.insertDataItem({ ...given, dataItem: { _id: "a/1", data: { ...first } } });
  expect(dataItem).toMatchObject({ _id: "a/1", dataCollectionId, data: { _id: "a/1", ...first } });
  expect(await items.getDataItem("a/1", given)).toEqual(dataItem);
  const named = await items.insertDataItem({ ...given, dataItem: { data: { title: "Be vardo", grade: 1 } } });
  await items.removeDataItem(named.dataItem?._id as string, given);
  const dataItems = [
    { _id: "b", data: { title: "Beržas", grade: 0, set: false } },
    { _id: "c", data: { title: "Beržo lapas", grade: 7, set: true } },
    { _id: "a/1", data: {} },
  ];
  const inserted = await items.bulkInsertDataItems({ ...given, dataItems, returnEntity: true });
  expect(inserted.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1 });
  expect(inserted.results[0]?.dataItem?.data).toMatchObject({ title: "Beržas", grade: 0, set: false });
  expect(inserted.results[2]?.itemMetadata?.error?.code).toBe("WDE0074");

  const page = await query({ ...given, returnTotalCount: true })
    .ge("grade", 0)
    .descending("grade")
    .limit(2)
    .find();
  expect(page.items.map(({ _id }) => _id)).toEqual(["c", "a/1"]);
  expect(page.totalCount).toBe(3);
  expect((await page.next()).items.map(({ _id }) => _id)).toEqual(["b"]);
  const found = await query(given).startsWith("title", "beržo").ne("_id", "b").find();
  expect(found.items.map(({ _id }) => _id)).toEqual(["c"]);
  expect(await items.countDataItems({ ...given, filter: { opened: { $lte: new Date(opened.$date) } } })).toEqual({
    totalCount: 1,
  });
  const { results } = await items.aggregateDataItems({
    ...given,
    aggregation: {
      groupingFields: ["set"],
      operations: [{ resultFieldName: "best", max: { itemFieldName: "grade" } }],
    },
    sort: [{ fieldName: "best", order: "DESC" as never }],
  });
  expect(results).toMatchObject([
    { _id: true, set: true, best: 7 },
    { _id: false, best: 0 },
  ]);
  const grades = await items.queryDistinctValues({ ...given, fieldName: "grade", order: "DESC" as never });
  expect(grades.distinctValues).toEqual([7, 6, 0]);

  const updated = await items.updateDataItem("a/1", { ...given, dataItem: { data: { title: "Kitas" } } });
  expect(updated.dataItem?.data).toMatchObject({ title: "Kitas" });
  expect(updated.dataItem?.data?.grade ?? null).toBeNull();
  expect((await items.saveDataItem({ ...given, dataItem: { _id: "d", data: { grade: 3 } } })).action).toBe("INSERTED");
  const changes = () => ["d", "nera"].map((_id) => ({ _id, data: { grade: 4 } }));
  const bulk = await items.bulkUpdateDataItems({ ...given, dataItems: changes() });
  expect(bulk.results.map(({ itemMetadata }) => itemMetadata?.error?.code)).toEqual([undefined, "WDE0073"]);
  const saved = await items.bulkSaveDataItems({ ...given, dataItems: changes() });
  expect(saved.results.map(({ action }) => action)).toEqual(["UPDATE", "INSERT"]);
  const removed = await items.bulkRemoveDataItems({ ...given, dataItemIds: ["b", "kito"] });
  expect(removed.results.map(({ itemMetadata }) => itemMetadata?.error?.code)).toEqual([undefined, "WDE0073"]);
  expect(await answerTo(items.getDataItem("b", given))).toBe("404 WDE0073");
  expect(await answerTo(visitor().items.getDataItem("c", given))).toBe("403 WDE0027");

  const reference = { referringItemFieldName: "title", referringItemId: "a/1", referencedItemId: "b" };
  expect(await answerTo(items.insertDataItemReference({ ...given, dataItemReference: reference }))).toBe("400 WDE0120");
  expect(await answerTo(items.isReferencedDataItem({ ...given, ...reference }))).toBe("400 WDE0020");
  const truncated = items.truncateDataItems(given);
  if (protocol === 1) expect(await answerTo(truncated)).toBe("400 WDE0120");
  else {
    await truncated;
    expect(await items.countDataItems(given)).toEqual({ totalCount: 0 });
  }
}
