import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { type Columns, coveringIndexName, tableName } from "./columns.ts";
import { columnTypes, typed, valueAt } from "./value-comparison.ts";

/** Tables of items: one per collection and environment (docs/decisions/0013). */

/** Tables up to this size are rewritten to get a new column. */
const smallItems = 10_000;
const smallBytes = 64 * 1024 * 1024;
/** The maximum wait for a table lock. A longer wait would also block all sessions queued behind it. */
const lockTimeout = "3s";

export const tableRef = (key: string, sandbox: boolean) => sql.table(`items.${tableName(key, sandbox)}`);

const columnDefinition = (key: string, { column, type }: Columns[string]) =>
  sql`${sql.id(column)} ${columnTypes[type]} generated always as (${typed(valueAt(sql`data`, key, true), type)}) stored`;

/** Creates the table of a new collection or its sandbox. */
export async function createTable(
  tx: Database,
  key: string,
  sandbox: boolean,
  columns: Columns,
  references: readonly string[],
): Promise<void> {
  const name = tableName(key, sandbox);
  // Fixed-size columns come first, because PostgreSQL can locate them directly if no text columns
  // precede them.
  const entries = Object.entries(columns);
  const texts = entries.filter(([, { type }]) => type === "text");
  const sized = entries.filter(([, { type }]) => type !== "text");
  const generated = (some: typeof entries) =>
    sql.join(
      some.map(([field, column]) => sql`${columnDefinition(field, column)}, `),
      sql``,
    );
  await sql`create table ${tableRef(key, sandbox)} (
    created_date timestamptz not null,
    updated_date timestamptz not null,
    ${generated(sized)}revision int not null default 1,
    id text collate "C" primary key,
    status text,
    owner text collate "C",
    ${generated(texts)}written_by jsonb not null,
    data jsonb not null
  )`.execute(tx);
  await sql`create index ${sql.id(`${name}_order`)} on ${tableRef(key, sandbox)} (created_date, id)`.execute(tx);
  for (const field of references) {
    const column = columns[field];
    if (column) await indexReference(tx, key, sandbox, column.column);
  }
}

/** Indexes a reference column, because removing an item searches for references to it. */
const indexReference = (tx: Database, key: string, sandbox: boolean, column: string) =>
  sql`create index ${sql.id(`${tableName(key, sandbox)}_${column}`)}
    on ${tableRef(key, sandbox)} (${sql.id(column)})`.execute(tx);

/** Whether the table is small enough to be rewritten quickly. */
export async function isSmall(db: Database, key: string, sandbox: boolean): Promise<boolean> {
  const table = tableRef(key, sandbox);
  const { rows } = await sql<{ items: number; bytes: number }>`
    select (select count(*) from (select from ${table} limit ${smallItems + 1}) as first)::int as items,
      pg_table_size(${`items.${tableName(key, sandbox)}`}::regclass) as bytes`.execute(db);
  return rows.every(({ items, bytes }) => items <= smallItems && bytes <= smallBytes);
}

/** Changes the columns of a table from `before` to `after`. */
export async function changeColumns(
  tx: Database,
  key: string,
  sandbox: boolean,
  { before, after, references }: { before: Columns; after: Columns; references: readonly string[] },
): Promise<void> {
  const names = (columns: Columns) => new Set(Object.values(columns).map(({ column }) => column));
  const [had, has] = [names(before), names(after)];
  const added = Object.entries(after).filter(([, { column }]) => !had.has(column));
  const parts = [
    ...[...had].filter((column) => !has.has(column)).map((column) => sql`drop column ${sql.id(column)}`),
    ...added.map(([field, column]) => sql`add column ${columnDefinition(field, column)}`),
  ];
  if (parts.length === 0) return;
  await waitBriefly(tx);
  await sql`alter table ${tableRef(key, sandbox)} ${sql.join(parts)}`.execute(tx);
  for (const [field, { column }] of added) {
    if (references.includes(field)) await indexReference(tx, key, sandbox, column);
  }
}

export async function dropTables(tx: Database, key: string): Promise<void> {
  await waitBriefly(tx);
  await sql`drop table if exists ${tableRef(key, false)}, ${tableRef(key, true)}`.execute(tx);
}

const waitBriefly = (tx: Database) => sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx);

/** Creates the sandbox table with the indexes of the live table. Does nothing if another process created it. */
export async function makeSandbox(
  context: Pick<Context, "db" | "changes">,
  siteId: string,
  key: string,
): Promise<void> {
  await transact(context, { publish: "collections" }, async (tx) => {
    const turn = `uola sandbox ${key}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(tx);
    const row = await tx
      .selectFrom("collection")
      .select("hasSandbox")
      .where("siteId", "=", siteId)
      .where("key", "=", key)
      .where("removedDate", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.hasSandbox) return;
    const [live, made] = [tableRef(key, false), tableRef(key, true)];
    await sql`create table ${made} (like ${live} including defaults including generated including storage)`.execute(tx);
    await sql`alter table ${made} add primary key (id)`.execute(tx);
    for (const statement of await indexStatements(tx, key)) await sql.raw(statement).execute(tx);
    await tx
      .updateTable("collection")
      .set({ hasSandbox: true })
      .where("siteId", "=", siteId)
      .where("key", "=", key)
      .execute();
  });
}

/**
 * Returns the statements that create the live table's indexes for the sandbox, without the primary
 * key and the covering index.
 */
async function indexStatements(tx: Database, key: string): Promise<string[]> {
  const [live, made] = [tableName(key, false), tableName(key, true)];
  const { rows } = await sql<{ name: string; statement: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as statement
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${`items.${live}`}::regclass and not i.indisprimary and i.indisvalid
      and c.relname <> ${coveringIndexName(key)}`.execute(tx);
  return rows.map(({ name, statement }) => {
    const own = name.startsWith(live) ? name.replace(live, made) : `${name}_s`;
    return statement.replace(`INDEX ${name} ON items.${live} `, `INDEX ${own} ON items.${made} `);
  });
}

/** Returns an empty table, for a sandbox that was never written to. */
export const emptyTable = (key: string): RawBuilder<unknown> =>
  sql`(select * from ${tableRef(key, false)} where false)`;
