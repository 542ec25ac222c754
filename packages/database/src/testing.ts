import pg from "pg";
import { newId } from "./ids.ts";
import { oneConnectionEach } from "./one-connection.ts";
import { type Connection, type Database, openDatabase } from "./open.ts";
import { databaseOn, serverVariable, template } from "./testing-server.ts";

/** Hundreds who ask at once wait for each other: on a busy machine for longer than the product lets anybody wait. */
const waitMs = 120_000;

export type FreshDatabase = {
  connection: Connection;
  db: Database;
  siteId: string;
  /** Connections as of another process. `close` ends them too. */
  another(): Connection;
  close(): Promise<void>;
};

/**
 * A migrated database for one test file, with one row in `site`; takes about 100 ms. `close` drops it, and throws if a
 * second connection was requested inside a transaction.
 */
export async function freshDatabase({ connections }: { connections?: number } = {}): Promise<FreshDatabase> {
  const server = process.env[serverVariable];
  if (!server) throw new Error("No test server: run by vitest, or call the setup of testing-server.ts first.");
  const siteId = newId();
  const name = `test_${siteId.replaceAll("-", "")}`;
  // Copying files is faster than logging pages, and tests do not wait for the disk.
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const opened: { connection: Connection; refuseSecond(): void }[] = [];
  const open = (max?: number): Connection => {
    const connection = openDatabase({ url: databaseOn(server, name), waitMs, ...(max && { max }) });
    opened.push({ connection, refuseSecond: oneConnectionEach(connection) });
    return connection;
  };
  const connection = open(connections);
  await connection.db
    .insertInto("site")
    .values({ id: siteId, name: "Uola", createdDate: new Date("2026-01-01T00:00:00Z") })
    .execute();
  const close = async () => {
    await Promise.all(opened.map((each) => each.connection.close()));
    // Not dropped by force: the server's maintenance may be using it and yields by itself.
    await onServer(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and usename = current_user`,
    );
    await onServer(server, `drop database if exists ${name}`);
    for (const each of opened) each.refuseSecond();
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
