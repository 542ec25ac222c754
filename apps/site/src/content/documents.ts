import { readFileSync } from "node:fs";
import { defaultLocale, type Locale, locales } from "@uola/words/language";

/** The documents every gym has, in the order of the footer. Each is a page of its own. */
export const documentKeys = ["rules", "terms", "privacy", "cookies", "accessibility", "waiver"] as const;
export type DocumentKey = (typeof documentKeys)[number];

type Texts = { title: string; lead: string; body: string };

/** A file begins with its title and its lead. */
function textsOf(key: DocumentKey, locale: Locale): Texts {
  const html = readFileSync(new URL(`./documents/${key}.${locale}.html`, import.meta.url), "utf8");
  const [, title = "", lead = "", body = ""] = /^<h1>(.+)<\/h1>\n<p>(.+)<\/p>\n([\s\S]+)$/.exec(html) ?? [];
  return { title, lead, body: body.replaceAll("\n", "") };
}

/** The documents as the platform writes them where there are none: they belong to the owner from then on. */
export const documentItems = () =>
  documentKeys.map((key, n) => ({
    _id: key,
    key,
    ...textsOf(key, defaultLocale),
    order: n + 1,
    _translations: Object.fromEntries(
      locales.filter((locale) => locale !== defaultLocale).map((locale) => [locale, { ...textsOf(key, locale) }]),
    ),
  }));
