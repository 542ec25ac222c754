import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "./embedded/embedded.ts";
import { migrate } from "./migrate.ts";

/** The environment variable that tells test processes where the throw-away server is. */
export const serverVariable = "UOLA_TEST_SERVER";
export const template = "uola_template";
const prefix = "uola-test-";

/**
 * Starts one throw-away PostgreSQL with a migrated template database; `setup` of vitest and of the journeys.
 * Returns what ends it. What a killed run left behind is cleared first.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // A PostgreSQL started by root is somebody else and has to get in.
  chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, durable: false, makesDatabases: true });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(databaseOn(server.url, template));
  process.env[serverVariable] = server.url;
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** The address of another database on the same server. */
export function databaseOn(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A killed run leaves its folder, named by its process, and a server on it. */
async function clearLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const pid = name.slice(prefix.length).split("-")[0];
    if (existsSync(`/proc/${pid}`)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      // Starting on it ends what was left and recovers; then it can be stopped like any other.
      const server = await startEmbedded({ dataDir, durable: false });
      await server.stop();
    } catch {
      // Half-made or another user's: nothing runs there that we could end.
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}
