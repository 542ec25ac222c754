import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./schema.ts";

export type Database = Kysely<Schema>;

/**
 * The typed query builder and the pool under it, for the hot statements that are prepared by name; and a smaller pool for
 * questions people put together themselves: each is ended after five seconds (SQLSTATE 57014), and a rush of slow ones
 * keeps no other work from its connections.
 */
export type Connection = { db: Database; pool: pg.Pool; questions: pg.Pool; url: string; close(): Promise<void> };

const questionsMax = 8;
const questionTimeoutMs = 5000;

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

/** For a statement of many moments: they come as ISO 8601 text of milliseconds, without a `Date` for each. */
export const momentsAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === builtins.TIMESTAMPTZ && format !== "binary" ? isoOf : types.getTypeParser(oid, format as "text"),
};

/** "2026-09-01 09:00:00.25+00" → "2026-09-01T09:00:00.250Z"; the unusual is left to `Date`. */
function isoOf(text: string): string {
  const { length } = text;
  if (length < 22 || length > 29 || text.charCodeAt(10) !== 32 || !text.endsWith("+00")) {
    return new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
  }
  const fraction = length === 22 ? "000" : text.slice(20, -3).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/**
 * Opens a pool of at most `max` connections (20 unless told). Nothing connects before the first query.
 * Rows come back as: timestamptz → Date, date → "YYYY-MM-DD", time → "HH:MM:SS", int8 → number, jsonb → value.
 */
export function openDatabase({ url, max = 20 }: { url: string; max?: number }): Connection {
  const open = (config: pg.PoolConfig) => {
    const opened = new pg.Pool({ connectionString: url, types, application_name: "uola", ...config });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    opened.on("error", () => {});
    // The same for one that breaks between two statements of a transaction: the next statement tells of it.
    opened.on("connect", (client) => client.on("error", () => {}));
    return opened;
  };
  const pool = open({ max });
  const questions = open({ max: Math.min(max, questionsMax), statement_timeout: questionTimeoutMs });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= Promise.all([db.destroy(), questions.end()]).then(() => undefined);
    return closing;
  };
  return { db, pool, questions, url, close };
}

/** A value for a jsonb column. An array must go in as text: the driver would send it as an array of PostgreSQL. */
export const json = (value: unknown): string => JSON.stringify(value);
