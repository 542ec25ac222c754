import type { RequestListener } from "node:http";

/**
 * Redirects requests for the other host name of an origin (with or without `www.`) to the canonical
 * one. Requests for other hosts, such as the address used by a health probe, are handled without a
 * redirect.
 */
export function redirectToCanonicalHost(handler: RequestListener, origin: string): RequestListener {
  const { host } = new URL(origin);
  const otherName = host.startsWith("www.") ? host.slice("www.".length) : `www.${host}`;
  return (request, response) => {
    const { method, url = "" } = request;
    const asked = request.headers.host?.toLowerCase();
    if (asked !== otherName || !url.startsWith("/") || (method !== "GET" && method !== "HEAD")) {
      return handler(request, response);
    }
    response.writeHead(301, { location: origin + url, "cache-control": "public, max-age=3600" }).end();
  };
}
