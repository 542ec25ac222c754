import type { ImageSources } from "@uola/contract/media-reference";
import { inEach, linkTo } from "@uola/page-loader/locale.ts";
import type { InEachLanguage } from "@uola/page-loader/page.ts";
import { type Locale, language } from "@uola/words/language";
import { plainText, sanitized } from "../features/sanitized.ts";
import { slugOf } from "../features/slug.ts";
import { type Content, dayOf, type Item, imageOf, itemsOf, textOf, textsIn, translatedIn } from "./read.ts";

/** A news item as shown in lists: `date` is a day, `lead` is the beginning of the text without markup. */
export type NewsItem = {
  id: string;
  title: string;
  date: string;
  lead: string;
  picture: ImageSources | null;
  href: string;
};
/** A news item with its sanitized HTML text, its slug and its paths in each language. */
export type Article = NewsItem & { text: string; slug: string; paths: InEachLanguage; item: Item };

const picture = { widths: [320, 640, 960], shape: { width: 640, height: 400 } };
/** The maximum length of a lead in characters. */
const leadMax = 220;

/**
 * Returns the news published up to today, newest first; an item without a title, a day or a text is
 * left out.
 */
export function newsOf(content: Content, today: string): Article[] {
  const published = itemsOf("News", content)
    .filter((item) => {
      const date = dayOf(item.date);
      return textOf(item.title) && date && date <= today && sanitized(textOf(item.text));
    })
    .toSorted((a, b) => dayOf(b.date).localeCompare(dayOf(a.date)));
  const slugs = inEach((locale) => slugsIn(published, locale));
  return published.map((item) => {
    const { title, text } = textsIn(item, ["title", "text"], content);
    const pathIn = (locale: Locale) => `/news/${slugs[locale].get(item)}/`;
    const html = sanitized(text);
    return {
      item,
      id: textOf(item._id),
      title,
      date: dayOf(item.date),
      lead: begun(plainText(html)),
      picture: imageOf(textOf(item.picture), picture),
      href: linkTo(pathIn(language())),
      text: html,
      slug: slugs[language()].get(item) ?? "",
      paths: inEach(pathIn),
    };
  });
}

/**
 * Returns the article with this slug in the language of the request, with this slug in another
 * language, or with this id.
 */
export const articleNamed = (news: readonly Article[], name: string): Article | undefined =>
  news.find(({ slug }) => slug === name) ??
  news.find(({ paths, id }) => id === name || Object.values(paths).includes(`/news/${name}/`));

export const inList = ({ id, title, date, lead, picture, href }: Article): NewsItem => ({
  id,
  title,
  date,
  lead,
  picture,
  href,
});

/**
 * Returns the slugs of articles. Among articles with the same title, the oldest has the plain slug;
 * the slugs of later ones include their day.
 */
function slugsIn(newestFirst: readonly Item[], locale: Locale): Map<Item, string> {
  const slugs = new Map<Item, string>();
  const taken = new Set<string>();
  for (const item of newestFirst.toReversed()) {
    const titled = slugOf(translatedIn(item, "title", locale) || textOf(item.title));
    const choices = [titled, `${titled}-${dayOf(item.date)}`, `${titled}-${textOf(item._id)}`];
    const slug = choices.find((choice) => choice && !taken.has(choice)) ?? textOf(item._id);
    taken.add(slug);
    slugs.set(item, slug);
  }
  return slugs;
}

/** Returns the beginning of a text, cut between words. */
const begun = (text: string): string =>
  text.length <= leadMax ? text : `${text.slice(0, text.lastIndexOf(" ", leadMax))}…`;
