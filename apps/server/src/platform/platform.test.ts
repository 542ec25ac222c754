import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "./testing.ts";

/** Tests behaviour that requires a real socket. */
let platform: TestPlatform;
let port: number;
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer();

beforeAll(async () => {
  platform = await createTestPlatform();
  token = await platform.visitor().access();
  server.on(
    "request",
    getRequestListener((request) => platform.api.fetch(request)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  server.close();
  await platform.close();
});

async function send(path: string, headers: Record<string, string>, ...chunks: string[]) {
  const method = chunks.length > 0 ? "POST" : "GET";
  const outgoing = request({ host: "127.0.0.1", port, agent, path, method, headers });
  for (const chunk of chunks) outgoing.write(chunk);
  outgoing.end();
  const [response] = await once(outgoing, "response");
  const body = JSON.parse(await text(response));
  return { status: response.statusCode as number, code: body.details?.applicationError?.code as string | undefined };
}
const answersNextCall = () => send("/v1/business", { authorization: token });

test("responds to a request whose body is too large, and to the next request on the connection", async () => {
  const chunks = Array.from({ length: 16 }, () => "x".repeat(65_536));
  expect(await send("/v1/sessions/query", { authorization: token }, ...chunks)).toEqual({
    status: 413,
    code: "REQUEST_TOO_LARGE",
  });
  expect((await answersNextCall()).status).toBe(200);
  const length = { "content-length": String(1_048_576) };
  expect((await send("/v1/sessions/query", { authorization: token, ...length }, ...chunks)).status).toBe(413);
  expect((await answersNextCall()).status).toBe(200);
});

test("responds to a rejected file during its upload, and to the next request on the connection", async () => {
  const chunks = Array.from({ length: 16 }, () => "x".repeat(65_536));
  expect(await send("/v1/media/files?name=a.exe", { authorization: platform.key }, ...chunks)).toEqual({
    status: 400,
    code: "FILE_TYPE_NOT_ALLOWED",
  });
  expect((await answersNextCall()).status).toBe(200);
  expect((await send("/v1/media/files?name=a.exe", {}, ...chunks)).status).toBe(401);
  expect((await answersNextCall()).status).toBe(200);
});

test("rejects a caller without permission before reading the body", async () => {
  expect(await send("/v1/sessions/query", {}, "x".repeat(200_000))).toEqual({ status: 401, code: "UNAUTHENTICATED" });
  expect((await answersNextCall()).status).toBe(200);
});

test("a call that is cut off does not affect other calls", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /v1/sessions/query HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-length: 1000\r\n\r\n{"fr`,
  );
  await wait(50);
  socket.destroy();
  expect((await answersNextCall()).status).toBe(200);
});

test("background tasks can be started, stopped and restarted", async () => {
  const neighbour = platform.secondProcess();
  const { collections, editing } = platform.as(platform.key);
  const dataCollectionId = "Planai";
  const permissions = { read: "ADMIN", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  const fields = [{ key: "a", type: "TEXT" as const }];
  await collections.create({ collection: { id: dataCollectionId, fields, permissions } });
  const isPublished = async (dataItemId: string) =>
    ((await editing.open({ dataCollectionId, dataItemId })).draft ?? null) === null;
  for (const dataItemId of ["first", "second"]) {
    const publishDate = new Date(platform.clock.now.getTime() + 60_000);
    await editing.saveDraft({ dataCollectionId, dataItemId, data: { a: "x" }, publishDate });
    platform.clock.now = new Date(publishDate.getTime() + 1000);
    expect(await isPublished(dataItemId), "nothing is published before the start").toBe(false);
    await neighbour.start();
    await expect.poll(() => isPublished(dataItemId)).toBe(true);
    await neighbour.stop();
  }
});
