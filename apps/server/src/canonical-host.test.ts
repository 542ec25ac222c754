import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { redirectToCanonicalHost } from "./canonical-host.ts";
import { type Listener, listen } from "./listener.ts";

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close(0);
});

/**
 * Sends a request with a host name to a server with this origin; returns the status and the
 * redirect target.
 */
async function ask(origin: string, host: string, { path = "/", method = "GET" } = {}) {
  const listener = await listen(0, "127.0.0.1");
  listeners.push(listener);
  listener.open(redirectToCanonicalHost((_, response) => response.end("page"), origin));
  return new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port: listener.port, path, method, headers: { host } }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.location]);
    });
    asking.on("error", reject).end();
  });
}

test.each([
  ["https://uola.lt", "www.uola.lt", "/en/prices/?plan=a%20b", "https://uola.lt/en/prices/?plan=a%20b"],
  ["https://www.uola.lt", "uola.lt", "/", "https://www.uola.lt/"],
  ["https://uola.lt", "WWW.Uola.LT", "/kainos", "https://uola.lt/kainos"],
  ["https://uola.lt", "www.uola.lt", "//evil.example/", "https://uola.lt//evil.example/"],
  ["https://uola.lt:8443", "www.uola.lt:8443", "/", "https://uola.lt:8443/"],
])("a site at %s redirects %s%s to its canonical host", async (origin, host, path, to) => {
  expect(await ask(origin, host, { path })).toEqual([301, to]);
  expect(await ask(origin, host, { path, method: "HEAD" })).toEqual([301, to]);
});

test.each([
  "uola.lt",
  "127.0.0.1",
  "127.0.0.1:3000",
  "[::1]:3000",
  "localhost",
  "old.uola.lt",
  "evil.example",
  "www.uola.lt.evil.example",
])("a site at https://uola.lt handles a request for host %s without a redirect", async (host) =>
  expect(await ask("https://uola.lt", host)).toEqual([200, undefined]),
);

test("handles a POST request for the alternative host without a redirect", async () =>
  expect(await ask("https://uola.lt", "www.uola.lt", { path: "/errors", method: "POST" })).toEqual([200, undefined]));

test("does not redirect a request whose target is not a path", async () =>
  expect(await ask("https://uola.lt", "www.uola.lt", { path: "http://www.uola.lt/" })).toEqual([200, undefined]));
