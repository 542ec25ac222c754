import { minuteMs } from "@uola/contract/durations";
import { inLanguage } from "@uola/words/language";
import { localeOf, withoutLocale } from "../locale.ts";
import type { Feed } from "../page.ts";
import { type Answer, answer, encode } from "./bytes.ts";
import type { Made } from "./cache.ts";
import type { Context } from "./context.ts";
import { manifestType, plainType, revalidate, xmlType } from "./headers.ts";
import { manifestLocale, manifestOf, screensOf } from "./manifest.ts";
import type { SharePictures } from "./share-pictures.ts";
import type { SharedData } from "./shared-data.ts";
import { robotsOf, sitemapOf } from "./sitemap.ts";

const sitemapPath = "/sitemap.xml";
/**
 * The sitemap changes when something is published, and also at certain times without any
 * publication, such as when a campaign ends.
 */
const sitemapMs = 10 * minuteMs;

/** Machine-readable texts: the sitemap, robots.txt, the manifest and feeds. */
export function textsOf(context: Context, shared: SharedData, pictures: SharePictures) {
  const { table, options } = context;
  const { siteUrl } = options.app;
  const feedAt = (path: string) => options.feeds.find((feed) => feed.path === withoutLocale(path));

  async function make(key: string): Promise<Made<Answer>> {
    const { pathname: path, search } = new URL(key, "http://site");
    const feed = feedAt(path);
    if (feed) return inLanguage(localeOf(path), () => makeFeed(feed, search));
    const installed = manifestLocale(path);
    if (installed) return inLanguage(installed, makeManifest);
    const languages = await shared.languages();
    const isSitemap = path === sitemapPath;
    const made = isSitemap
      ? sitemapOf({ entries: await options.entries(context.dataInput()), siteUrl, languages })
      : robotsOf({ siteUrl, languages });
    return {
      value: answer(await encode(made), 200, { ...(isSitemap ? xmlType : plainType), ...revalidate }),
      topics: ["business", "services", "content"],
      until: context.now() + (isSitemap ? sitemapMs : minuteMs),
    };
  }

  async function makeManifest(): Promise<Made<Answer>> {
    const app = await shared.app();
    const installed = options.installed();
    const screens = screensOf(installed, app).flatMap(({ path, text, ...screen }) => {
      const src = pictures.pathFor(path, text);
      return src ? [{ src, ...screen }] : [];
    });
    const made = manifestOf({ name: app.name, installed, screens });
    return {
      value: answer(await encode(made), 200, { ...manifestType, ...revalidate }),
      topics: table.app.topics ?? [],
      until: context.nextMinute(),
    };
  }

  async function makeFeed(feed: Feed, search: string): Promise<Made<Answer>> {
    const text = await feed.text({ ...context.dataInput({ search }), siteUrl });
    const headers = {
      "content-type": `${feed.type}; charset=utf-8`,
      "x-content-type-options": "nosniff",
      "cache-control": `public, max-age=${feed.keptSeconds}, must-revalidate`,
    };
    return { value: answer(await encode(text), 200, headers), topics: feed.topics, until: context.nextMinute() };
  }

  return {
    ...context.keep<Answer>({ make, isUnboundedKey: (key) => key.includes("?") }),
    feedAt,
    has: (path: string) => path === "/robots.txt" || path === sitemapPath || manifestLocale(path) !== undefined,
  };
}
