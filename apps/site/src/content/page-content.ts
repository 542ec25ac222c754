import type { SiteWord } from "@uola/words/site";

/** The texts that the owner writes of a page, in a collection of their own with one item. */
export type PageContent<Key extends string = string> = {
  collection: string;
  /** What the page is called by those who write for it. */
  name: SiteWord;
  /** By the key of the collection's field, what the page says until somebody has written it. */
  texts: Readonly<Record<Key, SiteWord>>;
};

export const pageContent = <Key extends string>(content: PageContent<Key>): PageContent<Key> => content;
