import type { SiteOptions } from "./site.ts";

/** What of a request matters to a file. */
const passed = ["accept", "if-none-match", "if-range", "range"];

/**
 * Files of the media library stand on the site's own origin too, where its pages may show them. The platform has them; undefined
 * where a request is for something else.
 */
export function mediaOf({ url, fetch = globalThis.fetch }: SiteOptions["platform"]) {
  return (request: Request): Promise<Response> | undefined => {
    const { pathname, search } = new URL(request.url);
    if (!pathname.startsWith("/media/") || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
    const headers = new Headers();
    for (const name of passed) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const { method, signal } = request;
    return fetch(new Request(url + pathname + search, { method, headers, signal }));
  };
}
