import { dataErrors, type Input, type items, type Output } from "@uola/contract";
import { all, type Caller, type Condition, decodeCursor, type Field, invalidCursor, Refusal } from "@uola/kernel";
import { sql } from "kysely";
import { z } from "zod";
import { allows, type KnownCollection } from "../../collections/collections.ts";
import { itemNotFound } from "../refusals.ts";
import { referred, referredBy } from "./include-references.ts";
import { referenceRows, referencesOf, sidesOf } from "./item-fields.ts";
import { pageOf, partOf, wishOf } from "./page.ts";
import { ask, dataItemOf, dataOf, type House, type ItemRow, itemColumns, projected, type Readable } from "./query.ts";

const Told = z.object({ referringItemId: z.string(), referringItemFieldName: z.string() });

/** The items a field of an item refers to, in the order in which they were added to it. */
export async function queryReferenced(
  house: House,
  open: Readable,
  wish: Input<typeof items.queryReferenced>,
  caller: Caller,
): Promise<Output<typeof items.queryReferenced>> {
  const { known } = open;
  const part = partOf(wish);
  const told = toldBy("cursor" in part ? part.cursor : undefined) ?? wish;
  const { referringItemId: itemId, referringItemFieldName: field } = told;
  if (!itemId)
    throw new Refusal(dataErrors.referringItemMissing, "Whose references are asked for: an item's id is needed.", 400);
  if (!field) throw notReference("");
  const found = referencesIn(house, open, field);
  await mustBeThere(house, open, itemId);
  const target = await referred(house, referredBy(known, field) ?? "", wish, caller);
  const more = { referringItemId: itemId, referringItemFieldName: field };
  const sort = [{ fieldName: "added", order: wish.order ?? ("ASC" as const) }];
  const added = (path: string): Field | undefined =>
    path === "added" ? { column: sql`x.added`, type: "text", required: true } : undefined;
  const page = wishOf(part, { filter: undefined, sort, more }, added, "added");
  const from = target
    ? sql`${found(itemId)} x left join ${target.from} i on i.id = x.there and ${all(target.visible)}`
    : sql`${found(itemId)} x`;
  const { rows, pagingMetadata } = await pageOf<Partial<ItemRow> & { there: string }>(
    house,
    { columns: target ? sql`x.there, ${itemColumns}` : sql`x.there`, from, where: [], fields: added },
    page,
    wish.returnTotalCount || "offset" in part ? "exact" : "none",
  );
  const unauthorized = !target && (await isForbidden(house, referredBy(known, field) ?? "", caller));
  const results = rows.map(({ there, ...row }) => {
    const referringItemId = itemId;
    if (!target || !row.id) return { unresolvedReference: { referencedItemId: there, unauthorized }, referringItemId };
    const data = dataOf(target.known, row as ItemRow, house.seal, wish.language);
    return { dataItem: dataItemOf(target.known, projected(data, wish.fields)) as never, referringItemId };
  });
  return { results, pagingMetadata };
}

/** Whether a field of an item refers to another item, which need not be there. */
export async function isReferenced(
  house: House,
  open: Readable,
  { referringItemFieldName, referringItemId, referencedItemId }: Input<typeof items.isReferenced>,
): Promise<Output<typeof items.isReferenced>> {
  const found = referencesIn(house, open, referringItemFieldName);
  await mustBeThere(house, open, referringItemId);
  if (referencedItemId.includes("\0")) return { isReferenced: false };
  const rows = await ask(
    house,
    sql`select from ${found(referringItemId)} x where x.there = ${referencedItemId} limit 1`,
  );
  return { isReferenced: rows.length > 0 };
}

/** The ids a field of an item refers to, `there`, and what tells when each was `added`. */
function referencesIn({ siteId }: House, { known, from, sandbox, fields }: Readable, field: string) {
  const references = referencesOf(known, field);
  if (references) {
    const { here, there } = sidesOf(references);
    const rows = referenceRows(references, siteId, sandbox);
    return (itemId: string) =>
      sql`(select ${there} as there, r.id::text as added from item_reference r where ${rows} and ${here} = ${itemId})`;
  }
  if (known.fields.get(field)?.type !== "REFERENCE") throw notReference(field);
  const value = fields(field)?.column;
  return (itemId: string) =>
    sql`(select ${value} as there, '' as added from ${from} i where i.id = ${itemId} and ${value} is not null)`;
}

const notReference = (field: string) =>
  new Refusal(dataErrors.notReference, `"${field.slice(0, 200)}" is not a reference.`, 400);

/** Who may not read an item is not told what it refers to. */
async function mustBeThere(house: House, { from, visible }: Readable, id: string): Promise<void> {
  if (id.includes("\0")) throw itemNotFound(id);
  const conditions: Condition[] = [sql`i.id = ${id}`, ...visible];
  const rows = await ask(house, sql`select from ${from} i where ${all(conditions)}`);
  if (rows.length === 0) throw itemNotFound(id);
}

async function isForbidden({ collections }: House, id: string, caller: Caller): Promise<boolean> {
  const known: KnownCollection | undefined = await collections.find(id).catch(() => undefined);
  return known !== undefined && allows(known.permissions, "read", caller) === "none";
}

function toldBy(cursor: string | undefined): z.infer<typeof Told> | undefined {
  if (cursor === undefined) return undefined;
  const told = Told.safeParse(decodeCursor(cursor).more);
  if (!told.success) throw invalidCursor();
  return told.data;
}
