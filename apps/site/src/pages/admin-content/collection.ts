import type { CollectionField, CollectionPlugin, DataCollection } from "@uola/contract";
import { coursePath } from "@uola/contract/course";
import { type Locale, language } from "@uola/words/language";
import { linkTo } from "../../loader/locale.ts";
import type { Page } from "../../loader/page.ts";

/** What an item holds, by field key. */
export type Data = Record<string, unknown>;

export const nameOf = ({ displayName, id }: DataCollection): string => displayName || id.slice(id.indexOf("/") + 1);
export const fieldName = ({ displayName, key }: CollectionField): string => displayName || key;

/** The fields its owner declared; `_id` and the stamps are kept by the platform. */
export const ownFields = ({ fields }: DataCollection): CollectionField[] =>
  fields.filter(({ key, systemField }) => !systemField && !key.startsWith("_"));

export const pluginOf = ({ plugins }: DataCollection, type: CollectionPlugin["type"]): CollectionPlugin | undefined =>
  plugins?.find((plugin) => plugin.type === type);

export const isSingle = (collection: DataCollection): boolean => pluginOf(collection, "SINGLE_ITEM") !== undefined;
export const singleIdOf = (collection: DataCollection): string =>
  pluginOf(collection, "SINGLE_ITEM")?.singleItemOptions?.singleItemId || "SINGLE_ITEM_ID";
export const publishes = (collection: DataCollection): boolean => pluginOf(collection, "PUBLISH") !== undefined;

/** The external database a collection is kept in. */
export const connectionOf = ({ id }: Pick<DataCollection, "id">): string | undefined =>
  id.includes("/") ? id.slice(0, id.indexOf("/")) : undefined;

/** Items of other people's databases have neither drafts nor versions. */
export const isExternal = (collection: Pick<DataCollection, "id">): boolean => connectionOf(collection) !== undefined;

/** Who edits every item of a collection beside its owner. */
const staffRoles: readonly unknown[] = ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "CMS_EDITOR"];

/** Whether the owner, or a trainer or editor, may do something with every item. The platform checks it again. */
export const mayOf = (
  { permissions }: Pick<DataCollection, "permissions">,
  action: "read" | "insert" | "update" | "remove",
  isOwner: boolean,
): boolean => isOwner || staffRoles.includes(permissions?.[action]);

/** What an item is called by: the field chosen for it, else the first text. */
export function displayKeyOf(collection: DataCollection): string | undefined {
  const fields = ownFields(collection);
  const chosen = fields.find(({ key }) => key === collection.displayField);
  return (chosen ?? fields.find(({ type }) => type === "TEXT") ?? fields[0])?.key;
}

export type Group = {
  kind: "pages" | "lists" | "readOnly" | "external";
  connection?: string;
  collections: DataCollection[];
};

/** Pages of the site first, then lists, those the person only reads, and each external database; by name within each. */
export function groupsOf(collections: readonly DataCollection[], isOwner: boolean): Group[] {
  const byName = collections.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "lt"));
  const [external, own] = [byName.filter(isExternal), byName.filter((each) => !isExternal(each))];
  const editable = own.filter((each) => mayOf(each, "update", isOwner));
  const groups: Group[] = [
    { kind: "pages", collections: editable.filter(isSingle) },
    { kind: "lists", collections: editable.filter((each) => !isSingle(each)) },
    { kind: "readOnly", collections: own.filter((each) => !editable.includes(each)) },
  ];
  for (const [connection, members] of Map.groupBy(external, (each) => connectionOf(each) ?? "")) {
    groups.push({ kind: "external", connection, collections: members });
  }
  return groups.filter((group) => group.collections.length > 0);
}

export const addressOf = {
  items: (collectionId: string) => linkTo(`/admin/content/items/?${new URLSearchParams({ collection: collectionId })}`),
  item: (collectionId: string, itemId: string) =>
    linkTo(`/admin/content/item/?${new URLSearchParams({ collection: collectionId, item: itemId })}`),
  newItem: (collectionId: string) =>
    linkTo(`/admin/content/item/?${new URLSearchParams({ collection: collectionId })}`),
};

/**
 * The path where the site shows an item: its own page, the page of its texts, one that it names, or the first that shows
 * its list.
 */
export function pathOf(
  pages: Record<string, Page>,
  collectionId: string,
  item: Data,
  locale: Locale = language(),
): string {
  const { pages: named } = item;
  const rows = Object.values(pages);
  const own = rows.find(
    ({ content }) =>
      content?.lists?.[0] === collectionId &&
      content.item &&
      Object.entries(content.item).every(([key, value]) => item[key] === value),
  );
  if (own) return linkTo(filled(own.path, item), locale);
  const ofTexts = (id: unknown) => rows.find(({ content }) => content?.texts === id);
  const [first] = Array.isArray(named) ? named : [];
  const [course] = Array.isArray(item.services) ? item.services : [];
  if (collectionId === "Questions" && !first && course) return linkTo(coursePath(String(course)), locale);
  const shown =
    ofTexts(collectionId) ?? ofTexts(first) ?? rows.find(({ content }) => content?.lists?.[0] === collectionId);
  return linkTo(shown?.path ?? "/", locale);
}

/** A path with an item's values in place of its parameters. */
const filled = (path: string, item: Data) =>
  path.replace(/:(\w+)\+?/g, (_, key: string) => encodeURI(String(item[key] ?? "")));
