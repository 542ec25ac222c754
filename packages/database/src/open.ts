import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

/** The typed query builder and the pool under it, for the hot statements that are prepared by name. */
export type Connection = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> };

const { builtins } = pg.types;
const dateArray = 1182;
const text = (value: string) => value;

/** Calendar dates stay text, because a day of the timetable has no time zone; 64-bit counters are numbers. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.DATE, text],
  [builtins.TIME, text],
  [builtins.INT8, Number],
  [dateArray, pg.types.getTypeParser(1009 as number)],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format as "text"),
};

/**
 * Opens a pool of at most `max` connections (20 unless told). Nothing connects before the first query.
 * Rows come back as: timestamptz → Date, date → "YYYY-MM-DD", time → "HH:MM:SS", int8 → number, jsonb → value.
 */
export function openDatabase({ url, max = 20 }: { url: string; max?: number }): Connection {
  const pool = new pg.Pool({ connectionString: url, max, types, application_name: "uola" });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  // The same for one that breaks between two statements of a transaction: the next statement tells of it.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= db.destroy();
    return closing;
  };
  return { db, pool, url, close };
}

/** A value for a jsonb column. An array must go in as text: the driver would send it as an array of PostgreSQL. */
export const json = (value: unknown): string => JSON.stringify(value);
