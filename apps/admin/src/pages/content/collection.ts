import type { CollectionField, CollectionPlugin, DataCollection } from "@uola/contract";
import { coursePath } from "@uola/contract/course";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Page } from "@uola/page-loader/page.ts";
import { type Locale, language } from "@uola/words/language";

/** The values of an item, by field key. */
export type Data = Record<string, unknown>;

export const nameOf = ({ displayName, id }: DataCollection): string => displayName || id.slice(id.indexOf("/") + 1);
export const fieldName = ({ displayName, key }: CollectionField): string => displayName || key;

/** Returns the fields that the owner declared; `_id` and the timestamps are managed by the platform. */
export const ownFields = ({ fields }: DataCollection): CollectionField[] =>
  fields.filter(({ key, systemField }) => !systemField && !key.startsWith("_"));

export const pluginOf = ({ plugins }: DataCollection, type: CollectionPlugin["type"]): CollectionPlugin | undefined =>
  plugins?.find((plugin) => plugin.type === type);

export const isSingle = (collection: DataCollection): boolean => pluginOf(collection, "SINGLE_ITEM") !== undefined;
export const singleIdOf = (collection: DataCollection): string =>
  pluginOf(collection, "SINGLE_ITEM")?.singleItemOptions?.singleItemId || "SINGLE_ITEM_ID";
export const publishes = (collection: DataCollection): boolean => pluginOf(collection, "PUBLISH") !== undefined;

/** Returns the external database in which a collection is stored. */
export const connectionOf = ({ id }: Pick<DataCollection, "id">): string | undefined =>
  id.includes("/") ? id.slice(0, id.indexOf("/")) : undefined;

/** Whether the collection is in an external database; its items have neither drafts nor versions. */
export const isExternal = (collection: Pick<DataCollection, "id">): boolean => connectionOf(collection) !== undefined;

/** Permission roles that include staff, in addition to the owner. */
const staffRoles: readonly unknown[] = ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "CMS_EDITOR"];

/**
 * Whether the owner, or a trainer or editor, may perform an action on every item. The platform
 * checks this permission again.
 */
export const mayOf = (
  { permissions }: Pick<DataCollection, "permissions">,
  action: "read" | "insert" | "update" | "remove",
  isOwner: boolean,
): boolean => isOwner || staffRoles.includes(permissions?.[action]);

/** Returns the key of the field used as an item's title: the chosen one, or else the first text field. */
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

/**
 * Groups the collections: pages of the site first, then lists, read-only ones, and each external
 * database; sorted by name within each group.
 */
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
 * Returns the path of the site page that shows an item: the item's own page, the page whose texts
 * it contains, a page that it refers to, or the first page that shows its list.
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

/** Fills a path's parameters with an item's values. */
const filled = (path: string, item: Data) =>
  path.replace(/:(\w+)\+?/g, (_, key: string) => encodeURI(String(item[key] ?? "")));
