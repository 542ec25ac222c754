import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { startAdapter } from "@uola/adapter";
import { type Client, createClient } from "@uola/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlatform, createTestPlatform, type TestPlatform, urls } from "../testing.ts";

/** Tests all operations on items of an external database against the real adapter of this repository. */
let platform: TestPlatform;
let adapters: Awaited<ReturnType<typeof startAdapter>>[] = [];
let line: Awaited<ReturnType<typeof createLine>>;
let owner: Client;
let member: Client & { id: string };
/** A client of the same platform with short timeouts. */
let hasty: Client;
const dataCollectionId = "walls/route";
const connections = { toPrivateAddresses: true };

beforeAll(async () => {
  platform = await createTestPlatform({ connections });
  const { connection, siteId, accounts, key, clock } = platform;
  await connection.pool.query(`
    create schema shop;
    create table shop.route ("_id" text primary key, "_createdDate" timestamptz, "_updatedDate" timestamptz,
      "_owner" text, title text, grade int, opened timestamptz);
    create table shop.visit (at date, people int);`);
  owner = platform.as(key);
  const { id, token } = await platform.member();
  member = Object.assign(platform.as(token), { id });
  const configuration = { secretKey: "a secret between two" };
  for (const [name, protocol] of [
    ["walls", 3],
    ["old walls", 1],
  ] as const) {
    const { externalDatabaseConnection: made } = await owner.connections.create({
      externalDatabaseConnection: { name, endpoint: "http://localhost:1/", configuration },
      connectionType: protocol === 3 ? "WIX_SPI" : "STANDALONE",
    });
    const trust =
      protocol === 3
        ? { protocol, publicKey: made.publicKey ?? "", applicationId: made.applicationId ?? "" }
        : { protocol, secret: configuration.secretKey };
    const adapter = await startAdapter({ databaseUrl: connection.url, schema: "shop", port: 0, trust });
    adapters.push(adapter);
    line = protocol === 3 ? await createLine(Number(new URL(adapter.url).port)) : line;
    const endpoint = protocol === 3 ? line.url : adapter.url;
    await owner.connections.update({ externalDatabaseConnection: { name, endpoint, configuration } });
  }
  const { fetch } = createPlatform({
    connection,
    siteId,
    accounts,
    urls,
    now: () => clock.now,
    backgroundWork: false,
    connections: { ...connections, callTimeoutMs: 2000, listTimeoutMs: 300 },
  });
  hasty = createClient({ url: urls.platform, fetch, tokens: key });
});
afterAll(async () => {
  line.end();
  await Promise.all(adapters.map((each) => each.close()));
  adapters = [];
  await platform.close();
});

/** Starts a proxy to the adapter that can be made to stop responding. */
async function createLine(port: number) {
  let silent = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const there = connect(port, "localhost");
    for (const [from, to] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => silent || to.write(chunk));
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const fallSilent = () => {
    silent = true;
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, fallSilent, end };
}

const refused = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: { code?: string }) => error.code,
  );
const setTo = (may: "ADMIN" | "ANYONE" | "SITE_MEMBER" | "SITE_MEMBER_AUTHOR") => ({
  insert: may,
  update: may,
  remove: may,
  read: may,
});
type Results = readonly { itemMetadata: { error?: { code: string } | null | undefined } }[];
const codes = (results: Results) => results.map(({ itemMetadata }) => itemMetadata.error?.code);

test("writes external items singly and in bulk, and reads them by filter, sort order and page", async () => {
  const { items } = owner;
  const insert = (id: string | undefined, data: Record<string, string | number>) =>
    items.insert({ dataCollectionId, dataItem: { ...(id && { id }), data } });
  const { dataItem: a } = await insert("a", { title: "Alksnis", grade: 6 });
  expect(a).toMatchObject({
    id: "a",
    dataCollectionId,
    data: { _id: "a", title: "Alksnis", _owner: expect.any(String) },
  });
  expect(a.data._createdDate).toEqual({ $date: platform.clock.now.toISOString() });
  expect((await insert(undefined, { title: "Be vardo" })).dataItem.id).toMatch(/^[\da-f-]{36}$/);
  expect(await refused(insert("a", { title: "x" }))).toBe("WDE0074");
  expect(await refused(insert("z", { nowhere: 1 }))).toBe("WDE0080");
  const many = ["b", "c", "a", "d"].map((id, grade) => ({ id, data: { title: `Uola ${id}`, grade } }));
  const added = await items.bulkInsert({ dataCollectionId, dataItems: many, returnEntity: true });
  expect(codes(added.results)).toEqual([undefined, undefined, "WDE0074", undefined]);
  expect(added.bulkActionMetadata).toEqual({ totalSuccesses: 3, totalFailures: 1 });
  expect(added.results[3]?.dataItem).toMatchObject({ id: "d", data: { grade: 3 } });
  const saved = await items.bulkSave({
    dataCollectionId,
    dataItems: ["a", "e"].map((id) => ({ id, data: { grade: 9 } })),
  });
  expect(saved.results.map(({ action }) => action)).toEqual(["UPDATE", "INSERT"]);
  const patched = await items.bulkPatch({
    dataCollectionId,
    patchSets: ["a", "zz"].map((dataItemId) => ({
      dataItemId,
      fieldUpdates: [{ fieldPath: "grade", action: "INCREMENT_FIELD", incrementField: { value: 1 } }],
    })),
  });
  expect(codes(patched.results)).toEqual([undefined, "WDE0073"]);
  expect((await items.get({ dataCollectionId, dataItemId: "a", fields: ["grade"] })).dataItem.data).toEqual({
    _id: "a",
    grade: 10,
  });
  expect(await refused(items.update({ dataCollectionId, dataItem: { id: "zz", data: { grade: 1 } } }))).toBe("WDE0073");
  expect(await refused(items.get({ dataCollectionId, dataItemId: "zz" }))).toBe("WDE0073");

  const filter = { grade: { $gt: 0 } };
  const sort = [{ fieldName: "grade", order: "DESC" as const }];
  const page = await items.query({ dataCollectionId, query: { filter, sort, paging: { limit: 2, offset: 1 } } });
  expect(page.dataItems.map(({ id }) => id)).toEqual(["e", "d"]);
  expect(page.pagingMetadata).toMatchObject({ count: 2, offset: 1, total: 4 });
  const ids: string[] = [];
  for (let cursor: string | null | undefined, first = true; first || cursor; first = false) {
    const cursorPaging = cursor ? { cursor, limit: 3 } : { limit: 3 };
    const query = cursor ? { cursorPaging } : { filter, sort, fields: ["grade"], cursorPaging };
    const { dataItems, pagingMetadata } = await items.query({ dataCollectionId, query });
    ids.push(...dataItems.map(({ id }) => id));
    cursor = pagingMetadata.hasNext ? pagingMetadata.cursors?.next : undefined;
  }
  expect(ids).toEqual(["a", "e", "d", "c"]);
  expect((await items.count({ dataCollectionId, filter })).totalCount).toBe(4);
  const operations = [{ itemCount: {} }, { max: { itemFieldName: "grade" } }];
  const { results } = await items.aggregate({ dataCollectionId, initialFilter: filter, aggregation: { operations } });
  expect(results).toEqual([{ count: 4, gradeMax: 10 }]);
  const { distinctValues } = await items.queryDistinctValues({
    dataCollectionId,
    fieldName: "grade",
    filter,
    order: "DESC",
  });
  expect(distinctValues).toEqual([10, 9, 3, 1]);
  const removed = await items.bulkRemove({ dataCollectionId, dataItemIds: ["b", "zz"] });
  expect(codes(removed.results)).toEqual([undefined, "WDE0073"]);
  expect(await refused(items.remove({ dataCollectionId, dataItemId: "b" }))).toBe("WDE0073");
});

test("rejects an invalid or unsupported operation with a specific error code", async () => {
  const { items } = owner;
  const query = (input: object, id = dataCollectionId) => refused(items.query({ dataCollectionId: id, query: input }));
  expect(await query({ filter: [] })).toBe("WDE0016");
  expect(await query({ filter: { grade: { $in: 1 } } })).toBe("WDE0080");
  expect(await query({ filter: { title: { $regex: "a" } } })).toBe("WDE0120");
  expect(await query({ paging: { limit: -1 } })).toBe("WDE0033");
  expect(await query({ paging: { limit: 1001 } })).toBe("WDE0036");
  expect(await query({ cursorPaging: { cursor: "nonsense" } })).toBe("INVALID_CURSOR");
  expect(await query({}, "walls/nothing")).toBe("WDE0025");
  expect(await query({}, "nobody/route")).toBe("WDE0025");
  const field = { referringItemFieldName: "title", referringItemId: "a" };
  expect(await refused(items.isReferenced({ dataCollectionId, ...field, referencedItemId: "b" }))).toBe("WDE0020");
  expect(await refused(items.insert({ dataCollectionId, dataItem: { data: { $x: 1 } } }))).toBe("WDE0134");
  expect(await refused(items.truncate({ dataCollectionId: "old walls/route" }))).toBe("WDE0120");
});

test("applies the owner's permissions to an external collection regardless of what its database allows", async () => {
  const visitor = platform.as(platform.visitor());
  for (const id of [dataCollectionId, "old walls/route"]) {
    const read = (by: Client) => refused(by.items.count({ dataCollectionId: id }));
    const { collection } = await owner.collections.get({ dataCollectionId: id });
    expect(collection.permissions).toEqual(setTo("ADMIN"));
    expect([await read(member), await read(visitor)]).toEqual(["WDE0027", "WDE0027"]);
    expect(await refused(member.items.insert({ dataCollectionId: id, dataItem: { data: { grade: 1 } } }))).toBe(
      "WDE0027",
    );
    expect(
      await refused(member.collections.update({ collection: { ...collection, permissions: setTo("ANYONE") } })),
    ).toBe("PERMISSION_DENIED");
    const { collection: changed } = await owner.collections.update({
      collection: { ...collection, permissions: { ...setTo("SITE_MEMBER_AUTHOR"), read: "ANYONE" } },
    });
    expect(changed.permissions?.read).toBe("ANYONE");
    expect((await owner.collections.get({ dataCollectionId: id })).collection).toEqual(changed);
    const { collections } = await owner.collections.list({});
    expect(collections.find((each) => each.id === id)?.permissions).toEqual(changed.permissions);
  }
  expect(await refused(visitor.items.count({ dataCollectionId }))).toBe("answered");
  await member.items.insert({ dataCollectionId, dataItem: { id: "mine", data: { grade: 1, _owner: "somebody" } } });
  const ownItem = await owner.items.get({ dataCollectionId, dataItemId: "mine" });
  expect(ownItem.dataItem.data._owner).toBe(member.id);
  const dataItems = ["mine", "a"].map((id) => ({ id, data: { grade: 2 } }));
  const { results } = await member.items.bulkUpdate({ dataCollectionId, dataItems });
  expect(codes(results)).toEqual([undefined, "WDE0027"]);
  const removed = await member.items.bulkRemove({ dataCollectionId, dataItemIds: ["a", "mine"] });
  expect(codes(removed.results)).toEqual(["WDE0027", undefined]);

  const { collection } = await owner.collections.get({ dataCollectionId: "old walls/route" });
  const fields = [...collection.fields, { key: "more", type: "TEXT" as const }];
  expect(await refused(owner.collections.update({ collection: { ...collection, fields } }))).toBe("WDE0120");
  const unknown = { ...setTo("ANYONE"), read: "UNKNOWN_ROLE" as const };
  expect(await refused(owner.collections.update({ collection: { ...collection, permissions: unknown } }))).toBe(
    "WDE0080",
  );
  const { rows } = await platform.connection.pool.query("select action from audit where entity = 'data_collection'");
  expect(rows).toHaveLength(2);
  await owner.connections.delete({ name: "old walls" });
  expect((await platform.connection.pool.query("select from external_collection_permissions")).rowCount).toBe(1);
});

test("times out if the database does not respond and reports an unreachable database with another code", async () => {
  const { items } = hasty;
  const [dataItem, dataItemId, fieldName] = [{ id: "a", data: { grade: 1 } }, "a", "grade"];
  const fieldUpdates = [{ fieldPath: "grade", action: "REMOVE_FIELD" as const }];
  const calls: Record<string, () => Promise<unknown>> = {
    insert: () => items.insert({ dataCollectionId, dataItem }),
    update: () => items.update({ dataCollectionId, dataItem }),
    save: () => items.save({ dataCollectionId, dataItem }),
    patch: () => items.patch({ dataCollectionId, patchSet: { dataItemId, fieldUpdates } }),
    get: () => items.get({ dataCollectionId, dataItemId }),
    remove: () => items.remove({ dataCollectionId, dataItemId }),
    truncate: () => items.truncate({ dataCollectionId }),
    query: () => items.query({ dataCollectionId }),
    aggregate: () => items.aggregate({ dataCollectionId, aggregation: { operations: [{ itemCount: {} }] } }),
    count: () => items.count({ dataCollectionId }),
    queryDistinctValues: () => items.queryDistinctValues({ dataCollectionId, fieldName }),
    bulkInsert: () => items.bulkInsert({ dataCollectionId, dataItems: [dataItem] }),
    bulkUpdate: () => items.bulkUpdate({ dataCollectionId, dataItems: [dataItem] }),
    bulkSave: () => items.bulkSave({ dataCollectionId, dataItems: [dataItem] }),
    bulkPatch: () => items.bulkPatch({ dataCollectionId, patchSets: [{ dataItemId, fieldUpdates }] }),
    bulkRemove: () => items.bulkRemove({ dataCollectionId, dataItemIds: ["a"] }),
  };
  // From here on the definitions of the database are cached, as they are for most calls.
  await hasty.collections.list({});
  await items.count({ dataCollectionId });
  const every = async () =>
    new Set(await Promise.all(Object.entries(calls).map(async ([name, call]) => `${name} ${await refused(call())}`)));
  const all = (code: string) => new Set(Object.keys(calls).map((name) => `${name} ${code}`));
  line.fallSilent();
  expect(await every()).toEqual(all("WDE0028"));

  // The first caller waits no longer than the timeout for lists. The other timeouts exceed the
  // timeout of the test itself.
  const { connection, siteId, accounts, clock } = platform;
  const { fetch } = createPlatform({
    connection,
    siteId,
    accounts,
    urls,
    now: () => clock.now,
    backgroundWork: false,
    connections: { ...connections, listTimeoutMs: 300, callTimeoutMs: 600_000, operationTimeoutMs: 600_000 },
  });
  const { collections } = await createClient({ url: urls.platform, fetch, tokens: platform.key }).collections.list({});
  expect(collections.filter(({ collectionType }) => collectionType === "EXTERNAL")).toEqual([]);

  line.end();
  expect(await every()).toEqual(all("WDE0131"));
});
