import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "./log.ts";
import { readSettings } from "./settings.ts";
import { type RunningServer, start } from "./start.ts";

let fresh: FreshDatabase;
let dataDir: string;
let server: RunningServer;
const lines: string[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "uola-malformed-"));
  const settings = readSettings({
    SITE_PORT: "0",
    PLATFORM_PORT: "0",
    IDENTITY_PORT: "0",
    DATABASE_URL: fresh.connection.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "debug",
    BACKGROUND_WORK: "off",
  });
  const { log, onError } = createLog("debug", { write: (line) => void lines.push(line) });
  server = await start({ settings, log, onError, dev: true });
});
afterAll(async () => {
  await server?.stop();
  await fresh.close();
  rmSync(dataDir, { recursive: true });
});

const secret = "kVu7SecretOfThisTest";
const head = (path: string, ...more: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    `Cookie: uola_idp_s=${secret}`,
    `Authorization: Bearer ${secret}`,
    ...more,
  ]
    .concat("Content-Type: application/x-www-form-urlencoded", "", "")
    .join("\r\n");
const body = `password=${secret}`;

/** Malformed requests; `cut` means that the client closes the connection after sending. */
const malformed: [name: string, request: (path: string) => string, cut?: true][] = [
  ["an invalid chunk size", (path) => `${head(path, "Transfer-Encoding: chunked")}1d\r\n${body}\r\nZZ\r\n`],
  ["an unknown transfer encoding", (path) => `${head(path, "Transfer-Encoding: xchunked")}${body}`],
  ["two different lengths", (path) => `${head(path, "Content-Length: 29", "Content-Length: 30")}${body}`],
  ["a header without a colon", (path) => `${head(path, `Broken ${secret}`, "Content-Length: 29")}${body}`],
  ["headers that are too long", (path) => `${head(path, `X-Long: ${secret.repeat(3000)}`)}`],
  ["an unknown method", (path) => head(path).replace("POST", "POSTT")],
  ["a body that is cut off", (path) => `${head(path, "Content-Length: 1000")}${body}`, true],
  ["a chunked body that is cut off", (path) => `${head(path, "Transfer-Encoding: chunked")}ff\r\n${body}`, true],
];

/** Sends raw bytes and resolves when the connection is closed. */
const send = (port: number, text: string, cut: boolean) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      setTimeout(() => (cut ? socket.destroy() : socket.end()), 200);
    });
    socket.setTimeout(5000, () => socket.destroy());
    socket.on("error", () => {}).on("close", () => resolve());
    socket.resume();
  });

const paths = {
  identity: ["/oauth/token", "/signin/x/login", "/nowhere"],
  platform: ["/oauth2/token", "/_api/iam/authentication/v2/login", "/nowhere"],
  site: ["/errors", "/consent", "/booking/"],
} as const;

test.each(["identity", "platform", "site"] as const)(
  "%s logs no secret from a malformed request at log level debug",
  async (part) => {
    const port = Number(new URL(server.urls[part]).port);
    lines.length = 0;
    for (const [, request, cut = false] of malformed) {
      await Promise.all(paths[part].map((path) => send(port, request(path), cut)));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Node logs a Buffer as the numbers of its bytes.
    const bytes = [...Buffer.from(secret)].join(",");
    for (const line of lines) {
      expect(line).not.toContain(secret);
      expect(line).not.toContain(bytes);
      expect(line).not.toContain("rawPacket");
      expect(JSON.parse(line), line).toMatchObject({ level: expect.toSatisfy((level: number) => level < 40) });
    }
    expect((await fetch(`${server.urls[part]}/health`)).status).toBeLessThan(500);
  },
);

test("sixty slow request bodies are cut off and do not block error reports or consent", async () => {
  const { host, port, origin } = new URL(server.urls.site);
  const slow = Array.from({ length: 60 }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    const headers = [`Host: ${host}`, `Origin: ${origin}`, "Content-Type: application/json", "Content-Length: 16000"];
    socket.write(["POST /views HTTP/1.1", ...headers, "", "{"].join("\r\n"));
    const { promise: answered, resolve } = Promise.withResolvers<string>();
    socket.on("data", (data) => resolve(String(data).split("\r\n")[0] ?? "")).on("error", () => resolve("cut"));
    return { socket, answered };
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const post = async (path: string) =>
    (await fetch(origin + path, { method: "POST", headers: { origin }, body: '{"path":"/"}' })).status;
  for (const path of ["/errors", "/views", "/vitals", "/consent"])
    expect([path, await post(path)]).toEqual([path, 204]);
  for (const { socket, answered } of slow) {
    expect(await answered).toContain("408");
    socket.destroy();
  }
});
