import { newId } from "@uola/database";
import { type CollectionSchema, coveringIndexName } from "../../collections/collections.ts";
import { encryptedKeys } from "../encrypted-fields.ts";

/**
 * Statements that write items. Each one performs a whole change: items, versions, references and
 * events.
 */

const versionsMax = 100;

/** A statement with its parameter values. A statement with a name is prepared once per connection. */
export type Statement = { name?: string; text: string; values: unknown[] };
/** The table of a collection's items; `table` is its quoted name. */
export type ItemTable = { collection: CollectionSchema; table: string; sandbox: boolean };
/** Values that all statements of a call share. */
export type WriteContext = { siteId: string; at: Date; writtenBy: string };
/** The items that may be changed. A null `owner` means the items of all owners. */
export type Scope = { owner: string | null; drafts: boolean };

/** Selects the current row and the reason why it must not be changed, if any. */
export const currentItemColumns = (scope: { owner: string; drafts: string }, expected: string) => `
  it.id, it.data, it.revision, it.status, it.owner, it.created_date, it.updated_date, it.written_by,
  case
    when it.status = 'DRAFT' and not ${scope.drafts}::boolean then 'missing'
    when ${scope.owner}::text is not null and it.owner is distinct from ${scope.owner}::text then 'foreign'
    when ${expected} is not null and ${expected} <> it.revision then 'stale'
  end as refused`;

/**
 * Returns an SQL expression for one new id per row, derived from one generated id and the row's
 * `number`.
 */
export const rowId = (base: string, number: string) =>
  `(left(${base}::text, 24) || lpad(to_hex(${number}), 6, '0') || right(${base}::text, 6))::uuid`;

const moment = (column: string) =>
  `jsonb_build_object('$date', to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

type EventItem = { id: string; data: string; owner: string; status: string; created: string; updated: string };
const eventBody = (item: EventItem, { collectionId, secret }: Of) =>
  `jsonb_build_object('id', ${item.id}, 'dataCollectionId', ${collectionId}::text, 'data', (${item.data} - ${secret}::text[]) ||
    jsonb_strip_nulls(jsonb_build_object('_id', ${item.id}, '_createdDate', ${moment(item.created)},
      '_updatedDate', ${moment(item.updated)}, '_owner', ${item.owner}, '_publishStatus', ${item.status})))`;

const slots = {
  created: ["createdEvent", "entity"],
  updated: ["updatedEvent", "currentEntity"],
  deleted: ["deletedEvent", "deletedEntity"],
};

type EventSource = { slug: keyof typeof slots; from: string; item: EventItem; number: string; sequence: string };
/** Parameters of the shared values. `secret` contains the keys that events must not include. */
export type Of = Record<"site" | "key" | "at" | "writtenBy" | "collectionId" | "base" | "secret", string>;
/**
 * Writes events if a webhook is enabled. The entity of an event needs a UUID, so the item's own id
 * is in the body. The body also contains the actor, because writing an item adds no audit entry.
 */
export function eventStatement(name: string, { slug, from, item, number, sequence }: EventSource, of: Of): string {
  const [body, entity] = slots[slug];
  return `, ${name} as (
    insert into event (site_id, id, type, slug, entity_id, entity_sequence, body, created_date)
    select ${of.site}, ${rowId(of.base, number)}, 'data_item', '${slug}',
      md5(${of.key}::text || '/' || ${item.id})::uuid, ${sequence},
      jsonb_build_object('entityId', ${item.id}, 'dataCollectionId', ${of.collectionId}::text, 'actor', ${of.writtenBy}::jsonb,
        '${body}', jsonb_build_object('${entity}', ${eventBody(item, of)})), ${of.at}
    from ${from}
    where (select exists (select from webhook w where w.site_id = ${of.site} and w.enabled
      and (w.event_types = '{}' or 'wix.data.v2.data_item_${slug}' = any(w.event_types)))))`;
}

/** Stores the previous versions and deletes all but the newest ones. */
export function versionStatement(name: string, from: string, of: Of, removedBy?: string): string {
  const removed = removedBy ? `${of.at}, ${removedBy}` : "null, null";
  return `, ${name} as (
    insert into item_version (site_id, collection_key, item_id, revision, data, owner, status, created_date, written_date,
      written_by, removed_date, removed_by)
    select ${of.site}, ${of.key}, w.id, w.revision, w.data, w.owner, w.status, w.created_date, w.updated_date,
      w.written_by, ${removed} from ${from} w where w.refused is null
  ), ${name}_trimmed as (
    delete from item_version v
    where v.site_id = ${of.site} and v.collection_key = ${of.key} and v.item_id = any (
        (select array_agg(w.id) from ${from} w where w.refused is null and w.revision >= ${versionsMax})::text[])
      and v.revision <= (select w.revision - ${versionsMax} from ${from} w where w.id = v.item_id limit 1))`;
}

/**
 * Writes the references in the MULTI_REFERENCE fields that are set in the data, from `refs` of the
 * rows.
 */
export const referenceStatements = (from: string, sandbox: boolean, base = of.base) => `, wanted as materialized (
    select (ref ->> 'key')::uuid as key, ref ->> 'field' as field, (ref ->> 'reversed')::boolean as reversed, a.id as own,
      other.id as other, row_number() over (order by g.n, other.place) as number
    from ${from} a join given g on g.n = a.n cross join jsonb_array_elements(g.refs) ref
      cross join jsonb_array_elements_text(ref -> 'ids') with ordinality other (id, place)
  ), unreferred as (
    delete from item_reference r using ${from} a, given g, jsonb_array_elements(g.refs) ref
    where g.n = a.n and r.site_id = ${of.site} and r.collection_key = (ref ->> 'key')::uuid and r.sandbox = ${sandbox}
      and r.field = ref ->> 'field'
      and case when (ref ->> 'reversed')::boolean then r.referenced_id else r.item_id end = a.id
      and not ref -> 'ids' ? case when (ref ->> 'reversed')::boolean then r.item_id else r.referenced_id end
  ), referred as (
    insert into item_reference (site_id, collection_key, sandbox, field, item_id, referenced_id, id)
    select ${of.site}, w.key, ${sandbox}, w.field, case when w.reversed then w.other else w.own end,
      case when w.reversed then w.own else w.other end, ${rowId(base, "w.number")}
    from wanted w on conflict do nothing)`;

export type Mode = "insert" | "update" | "save";
/** A row of the statement's input `given`. Only `n`, `id` and `data` are required. */
export type InputRow = {
  n: number;
  id: string;
  /** The data as JSON text. */
  text: string;
  status: string | undefined;
  owner: string | undefined;
  /** Whether the caller supplied the id, so that it may have belonged to an earlier item. */
  named: boolean;
  /** The required current revision. 0 means that the item must not exist. */
  expected: number | undefined;
  references: { key: string; field: string; reversed: boolean; ids: string[] }[] | undefined;
};
/** The result of a row. Inserted rows are returned only if their revision is not 1. */
export type PutResult = {
  n: number;
  refused: "missing" | "foreign" | "stale" | null;
  revision: number | null;
  created: Date | null;
  owner: string | null;
  status: string | null;
  added: boolean;
};

const of: Of = { site: "$2", key: "$3", at: "$4", writtenBy: "$5", collectionId: "$6", base: "$7", secret: "$8" };
/**
 * Casts the shared values, so that PostgreSQL can determine their types even if a statement does
 * not use them.
 */
const typedValues = (...more: string[]) => `with said as (
    select ${["$2::uuid, $3::uuid, $4::timestamptz, $5::jsonb, $6::text, $7::text, $8::text[]", ...more].join()})`;
export const common = { of, typedValues: typedValues() };
/** Returns the shared values, `$2` to `$8`. */
export const commonValues = ({ collection }: ItemTable, { siteId, at, writtenBy }: WriteContext): unknown[] => [
  siteId,
  collection.key,
  at,
  writtenBy,
  collection.id,
  newId(),
  encryptedKeys(collection),
];

const givenRows = `given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (n int, id text, data jsonb, status text, owner text, named boolean,
      expected int, refs jsonb))`;

/** Joins items through their index even if the planner has no statistics yet. */
export const inputRows = (table: string) =>
  `given g join ${table} it on it.id = g.id and it.id = any ((select array_agg(id) from given)::text[])`;

/**
 * An item with a reused id continues with the revision after those of the former item's versions
 * and removal.
 */
const firstRevision = (sandbox: boolean) =>
  sandbox
    ? "1"
    : `case when g.named then coalesce((select max(v.revision) + 2 from item_version v where v.site_id = ${of.site}
        and v.collection_key = ${of.key} and v.item_id = g.id), 1) else 1 end`;

/** Default values of an added item. */
const first = { owner: "coalesce(g.owner, $12)", status: "coalesce(g.status, $13)" };

const texts = new WeakMap<CollectionSchema, Map<string, string>>();

/**
 * Adds items, replaces them, or both. Rows that conflict with another item are skipped and not
 * returned. With `strict`, only rows with the same id are skipped; a unique index then rejects the
 * whole statement.
 */
export function putStatement(
  itemTable: ItemTable,
  mode: Mode,
  rows: readonly InputRow[],
  writeContext: WriteContext,
  scope: Scope & { inserts: boolean; newOwner: string | null; newStatus: string | null; strict: boolean },
): Statement {
  const { collection, sandbox } = itemTable;
  const references = rows.some((row) => row.references !== undefined);
  const variant = `${mode}${references ? "r" : ""}${sandbox ? "s" : ""}${scope.strict ? "u" : ""}`;
  let made = texts.get(collection);
  if (!made) {
    made = new Map();
    texts.set(collection, made);
  }
  let text = made.get(variant);
  if (text === undefined) {
    text = putText(itemTable, mode, references, scope.strict);
    made.set(variant, text);
  }
  const values = [`[${rows.map(inputRow).join()}]`, ...commonValues(itemTable, writeContext)];
  values.push(scope.owner, scope.drafts, scope.inserts, scope.newOwner, scope.newStatus);
  return { name: `${variant}_${collection.key}`, text, values };
}

function inputRow({ n, id, text, status, owner, named, expected, references }: InputRow): string {
  let row = `{"n":${n},"id":${JSON.stringify(id)},"data":${text}`;
  if (status !== undefined) row += `,"status":"${status}"`;
  if (owner !== undefined) row += `,"owner":${JSON.stringify(owner)}`;
  if (named) row += ',"named":true';
  if (expected !== undefined) row += `,"expected":${expected}`;
  if (references !== undefined) row += `,"refs":${JSON.stringify(references)}`;
  return `${row}}`;
}

const notThere = "not exists (select from was w where w.n = g.n)";

function putText({ table, sandbox }: ItemTable, mode: Mode, references: boolean, strict: boolean): string {
  const parts = [`${typedValues("$9::text", "$10::boolean", "$11::boolean", "$12::text", "$13::text")}, ${givenRows}`];
  if (mode !== "insert") {
    parts.push(`, was as materialized (
    select g.n, ${currentItemColumns({ owner: "$9", drafts: "$10" }, "g.expected")}
    from ${inputRows(table)} order by it.id for no key update of it
  ), changed as (
    update ${table} it set data = g.data, revision = w.revision + 1, status = coalesce(g.status, w.status),
      owner = coalesce(g.owner, w.owner), updated_date = $4, written_by = $5::jsonb
    from was w join given g on g.n = w.n where it.id = w.id and w.refused is null)`);
  }
  if (mode !== "update") {
    const unless = mode === "save" ? `where $11::boolean and coalesce(g.expected, 0) = 0 and ${notThere}` : "";
    parts.push(`, put as (
    insert into ${table} as it (id, data, revision, status, owner, created_date, updated_date, written_by)
    select g.id, g.data, ${firstRevision(sandbox)}, ${first.status}, ${first.owner}, $4, $4, $5::jsonb
    from given g ${unless} on conflict ${strict ? "(id)" : ""} do nothing returning it.id, it.revision)`);
  }
  if (!sandbox) {
    const item = { id: "g.id", data: "g.data", ...first, created: "$4", updated: "$4" };
    if (mode !== "update") {
      const from = "put p join given g on g.id = p.id";
      parts.push(
        eventStatement("told_new", { slug: "created", from, item, number: "g.n", sequence: "p.revision" }, of),
      );
    }
    if (mode !== "insert") {
      const from = "(select * from was where refused is null) w join given g on g.n = w.n";
      const now = {
        ...item,
        owner: "coalesce(g.owner, w.owner)",
        status: "coalesce(g.status, w.status)",
        created: "w.created_date",
      };
      parts.push(versionStatement("kept", "was", of));
      parts.push(
        eventStatement("told", { slug: "updated", from, item: now, number: "g.n", sequence: "w.revision + 1" }, of),
      );
    }
  }
  const added = "select g.n, p.id from put p join given g on g.id = p.id";
  const changed = "select w.n, w.id from was w where w.refused is null";
  if (references) {
    const affected = mode === "insert" ? added : mode === "update" ? changed : `${added} union all ${changed}`;
    parts.push(`, affected as materialized (${affected})${referenceStatements("affected", sandbox)}`);
  }
  const asWas =
    "select w.n, w.refused, w.revision + 1 as revision, w.created_date as created, w.owner, w.status, false as added from was w";
  const asPut = `null::text as refused, p.revision, $4 as created, ${first.owner} as owner, ${first.status} as status, p.id is not null as added from`;
  if (mode === "update") parts.push(asWas);
  else if (mode === "insert") {
    parts.push(`select g.n, ${asPut} given g left join put p on p.id = g.id where p.revision is distinct from 1`);
  } else {
    // An item that the caller saw and that has been removed since then is not added again.
    const gone = `select g.n, 'stale', 1, null, null, null, false from given g where g.expected > 0 and ${notThere}`;
    parts.push(`${asWas} union all select g.n, ${asPut} put p join given g on g.id = p.id union all ${gone}`);
  }
  return parts.join("");
}

/** Reads items before a change that is computed from their current data. */
export function findStatement(
  { table }: ItemTable,
  tasks: readonly { n: number; id: string }[],
  { owner, drafts }: Scope,
  locks: boolean,
): Statement {
  const text = `select g.n, ${currentItemColumns({ owner: "$3", drafts: "$4" }, "null::int")}
    from unnest($1::text[], $2::int[]) g (id, n) join ${table} it on it.id = g.id and it.id = any ($1::text[])
    order by it.id ${locks ? "for no key update of it" : ""}`;
  return { text, values: [tasks.map(({ id }) => id), tasks.map(({ n }) => n), owner, drafts] };
}

/** Returns a statement that finds which of the given ids exist. */
export const presenceStatement = ({ table }: ItemTable, ids: readonly string[]): Statement => ({
  text: `select id from ${table} where id = any ($1::text[])`,
  values: [ids],
});

/** Raises the revisions of items above those of removed items with the same ids. */
export const raiseRevisionsStatement = (
  { collection, table }: ItemTable,
  siteId: string,
  ids: readonly string[],
): Statement => ({
  text: `update ${table} it set revision = v.revision + 2
    from (select item_id, max(revision) as revision from item_version
      where site_id = $1 and collection_key = $2 and item_id = any ($3::text[]) group by item_id) v
    where it.id = v.item_id and it.revision <= v.revision`,
  values: [siteId, collection.key, ids],
});

/**
 * Drops the covering index. The background task rebuilds it without the columns that contain too
 * long texts.
 */
export const dropCoveringIndexStatement = ({ collection }: ItemTable): Statement => ({
  text: `drop index if exists items.${coveringIndexName(collection.key)}`,
  values: [],
});
