import type { SiteWord, SiteWords } from "@uola/words/site";

/** What collections of the house and their fields are called by those who write them. Collections of the owner have no words. */
function wordOf(say: SiteWords, key: string): string | undefined {
  const said = say(key as SiteWord);
  return said === key ? undefined : said;
}

export const collectionWord = (say: SiteWords, id: string) => wordOf(say, `texts.${id}`);

/** What many pages have, such as a lead, is called the same on all of them. */
export const fieldWord = (say: SiteWords, id: string, key: string) =>
  wordOf(say, `texts.${id}.${key}`) ?? wordOf(say, `texts.any.${key}`);

export const hintWord = (say: SiteWords, id: string, key: string) => wordOf(say, `texts.${id}.${key}.hint`);
