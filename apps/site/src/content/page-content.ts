import type { SiteWord } from "@uola/words/site";

/** The texts of a page that the owner may rewrite. The platform keeps them in a collection with one item. */
export type PageContent<Key extends string = string> = {
  collection: string;
  /** The collection's fields, each with the message that the page says until the owner has written that field. */
  texts: Readonly<Record<Key, SiteWord>>;
};

/** Checks the value and keeps the names of its texts, so that a page which asks for another one does not compile. */
export const pageContent = <Key extends string>(content: PageContent<Key>): PageContent<Key> => content;
