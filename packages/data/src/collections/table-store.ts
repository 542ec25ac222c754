import type { CollectionField, Environment } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import type { CollectionSchema, ValueType } from "./collection-schema.ts";
import { columnTypes, typed, valueAt, valueTypeOf } from "./value-comparison.ts";

/** Tables of items: one per collection and environment (docs/decisions/0013). */

export type Columns = Record<string, { column: string; type: ValueType }>;

/** PostgreSQL limits a row to one page, and every text column may need an 18-byte pointer in it. */
const columnsMax = 200;
/** PostgreSQL allows 1,600 columns per table, including dropped ones. */
const columnsEverMax = 1200;
/** Tables up to this size are rewritten to get a new column. */
const smallItems = 10_000;
const smallBytes = 64 * 1024 * 1024;
/** The longest wait for a table lock. A longer wait would also block everybody queued behind it. */
const lockTimeout = "3s";

const hex = (key: string) => key.replaceAll("-", "");
export const tableName = (key: string, sandbox: boolean) => `${sandbox ? "s" : "l"}_${hex(key)}`;
/** The covering index of a large live table. The feature `indexes` builds and drops it. */
export const coveringIndexName = (key: string) => `c_${hex(key)}`;
export const tableRef = (key: string, sandbox: boolean) => sql.table(`items.${tableName(key, sandbox)}`);

/**
 * Columns for the declared fields. Columns of `before` stay if their type is unchanged, and those in `kept` stay even
 * without a field.
 */
export function columnsFor(
  fields: readonly CollectionField[],
  before: Columns = {},
  made = 0,
  { kept, mayAdd = true }: { kept?: ReadonlySet<string>; mayAdd?: boolean } = {},
): { columns: Columns; made: number } {
  const declared = new Map(fields.map((field) => [field.key, columnTypeOf(field)]));
  const isUnchanged = ([key, { type }]: [string, Columns[string]]) =>
    declared.has(key) ? declared.get(key) === type : kept?.has(key);
  const columns = Object.fromEntries(Object.entries(before).filter(isUnchanged));
  let [count, number] = [Object.keys(columns).length, made];
  for (const [key, type] of declared) {
    if (!mayAdd || count >= columnsMax || number >= columnsEverMax) break;
    if (!type || Object.hasOwn(columns, key)) continue;
    count += 1;
    number += 1;
    columns[key] = { column: `f${number}`, type };
  }
  return { columns, made: number };
}

/** Encrypted values cannot be compared, so they get no column. */
const columnTypeOf = ({ type, encrypted }: CollectionField) => (encrypted ? undefined : valueTypeOf(type));

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
  // Fixed-size columns first: PostgreSQL finds them without scanning texts before them.
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

/** Removing an item looks for references to it. */
const indexReference = (tx: Database, key: string, sandbox: boolean, column: string) =>
  sql`create index ${sql.id(`${tableName(key, sandbox)}_${column}`)}
    on ${tableRef(key, sandbox)} (${sql.id(column)})`.execute(tx);

/** The table can be rewritten quickly. */
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

/** Statements that create the live table's indexes for the sandbox, without the primary key and the covering index. */
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

/** Whether to use the sandbox table. Before its first write there is none. */
export const inSandbox = (
  collection: Pick<CollectionSchema, "hasSandbox">,
  environment: Environment | null | undefined,
) => environment === "SANDBOX" || (environment === "SANDBOX_PREFERRED" && collection.hasSandbox);

/** An empty table, for a sandbox that was never written to. */
export const emptyTable = (key: string): RawBuilder<unknown> =>
  sql`(select * from ${tableRef(key, false)} where false)`;
