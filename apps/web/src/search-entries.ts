import { everywhere } from "@uola/page-loader/locale.ts";
import type { DataInput, Entry, Page } from "@uola/page-loader/page.ts";
import type { Content, Item } from "@uola/site/content/read.ts";
import { latest, searchFactsOf } from "@uola/site/content/search-facts.ts";

type Collections = Content["collections"];
type Input = Pick<DataInput, "client" | "now">;

/** The maximum number of collections per call. */
const collectionsAtOnce = 20;

/** Returns every page that search engines may show, with its URLs, update time and pictures. */
export async function entriesOf(pages: Record<string, Page>, input: Input): Promise<Entry[]> {
  const listed = Object.entries(pages).flatMap(([name, page]) => (isListed(name, page) ? [page] : []));
  const collections = await collectionsOf(listed, input);
  const entries = listed.map(async (page): Promise<Entry[]> => {
    if (!/[:*]/.test(page.path)) return plainEntry(page, collections);
    const { entries } = (await page.data?.()) ?? {};
    const common = searchFactsOf(commonItems(page, collections));
    return ((await entries?.(input)) ?? []).map((entry) => ({
      ...entry,
      updated: latest([entry.updated, common.updated]),
    }));
  });
  return (await Promise.all(entries)).flat();
}

const isListed = (name: string, { kind, hidden }: Page) =>
  (kind === "content" || kind === "app") && !hidden && name !== "not-found" && name !== "error";

async function collectionsOf(pages: readonly Page[], { client }: Input): Promise<Collections> {
  const named = pages.flatMap(({ content }) => [content?.texts, ...(content?.lists ?? [])]);
  const ids = [...new Set(named.filter((id) => id !== undefined))];
  const parts = Array.from({ length: Math.ceil(ids.length / collectionsAtOnce) }, (_, part) =>
    client.content.read({ collectionIds: ids.slice(part * collectionsAtOnce, (part + 1) * collectionsAtOnce) }),
  );
  return Object.assign({}, ...(await Promise.all(parts)).map(({ collections }) => collections));
}

/**
 * Returns the entry of a page with one path, or an empty list if the page's single item does not
 * exist.
 */
function plainEntry(page: Page, collections: Collections): Entry[] {
  const { texts, lists = [], item } = page.content ?? {};
  const paths = everywhere(page.path);
  if (item) {
    const shown = itemsOf(lists[0], collections).filter((each) =>
      Object.entries(item).every(([key, value]) => each[key] === value),
    );
    return shown.length > 0 ? [{ paths, ...searchFactsOf(shown) }] : [];
  }
  const others = lists.filter((list) => list !== "Questions").flatMap((list) => itemsOf(list, collections));
  return [{ paths, ...searchFactsOf([...(texts ? commonItems(page, collections) : []), ...others]) }];
}

/** Returns the texts of a page and the questions assigned to it. */
function commonItems({ content: { texts, lists = [] } = {} }: Page, collections: Collections): Item[] {
  if (!texts) return [];
  const questions = lists.includes("Questions") ? itemsOf("Questions", collections) : [];
  return [
    ...itemsOf(texts, collections),
    ...questions.filter(({ pages }) => Array.isArray(pages) && pages.includes(texts)),
  ];
}

const itemsOf = (list: string | undefined, collections: Collections): readonly Item[] =>
  (list && collections[list]) || [];
