import { linkTo } from "./loader/locale.ts";
/** Where the sign-in page sends people back, in the language they left in. */
export const callbackPath = (): string => linkTo("/callback/");

/**
 * A path on this site and nothing else. It is read as a browser reads it, so that no tab, backslash or dot between the
 * slashes makes another host of it.
 */
export function localPath(path: unknown): string | undefined {
  if (typeof path !== "string" || !path.startsWith("/")) return undefined;
  const { origin, pathname, search, hash } = new URL(path, here);
  const read = pathname + search + hash;
  return origin === here && !read.startsWith("//") ? read : undefined;
}
const here = "http://here.invalid";

/** Whether an address is the end of a sign-in: a code or an error, and whose it is. */
export function endsSignIn({ pathname, search }: Pick<URL, "pathname" | "search">): boolean {
  const query = new URLSearchParams(search);
  return pathname === callbackPath() && query.has("state") && (query.has("code") || query.has("error"));
}
