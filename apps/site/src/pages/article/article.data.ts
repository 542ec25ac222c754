import { type DataInput, type EntriesFunction, NotFound, Redirect } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { articleNamed, inList, type NewsItem, newsOf } from "../../content/news.ts";
import { readLists, silentReading } from "../../content/read.ts";
import { searchFactsOf } from "../../content/search-facts.ts";
import { newsArticle } from "../../features/structured-data.ts";

export type ArticleData = NewsItem & { text: string; others: NewsItem[] };

const othersShown = 3;

/** Loads a news article. */
export async function data(input: DataInput): Promise<ArticleData> {
  const content = await readLists(input, "News");
  const news = newsOf(content, localDate(input.now));
  const found = articleNamed(news, input.params.slug ?? "");
  if (!found) throw new NotFound();
  if (found.slug !== input.params.slug) throw new Redirect(found.href);
  input.noteAddresses(found.paths);
  const { title, lead, date, picture, href } = found;
  input.describe(
    newsArticle({ title, lead, date, updated: searchFactsOf([found.item]).updated, image: picture?.src, href }),
  );
  const others = news.filter((each) => each !== found).slice(0, othersShown);
  return { ...inList(found), text: found.text, others: others.map(inList) };
}

export const entries: EntriesFunction = async ({ client, now }) =>
  newsOf(await readLists(silentReading(client), "News"), localDate(now)).map(({ paths, item }) => ({
    paths,
    ...searchFactsOf([item]),
  }));
