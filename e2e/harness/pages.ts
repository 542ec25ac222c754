import { site } from "@uola/web/pages";

/** The entries of the site's page table. */
const rows = Object.values(site.pages);
const rowOf = (path: string) => rows.find((row) => row.path === path);
/** Returns the pattern in the page table that matches a Lithuanian path. */
export const patternOf = (path: string): string | undefined =>
  rows.find((row) => new URLPattern({ pathname: row.path }).test({ pathname: path }))?.path;

/** Pages that require an emailed link, redirect at once, or are never hydrated. */
const passing = ["/booking/offer/", "/callback/", "/offline/", "/503/"];
const isPrivate = (path: string) => /^\/(account|admin)\//.test(path);
const tested = rows.map(({ path }) => path).filter((path) => !passing.includes(path) && !path.includes(":"));

/** All publicly accessible pages, as Lithuanian paths. */
export const publicPaths = tested.filter((path) => !isPrivate(path));
export const privatePaths = tested.filter(isPrivate);
/** Pages linked from menus and indexed by search engines. */
export const listedPaths = publicPaths.filter((path) => !rowOf(path)?.hidden);

/**
 * Whether the browser fetches the content of a page: the server renders only the frame of such a
 * page.
 */
export function isFetched(address: string): boolean {
  const path = address.replace(/\?.*/, "").replace(/^\/en(?=\/)/, "");
  const kind = rowOf(patternOf(path) ?? "")?.kind;
  return kind === "client-only" || kind === "protected";
}
