import type { DataInput } from "@uola/page-loader/page.ts";
import { localDate } from "@uola/words/formats";
import { inList, type NewsItem, newsOf } from "../../content/news.ts";
import { readContent, type Texts, textsOf } from "../../content/read.ts";
import { page } from "./news.content.ts";

export type NewsData = { texts: Texts<typeof page>; news: NewsItem[] };

export async function data(input: DataInput): Promise<NewsData> {
  const content = await readContent(input, page, "News");
  return { texts: textsOf(page, content), news: newsOf(content, localDate(input.now)).map(inList) };
}
