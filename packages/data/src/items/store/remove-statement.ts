import { createHash } from "node:crypto";
import { newId } from "@uola/database";
import { encryptedKeys } from "../encrypted-fields.ts";
import {
  common,
  commonValues,
  currentItemColumns,
  eventStatement,
  type ItemTable,
  inputRows,
  type Scope,
  type Statement,
  versionStatement,
  type WriteContext,
} from "./write-statements.ts";

/** A collection with REFERENCE fields that refer to the items. */
export type SingleReferrer = { itemTable: ItemTable; fields: { field: string; column: string | undefined }[] };
/** A MULTI_REFERENCE field, whose references are stored separately. */
export type MultipleReferrer = { key: string; field: string };
export type Referrers = {
  single: readonly SingleReferrer[];
  /** MULTI_REFERENCE fields of the items themselves. */
  own: readonly MultipleReferrer[];
  /** MULTI_REFERENCE fields that refer to the items. */
  others: readonly MultipleReferrer[];
};

export type Removed = {
  n: number;
  refused: "missing" | "foreign" | "stale" | null;
  id: string;
  data: Record<string, unknown>;
  revision: number;
  owner: string | null;
  status: string | null;
  created: Date;
  updated: Date;
};

/** Removes the given items, or all of them, and the references to them. */
export function removeStatement(
  itemTable: ItemTable,
  which: readonly { n: number; id: string; expected: number | undefined }[] | "all",
  writeContext: WriteContext,
  scope: Scope,
  referrers: Referrers,
): Statement {
  const { of, typedValues } = common;
  const { table, sandbox } = itemTable;
  const all = which === "all";
  const values: unknown[] = [all ? "[]" : JSON.stringify(which), ...commonValues(itemTable, writeContext)];
  const value = (parameter: unknown, type: string) => `$${values.push(parameter)}::${type}`;

  const finds = currentItemColumns(
    { owner: value(scope.owner, "text"), drafts: value(scope.drafts, "boolean") },
    all ? "null::int" : "g.expected",
  );
  const rows = all ? `${table} it` : `${inputRows(table)} order by it.id`;
  const parts = [
    `${typedValues}, given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (n int, id text, expected int)
  ), was as materialized (
    select ${all ? "0" : "g.n"} as n, ${finds} from ${rows} for update of it
  ), gone as materialized (
    select coalesce(array_agg(id), '{}') as ids from was where refused is null
  ), removed as (
    delete from ${table} it using was w where it.id = w.id and w.refused is null)`,
  ];
  const events = { number: "row_number() over ()", sequence: "w.revision + 1" };
  const item = {
    id: "w.id",
    data: "w.data",
    owner: "w.owner",
    status: "w.status",
    created: "w.created_date",
    updated: "w.updated_date",
  };
  if (!sandbox) {
    parts.push(versionStatement("kept", "was", of, `${of.writtenBy}::jsonb`));
    parts.push(
      eventStatement(
        "told",
        { slug: "deleted", from: "(select * from was where refused is null) w", item, ...events },
        of,
      ),
    );
  }

  const fields = ({ key, field }: MultipleReferrer) => ({ key, field });
  for (const [name, list, side] of [
    ["own", referrers.own, "item_id"],
    ["others", referrers.others, "referenced_id"],
  ] as const) {
    if (list.length === 0) continue;
    parts.push(`, ${name} as (
    delete from item_reference r using was w, jsonb_to_recordset(${value(JSON.stringify(list.map(fields)), "jsonb")})
      as f (key uuid, field text)
    where w.refused is null and r.site_id = ${of.site} and r.collection_key = f.key and r.sandbox = ${sandbox}
      and r.field = f.field and r.${side} = w.id)`);
  }

  for (const [i, { itemTable: referrer, fields }] of referrers.single.entries()) {
    const was = `was_${i}`;
    const cleared = fields.map(({ field, column }) => {
      const name = value(field, "text");
      const refers = `${column ? `it.${column}` : `item_text(it.data -> ${name})`} collate "C"`;
      return { name, refers: `${refers} ${all ? "is not null" : "= any ((select ids from gone)::text[])"}` };
    });
    const here = {
      ...of,
      key: value(referrer.collection.key, "uuid"),
      collectionId: value(referrer.collection.id, "text"),
      base: value(newId(), "text"),
      secret: value(encryptedKeys(referrer.collection), "text[]"),
    };
    const others =
      referrer.table === table ? `and not exists (select from was where was.id = it.id and was.refused is null)` : "";
    parts.push(`, ${was} as materialized (
    select it.id, it.data, it.revision, it.status, it.owner, it.created_date, it.updated_date, it.written_by,
      null::text as refused,
      array_remove(array[${cleared.map(({ name, refers }) => `case when ${refers} then ${name} end`).join()}], null) as cleared
    from ${referrer.table} it where (${cleared.map(({ refers }) => refers).join(" or ")}) ${others}
    for no key update of it
  ), changed_${i} as (
    update ${referrer.table} it set data = w.data - w.cleared, revision = w.revision + 1, updated_date = $4,
      written_by = $5
    from ${was} w where it.id = w.id)`);
    if (sandbox) continue;
    parts.push(versionStatement(`kept_${i}`, was, here));
    const now = { ...item, data: "(w.data - w.cleared)", updated: "$4" };
    parts.push(eventStatement(`told_${i}`, { slug: "updated", from: `${was} w`, item: now, ...events }, here));
  }

  parts.push(` select w.n, w.refused, w.id, ${all ? "null::jsonb" : "w.data"} as data, w.revision, w.owner, w.status,
    w.created_date as created, w.updated_date as updated from was w ${all ? "limit 1" : ""}`);
  const text = parts.join("");
  return { name: `remove_${createHash("sha1").update(text).digest("base64url")}`, text, values };
}
