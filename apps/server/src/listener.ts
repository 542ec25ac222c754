import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { AddressOf } from "./proxies.ts";

export type Fetch = (request: Request, peer: { network: string | undefined }) => Response | Promise<Response>;

export type Listener = {
  port: number;
  /**
   * Passes requests to `handler`. Until this is called, every request is handled by `starting`, if
   * given, or gets a 503 response.
   */
  open(handler: RequestListener): void;
  /** Accepts no new connections and waits at most `graceSeconds` for active requests. */
  close(graceSeconds?: number): Promise<void>;
};

/** Adapts a fetch handler to node:http; `addressOf` returns the client address of a request. */
export const listenerOf = (fetch: Fetch, addressOf: AddressOf): RequestListener =>
  getRequestListener((request, { incoming }) => fetch(request, { network: addressOf(incoming) }));

/**
 * Adds the security headers to every response of an origin, including errors and files: no MIME
 * sniffing, and HSTS if the origin uses https. With `timing`, also adds a `Server-Timing` header
 * with the milliseconds until the headers were sent.
 */
export function withCommonHeaders(handler: RequestListener, origin: string, timing = false): RequestListener {
  const safeHeaders: Record<string, string> = { "x-content-type-options": "nosniff" };
  if (origin.startsWith("https:")) safeHeaders["strict-transport-security"] = "max-age=31536000";
  const safeEntries = Object.entries(safeHeaders);
  return (request, response) => {
    const began = timing ? performance.now() : 0;
    const timed = () => ({ ...safeHeaders, "server-timing": `total;dur=${(performance.now() - began).toFixed(1)}` });
    // The headers are added in writeHead, because an error handler removes headers that were set
    // earlier. They are merged into the headers passed to writeHead, because Node is slower if
    // headers are set one by one.
    const writeHead = response.writeHead as (...args: unknown[]) => typeof response;
    response.writeHead = (...args: unknown[]) => {
      const headers = args.at(-1);
      const headersToAdd = timing ? timed() : safeHeaders;
      if (Array.isArray(headers)) {
        const entries = timing ? Object.entries(headersToAdd) : safeEntries;
        const missing = entries.filter(([name]) => !headers.includes(name)).flat();
        return writeHead.apply(response, [...args.slice(0, -1), [...headers, ...missing]]);
      }
      if (typeof headers === "object")
        return writeHead.apply(response, [...args.slice(0, -1), { ...headers, ...headersToAdd }]);
      return writeHead.apply(response, [...args, headersToAdd]);
    };
    handler(request, response);
  };
}

const answerStarting: RequestListener = (_, response) => {
  response.writeHead(503, { "retry-after": "2", "content-type": "text/plain; charset=utf-8" }).end("Starting.\n");
};

const defaultGraceSeconds = 5;

/** Seconds within which a complete request must arrive; the limit is longer where files are uploaded. */
export const requestSeconds = { default: 60, files: 900 };

/**
 * Listens on a port immediately, so that a port in use is detected before anything else is started.
 * Port 0 means any free port. Without `host` the server listens on both loopback addresses, so that
 * only this machine can connect.
 */
export async function listen(
  requestedPort: number,
  host?: string,
  seconds = requestSeconds.default,
  starting = answerStarting,
): Promise<Listener> {
  let handler = starting;
  const servers: Server[] = [];
  const close = async (graceSeconds = defaultGraceSeconds) => {
    const forcedClose = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, graceSeconds * 1000);
    await Promise.all(servers.map(closed));
    clearTimeout(forcedClose);
  };
  const listenOn = async (port: number, host: string) => {
    const server = createServer({ ...limits, requestTimeout: seconds * 1000 }, (request, response) =>
      handler(request, response),
    );
    server.listen({ port, host, backlog: 4096 });
    await once(server, "listening");
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  try {
    const port = await listenOn(requestedPort, host ?? "127.0.0.1");
    if (host === undefined) await listenOn(port, "::1").catch(ignoreMissingIpv6);
    return { port, close, open: (to) => (handler = to) };
  } catch (error) {
    await close(0);
    throw error;
  }

  function ignoreMissingIpv6(error: NodeJS.ErrnoException): void {
    if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
  }
}

const limits = {
  // Longer than the keep-alive of common proxies, so that the proxy closes a connection first and
  // never sends a request on a closed one.
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  maxHeaderSize: 32 * 1024,
};

async function closed(server: Server): Promise<void> {
  const end = once(server, "close");
  server.close();
  // Without this, a connection whose last request has just ended would stay open, and the server
  // would not close.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await end;
  clearInterval(sweep);
}
