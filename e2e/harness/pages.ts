import { site } from "@uola/site/pages";

/** The rows of the site's table of pages. */
const rows = Object.values(site.pages);
const rowOf = (path: string) => rows.find((row) => row.path === path);
/** The pattern in the table of pages of which a Lithuanian path is an example. */
export const patternOf = (path: string): string | undefined =>
  rows.find((row) => new URLPattern({ pathname: row.path }).test({ pathname: path }))?.path;

/** Pages that need a mailed link, redirect at once, or are never hydrated. */
const passing = ["/booking/offer/", "/callback/", "/offline/", "/503/"];
const isPrivate = (path: string) => /^\/(account|admin)\//.test(path);
const tested = rows.map(({ path }) => path).filter((path) => !passing.includes(path) && !path.includes(":"));

/** Everything that anybody can open, as paths in Lithuanian. */
export const publicPaths = tested.filter((path) => !isPrivate(path));
export const privatePaths = tested.filter(isPrivate);
/** What menus and search engines lead to. */
export const listedPaths = publicPaths.filter((path) => !rowOf(path)?.hidden);

/** Whether the browser fetches what a page shows: the server makes only the frame of such a page. */
export function isFetched(address: string): boolean {
  const path = address.replace(/\?.*/, "").replace(/^\/en(?=\/)/, "");
  const kind = rowOf(patternOf(path) ?? "")?.kind;
  return kind === "client-only" || kind === "protected";
}
