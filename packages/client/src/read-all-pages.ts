/** One page of a list, and whether more follow: the cursor of the next page, or true. */
type Page<Item> = { items: readonly Item[]; next?: string | boolean | null | undefined };
/** Where the next page begins: by offset or by cursor, as the list supports. */
type PageRequest = { limit: number; offset: number; cursor?: string };
export type AllPages<Item> = {
  items: Item[];
  /** The list is longer than `items`. */
  hasMore: boolean;
};

const pageLimit = 100;

/** Reads a list page by page to its end, or up to `most` items. */
export async function readAllPages<Item>(
  read: (request: PageRequest) => Promise<Page<Item>>,
  most = 10_000,
): Promise<AllPages<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  while (items.length < most) {
    const limit = Math.min(pageLimit, most - items.length);
    const page = await read({ limit, offset: items.length, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (!page.next) return { items, hasMore: false };
    if (typeof page.next === "string") cursor = page.next;
  }
  return { items, hasMore: true };
}
