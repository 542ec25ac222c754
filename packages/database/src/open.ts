import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./columns.ts";
import { NoConnection } from "./connection-errors.ts";
import { withDeadline } from "./deadline.ts";

export type Database = Kysely<Schema>;

/**
 * Reports statements that take at least `ms` milliseconds. The reported SQL text never contains
 * parameter values.
 */
export type SlowStatements = { ms: number; report(statement: { ms: number; sql: string }): void };

type OpenOptions = { url: string; max?: number; waitMs?: number; slow?: SlowStatements };

/**
 * `db` is the typed query builder. `pool` is the pool behind `db`, for named prepared statements.
 * `questions` is a smaller pool for queries composed by users: each query is cancelled after five
 * seconds (SQLSTATE 57014), and slow queries do not take connections from other work.
 */
export type Connection = { db: Database; pool: pg.Pool; questions: pg.Pool; url: string; close(): Promise<void> };

const questionsMax = 8;
const questionTimeoutMs = 5000;

/**
 * Time limits for code that serves requests, in ms: waiting for a connection, waiting for a lock,
 * one statement, and an idle transaction. Longer work sets its own limits.
 */
const timeouts = { connection: 10_000, lock: 10_000, statement: 60_000, idleTransaction: 60_000 };
/** `close` terminates connections that are still in use after this time. */
const closingMs = 2000;

const { builtins } = pg.types;
const dateArray = 1182;
const text = (value: string) => value;

const parseMoment = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

/**
 * Converts "2026-09-01 09:00:00.25+00" to a `Date` with milliseconds. This is four times as fast as
 * the driver's parser, which handles all other formats.
 */
function dateOf(text: string): unknown {
  const { length } = text;
  const isUsual =
    length >= 22 && length <= 29 && text.charCodeAt(0) !== 48 && text.charCodeAt(10) === 32 && text.endsWith("+00");
  if (!isUsual) return parseMoment(text);
  const digit = (at: number) => text.charCodeAt(at) - 48;
  const pair = (at: number) => digit(at) * 10 + digit(at + 1);
  const fractionDigits = length - 23;
  let ms = 0;
  for (let n = 0; n < 3; n++) ms = ms * 10 + (n < fractionDigits ? digit(20 + n) : 0);
  return new Date(Date.UTC(pair(0) * 100 + pair(2), pair(5) - 1, pair(8), pair(11), pair(14), pair(17), ms));
}

/**
 * Calendar dates are returned as text, because they have no time zone. 64-bit counters become
 * numbers.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMPTZ, dateOf],
  [builtins.DATE, text],
  [builtins.TIME, text],
  [builtins.INT8, Number],
  [dateArray, pg.types.getTypeParser(1009 as number)],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
};

/** For queries with many timestamps: returns ISO 8601 text with milliseconds and creates no `Date`. */
export const momentsAsText: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === builtins.TIMESTAMPTZ && format !== "binary" ? isoOf : types.getTypeParser(oid, format),
};

/** "2026-09-01 09:00:00.25+00" → "2026-09-01T09:00:00.250Z". Other formats are parsed by `Date`. */
function isoOf(text: string): string {
  const { length } = text;
  if (length < 22 || length > 29 || text.charCodeAt(10) !== 32 || !text.endsWith("+00")) {
    return new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")).toISOString();
  }
  const fraction = length === 22 ? "000" : text.slice(20, -3).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool whose timeout error has a code. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect((error, client, done) => callback(error && coded(error), client, done));
      return undefined;
    }
    return super.connect().catch((error) => {
      throw coded(error);
    });
  }
}

const coded = (error: Error): Error =>
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout)$/.test(error.message)
    ? new NoConnection("No database connection became free in time.", { cause: error })
    : error;

/**
 * Opens a pool of at most `max` connections (default 20). A caller waits at most `waitMs` for a
 * connection. The pool connects on the first query. `close` waits up to two seconds for running
 * work. Types: timestamptz → Date, date → "YYYY-MM-DD", time → "HH:MM:SS", int8 → number, jsonb →
 * value.
 */
export function openDatabase({ url, max = 20, waitMs = timeouts.connection, slow }: OpenOptions): Connection {
  const clients = new Set<pg.PoolClient>();
  const open = (config: pg.PoolConfig) => {
    const opened = new Pool({
      connectionString: url,
      types,
      application_name: "uola",
      connectionTimeoutMillis: waitMs,
      statement_timeout: timeouts.statement,
      lock_timeout: timeouts.lock,
      idle_in_transaction_session_timeout: timeouts.idleTransaction,
      ...config,
    });
    // The pool replaces an idle connection that breaks. Without a listener the error would crash
    // the process.
    opened.on("error", () => {});
    // Also ignores the error of a connection that breaks between two statements of a transaction:
    // the next statement reports it.
    opened.on("connect", (client) => {
      clients.add(client.on("error", () => {}));
      if (slow) reportSlow(client, slow);
    });
    opened.on("remove", (client) => clients.delete(client));
    return opened;
  };
  const pool = open({ max });
  const callerQueryPool = open({ max: Math.min(max, questionsMax), statement_timeout: questionTimeoutMs });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      // The query builder closes its pool only if it has used it.
      const main = db.destroy().then(() => (pool.ending ? undefined : pool.end()));
      const ended = Promise.all([main, callerQueryPool.end()]);
      if (await withDeadline(ended, closingMs)) return;
      // Closing the clients also ends running queries; the server rolls back open transactions.
      for (const client of clients) client.end().catch(() => {});
    })();
    return closing;
  };
  return { db, pool, questions: callerQueryPool, url, close };
}

function reportSlow(client: pg.PoolClient, { ms, report }: SlowStatements): void {
  const query = client.query.bind(client) as (...input: unknown[]) => unknown;
  const timed = (...input: unknown[]) => {
    const began = performance.now();
    const [statement] = input as [string | { text?: string }];
    const end = () => {
      const duration = Math.round(performance.now() - began);
      if (duration < ms) return;
      report({ ms: duration, sql: (typeof statement === "string" ? statement : statement.text) ?? "" });
    };
    // `pool.query` calls this function with a callback.
    const callback = input.at(-1);
    if (typeof callback === "function") {
      const ended = (...output: unknown[]) => {
        end();
        callback(...output);
      };
      return query(...input.slice(0, -1), ended);
    }
    const result = query(...input);
    if (result instanceof Promise) result.then(end, end);
    return result;
  };
  client.query = timed as typeof client.query;
}

/**
 * Serializes a value for a jsonb column. Arrays must be sent as text, because the driver would send
 * a PostgreSQL array.
 */
export const json = (value: unknown): string => JSON.stringify(value);
