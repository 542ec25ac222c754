import type { SiteWord } from "@uola/words/site";

/** The editable texts of a page. The platform stores them in a collection with one item. */
export type PageContent<Key extends string = string> = {
  collection: string;
  /**
   * The fields of the collection, each with the default message that is shown until the owner has
   * written a text.
   */
  texts: Readonly<Record<Key, SiteWord>>;
};

/**
 * Returns the value with the names of its texts in the type, so that a page that uses any other
 * name does not compile.
 */
export const pageContent = <Key extends string>(content: PageContent<Key>): PageContent<Key> => content;
