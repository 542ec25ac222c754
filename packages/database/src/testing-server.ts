import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbedded } from "./embedded/embedded.ts";
import { migrate } from "./migrate.ts";

/** The environment variable with the address of the temporary server. */
export const serverVariable = "UOLA_TEST_SERVER";
export const template = "uola_template";
const prefix = "uola-test-";
/** Three test files run beside each other; each may have several pools of up to forty, as of several processes. */
const maxConnections = 500;

/**
 * Starts a temporary PostgreSQL with a migrated template database; `setup` of vitest and the e2e journeys. Removes what
 * a killed run left behind. Returns a function that stops it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await clearLeftovers();
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // A PostgreSQL started by root runs as another user and must be able to enter.
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

/** The address of another database on the same server. */
export function databaseOn(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** A killed run leaves its folder, named after its process, and a server on it. */
async function clearLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const pid = name.slice(prefix.length).split("-")[0];
    if (existsSync(`/proc/${pid}`)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      // Starting on the folder ends that server and recovers; then it can be stopped normally.
      const server = await startEmbedded({ dataDir, durable: false });
      await server.stop();
    } catch {
      // The folder is incomplete or belongs to another user: no server of ours runs there.
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
}
