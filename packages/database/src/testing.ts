import pg from "pg";
import { newId } from "./ids.ts";
import { forbidNestedConnections } from "./one-connection.ts";
import { type Connection, type Database, openDatabase } from "./open.ts";
import { databaseOn, serverVariable, template } from "./testing-server.ts";

/**
 * How long a test waits for a connection, in ms. Hundreds of concurrent callers queue for
 * connections; on a busy machine that takes longer than the production limit.
 */
const waitMs = 120_000;

export type FreshDatabase = {
  connection: Connection;
  db: Database;
  siteId: string;
  /** Opens a connection as another process would. `close` also closes this connection. */
  another(): Connection;
  close(): Promise<void>;
};

/**
 * Creates a migrated database for one test file, with one row in `site`; takes about 100 ms.
 * `close` drops it, and throws if a second connection was requested inside a transaction.
 */
export async function freshDatabase({ connections }: { connections?: number } = {}): Promise<FreshDatabase> {
  const server = process.env[serverVariable];
  if (!server) throw new Error("No test server: run by vitest, or call the setup of testing-server.ts first.");
  const siteId = newId();
  const name = `test_${siteId.replaceAll("-", "")}`;
  // Copying files is faster than writing pages to the log, and tests do not wait for the disk.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const opened: { connection: Connection; assertNoNestedConnection(): void }[] = [];
  const open = (max?: number): Connection => {
    const connection = openDatabase({ url: databaseOn(server, name), waitMs, ...(max && { max }) });
    opened.push({ connection, assertNoNestedConnection: forbidNestedConnections(connection) });
    return connection;
  };
  const connection = open(connections);
  await connection.db
    .insertInto("site")
    .values({ id: siteId, name: "Uola", createdDate: new Date("2026-01-01T00:00:00Z") })
    .execute();
  const close = async () => {
    await Promise.all(opened.map((each) => each.connection.close()));
    // The database is not dropped by force: a maintenance process of the server may still be using
    // it, but stops by itself.
    await onServer(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and usename = current_user`,
    );
    await onServer(server, `drop database if exists ${name}`);
    for (const each of opened) each.assertNoNestedConnection();
  };
  return { connection, db: connection.db, siteId, another: () => open(), close };
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
