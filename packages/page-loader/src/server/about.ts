import { defaultLocale, type Locale } from "@uola/words/language";
import { inLocale, linkTo } from "../locale.ts";
import { type Head, type InEachLanguage, type Thing, titleOf } from "../page.ts";
import { escapeHtml, escapeJson } from "./escape.ts";

export type About = {
  head: Head;
  siteUrl: string;
  lang: Locale;
  /** The languages in which the page is available. */
  languages: readonly Locale[];
  /**
   * Set for pages that search engines may index: the path, the site's name, the share picture and
   * the structured data.
   */
  found?:
    | {
        path: string;
        /** The page's paths, if they differ between languages. */
        addresses?: InEachLanguage | undefined;
        siteName: string;
        feeds: readonly { href: string; type: string; name: string }[];
        picture?: string | undefined;
        things: readonly Thing[];
      }
    | undefined;
};

/** The size of share pictures, which the major social networks show uncropped. */
export const pictureSize = { width: 1200, height: 630 };

export const nameOf = ({ title, name }: Head): string => name ?? title;

/** Returns the head elements for search engines and social networks, without title and style. */
export function aboutOf({ head, siteUrl, lang, languages, found }: About): string {
  const description = head.description ? [meta("name", "description", head.description)] : [];
  if (head.hidden || !found)
    return [...description, ...(head.hidden ? [meta("name", "robots", "noindex")] : [])].join("");
  const { path, addresses, siteName, feeds, picture, things } = found;
  const absolute = (address: string) => new URL(address, siteUrl).href;
  const others = languages.filter((other) => other !== lang);
  return [
    ...description,
    `<link rel="canonical" href="${escapeHtml(absolute(path))}">`,
    ...alternates((locale) => absolute(addressIn(locale, path, addresses)), languages),
    ...feeds.map(
      ({ href, type, name }) =>
        `<link rel="alternate" type="${type}" title="${escapeHtml(name)}" href="${escapeHtml(absolute(href))}">`,
    ),
    meta("property", "og:title", titleOf(head, siteName)),
    ...(head.description ? [meta("property", "og:description", head.description)] : []),
    meta("property", "og:type", "website"),
    meta("property", "og:url", absolute(path)),
    meta("property", "og:site_name", siteName),
    meta("property", "og:locale", territories[lang]),
    ...others.map((other) => meta("property", "og:locale:alternate", territories[other])),
    ...(picture
      ? [
          meta("property", "og:image", absolute(picture)),
          meta("property", "og:image:type", "image/png"),
          meta("property", "og:image:width", String(pictureSize.width)),
          meta("property", "og:image:height", String(pictureSize.height)),
          meta("property", "og:image:alt", nameOf(head)),
          meta("name", "twitter:card", "summary_large_image"),
        ]
      : []),
    ...(things.length > 0 ? [`<script type="application/ld+json">${graphOf(things, absolute)}</script>`] : []),
  ].join("");
}

const meta = (kind: "name" | "property", name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

/** Social networks expect a locale with a country. */
const territories: Record<Locale, string> = { lt: "lt_LT", en: "en_GB" };

const addressIn = (locale: Locale, path: string, addresses: InEachLanguage | undefined) =>
  addresses ? linkTo(addresses[locale], locale) : inLocale(path, locale);

/** The alternate links to the page in each language, and the default for all other readers. */
const alternates = (addressIn: (locale: Locale) => string, languages: readonly Locale[]) =>
  languages.length < 2
    ? []
    : [...languages, "x-default" as const].map((lang) => {
        const href = addressIn(lang === "x-default" ? defaultLocale : lang);
        return `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`;
      });

/** Properties whose text is a URL. */
const addresses = new Set(["@id", "url", "item", "image", "mainEntityOfPage"]);

function graphOf(things: readonly Thing[], absolute: (address: string) => string): string {
  const whole = (key: string, value: unknown) =>
    addresses.has(key) && typeof value === "string" && value.startsWith("/") ? absolute(value) : value;
  return escapeJson({ "@context": "https://schema.org", "@graph": things }, whole);
}
