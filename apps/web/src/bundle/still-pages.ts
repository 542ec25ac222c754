import { readFileSync } from "node:fs";
import type { Page } from "@uola/page-loader/page.ts";
import { kindAt } from "@uola/page-loader/table.ts";
import { site } from "../pages.ts";
import { importsOf, reachedFrom, sourceFile } from "./module-imports.ts";

/** Returns the source file of a page's view, read from the source text of the page table. */
export function viewOf({ path, view }: Pick<Page, "path" | "view">): string {
  const source = /\(\s*"[^"]*?(pages\/[^"]+)"\s*\)/.exec(String(view))?.[1];
  if (!source) throw new Error(`The view of ${path} is not a plain import.`);
  return `apps/${site.sheet(path) === "admin" ? "admin" : "site"}/src/${source}`;
}

const textOf = (path: string) => readFileSync(sourceFile(path), "utf8");

/** Returns the modules of a page's view, without those of the loader, which are on every page. */
const modulesOf = (page: Page) =>
  [...reachedFrom([viewOf(page)])].filter((path) => !path.startsWith("packages/page-loader/"));

/** Whether a page, at its URL without a query, stays static HTML until the visitor interacts with it. */
export const isStillPage = (page: Page): boolean => kindAt(page, "") === "content";

/** Code that runs without a button press or field input, or that does more than a plain link. */
const running =
  /\buse(Layout|Insertion)?Effect\(|\buse(InBrowser|SyncExternalStore)\(|\bon(Submit|Key\w+|Pointer\w+|Blur|Focus|Toggle)=\{|<(a|TextLink|PrimaryLink|SecondaryLink|RoundLink)\b[^>]*\bonClick/;
const marked = /\bdata-(acts|kept|until)\b|\buseUntil\(/;

/**
 * Returns the modules of a static page that contain unmarked client-side behaviour.
 * `knownOtherwise`: modules that start hydration in another way.
 */
export function unmarkedIn(page: Page, knownOtherwise: readonly string[]): string[] {
  if (!isStillPage(page)) return [];
  const reached = modulesOf(page);
  const isMarked = (path: string) => marked.test(textOf(path)) || knownOtherwise.includes(path);
  const importersOf = (path: string) => reached.filter((other) => importsOf(other).includes(path));
  // A hook, or a component without its own mark, is covered if all modules that import it are
  // marked.
  const isCovered = (path: string): boolean => {
    if (isMarked(path)) return true;
    const importers = importersOf(path);
    return importers.length > 0 && importers.every(isCovered);
  };
  return reached.filter((path) => running.test(textOf(path)) && !isCovered(path));
}
