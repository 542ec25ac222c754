import pg, { type Pool } from "pg";
import { type Condition, plainOf, Values, whereOf } from "./filter.ts";
import { badRequest, Problem, problemOf } from "./problem.ts";
import { type Column, columnOf, isWritable, quote, type Table, type Tables } from "./tables.ts";

export type Item = Record<string, unknown>;
export type Sort = readonly { field: string; descending: boolean }[];
type Page = { limit?: number | undefined; offset?: number | undefined };
export type Calculation = { name: string; kind: "avg" | "min" | "max" | "sum" | "count"; field?: string };
type Grouping = Page & {
  where: Condition;
  fields: readonly string[];
  calculations: readonly Calculation[];
  having: Condition;
  sort: Sort;
};

/** Reads and writes items of tables; each operation is one statement. */
export type Rows = {
  find(
    table: Table,
    how: Page & { where: Condition; sort: Sort; fields?: readonly string[] | undefined },
  ): Promise<Item[]>;
  count(table: Table, where: Condition): Promise<number>;
  /** Inserts all items or none; returns them in order. */
  insert(table: Table, items: readonly Item[]): Promise<Item[]>;
  /** Replaces whole items. Returns the replaced items by id; ids that do not exist are left out. */
  update(table: Table, items: readonly Item[]): Promise<Map<string, Item>>;
  remove(table: Table, ids: readonly string[]): Promise<Map<string, Item>>;
  truncate(table: Table): Promise<void>;
  group(table: Table, grouping: Grouping): Promise<{ rows: Item[]; total: number }>;
  distinct(
    table: Table,
    how: Page & { field: string; where: Condition; descending: boolean },
  ): Promise<{ values: unknown[]; total: number }>;
};

const oids = { int8: 20, numeric: 1700, date: 1082, timestamp: 1114 };
/** Parses numbers as numbers, dates as text, and timestamps without a time zone as UTC. */
export const types = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    if (oid === oids.int8 || oid === oids.numeric) return Number;
    if (oid === oids.date) return String;
    if (oid === oids.timestamp) return (text: string) => new Date(`${text.replace(" ", "T")}Z`);
    return pg.types.getTypeParser(oid, format);
  },
};

export function createRows(pool: Pool, tables: Tables): Rows {
  async function ask(text: string, values: readonly unknown[]): Promise<Item[]> {
    try {
      const { rows } = await pool.query(text, [...values]);
      return rows.map(itemOf);
    } catch (error) {
      throw problemOf(error);
    }
  }

  const ordered = (table: Table, sort: Sort) =>
    sort.length === 0
      ? ""
      : `order by ${sort.map(({ field, descending }) => `${quote(columnOf(table, field).name)} ${descending ? "desc nulls last" : "asc nulls first"}`).join(", ")}`;
  const paged = ({ limit, offset = 0 }: Page, values: Values) =>
    `${limit === undefined ? "" : `limit ${values.add(limit)}`} offset ${values.add(offset)}`;

  async function count(table: Table, where: Condition): Promise<number> {
    const values = new Values();
    const condition = whereOf(where, table, values);
    const [row] = await ask(`select count(*) as count from ${tables.quoted(table)} where ${condition}`, values.list);
    return Number(row?.count);
  }

  /** Items as a derived table; PostgreSQL converts the JSON to the types of the columns. */
  const itemRows = (table: Table, items: readonly Item[], values: Values) => {
    const plain = items.map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [name, plainOf(value)])),
    );
    return `jsonb_populate_recordset(null::${tables.quoted(table)}, ${values.add(JSON.stringify(plain))})`;
  };
  const writable = (table: Table) => {
    if (isWritable(table)) return;
    const data = { collectionId: table.name, operation: "write" };
    throw new Problem(400, "UNSUPPORTED_OPERATION", `Items of ${table.name} have no _id.`, data);
  };

  return {
    find(table, { where, sort, fields, ...page }) {
      const values = new Values();
      const all = [...table.columns.keys()];
      const chosen = fields?.length ? [...new Set(["_id", ...fields])].filter((name) => all.includes(name)) : all;
      const condition = whereOf(where, table, values);
      const text = `select ${chosen.map(quote).join(", ") || "1"} from ${tables.quoted(table)} where ${condition} ${ordered(table, sort)}`;
      return ask(`${text} ${paged(page, values)}`, values.list);
    },

    count,

    async insert(table, items) {
      writable(table);
      const at = new Date().toISOString();
      const whole = items.map((item) => ({
        ...(table.columns.has("_createdDate") && { _createdDate: at }),
        ...(table.columns.has("_updatedDate") && { _updatedDate: at }),
        ...item,
        _id: item._id ?? crypto.randomUUID(),
      }));
      const names = [...new Set(whole.flatMap((item) => Object.keys(item)))].map((name) => columnOf(table, name).name);
      const list = names.map(quote).join(", ");
      const values = new Values();
      const text = `insert into ${tables.quoted(table)} (${list}) select ${list} from ${itemRows(table, whole, values)} returning *`;
      return ask(text, values.list);
    },

    async update(table, items) {
      writable(table);
      for (const name of new Set(items.flatMap((item) => Object.keys(item)))) columnOf(table, name);
      const at = new Date().toISOString();
      const whole = items.map((item) => ({ ...(table.columns.has("_updatedDate") && { _updatedDate: at }), ...item }));
      const values = new Values();
      // The owner and the creation date stay unchanged unless the item contains them.
      const keepsOld = (name: string) => name === "_owner" || name === "_createdDate";
      const set = [...table.columns.keys()]
        .filter((name) => name !== "_id")
        .map(
          (name) =>
            `${quote(name)} = ${keepsOld(name) ? `coalesce(n.${quote(name)}, t.${quote(name)})` : `n.${quote(name)}`}`,
        );
      const from = itemRows(table, whole, values);
      const text = `update ${tables.quoted(table)} as t set ${set.join(", ") || `"_id" = n."_id"`} from ${from} as n where t."_id" = n."_id" returning t.*`;
      return byId(await ask(text, values.list));
    },

    async remove(table, ids) {
      writable(table);
      const { sqlType } = columnOf(table, "_id");
      const text = `delete from ${tables.quoted(table)} where "_id" = any($1::${sqlType}[]) returning *`;
      return byId(await ask(text, [ids]));
    },

    async truncate(table) {
      await ask(`truncate ${tables.quoted(table)}`, []);
    },

    async group(table, { where, fields, calculations, having, sort, ...page }) {
      const values = new Values();
      const grouped = fields.map((name) => quote(columnOf(table, name).name));
      const columns = new Map<string, Column>(fields.map((name) => [name, columnOf(table, name)]));
      const calculated = calculations.map(({ name, kind, field }) => {
        if (columns.has(name)) throw badRequest(`${name} is there twice.`);
        const of = field === undefined ? undefined : columnOf(table, field);
        const isNumber = kind !== "min" && kind !== "max";
        columns.set(name, isNumber || !of ? { name, kind: "number", sqlType: "numeric" } : { ...of, name });
        return `${kind}(${of ? quote(of.name) : "*"}) as ${quote(name)}`;
      });
      const condition = whereOf(where, table, values);
      const by = grouped.length > 0 ? `group by ${grouped.join(", ")}` : "";
      const inner = `select ${[...grouped, ...calculated].join(", ")} from ${tables.quoted(table)} where ${condition} ${by}`;
      const result: Table = { name: table.name, columns };
      const outer = `select * from (${inner}) as grouped where ${whereOf(having, result, values)}`;
      const counted = await ask(`select count(*) as count from (${outer}) as counted`, values.list);
      const rows = await ask(`${outer} ${ordered(result, sort)} ${paged(page, values)}`, values.list);
      return { rows, total: Number(counted[0]?.count) };
    },

    async distinct(table, { field, where, descending, ...page }) {
      const values = new Values();
      const name = quote(columnOf(table, field).name);
      const inner = `select distinct ${name} as value from ${tables.quoted(table)} where ${name} is not null and ${whereOf(where, table, values)}`;
      const counted = await ask(`select count(*) as count from (${inner}) as counted`, values.list);
      const text = `${inner} order by 1 ${descending ? "desc" : "asc"} ${paged(page, values)}`;
      const rows = await ask(text, values.list);
      return { values: rows.map(({ value }) => value), total: Number(counted[0]?.count) };
    },
  };
}

const byId = (items: readonly Item[]) => new Map(items.map((item) => [String(item._id), item]));

const itemOf = (row: Item): Item =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? { $date: value.toISOString() } : value]),
  );
