/** One page of a list. `next` is the cursor of the next page, or whether there is one. */
type Page<Item> = { items: readonly Item[]; next?: string | boolean | null | undefined };
/** The start of the next page, as offset and, if the list supports it, cursor. */
type PageRequest = { limit: number; offset: number; cursor?: string };
export type AllPages<Item> = {
  items: Item[];
  /** Whether the list is longer than `items`. */
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
