import type { RefreshToken } from "./tokens.ts";

/** Stores a refresh token beyond the lifetime of the page. `{}` means no token. */
export type RefreshStorage = {
  read(): RefreshToken | Record<string, never>;
  write(token: RefreshToken | undefined): void;
};

export const cookieName = "wrefreshToken";
const cookieLastsSeconds = 365 * 24 * 3600;

/** Storage for programs and tests; its content is lost when the process ends. */
export function memoryStorage(token?: RefreshToken): RefreshStorage {
  let stored = token;
  return {
    read: () => stored ?? {},
    write: (next) => {
      stored = next;
    },
  };
}

/**
 * Reads the refresh token from a `Cookie` header or `document.cookie`: JSON `{value, role}`; `{}`
 * if missing or malformed.
 */
export function readCookie(cookies: string | null): RefreshToken | Record<string, never> {
  const prefix = `${cookieName}=`;
  const found = cookies?.split(/; */).find((cookie) => cookie.startsWith(prefix));
  if (!found) return {};
  try {
    const { value, role } = JSON.parse(decodeURIComponent(found.slice(prefix.length)));
    return typeof value === "string" && (role === "visitor" || role === "member") ? { value, role } : {};
  } catch {
    return {};
  }
}

/** Storage for browsers: the cookie, which the site's server reads too. */
export const cookieStorage: RefreshStorage = {
  read: () => readCookie(document.cookie),
  write(token) {
    const value = token ? encodeURIComponent(JSON.stringify(token)) : "";
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
    document.cookie = `${cookieName}=${value}; Path=/; SameSite=Lax; Max-Age=${token ? cookieLastsSeconds : 0}${secure}`;
  },
};
