import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { AddressOf } from "./proxies.ts";

export type Fetch = (request: Request, peer: { network: string | undefined }) => Response | Promise<Response>;

export type Door = {
  port: number;
  /** Until this is called, everybody is asked to come back in a moment. */
  open(handler: RequestListener): void;
  /** Takes no new connection and lets the requests under way end, for at most `graceSeconds`. */
  close(graceSeconds?: number): Promise<void>;
};

/** A fetch handler as node:http wants it, told whose address a request comes from. */
export const listenerOf = (fetch: Fetch, addressOf: AddressOf): RequestListener =>
  getRequestListener((request, { incoming }) => fetch(request, { network: addressOf(incoming) }));

/**
 * What every answer of every origin says, those of errors and of files included: a type is what it says it is, and who was
 * here by https comes back by https.
 */
export function withSafeHeaders(handler: RequestListener, origin: string): RequestListener {
  const safe: Record<string, string> = { "x-content-type-options": "nosniff" };
  if (origin.startsWith("https:")) safe["strict-transport-security"] = "max-age=31536000";
  const flat = Object.entries(safe);
  return (request, response) => {
    // At the last moment: who fails takes back the headers that were set before. Beside those that are given, since Node
    // takes headers that were set one by one through a slower way.
    const writeHead = response.writeHead as (...how: unknown[]) => typeof response;
    response.writeHead = (...how: unknown[]) => {
      const given = how.at(-1);
      if (Array.isArray(given)) {
        const missing = flat.filter(([name]) => !given.includes(name)).flat();
        return writeHead.apply(response, [...how.slice(0, -1), [...given, ...missing]]);
      }
      if (typeof given === "object") return writeHead.apply(response, [...how.slice(0, -1), { ...given, ...safe }]);
      return writeHead.apply(response, [...how, safe]);
    };
    handler(request, response);
  };
}

const notYet: RequestListener = (_, response) => {
  response.writeHead(503, { "retry-after": "2", "content-type": "text/plain; charset=utf-8" }).end("Starting.\n");
};

/** So many seconds have requests under way to end, once the door is closing. */
const graceUsual = 5;

/** How long a request may take to come, in seconds: a long one where files are sent. */
export const sendingSeconds = { usual: 60, files: 900 };

/**
 * Takes a port at once, so that a port in use is known before anything else is begun; 0 takes any free one.
 * `host`: the address to listen on; without one only this machine gets in, by either of its loopback addresses.
 */
export async function takePort(wanted: number, host?: string, seconds = sendingSeconds.usual): Promise<Door> {
  let handler = notYet;
  const servers: Server[] = [];
  const close = async (graceSeconds = graceUsual) => {
    const late = setTimeout(() => {
      for (const server of servers) server.closeAllConnections();
    }, graceSeconds * 1000);
    await Promise.all(servers.map(closed));
    clearTimeout(late);
  };
  const listen = async (port: number, host: string) => {
    const server = createServer({ ...limits, requestTimeout: seconds * 1000 }, (request, response) =>
      handler(request, response),
    );
    server.listen({ port, host, backlog: 4096 });
    await once(server, "listening");
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
  try {
    const port = await listen(wanted, host ?? "127.0.0.1");
    if (host === undefined) await listen(port, "::1").catch(unlessThereIsNone);
    return { port, close, open: (to) => (handler = to) };
  } catch (error) {
    await close(0);
    throw error;
  }

  /** A machine without IPv6 is as good. */
  function unlessThereIsNone(error: NodeJS.ErrnoException): void {
    if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
  }
}

const limits = {
  // Longer than the usual proxy keeps a connection, so that it is the proxy who lets go first.
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  maxHeaderSize: 32 * 1024,
};

async function closed(server: Server): Promise<void> {
  const end = once(server, "close");
  server.close();
  // A connection whose last request has just ended would otherwise be kept for the next one.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await end;
  clearInterval(sweep);
}
