import type { CollectionField, ItemData } from "@uola/contract";
import { json } from "@uola/database";
import { words } from "@uola/words/site";
import { type PageName, pageTexts } from "@uola/words/site/pages";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import { addCollection, type Collections } from "../collections/collections.ts";
import type { ItemKeeping } from "../items/items.ts";
import { lists } from "./lists.ts";
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

/** Whether the collections of the site were made once; what the owner deletes afterwards stays deleted. */
export async function isFilled({ db, siteId }: Context): Promise<boolean> {
  const row = await db
    .selectFrom("setting")
    .select("name")
    .where("siteId", "=", siteId)
    .where("name", "=", setting)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes what is missing and notes at the end that all is there. Every step can be taken twice: whoever is stopped
 * half-way, or does it at the same time as another process, leaves nothing out and nothing doubled.
 */
export async function fill(
  context: Context,
  collections: Collections,
  keeping: ItemKeeping,
  seeds: Seeds,
): Promise<void> {
  if (await isFilled(context)) return;
  for (const [id, words] of Object.entries(pageTexts)) {
    const { displayName, texts } = pages[id as PageName];
    const fields = Object.entries(texts).map(([key, name]) => textField(key, name));
    await ensure({
      id,
      displayName,
      displayField: fields[0]?.key ?? "",
      fields,
      plugins: [
        { type: "SINGLE_ITEM" as const, singleItemOptions: { singleItemId: pageItem } },
        { type: "CMS" as const },
      ],
    });
    const data = Object.fromEntries(Object.entries(words).map(([key, word]) => [key, say(word)]));
    await keeping.addMissing(await collections.find(id), [{ id: pageItem, data }], system);
  }
  for (const [id, { sort, ...list }] of Object.entries(lists)) {
    await ensure({
      ...list,
      id,
      fields: list.fields.map((field) => ({ ...field })),
      plugins: [{ type: "CMS" as const, cmsOptions: { siteSort: { sort: sort.map((each) => ({ ...each })) } } }],
    });
    const items = (seeds[id as keyof typeof lists] ?? []).map(({ _id, ...data }) => ({ id: _id, data }));
    if (items.length > 0) await keeping.addMissing(await collections.find(id), items, system);
  }
  const { db, siteId, now } = context;
  await db
    .insertInto("setting")
    .values({ siteId, name: setting, value: json({}), updatedDate: now() })
    .onConflict((same) => same.doNothing())
    .execute();
  context.changes.publish("content");

  async function ensure(wish: Omit<Parameters<typeof addCollection>[1], "permissions">): Promise<void> {
    try {
      await addCollection(context, { ...wish, permissions }, system);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "WDE0104")) throw error;
    }
  }
}

const textField = (key: string, displayName: string): CollectionField => ({
  key,
  type: "TEXT",
  displayName,
  stringLengthRange: { maxLength: textMax },
});
