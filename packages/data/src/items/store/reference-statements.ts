import { newId } from "@uola/database";
import {
  currentItemColumns,
  type ItemTable,
  inputRows,
  referenceStatements,
  rowId,
  type Scope,
  type Statement,
} from "./write-statements.ts";

export type { ItemTable, PutResult } from "./write-statements.ts";

type Home = { key: string; field: string; reversed: boolean };
type Row = Home & { n: number; id: string; other: string };

const givenReferences = (table: string) => `with said as (select $2::uuid, $5::text), given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (n int, id text, other text, key uuid, field text, reversed boolean)
  ), was as materialized (
    select g.n, ${currentItemColumns({ owner: "$3", drafts: "$4" }, "null::int")}
    from ${inputRows(table)} order by it.id for key share of it
  ), wanted as materialized (
    select g.n, g.key, g.field, case when g.reversed then g.other else g.id end as item_id,
      case when g.reversed then g.id else g.other end as referenced_id
    from given g join was w on w.n = g.n where w.refused is null)`;

const resultOf = (change: string) => `
  select g.n, w.n is not null as there, w.refused, c.item_id is not null as changed
  from given g left join was w on w.n = g.n left join wanted on wanted.n = g.n
    left join ${change} c on c.collection_key = wanted.key and c.field = wanted.field and c.item_id = wanted.item_id
      and c.referenced_id = wanted.referenced_id`;

const valuesOf = (siteId: string, rows: readonly Row[], { owner, drafts }: Scope) => [
  JSON.stringify(rows),
  siteId,
  owner,
  drafts,
  newId(),
];

/** Adds references to MULTI_REFERENCE fields. Returns those that already existed. */
export const addReferencesStatement = (
  { table, sandbox }: ItemTable,
  siteId: string,
  rows: readonly Row[],
  scope: Scope,
): Statement => ({
  text: `${givenReferences(table)}, added as (
    insert into item_reference (site_id, collection_key, sandbox, field, item_id, referenced_id, id)
    select $2, w.key, ${sandbox}, w.field, w.item_id, w.referenced_id, ${rowId("$5", "w.n")} from wanted w
    on conflict do nothing returning collection_key, field, item_id, referenced_id)${resultOf("added")}`,
  values: valuesOf(siteId, rows, scope),
});

/** Removes references from MULTI_REFERENCE fields. Returns those that did not exist. */
export const removeReferencesStatement = (
  { table, sandbox }: ItemTable,
  siteId: string,
  rows: readonly Row[],
  scope: Scope,
): Statement => ({
  text: `${givenReferences(table)}, removed as (
    delete from item_reference r using wanted w
    where r.site_id = $2 and r.collection_key = w.key and r.sandbox = ${sandbox} and r.field = w.field
      and r.item_id = w.item_id and r.referenced_id = w.referenced_id
    returning r.collection_key, r.field, r.item_id, r.referenced_id)${resultOf("removed")}`,
  values: valuesOf(siteId, rows, scope),
});

/** Replaces all references of an item's field. */
export const replaceReferencesStatement = (
  { table, sandbox }: ItemTable,
  siteId: string,
  id: string,
  references: Home & { ids: readonly string[] },
  { owner, drafts }: Scope,
): Statement => ({
  text: `with said as (select $2::uuid, $6::text), given as materialized (
    select 0 as n, $1::text as id, $5::jsonb as refs
  ), was as materialized (
    select g.n, ${currentItemColumns({ owner: "$3", drafts: "$4" }, "null::int")}
    from ${inputRows(table)} for key share of it
  ), affected as materialized (
    select n, id from was where refused is null)${referenceStatements("affected", sandbox, "$6")}
  select refused from was`,
  values: [id, siteId, owner, drafts, JSON.stringify([references]), newId()],
});
