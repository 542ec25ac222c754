import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";
import { createExternalDatabases } from "./external-databases.ts";
import type { ConnectionSettings } from "./http-post.ts";
import { owner as by, createStub, stubReply } from "./testing.ts";

/** Settings for these tests: short timeouts, and databases on this machine are allowed. */
const settings: ConnectionSettings = { toPrivateAddresses: true, connectTimeoutMs: 200, callTimeoutMs: 300 };
const log = { error: (...response: unknown[]) => console.error(...response) } as never;
let platform: TestPlatform;
const opened: { close(): unknown }[] = [];
beforeAll(async () => {
  platform = await createTestPlatform({ connections: settings });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  const { externalDatabaseConnections } = await calls().list({});
  for (const { name } of externalDatabaseConnections) await calls().delete({ name });
});
afterAll(() => platform.close());

const calls = () => platform.as(platform.key).connections;
const create = (endpoint: string | null, connectionType: "STANDALONE" | "WIX_SPI" = "WIX_SPI", name = "shop") =>
  calls().create({
    externalDatabaseConnection: { name, endpoint, configuration: { secretKey: "tylus žodis", region: 7 } },
    connectionType,
  });
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  opened.push({
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  });
  return listening(server);
}
async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", () => done()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const databases = (more: ConnectionSettings = {}) => {
  const { db, siteId, accounts } = platform;
  return createExternalDatabases({ db, siteId, accounts, log }, { ...settings, ...more });
};

describe("connection management", () => {
  test("creates, changes and deletes a connection, with no secrets in its events", async () => {
    const { externalDatabaseConnection: made } = await create(null);
    expect(made).toMatchObject({
      name: "shop",
      endpoint: null,
      configuration: { secretKey: "tylus žodis", region: 7 },
      connectionStatus: {
        successful: false,
        causeOfFailure: "DESTINATION_ENDPOINT_NOT_DEFINED",
        hasCollections: "UNKNOWN",
      },
      capabilities: { collectionModificationsSupported: false, fieldTypes: [] },
      protocolVersion: "V3",
      publicKey: expect.stringContaining("BEGIN PUBLIC KEY"),
      applicationId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const input = { name: "shop", endpoint: "http://127.0.0.1:1/base" };
    const { externalDatabaseConnection: changed } = await calls().update({ externalDatabaseConnection: input });
    expect(changed).toMatchObject({
      ...input,
      configuration: null,
      publicKey: made.publicKey,
      applicationId: made.applicationId,
    });
    const page = await calls().list({ paging: { limit: 1 } });
    expect(page).toEqual({
      externalDatabaseConnections: [changed],
      pagingMetadata: { count: 1, offset: 0, total: 1, tooManyToCount: false },
    });
    await calls().delete({ name: "shop" });
    const notFound = { status: 404, code: "CONNECTION_NOT_FOUND" };
    await expect(calls().get({ name: "shop" })).rejects.toMatchObject(notFound);
    await expect(calls().delete({ name: "shop" })).rejects.toMatchObject(notFound);
    await expect(calls().update({ externalDatabaseConnection: input })).rejects.toMatchObject(notFound);
    const ofIt = sql`where entity = 'external_database_connection' and entity_id = ${made.applicationId}`;
    const { rows: auditEntries } = await sql<{ action: string; before: object; after: object }>`
      select action, before, after from audit ${ofIt} order by id`.execute(platform.db);
    expect(auditEntries.map(({ action }) => action)).toEqual([
      "connection.create",
      "connection.update",
      "connection.delete",
    ]);
    expect(auditEntries[0]?.after).toMatchObject({ configuration: { secretKey: "hidden", region: "hidden" } });
    const { rows: events } = await sql<{ slug: string; sequence: number }>`
      select slug, entity_sequence as sequence, body from event where type = 'external_database_connection'
        and entity_id = ${made.applicationId} order by id`.execute(platform.db);
    expect(events).toMatchObject([
      { slug: "created", sequence: 1, body: { createdEvent: { entity: { name: "shop" } } } },
      { slug: "updated", sequence: 2, body: { updatedEvent: { currentEntity: input } } },
      { slug: "deleted", sequence: 3, body: { deletedEvent: { deletedEntity: input } } },
    ]);
    expect(JSON.stringify([auditEntries, events])).not.toMatch(/tylus|PRIVATE/);
  });

  test("requires a unique connection name, a known type, and an endpoint if the type needs one", async () => {
    const both = await Promise.allSettled([create(null), create(null)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(create(null)).rejects.toMatchObject({ status: 409, code: "CONNECTION_ALREADY_EXISTS" });
    await expect(create(null, "STANDALONE", "other")).rejects.toMatchObject({ status: 400 });
    await expect(create(null, "UNKNOWN_CONNECTION_TYPE" as never, "other")).rejects.toMatchObject({ status: 400 });
    for (const name of ["", "a/b", " a", "a?b", "a%41", "..", "x".repeat(256), "a\nb"]) {
      await expect(create(null, "WIX_SPI", name)).rejects.toMatchObject({ status: 400 });
    }
  });

  test("only the owner can manage connections and read their configuration", async () => {
    const { token } = await platform.member();
    const path = "/wix-data/v1/external-database-connections";
    expect(await platform.ask(path, { method: "GET", token })).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
    const configuration = { _id: "a", id: { _createdDate: "b" } };
    const input = { externalDatabaseConnection: { name: "Ąžuolo namai", configuration }, connectionType: "WIX_SPI" };
    await platform.ask(path, { body: JSON.stringify(input), token: platform.key });
    const { body } = await platform.ask(`${path}/${encodeURIComponent("Ąžuolo namai")}`, {
      method: "GET",
      token: platform.key,
    });
    expect(body.externalDatabaseConnection).toMatchObject({ name: "Ąžuolo namai", configuration });
  });

  test("requires a connection endpoint to be a public https address without a password", async () => {
    const strict = await createTestPlatform({
      connections: { resolve: async () => [{ address: "10.0.0.7", family: 4 }] },
    });
    const attempt = (endpoint: string) =>
      strict.as(strict.key).connections.create({
        externalDatabaseConnection: { name: "shop", endpoint },
        connectionType: "STANDALONE",
      });
    for (const endpoint of ["http://example.com", "https://ona:x@example.com", "https://example.com/?a=1"]) {
      await expect(attempt(endpoint)).rejects.toMatchObject({ status: 400 });
    }
    for (const endpoint of [
      "https://127.0.0.1",
      "https://[::1]/x",
      "https://169.254.169.254",
      "https://inside.example",
    ]) {
      await expect(attempt(endpoint)).rejects.toMatchObject({ code: "ADDRESS_NOT_ALLOWED" });
    }
    await strict.close();
  });
});

describe("failing external databases", () => {
  const never =
    (text: string): RequestListener =>
    (_, response) =>
      void response.writeHead(200).write(text);
  const always =
    (status: number, text: string, headers = {}): RequestListener =>
    (_, response) =>
      response.writeHead(status, headers).end(text);
  const failures: [string, RequestListener, string, string, number][] = [
    ["does not respond", () => {}, "COMMUNICATION_FAILURE", "WDE0028", 504],
    ["responds too slowly", never("{"), "COMMUNICATION_FAILURE", "WDE0028", 504],
    ["closes the connection", (request) => request.socket.destroy(), "COMMUNICATION_FAILURE", "WDE0131", 502],
    ["rejects the secret", always(401, '{"errorCode":"UNAUTHORIZED"}'), "UNAUTHORIZED", "WDE0131", 502],
    ["forbids access", always(403, ""), "UNAUTHORIZED", "WDE0131", 502],
    ["responds with HTML", always(200, "<html></html>"), "COMMUNICATION_FAILURE", "WDE0116", 502],
    ["has no such path", always(404, "<html></html>"), "COMMUNICATION_FAILURE", "WDE0120", 400],
    ["responds with another shape", always(200, '{"collections":7}'), "COMMUNICATION_FAILURE", "WDE0116", 502],
    ["responds with a list", always(200, "[]"), "COMMUNICATION_FAILURE", "WDE0116", 502],
    [
      "responds with deep nesting",
      always(200, `{"a":${"[".repeat(500)}${"]".repeat(500)}}`),
      "COMMUNICATION_FAILURE",
      "WDE0116",
      502,
    ],
    [
      "responds with too much",
      always(200, `{"a":"${"x".repeat(9_000_000)}"}`),
      "COMMUNICATION_FAILURE",
      "WDE0116",
      502,
    ],
    ["fails", always(500, '{"errorCode":"UNKNOWN_ERROR"}'), "COMMUNICATION_FAILURE", "WDE0116", 502],
    ["responds with a timeout status", always(408, "late"), "COMMUNICATION_FAILURE", "WDE0028", 504],
    [
      "redirects to this machine",
      always(302, "", { location: "http://127.0.0.1:1/" }),
      "COMMUNICATION_FAILURE",
      "WDE0116",
      502,
    ],
  ];
  test.each(failures)(
    "the connection reports that the database %s",
    async (_, listener, causeOfFailure, code, status) => {
      const endpoint = await serving(listener);
      const { externalDatabaseConnection: made } = await create(endpoint);
      expect(made.connectionStatus).toEqual({ successful: false, causeOfFailure, hasCollections: "UNKNOWN" });
      // Uses a short timeout only if a timeout is expected, because a large response takes time on
      // a busy machine.
      const database = await databases(status === 504 ? {} : { callTimeoutMs: 20_000 }).find("shop");
      await expect(database?.query("route", { limit: 1 }, by)).rejects.toMatchObject({ code, status });
    },
  );

  const nowhere: [string, () => Promise<string>, ConnectionSettings][] = [
    ["refuses connections", async () => "http://127.0.0.1:1", {}],
    ["has no address", async () => "http://nowhere.invalid", {}],
    [
      "is not on the public internet",
      async () => "http://inside.example:80",
      { toPrivateAddresses: false, resolve: async () => [{ address: "127.0.0.1", family: 4 }] },
    ],
  ];
  test.each(nowhere)("the connection reports that the host %s", async (_, address, more) => {
    await create(await address());
    const found = databases(more);
    const database = await found.find("shop");
    await expect(database?.count("route", {}, by)).rejects.toMatchObject({ code: "WDE0131", status: 502 });
    const [{ database: listed } = {}] = await found.list();
    await expect(listed?.collections()).rejects.toMatchObject({ code: "WDE0131" });
  });

  test("a TLS connection that is never established times out", async () => {
    const silent = createSocketServer((socket) => opened.push({ close: () => socket.destroy() }));
    const endpoint = await listening(silent);
    opened.push(silent);
    const { externalDatabaseConnection: made } = await create(endpoint.replace("http:", "https:"));
    expect(made.connectionStatus?.causeOfFailure).toBe("DESTINATION_HOST_UNREACHABLE");
  });

  test("rejects a database that uses protocol 3 without signatures", async () => {
    const stub = await createStub({ "/provision": () => ({ protocolVersion: 3 }) });
    opened.push(stub);
    const { externalDatabaseConnection: made } = await create(stub.url, "STANDALONE");
    expect(made).toMatchObject({
      protocolVersion: "UNKNOWN_PROTOCOL_VERSION",
      connectionStatus: { causeOfFailure: "COMMUNICATION_FAILURE" },
    });
    await expect(databases().find("shop")).rejects.toMatchObject({ code: "WDE0116" });
  });

  test("aborts a call to an adapter when its caller stops waiting", async () => {
    await create(await serving(() => {}));
    const stop = new AbortController();
    const database = await databases({ callTimeoutMs: 60_000 }).find("shop", stop.signal);
    const asked = database?.deleteCollection("route");
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: "WDE0028" });
  });

  test("never retries a write to a database, but may retry a read", async () => {
    const stub = await createStub({ "/v3/items/truncate": stubReply(500, "{}") });
    opened.push(stub);
    await create(stub.url);
    const database = await databases().find("shop");
    await expect(database?.truncate("route", by)).rejects.toMatchObject({ code: "WDE0116" });
    expect(stub.to("/v3/items/truncate")).toHaveLength(1);
  });
});
