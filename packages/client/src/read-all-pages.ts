/** What is on one page of a list, and whether others follow: the cursor of the next one, or that there is one. */
type Page<Item> = { items: readonly Item[]; next?: string | boolean | null | undefined };
/** Where the next page begins, by whichever a list knows. */
type Place = { limit: number; offset: number; cursor?: string };
export type All<Item> = {
  items: Item[];
  /** Not all of them are here. */
  hasMore: boolean;
};

const atOnce = 100;

/** Reads a list page after page until it has ended, or `most` of it are there. */
export async function all<Item>(read: (place: Place) => Promise<Page<Item>>, most = 10_000): Promise<All<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  while (items.length < most) {
    const limit = Math.min(atOnce, most - items.length);
    const page = await read({ limit, offset: items.length, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (!page.next) return { items, hasMore: false };
    if (typeof page.next === "string") cursor = page.next;
  }
  return { items, hasMore: true };
}
