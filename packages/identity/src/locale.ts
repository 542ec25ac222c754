import type { Locale } from "@uola/words";
import type { Context } from "koa";

/**
 * Returns the language of a page: from the link, from the site's request, or from the browser;
 * otherwise Lithuanian.
 */
export function localeOf(ctx: Pick<Context, "query" | "get">, uiLocales?: unknown): Locale {
  const requested = [ctx.query.lang, uiLocales ?? ctx.query.ui_locales, byPreference(ctx.get("Accept-Language"))];
  for (const list of requested) {
    if (typeof list !== "string") continue;
    for (const tag of list.split(/[\s,]+/)) {
      const language = tag.slice(0, 2).toLowerCase();
      if (language === "lt" || language === "en") return language;
    }
  }
  return "lt";
}

/** Example: `en;q=0.5, lt` → `lt en` */
const byPreference = (header: string): string =>
  header
    .split(",")
    .map((part) => {
      const [tag = "", quality] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
    .join(" ");
