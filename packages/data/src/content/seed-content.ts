import { type CollectionField, dataErrors, type ItemData } from "@uola/contract";
import { type Database, json } from "@uola/database";
import { type Context, Refusal, transact } from "@uola/kernel";
import { words } from "@uola/words/site";
import { type PageName, pageTexts } from "@uola/words/site/pages";
import { sql } from "kysely";
import {
  addCollection,
  type Collections,
  type KnownCollection,
  replaceCollection,
} from "../collections/collections.ts";
import { addToDraft } from "../editing/editing.ts";
import type { ItemKeeping } from "../items/items.ts";
import { lists } from "./lists.ts";
import { unlessMissing } from "./optional-collection.ts";
import { pages } from "./pages.ts";

/** What lists begin with. */
export type Seeds = Partial<Record<keyof typeof lists, (ItemData & { _id: string })[]>>;

const setting = "content";
const system = { kind: "system", id: "content" } as const;
// Everybody reads what pages show; whoever edits pages writes it.
const permissions = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;
/** The id of a page's only item. */
const pageItem = "page";
const textMax = 4000;

const say = words("lt");

/** By collection: the fields the house was given, whatever the owner has made of them since. */
type Given = Record<string, string[]>;

/** Whether the collections of the site were made once; what the owner deletes afterwards stays deleted. */
export const isFilled = async (context: Context): Promise<boolean> => (await readGiven(context)) !== undefined;

/**
 * Makes what the house was not given yet: all of it at its first start, and later the pages, lists and texts of a newer
 * release. What was given before is the owner's, changed or deleted. Every step can be taken twice: whoever is stopped
 * half-way, or does it at the same time as another process, leaves nothing out and nothing doubled.
 */
export async function fill(
  context: Context,
  collections: Collections,
  keeping: ItemKeeping,
  seeds: Seeds,
): Promise<void> {
  const before = await readGiven(context);
  const given: Given = { ...before };
  for (const [id, words] of Object.entries(pageTexts)) {
    const { displayName, texts } = pages[id as PageName];
    const fields = Object.entries(texts).map(([key, name]) => textField(key, name));
    const said = Object.fromEntries(Object.entries(words).map(([key, word]) => [key, say(word)]));
    const plugins = [
      { type: "SINGLE_ITEM" as const, singleItemOptions: { singleItemId: pageItem } },
      { type: "CMS" as const },
    ];
    const wish = { id, displayName, displayField: fields[0]?.key ?? "", fields, plugins };
    await give(wish, [{ id: pageItem, data: said }], (known, added) => addTexts(known, pick(said, added)));
  }
  for (const [id, { sort, ...list }] of Object.entries(lists)) {
    const fields = list.fields.map((field) => ({ ...field }));
    const plugins = [{ type: "CMS" as const, cmsOptions: { siteSort: { sort: sort.map((each) => ({ ...each })) } } }];
    const items = (seeds[id as keyof typeof lists] ?? []).map(({ _id, ...data }) => ({ id: _id, data }));
    await give({ ...list, id, fields, plugins }, items);
  }
  if (before && isSame(before, given)) return;
  await writeGiven(context, given);
  context.changes.publish("content");

  /** Makes a collection with its first items; of one that was given before, the fields that are new since. */
  async function give(
    wish: Wish,
    items: { id: string; data: ItemData }[],
    fillNew?: (known: KnownCollection, added: string[]) => Promise<void>,
  ): Promise<void> {
    const keys = wish.fields.map(({ key }) => key);
    const old = given[wish.id];
    given[wish.id] = [...new Set([...(old ?? []), ...keys])];
    if (!old) {
      await ensure(wish);
      if (items.length > 0) await keeping.addMissing(await collections.find(wish.id), items, system);
      return;
    }
    const added = keys.filter((key) => !old.includes(key));
    if (added.length === 0 || !(await addFields(wish, added))) return;
    await fillNew?.(await collections.read(wish.id), added);
  }

  async function ensure(wish: Wish): Promise<void> {
    try {
      await addCollection(context, { ...wish, permissions }, system);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === dataErrors.collectionExists)) throw error;
    }
  }

  /** Gives a collection fields behind those they stand behind in the wish; false when the owner has deleted it. */
  async function addFields({ id, fields }: Wish, added: readonly string[]): Promise<boolean> {
    return withoutMismatch(async () => {
      const known = await unlessMissing(collections.read(id));
      if (!known) return false;
      const own = known.collection.fields.filter(({ key, systemField }) => !systemField && !known.reverse.has(key));
      const wanted = [...own];
      for (const [at, field] of fields.entries()) {
        if (!added.includes(field.key) || wanted.some(({ key }) => key === field.key)) continue;
        const behind = wanted.findIndex(({ key }) => key === fields[at - 1]?.key);
        // Items that are there do not have it.
        wanted.splice(behind < 0 ? wanted.length : behind + 1, 0, { ...field, required: false });
      }
      if (wanted.length > own.length) await replaceCollection(context, { ...known.collection, fields: wanted }, system);
      return true;
    });
  }

  /** Gives a page texts it does not say yet, and its draft as well: a draft is all of what will be said. */
  async function addTexts(known: KnownCollection, texts: ItemData): Promise<void> {
    await withoutMismatch(() =>
      transact(context, async (tx) => {
        const item = await keeping.find(tx, known, pageItem);
        const missing = Object.fromEntries(Object.entries(texts).filter(([key]) => item?.data[key] === undefined));
        // A page whose only item the owner removed goes on without.
        if (!item || Object.keys(missing).length === 0) return;
        const status = known.publishes && { _publishStatus: item.status };
        const data = { ...withoutStamps(item.data), ...status, ...missing };
        const wish = { id: pageItem, data, expectRevision: item.revision };
        const { revision } = await keeping.save(known, wish, system, false, tx);
        await addToDraft(tx, context.siteId, known, pageItem, missing, { from: item.revision, to: revision });
      }),
    );
  }
}

type Wish = Omit<Parameters<typeof addCollection>[1], "permissions" | "fields"> & { fields: CollectionField[] };

const tries = 5;

/** Another process may be giving the same; whoever comes second finds it given. */
async function withoutMismatch<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !(error instanceof Refusal && error.code === "REVISION_MISMATCH")) throw error;
    }
  }
}

async function readGiven({ db, siteId }: Context): Promise<Given | undefined> {
  const row = await db
    .selectFrom("setting")
    .select("value")
    .where("siteId", "=", siteId)
    .where("name", "=", setting)
    .executeTakeFirst();
  if (!row) return undefined;
  return (row.value as { given?: Given }).given ?? givenByTrail(db, siteId);
}

/** What a house was given before that was noted by itself. */
async function givenByTrail(db: Database, siteId: string): Promise<Given> {
  const rows = await db
    .selectFrom("audit")
    .select("after")
    .where("siteId", "=", siteId)
    .where("entity", "=", "data_collection")
    .where("action", "=", "collection.create")
    .where(sql<boolean>`actor @> ${json(system)}`)
    .execute();
  const made = rows.map(({ after }) => after as { id: string; fields: CollectionField[] });
  return Object.fromEntries(made.map(({ id, fields }) => [id, fields.map(({ key }) => key)]));
}

async function writeGiven({ db, siteId, now }: Context, given: Given): Promise<void> {
  const value = json({ given });
  await db
    .insertInto("setting")
    .values({ siteId, name: setting, value, updatedDate: now() })
    .onConflict((same) => same.columns(["siteId", "name"]).doUpdateSet({ value, updatedDate: now() }))
    .execute();
}

const isSame = (a: Given, b: Given) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(b).every(([id, fields]) => a[id]?.length === fields.length);
const pick = (data: ItemData, keys: readonly string[]): ItemData =>
  Object.fromEntries(Object.entries(data).filter(([key]) => keys.includes(key)));
const withoutStamps = (data: ItemData): ItemData =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_") || key === "_translations"));

const textField = (key: string, displayName: string): CollectionField => ({
  key,
  type: "TEXT",
  displayName,
  stringLengthRange: { maxLength: textMax },
});
