import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import pg from "pg";

const folder = new URL("../migrations/", import.meta.url);
/**
 * Advisory lock that prevents several processes from migrating at the same time. Correctness does
 * not depend on it.
 */
const migrationLock = 80_764;

/** Thrown when the database and the migrations of this version do not match. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Applies all missing migrations in the order of their names, each file in its own transaction.
 * Returns the names of the applied migrations. Released files must not be edited: a changed or
 * missing file is an error.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "uola migrate" });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(
      "create table if not exists migration (name text primary key, hash text not null, applied_date timestamptz not null)",
    );
    const { rows } = await client.query<{ name: string; hash: string }>("select name, hash from migration");
    const files = await migrations();
    const waiting = unapplied(files, new Map(rows.map(({ name, hash }) => [name, hash])));
    for (const file of waiting) await apply(client, file);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Whether exactly the migrations of this version have been applied to the database. Read-only. */
export async function isCurrent(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ name: string; hash: string }>("select name, hash from migration");
  const files = await migrations();
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  return files.length === applied.size && files.every(({ name, hash }) => applied.get(name) === hash);
}

type Migration = { name: string; hash: string; sql: string };

async function migrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, hash: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Returns the migrations that are still to be applied. Throws if an applied migration is unknown or
 * its file was changed.
 */
export function unapplied(files: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Map(files.map((file) => [file.name, file.hash]));
  for (const [name, hash] of applied) {
    if (!known.has(name)) {
      throw new MigrationError(`The database has the migration ${name}, which this version of Uola does not know.`);
    }
    if (known.get(name) !== hash) {
      throw new MigrationError(
        `The migration ${name} was changed after it ran on this database; add a new file instead.`,
      );
    }
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, hash, sql }: Migration) {
  try {
    await client.query("begin");
    await client.query(sql);
    await client.query("insert into migration values ($1, $2, now())", [name, hash]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new MigrationError(`The migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
