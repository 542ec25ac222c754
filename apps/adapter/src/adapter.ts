import type { AddressInfo } from "node:net";
import { Pool } from "pg";
import { legacyCalls } from "./legacy.ts";
import { createRows, types } from "./rows.ts";
import { serveCalls } from "./server.ts";
import { errorOf, signedCalls } from "./signed.ts";
import { createTables } from "./tables.ts";

export type AdapterSettings = {
  databaseUrl: string;
  /** The PostgreSQL schema whose tables are served; `public` by default. */
  schema?: string;
  /** 0 means any free port. */
  port: number;
  host?: string;
  /** The secret or key that platform and adapter share. */
  trust: { protocol: 1 | 2; secret: string } | { protocol: 3; publicKey: string; applicationId: string };
  log?: (error: unknown) => void;
};

/**
 * Starts a server that offers the tables of a PostgreSQL schema as external collections until
 * `close` is called.
 */
export async function startAdapter(settings: AdapterSettings): Promise<{ url: string; close(): Promise<void> }> {
  const { databaseUrl, schema = "public", port, host = "localhost", trust, log = console.error } = settings;
  const pool = new Pool({ connectionString: databaseUrl, types, max: 8, connectionTimeoutMillis: 5000 });
  pool.on("error", log);
  const tables = createTables(pool, schema);
  const rows = createRows(pool, tables);
  const protocol =
    trust.protocol === 3
      ? { ...signedCalls(tables, rows, trust), describe: errorOf }
      : {
          ...legacyCalls(tables, rows, { version: trust.protocol, secret: trust.secret }),
          describe: ({ message }: Error) => ({ message }),
        };
  const server = serveCalls(protocol, log);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}
