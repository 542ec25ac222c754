import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "./embedded/embedded.ts";
import { migrate } from "./migrate.ts";

/** The environment variable with the URL of the temporary server. */
export const serverVariable = "UOLA_TEST_SERVER";
export const template = "uola_template";
const prefix = "uola-test-";
/**
 * Three test files run in parallel; each may open several pools of up to forty connections, to
 * simulate several processes.
 */
const maxConnections = 500;

/**
 * Starts a temporary PostgreSQL server with a migrated template database; used as the `setup` of
 * vitest and of the e2e journeys. Removes the leftovers of a killed run. Returns a function that
 * stops the server.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // A PostgreSQL server started by root runs as another user, which must be able to enter the
  // folder.
  chmodSync(dataDir, 0o711);
  const server = await startEmbedded({ dataDir, durable: false, canCreateDatabases: true, maxConnections });
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

/** Returns the URL of another database on the same server. */
export function databaseOn(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * Removes the leftovers of killed runs: each leaves a folder, named after its process id, and a
 * server running on it.
 */
async function clearLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const pid = name.slice(prefix.length).split("-")[0];
    if (existsSync(`/proc/${pid}`)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      // Starting the database on this folder ends the leftover server and recovers the data. After
      // that, the database can be stopped normally.
      const server = await startEmbedded({ dataDir, durable: false });
      await server.stop();
    } catch {
      // The folder is incomplete or belongs to another user, so none of our servers runs there.
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}
