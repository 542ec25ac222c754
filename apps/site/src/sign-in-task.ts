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

/** What the sign-in page sent back: a code or an error, with the state of the sign-in, as a query. */
export type SignInResponse = { state: string; query: string };

const responseKeys = ["code", "error", "error_description", "error_uri", "state", "iss", "session_state"] as const;

/**
 * Reads the response of the sign-in page from the query or the fragment of an address, and the address without it. On the
 * callback page every response counts. On any other page, whose own `code` and `state` may mean something else, only one
 * whose state belongs to a sign-in of this browser does.
 */
export function readSignInResponse(
  address: Pick<URL, "pathname" | "search" | "hash">,
  isOwn: (state: string) => boolean,
): { response: SignInResponse; rest: string } | undefined {
  const { pathname, search, hash } = address;
  for (const part of ["search", "hash"] as const) {
    const found = new URLSearchParams(address[part].slice(1));
    const state = found.get("state");
    if (!state || !(found.has("code") || found.has("error"))) continue;
    if (pathname !== callbackPath() && !isOwn(state)) continue;
    const query = new URLSearchParams();
    for (const key of responseKeys) {
      const value = found.get(key);
      if (value !== null) query.set(key, value);
      found.delete(key);
    }
    const left = String(found);
    const rest = part === "search" ? `${left && `?${left}`}${hash}` : `${search}${left && `#${left}`}`;
    return { response: { state, query: String(query) }, rest: pathname + rest };
  }
  return undefined;
}

let taken: SignInResponse | undefined;

/**
 * Removes the response from the address before other code reads it. So the code is not kept in the history, reported, counted
 * or sent as `Referer`.
 */
export function takeSignInResponse(isOwn: (state: string) => boolean): void {
  const read = readSignInResponse(location, isOwn);
  if (!read) return;
  taken = read.response;
  history.replaceState(history.state, "", read.rest);
}

/** The response that this document was opened with, until it is dealt with. */
export const signInResponse = (): SignInResponse | undefined => taken;

export const endSignInResponse = (): void => {
  taken = undefined;
};
