import { linkTo } from "@uola/page-loader/locale.ts";
/** The path to which the sign-in page redirects, in the language the person was using. */
export const callbackPath = (): string => linkTo("/callback/");

/**
 * Validates and returns a path on this site. It is parsed as browsers parse it, so that a tab,
 * backslash or dot between the slashes cannot turn it into another host.
 */
export function localPath(path: unknown): string | undefined {
  if (typeof path !== "string" || !path.startsWith("/")) return undefined;
  const { origin, pathname, search, hash } = new URL(path, here);
  const read = pathname + search + hash;
  return origin === here && !read.startsWith("//") ? read : undefined;
}
const here = "http://here.invalid";

/**
 * The response of the sign-in page as a query string: a code or an error, with the state of the
 * sign-in.
 */
export type SignInResponse = { state: string; query: string };

const responseKeys = ["code", "error", "error_description", "error_uri", "state", "iss", "session_state"] as const;

/**
 * Reads the response of the sign-in page from the query or the fragment of a URL. Returns the
 * response and the URL without it. The callback page accepts every response. Other pages may use
 * `code` and `state` for something else, so they accept only a response whose state belongs to a
 * sign-in started by this browser.
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
 * Removes the response from the URL before other code reads the URL, so that the sign-in code does
 * not end up in the history, in reports or page views, or in `Referer`.
 */
export function captureSignInResponse(isOwn: (state: string) => boolean): void {
  const read = readSignInResponse(location, isOwn);
  if (!read) return;
  taken = read.response;
  history.replaceState(history.state, "", read.rest);
}

/** The response that this document was opened with, until it has been processed. */
export const signInResponse = (): SignInResponse | undefined => taken;

export const clearSignInResponse = (): void => {
  taken = undefined;
};
