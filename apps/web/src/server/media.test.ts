import { expect, test } from "vitest";
import { createMediaProxy } from "./media.ts";

const asked: Request[] = [];
const media = createMediaProxy({
  url: "http://platform.test",
  fetch: async (request) => {
    asked.push(request);
    return new Response("bytes", { status: 206 });
  },
});

test("fetches a media file from the platform with only the relevant headers and no credentials", async () => {
  const headers = { accept: "image/avif", range: "bytes=0-4", cookie: "session=1", authorization: "secret" };
  const response = await media(new Request("http://site.test/media/a/640.webp/b%20c.jpg?key=k", { headers }));
  expect(response?.status).toBe(206);
  const [request] = asked;
  expect(request?.url).toBe("http://platform.test/media/a/640.webp/b%20c.jpg?key=k");
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({ accept: "image/avif", range: "bytes=0-4" });
});

test("leaves requests that are not for media files to the site", () => {
  expect(media(new Request("http://site.test/media"))).toBeUndefined();
  expect(media(new Request("http://site.test/"))).toBeUndefined();
  expect(media(new Request("http://site.test/media/a/b", { method: "POST" }))).toBeUndefined();
});
