import type { SiteOptions } from "./site.ts";

/** Request headers that affect the response for a file. */
const passed = ["accept", "if-none-match", "if-range", "range"];

/**
 * Serves the files of the media library on the site's own origin too, so that its pages may show
 * them. Requests are forwarded to the platform; returns undefined for any other request.
 */
export function createMediaProxy({ url, fetch = globalThis.fetch }: SiteOptions["platform"]) {
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
