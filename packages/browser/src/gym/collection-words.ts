import type { SiteWord, SiteWords } from "@uola/words/site";

/**
 * Returns the name of a built-in collection or field in the editor. The owner's own collections
 * have no predefined names.
 */
function wordOf(say: SiteWords, key: string): string | undefined {
  const said = say(key as SiteWord);
  return said === key ? undefined : said;
}

export const collectionWord = (say: SiteWords, id: string) => wordOf(say, `texts.${id}`);

/** A field that many pages share, such as a lead, has the same name on all of them. */
export const fieldWord = (say: SiteWords, id: string, key: string) =>
  wordOf(say, `texts.${id}.${key}`) ?? wordOf(say, `texts.any.${key}`);

export const hintWord = (say: SiteWords, id: string, key: string) => wordOf(say, `texts.${id}.${key}.hint`);
