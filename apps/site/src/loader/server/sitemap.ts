import { type Locale, locales } from "@uola/words/language";
import { linkTo } from "../locale.ts";
import type { Entry } from "../page.ts";
import { escapeXml } from "./escape.ts";

const spaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(" ");
/** A search engine reads a thousand of a page. */
const imagesMax = 1000;

type Sitemap = { entries: readonly Entry[]; siteUrl: string; languages: readonly Locale[] };

/** Every page in each language that is offered, beside where it is in the others, when it changed, and its pictures. */
export function sitemapOf({ entries, siteUrl, languages }: Sitemap): string {
  const absolute = (path: string) => escapeXml(new URL(path, siteUrl).href);
  const offered = locales.filter((locale) => languages.includes(locale));
  const urls = entries.flatMap(({ paths, updated, images = [] }) => {
    const addressIn = (locale: Locale) => absolute(linkTo(paths[locale], locale));
    const more = [
      ...(updated ? [`<lastmod>${updated}</lastmod>`] : []),
      ...offered.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${addressIn(locale)}"/>`),
      ...images
        .slice(0, imagesMax)
        .map((image) => `<image:image><image:loc>${absolute(image)}</image:loc></image:image>`),
    ].join("");
    return offered.map((locale) => `<url><loc>${addressIn(locale)}</loc>${more}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?><urlset ${spaces}>${urls.join("")}</urlset>`;
}

/** What robots may read, and where the list of pages is. */
export function robotsOf({ siteUrl, languages }: Omit<Sitemap, "entries">): string {
  const disallowed = languages.map((locale) => `Disallow: ${linkTo("/admin/", locale)}\n`).join("");
  return `User-agent: *\n${disallowed}Sitemap: ${new URL("/sitemap.xml", siteUrl).href}\n`;
}
