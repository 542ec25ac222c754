import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// The tests start complete processes and wait for timeouts of several seconds.
vi.setConfig({ testTimeout: 180_000 });

let fresh: FreshDatabase;
let dataDir: string;
let child: ChildProcess | undefined;
const key = "a-key-that-is-long-enough-for-this";

beforeEach(async () => {
  fresh = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "uola-stopping-"));
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await once(child, "exit");
  await fresh.close();
  rmSync(dataDir, { recursive: true });
});

/**
 * Starts the platform and the identity provider in a separate process; returns their URLs once both
 * respond.
 */
async function startServer() {
  const ports = { SITE_PORT: "0", PLATFORM_PORT: "0", IDENTITY_PORT: "0" };
  const own = { DATABASE_URL: fresh.connection.url, DATA_DIR: dataDir, OWNER_API_KEY: key, LOG_LEVEL: "silent" };
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const running = spawn(process.execPath, [program, "--only", "platform,identity"], {
    env: { ...process.env, ...ports, ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = running;
  let output = "";
  running.stdout.on("data", (part) => {
    output += part;
  });
  await expect.poll(() => output).toContain("Uola is ready");
  const urlOf = (part: string) => new RegExp(`${part} +(http://\\S+)`).exec(output)?.[1] as string;
  return { running, platform: urlOf("Platform"), identity: urlOf("Identity") };
}

/** Acquires a lock that blocks every request that adds a location. */
async function lockLocations() {
  const keeper = await fresh.connection.pool.connect();
  await keeper.query("begin");
  await keeper.query("lock table location in access exclusive mode");
  return keeper;
}

const addLocation = (platform: string) =>
  fetch(`${platform}/v1/locations`, {
    method: "POST",
    headers: { authorization: key },
    body: JSON.stringify({ location: { name: "Salė" } }),
  });

test("if all database connections are blocked, health checks and requests return 503 and SIGTERM still ends the process", async () => {
  const { running, platform, identity } = await startServer();
  const health = async (url: string) => (await fetch(`${url}/health`)).status;
  expect([await health(platform), await health(identity)]).toEqual([200, 200]);
  const keeper = await lockLocations();
  const waiting: Promise<Response>[] = [];
  const areWell = () => {
    waiting.push(...Array.from({ length: 60 }, () => addLocation(platform)));
    const ready = fetch(`${platform}/ready`).then(({ status }) => status);
    return Promise.all([health(platform), health(identity), ready]);
  };
  await expect.poll(areWell).toEqual([503, 503, 503]);
  for (const answer of await Promise.all(waiting)) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await answer.json()).toMatchObject({ details: { applicationError: { code: "UNAVAILABLE" } } });
  }
  // The signal is sent while some requests wait, another request has been received only in part,
  // and the lock is still held.
  const late = Array.from({ length: 30 }, () => addLocation(platform).catch(() => undefined));
  const { port } = new URL(platform);
  const half = connect(Number(port), "localhost").on("error", () => {});
  half.write("POST /v1/locations HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{");
  running.kill("SIGTERM");
  await once(running, "exit");
  await Promise.all(late);
  half.destroy();
  await keeper.query("rollback");
  keeper.release();
});

test("SIGTERM ends the process with code 0 if no requests are blocked", async () => {
  const { running, platform } = await startServer();
  expect((await addLocation(platform)).status).toBe(200);
  running.kill("SIGTERM");
  expect(await once(running, "exit")).toEqual([0, null]);
});
