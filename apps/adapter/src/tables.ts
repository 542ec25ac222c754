import type { Pool } from "pg";
import { badRequest, Problem, problemOf } from "./problem.ts";

export type Kind = "text" | "number" | "boolean" | "datetime" | "date" | "time" | "object";
export type Column = { name: string; kind: Kind; sqlType: string };
export type Table = { name: string; columns: ReadonlyMap<string, Column> };

/** The tables of one schema with their columns. */
export type Tables = {
  all(): Promise<Table[]>;
  get(name: string): Promise<Table>;
  create(name: string, columns: readonly { name: string; kind: Kind }[]): Promise<void>;
  addColumn(table: string, column: { name: string; kind: Kind }): Promise<void>;
  removeColumn(table: string, column: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** A quoted table or column name; names come from requests. */
  quoted(table: Table): string;
};

export const systemColumns = ["_id", "_createdDate", "_updatedDate", "_owner"];

const kinds: Record<string, Kind> = {
  ...fromEach("text", ["text", "varchar", "bpchar", "uuid", "citext", "name"]),
  ...fromEach("number", ["int2", "int4", "int8", "numeric", "float4", "float8"]),
  ...fromEach("datetime", ["timestamp", "timestamptz"]),
  ...fromEach("object", ["json", "jsonb"]),
  bool: "boolean",
  date: "date",
  time: "time",
};
function fromEach(kind: Kind, names: readonly string[]): Record<string, Kind> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

const sqlTypes: Record<Kind, string> = {
  text: "text",
  number: "double precision",
  boolean: "boolean",
  datetime: "timestamptz",
  date: "date",
  time: "time",
  object: "jsonb",
};

const knownForMs = 10_000;

export function createTables(pool: Pool, schema: string): Tables {
  let known: { tables: Promise<Table[]>; until: number } | undefined;

  async function load(): Promise<Table[]> {
    const { rows } = await pool.query<{ table: string; name: string; type: string }>(
      `select t.table_name as table, c.column_name as name, c.udt_name as type
       from information_schema.tables as t
       join information_schema.columns as c using (table_schema, table_name)
       where t.table_schema = $1 and t.table_type = 'BASE TABLE'
       order by t.table_name, c.ordinal_position`,
      [schema],
    );
    const tables = new Map<string, Map<string, Column>>();
    for (const { table, name, type } of rows) {
      const columns = tables.get(table) ?? new Map();
      tables.set(table, columns);
      const kind = kinds[type];
      if (kind) columns.set(name, { name, kind, sqlType: type });
    }
    return [...tables].map(([name, columns]) => ({ name, columns }));
  }

  function all(): Promise<Table[]> {
    if (!known || known.until < Date.now()) {
      known = { tables: load(), until: Date.now() + knownForMs };
      known.tables.catch(() => {
        known = undefined;
      });
    }
    return known.tables;
  }

  async function change(statement: string): Promise<void> {
    try {
      await pool.query(statement);
    } catch (error) {
      throw problemOf(error);
    } finally {
      known = undefined;
    }
  }

  const named = (name: string) => `${quote(schema)}.${quote(name)}`;
  const defined = ({ name, kind }: { name: string; kind: Kind }) => `${quote(name)} ${sqlTypes[kind]}`;

  async function get(name: string): Promise<Table> {
    const table = (await all()).find((each) => each.name === name);
    if (!table) {
      throw new Problem(404, "COLLECTION_NOT_FOUND", `There is no collection ${name}.`, { collectionId: name });
    }
    return table;
  }

  return {
    all,
    get,
    create: (name, columns) =>
      change(
        `create table ${named(name)} (${[
          `"_id" text primary key`,
          `"_createdDate" timestamptz default now()`,
          `"_updatedDate" timestamptz default now()`,
          `"_owner" text`,
          ...columns.filter((column) => !systemColumns.includes(column.name)).map(defined),
        ].join(", ")})`,
      ),
    async addColumn(table, column) {
      const { name, columns } = await get(table);
      if (columns.has(column.name)) {
        const data = { collectionId: name, fieldName: column.name };
        throw new Problem(409, "FIELD_ALREADY_EXISTS", `There is a field ${column.name} already.`, data);
      }
      await change(`alter table ${named(name)} add column ${defined(column)}`);
    },
    async removeColumn(table, column) {
      const { name, columns } = await get(table);
      if (systemColumns.includes(column)) throw badRequest(`The field ${column} cannot be removed.`);
      columnOf({ name, columns }, column);
      await change(`alter table ${named(name)} drop column ${quote(column)}`);
    },
    drop: async (name) => change(`drop table ${named((await get(name)).name)}`),
    quoted: ({ name }) => named(name),
  };
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns the column with this name. Throws Problem if there is none. */
export function columnOf({ name: collectionId, columns }: Table, propertyName: string): Column {
  const column = columns.get(propertyName);
  if (column) return column;
  const data = { collectionId, propertyName };
  throw new Problem(400, "FIELD_DOESNT_EXIST", `${collectionId} has no field ${propertyName}.`, data);
}

/** Whether items can be changed: the table needs an id column. */
export const isWritable = ({ columns }: Table): boolean => columns.has("_id");
