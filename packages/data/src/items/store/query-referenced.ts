import { dataErrors, type Input, type items, type Output } from "@uola/contract";
import { all, type Caller, type Condition, decodeCursor, type Field, invalidCursor, Refusal } from "@uola/kernel";
import { sql } from "kysely";
import { z } from "zod";
import { accessLevelFor, type CollectionSchema } from "../../collections/collections.ts";
import { itemNotFound } from "../refusals.ts";
import { openReferred, referredBy } from "./include-references.ts";
import { referenceColumns, referenceRows, referencesOf } from "./item-fields.ts";
import { pageInputOf, pageOf, parsePageRange } from "./page.ts";
import {
  dataItemOf,
  dataOf,
  type ItemRow,
  itemColumns,
  projected,
  type QueryDeps,
  type ReadableCollection,
  runQuery,
} from "./query.ts";

const CursorPayload = z.object({ referringItemId: z.string(), referringItemFieldName: z.string() });

/** Returns the items that a field refers to, in the order they were added. */
export async function queryReferenced(
  deps: QueryDeps,
  readable: ReadableCollection,
  input: Input<typeof items.queryReferenced>,
  caller: Caller,
): Promise<Output<typeof items.queryReferenced>> {
  const { collection } = readable;
  const part = parsePageRange(input);
  const payload = readCursorPayload("cursor" in part ? part.cursor : undefined) ?? input;
  const { referringItemId: itemId, referringItemFieldName: field } = payload;
  if (!itemId) throw new Refusal(dataErrors.referringItemMissing, "The id of the referring item is required.", 400);
  if (!field) throw notReference("");
  const found = referencesIn(deps, readable, field);
  await mustBeThere(deps, readable, itemId);
  const target = await openReferred(deps, referredBy(collection, field) ?? "", input, caller);
  const more = { referringItemId: itemId, referringItemFieldName: field };
  const sort = [{ fieldName: "added", order: input.order ?? ("ASC" as const) }];
  const added = (path: string): Field | undefined =>
    path === "added" ? { column: sql`x.added`, type: "text", required: true } : undefined;
  const page = pageInputOf(part, { filter: undefined, sort, more }, added, "added");
  const from = target
    ? sql`${found(itemId)} x left join ${target.from} i on i.id = x.there and ${all(target.visible)}`
    : sql`${found(itemId)} x`;
  const { rows, pagingMetadata } = await pageOf<Partial<ItemRow> & { there: string }>(
    deps,
    { columns: target ? sql`x.there, ${itemColumns}` : sql`x.there`, from, where: [], fields: added },
    page,
    input.returnTotalCount || "offset" in part ? "exact" : "none",
  );
  const unauthorized = !target && (await isForbidden(deps, referredBy(collection, field) ?? "", caller));
  const results = rows.map(({ there, ...row }) => {
    const referringItemId = itemId;
    if (!target || !row.id) return { unresolvedReference: { referencedItemId: there, unauthorized }, referringItemId };
    const data = dataOf(target.collection, row as ItemRow, deps.encryption, input.language);
    return { dataItem: dataItemOf(target.collection, projected(data, input.fields)) as never, referringItemId };
  });
  return { results, pagingMetadata };
}

/** Whether a field refers to an item. The referenced item need not exist. */
export async function isReferenced(
  deps: QueryDeps,
  readable: ReadableCollection,
  { referringItemFieldName, referringItemId, referencedItemId }: Input<typeof items.isReferenced>,
): Promise<Output<typeof items.isReferenced>> {
  const found = referencesIn(deps, readable, referringItemFieldName);
  await mustBeThere(deps, readable, referringItemId);
  if (referencedItemId.includes("\0")) return { isReferenced: false };
  const rows = await runQuery(
    deps,
    sql`select from ${found(referringItemId)} x where x.there = ${referencedItemId} limit 1`,
  );
  return { isReferenced: rows.length > 0 };
}

/** Returns the referenced ids as `there`, and an expression that sorts them by when they were added. */
function referencesIn({ siteId }: QueryDeps, { collection, from, sandbox, fields }: ReadableCollection, field: string) {
  const references = referencesOf(collection, field);
  if (references) {
    const { here, there } = referenceColumns(references);
    const rows = referenceRows(references, siteId, sandbox);
    return (itemId: string) =>
      sql`(select ${there} as there, r.id::text as added from item_reference r where ${rows} and ${here} = ${itemId})`;
  }
  if (collection.fields.get(field)?.type !== "REFERENCE") throw notReference(field);
  const value = fields(field)?.column;
  return (itemId: string) =>
    sql`(select ${value} as there, '' as added from ${from} i where i.id = ${itemId} and ${value} is not null)`;
}

const notReference = (field: string) =>
  new Refusal(dataErrors.notReference, `"${field.slice(0, 200)}" is not a reference field.`, 400);

/** A caller who may not read an item must not find out which items it refers to. */
async function mustBeThere(deps: QueryDeps, { from, visible }: ReadableCollection, id: string): Promise<void> {
  if (id.includes("\0")) throw itemNotFound(id);
  const conditions: Condition[] = [sql`i.id = ${id}`, ...visible];
  const rows = await runQuery(deps, sql`select from ${from} i where ${all(conditions)}`);
  if (rows.length === 0) throw itemNotFound(id);
}

async function isForbidden({ collections }: QueryDeps, id: string, caller: Caller): Promise<boolean> {
  const collection: CollectionSchema | undefined = await collections.find(id).catch(() => undefined);
  return collection !== undefined && accessLevelFor(collection.permissions, "read", caller) === "none";
}

function readCursorPayload(cursor: string | undefined): z.infer<typeof CursorPayload> | undefined {
  if (cursor === undefined) return undefined;
  const payload = CursorPayload.safeParse(decodeCursor(cursor).more);
  if (!payload.success) throw invalidCursor();
  return payload.data;
}
