import { get, type RequestListener } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { type Listener, listen, listenerOf, withCommonHeaders } from "./listener.ts";
import { addressBehind } from "./proxies.ts";

const listeners: Listener[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close(0);
});

async function take(port = 0, host?: string) {
  const listener = await listen(port, host);
  listeners.push(listener);
  return { ...listener, url: `http://localhost:${listener.port}/` };
}

const direct = addressBehind({ count: 0 });
const hello = listenerOf(() => new Response("hello"), direct);

test("a listener responds 503 with Retry-After until it is opened", async () => {
  const { url, open } = await take();
  const early = await fetch(url);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"]);
  open(hello);
  expect(await (await fetch(url)).text()).toBe("hello");
});

test.each([
  ["http://localhost:3000", null],
  ["https://uola.lt", "max-age=31536000"],
])(
  "every response at %s has the security headers, regardless of how the handler writes headers",
  async (origin, hsts) => {
    const answers: Record<string, RequestListener> = {
      "a fetch handler": hello,
      "a list of headers": (_, to) => to.writeHead(200, ["content-type", "text/plain", "x-own", "1"]).end(),
      "an object of headers": (_, to) => to.writeHead(404, "Not here", { "content-type": "text/plain" }).end(),
      "no headers": (_, to) => to.end("x"),
      "an error after headers were removed": (_, to) => {
        for (const name of to.getHeaderNames()) to.removeHeader(name);
        to.statusCode = 500;
        to.end();
      },
      "the same header": (_, to) => to.writeHead(200, ["x-content-type-options", "nosniff"]).end(),
    };
    const { url, open } = await take();
    for (const [who, answer] of Object.entries(answers)) {
      open(withCommonHeaders(answer, origin));
      const { headers } = await fetch(url);
      expect(headers.get("x-content-type-options"), who).toBe("nosniff");
      expect(headers.get("strict-transport-security"), who).toBe(hsts);
    }
  },
);

test("a response has a Server-Timing header only if timing is on", async () => {
  const { url, open } = await take();
  const timingOf = async () => (await fetch(url)).headers.get("server-timing");
  open(withCommonHeaders(hello, "http://localhost:3000"));
  expect(await timingOf()).toBeNull();
  open(withCommonHeaders(hello, "http://localhost:3000", true));
  expect(await timingOf()).toMatch(/^total;dur=\d+\.\d$/);
});

test("rejects immediately if the port is in use", async () => {
  const { port } = await take();
  await expect(take(port)).rejects.toMatchObject({ code: "EADDRINUSE", port });
});

test.each([undefined, "127.0.0.1", "0.0.0.0"])(
  "a listener responds on the loopback address (host %s)",
  async (host) => {
    const { port, open } = await take(0, host);
    open(hello);
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("hello");
  },
);

const [outward] = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal, family }) => !internal && family === "IPv4");
test.runIf(outward)("a listener without a host is not accessible from other machines", async () => {
  const { port, open } = await take();
  open(hello);
  await expect(fetch(`http://${outward?.address}:${port}/`)).rejects.toThrow();
});

test("closing a listener waits for the active request and accepts no new one", async () => {
  const { url, open, close } = await take();
  let begun = () => {};
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const pause = new Promise<void>((resolve) => {
    finish = resolve;
  });
  open(
    listenerOf(async () => {
      begun();
      await pause;
      return new Response("done");
    }, direct),
  );
  const answer = fetch(url);
  await running;
  const end = close();
  await expect(fetch(url)).rejects.toThrow();
  finish();
  expect(await (await answer).text()).toBe("done");
  await end;
});

test("closing a listener stops waiting after the grace period", async () => {
  const { url, open, close } = await take();
  const running = new Promise<void>((begun) => open(() => begun()));
  const cut = new Promise<Error>((resolve) => get(url).on("error", resolve));
  await running;
  await close(0.1);
  expect(await cut).toMatchObject({ code: "ECONNRESET" });
});
