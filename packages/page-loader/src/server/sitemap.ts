import { type Locale, locales } from "@uola/words/language";
import { linkTo } from "../locale.ts";
import type { Entry } from "../page.ts";
import { escapeXml } from "./escape.ts";

const spaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(" ");
/** Search engines read at most 1,000 images per page. */
const imagesMax = 1000;

type Sitemap = { entries: readonly Entry[]; siteUrl: string; languages: readonly Locale[] };

/**
 * Builds the sitemap: every page in each offered language, with its alternates, last change and
 * pictures.
 */
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

/** Builds robots.txt: the disallowed paths and the URL of the sitemap. */
export function robotsOf({ siteUrl, languages }: Omit<Sitemap, "entries">): string {
  const disallowed = languages.map((locale) => `Disallow: ${linkTo("/admin/", locale)}\n`).join("");
  return `User-agent: *\n${disallowed}Sitemap: ${new URL("/sitemap.xml", siteUrl).href}\n`;
}
