import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isPublic, type Resolve } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPost } from "./http-post.ts";

describe("posting a webhook to a URL", () => {
  let hits = 0;
  const server = createServer((_, response) => {
    hits++;
    response.end();
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
  });
  const notAllowed = { delivered: false, responseStatus: null, error: expect.stringContaining("not on the public") };

  test.each(["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0", "[::1]", "[::ffff:127.0.0.1]", "localhost"])(
    "rejects the private address %s before connecting",
    async (host) => {
      expect(await createPost({})(`http://${host}:${port}/`, "x")).toEqual(notAllowed);
      expect(await createPost({})(`https://${host}:${port}/`, "x")).toEqual(notAllowed);
      expect(hits).toBe(0);
    },
  );

  test("rejects a name that resolves to a private address at the second lookup", async () => {
    const answers = ["8.8.8.8", "127.0.0.1", "127.0.0.1"];
    const asked: string[] = [];
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname);
      return [{ address: answers[asked.length - 1] ?? "", family: 4 }];
    };
    const post = createPost({ resolve, timeoutMs: 300 });
    // The first lookup, when the webhook is saved, returns a public address …
    expect(isPublic((await resolve("rebinding.example"))[0]?.address ?? "")).toBe(true);
    // … and the result of the lookup when connecting is checked again.
    expect(await post(`http://rebinding.example:${port}/`, "x")).toEqual(notAllowed);
    expect(asked).toEqual(["rebinding.example", "rebinding.example"]);
    expect(hits).toBe(0);
  });

  test("connects only to the public address of a name that also has private ones", async () => {
    const resolve: Resolve = async () => [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
      { address: "203.0.113.1", family: 4 },
    ];
    expect(await createPost({ resolve })(`http://both.example:${port}/`, "x")).toEqual(notAllowed);
    expect(hits).toBe(0);
  });

  test("posts a webhook to localhost where the setting allows it", async () => {
    const post = createPost({ toPrivateAddresses: true });
    expect(await post(`http://localhost:${port}/`, "x")).toEqual({ delivered: true, responseStatus: 200, error: null });
    expect(hits).toBe(1);
  });

  test("returns a failed DNS lookup of a webhook address as an error", async () => {
    const post = createPost({ toPrivateAddresses: true, resolve: () => Promise.reject(new Error("no such name")) });
    expect(await post("http://127.0.0.1:1/", "x")).toMatchObject({
      delivered: false,
      error: expect.stringMatching(/\S/),
    });
    const { error } = await createPost({ resolve: () => Promise.reject(new Error("no such name")) })(
      "http://x.example/",
      "x",
    );
    expect(error).toBe("no such name");
  });
});
