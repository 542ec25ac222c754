import type { CollectionField, Environment } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import type { CollectionSchema, ValueType } from "./collection-schema.ts";
import { columnTypes, typed, valueAt, valueTypeOf } from "./value-comparison.ts";

/** Where items are kept: one table for each collection and environment (docs/decisions/0013). */

export type Columns = Record<string, { column: string; type: ValueType }>;

/** Every column may need a pointer to where its long text stands, and a row has to fit on a page. */
const columnsMax = 200;
/** A table of PostgreSQL has room for 1,600, those that are gone among them. */
const columnsEverMax = 1200;
/** Up to so many items and bytes a new column is worth writing a table anew. */
const smallItems = 10_000;
const smallBytes = 64 * 1024 * 1024;
/** Whoever waits for a table longer than this gives way, and so do those who wait behind them. */
const lockTimeout = "3s";

const hex = (key: string) => key.replaceAll("-", "");
export const tableName = (key: string, sandbox: boolean) => `${sandbox ? "s" : "l"}_${hex(key)}`;
/** The covering index of a large collection's live table, which the feature `indexes` builds and drops. */
export const coveringIndexName = (key: string) => `c_${hex(key)}`;
export const tableRef = (key: string, sandbox: boolean) => sql.table(`items.${tableName(key, sandbox)}`);

/**
 * The columns of a collection's declared fields: those of `before` whose type is the same stay, and those of `kept` keys
 * even when their field is gone.
 */
export function columnsFor(
  fields: readonly CollectionField[],
  before: Columns = {},
  made = 0,
  { kept, mayAdd = true }: { kept?: ReadonlySet<string>; mayAdd?: boolean } = {},
): { columns: Columns; made: number } {
  const declared = new Map(fields.map((field) => [field.key, columnTypeOf(field)]));
  const stays = ([key, { type }]: [string, Columns[string]]) =>
    declared.has(key) ? declared.get(key) === type : kept?.has(key);
  const columns = Object.fromEntries(Object.entries(before).filter(stays));
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

/** What is encrypted is nothing to compare by. */
const columnTypeOf = ({ type, encrypted }: CollectionField) => (encrypted ? undefined : valueTypeOf(type));

const columnDefinition = (key: string, { column, type }: Columns[string]) =>
  sql`${sql.id(column)} ${columnTypes[type]} generated always as (${typed(valueAt(sql`data`, key, true), type)}) stored`;

/** Make the table of a new collection, or of its sandbox. */
export async function createTable(
  tx: Database,
  key: string,
  sandbox: boolean,
  columns: Columns,
  references: readonly string[],
): Promise<void> {
  const name = tableName(key, sandbox);
  // What always has one size stands first, where it is found without a walk over texts of any length.
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

/** Who refers to an item has to be found when it is removed. */
const indexReference = (tx: Database, key: string, sandbox: boolean, column: string) =>
  sql`create index ${sql.id(`${tableName(key, sandbox)}_${column}`)}
    on ${tableRef(key, sandbox)} (${sql.id(column)})`.execute(tx);

/** Whether a table is written anew in a moment. */
export async function isSmall(db: Database, key: string, sandbox: boolean): Promise<boolean> {
  const table = tableRef(key, sandbox);
  const { rows } = await sql<{ items: number; bytes: number }>`
    select (select count(*) from (select from ${table} limit ${smallItems + 1}) as first)::int as items,
      pg_table_size(${`items.${tableName(key, sandbox)}`}::regclass) as bytes`.execute(db);
  return rows.every(({ items, bytes }) => items <= smallItems && bytes <= smallBytes);
}

/** Give a table the columns of `after` in place of those of `before`. */
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

/** Makes the sandbox of a collection, with the indexes of its live items; whoever comes second finds it made. */
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

/** The indexes of the live table but its primary key and the covering one, as statements for the sandbox. */
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

/** Which table an environment means: there is no sandbox to prefer before its first write. */
export const inSandbox = (
  collection: Pick<CollectionSchema, "hasSandbox">,
  environment: Environment | null | undefined,
) => environment === "SANDBOX" || (environment === "SANDBOX_PREFERRED" && collection.hasSandbox);

/** A table with nothing in it, for a sandbox nobody wrote to. */
export const emptyTable = (key: string): RawBuilder<unknown> =>
  sql`(select * from ${tableRef(key, false)} where false)`;
