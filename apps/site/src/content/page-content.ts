import type { SiteWord } from "@uola/words/site";

/** The editable texts of a page. The platform stores them in a collection with one item. */
export type PageContent<Key extends string = string> = {
  collection: string;
  /**
   * The collection's fields, each with the message that is shown until the owner has written the
   * field.
   */
  texts: Readonly<Record<Key, SiteWord>>;
};

/**
 * Checks the value and preserves the names of its texts, so that a page using any other name does
 * not compile.
 */
export const pageContent = <Key extends string>(content: PageContent<Key>): PageContent<Key> => content;
