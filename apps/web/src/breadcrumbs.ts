import { linkTo } from "@uola/page-loader/locale.ts";
import type { Page } from "@uola/page-loader/page.ts";
import { say } from "@uola/words/site";

type Step = { name: string; href: string };

/**
 * Returns the breadcrumb trail from the home page: the named ancestors of the page and the page
 * itself. Only the home page has none.
 */
export function breadcrumbsTo(pages: Record<string, Page>, { path, name }: { path: string; name: string }): Step[] {
  if (path === "/") return [];
  const parts = path.split("/").filter(Boolean);
  const above = parts.slice(0, -1).flatMap((_, index): Step[] => {
    const over = `/${parts.slice(0, index + 1).join("/")}/`;
    const word = Object.values(pages).find((page) => page.path === over && !page.hidden)?.name;
    return word ? [{ name: say(word), href: linkTo(over) }] : [];
  });
  return [{ name: say("page.home"), href: linkTo("/") }, ...above, { name, href: linkTo(path) }];
}
