import type { RequestListener } from "node:http";

/**
 * Sends whoever came by the other name of an origin, with `www.` or without it, to the one that its links name. Hosts that are
 * neither, such as the address that a probe asks for, are answered as they are.
 */
export function atItsOwnName(handler: RequestListener, origin: string): RequestListener {
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
