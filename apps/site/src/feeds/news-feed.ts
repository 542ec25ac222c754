import { linkTo } from "@uola/page-loader/locale.ts";
import { type Feed, titleOf } from "@uola/page-loader/page.ts";
import { escapeHtml, escapeXml } from "@uola/page-loader/server/escape.ts";
import { instantOf, localDate } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { say } from "@uola/words/site";
import { newsOf } from "../content/news.ts";
import { readLists, silentReading } from "../content/read.ts";
import { latest, searchFactsOf } from "../content/search-facts.ts";

const itemsMax = 50;

/** The news as an RSS 2.0 feed. */
export const newsFeed: Feed = {
  path: "/news.xml",
  type: "application/rss+xml",
  topics: ["content", "business"],
  keptSeconds: 0,
  name: () => say("news.feed"),
  async text({ client, now, siteUrl }) {
    const [content, { business }] = await Promise.all([
      readLists(silentReading(client), "News"),
      client.business.get({}),
    ]);
    const news = newsOf(content, localDate(now)).slice(0, itemsMax);
    const absolute = (path: string) => new URL(path, siteUrl).href;
    const changed = latest(news.map(({ item }) => searchFactsOf([item]).updated));
    const channel = [
      element("title", titleOf({ title: say("news.heading") }, business.name)),
      element("link", absolute(linkTo("/news/"))),
      element("description", say("news.description")),
      element("language", language()),
      ...(business.email ? [element("managingEditor", `${business.email} (${business.name})`)] : []),
      ...(changed ? [element("lastBuildDate", new Date(changed).toUTCString())] : []),
      `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(absolute(linkTo("/news.xml")))}"/>`,
      ...news.map(({ id, title, lead, date, href }) =>
        [
          "<item>",
          element("title", title),
          element("link", absolute(href)),
          // The guid does not depend on the title or the URL, which may change; feed readers then
          // show an item only once.
          `<guid isPermaLink="false">${escapeXml(`uola:news:${id}`)}</guid>`,
          element("pubDate", instantOf(date).toUTCString()),
          // Feed readers interpret the description as HTML.
          element("description", escapeHtml(lead)),
          "</item>",
        ].join(""),
      ),
    ];
    return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel.join("")}</channel></rss>`;
  },
};

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
