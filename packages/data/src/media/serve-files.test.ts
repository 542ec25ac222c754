import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { imageFormats, imageSources, imageUrl, type MediaFile } from "@uola/contract";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPlatform } from "../testing.ts";
import { createLibrary, mediaPages } from "./media.ts";
import type { Bytes } from "./storage.ts";
import { createMediaPlatform, fetched, jpeg, mp4, picture, uploaded } from "./testing.ts";

let platform: TestPlatform;
let folder: string;
let wall: MediaFile;
let video: { file: MediaFile; bytes: Buffer };
beforeAll(async () => {
  ({ platform, folder } = await createMediaPlatform());
  wall = await uploaded(platform, "siena.jpg", await jpeg(1000, 600));
  const filmed = mp4(3_000_000);
  const file = await uploaded(platform, "virvė.mp4", filmed);
  video = { file, bytes: (await fetched(platform, file.url)).bytes };
});
afterAll(() => platform.close());

const site = "http://localhost:3000";
const at = (request: Parameters<typeof imageUrl>[1], file = wall) =>
  imageUrl(file.reference, { ...request, origin: site }) as string;
const variants = async (file = wall) =>
  (await readdir(join(folder, "files", platform.siteId, file.id))).filter((name) => name !== "original").sort();

test.each(imageFormats)("serves %s in the requested or next larger width with immutable caching", async (format) => {
  const { status, headers, bytes } = await fetched(platform, at({ width: 300, format }));
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe(`image/${format}`);
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("vary")).toBeNull();
  const about = await sharp(bytes).metadata();
  expect([about.format === "heif" ? "avif" : about.format, about.width, about.height]).toEqual([format, 320, 192]);
});

test("serves the best format in the Accept header if the URL names none", async () => {
  const url = at({ width: 160 });
  const typeFor = async (accept: string) => (await fetched(platform, url, { accept })).headers;
  expect((await typeFor("image/avif,image/webp,*/*")).get("content-type")).toBe("image/avif");
  expect((await typeFor("image/webp,*/*")).get("content-type")).toBe("image/webp");
  expect((await typeFor("*/*")).get("content-type")).toBe("image/jpeg");
  expect((await typeFor("*/*")).get("vary")).toBe("accept");
});

test("crops an image to the nearest ratio without enlarging it, and stores equal variants once", async () => {
  const file = await uploaded(platform, "small.png", (await picture(500, 400).png().toBuffer()) as never);
  const sizeOf = async (path: string) => {
    const { bytes } = await fetched(platform, `${site}/media/${file.id}/${path}/x`);
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };
  expect(await sizeOf("480-16x9.webp")).toEqual([480, 270]);
  expect(await sizeOf("320-1x1.webp")).toEqual([320, 320]);
  expect(await sizeOf("2560-1x1.webp")).toEqual([400, 400]);
  expect(await sizeOf("480-1x1.webp")).toEqual([400, 400]);
  for (const width of [640, 960, 1280, 1920, 2560]) expect(await sizeOf(`${width}.webp`)).toEqual([500, 400]);
  expect(await variants(file)).toEqual(["320-1x1-1.webp", "480-16x9-1.webp", "480-1x1-1.webp", "640-1.webp"]);
});

test("serves only the sizes and ratios of the fixed list", async () => {
  const before = await variants();
  for (const part of [
    "641.webp",
    "640-5x7.webp",
    "640.png",
    "0640.webp",
    "640.webp.webp",
    "-640",
    "99999",
    "640-.webp",
  ]) {
    expect((await fetched(platform, `${site}/media/${wall.id}/${part}/x.jpg`)).status, part).toBe(404);
  }
  expect((await fetched(platform, `${site}/media/${video.file.id}/640.webp/x.jpg`)).status).toBe(404);
  for (const id of ["0190a000-0000-7000-8000-00000000dead", "x", "..%2f..%2fetc", wall.id.slice(1), `${wall.id}%00`]) {
    expect((await fetched(platform, `${site}/media/${id}/x.jpg`)).status, id).toBe(404);
    expect((await fetched(platform, `${site}/media/${id}/640.webp/x.jpg`)).status, id).toBe(404);
  }
  expect(await variants()).toEqual(before);
});

test("renders a variant only once for a hundred concurrent requests, and another process can read it", async () => {
  const file = await uploaded(platform, "many.jpg", await jpeg(800, 500));
  const url = at({ width: 640, format: "webp" }, file);
  const context = { db: platform.db, siteId: platform.siteId, now: () => platform.clock.now, changes: silent } as never;
  const library = createLibrary(context, { folder });
  let made = 0;
  const counting = {
    ...library.storage,
    put(key: string, content: Bytes) {
      made++;
      return library.storage.put(key, content);
    },
  };
  const pages = mediaPages(context, { ...library, storage: counting as never });
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const response = await pages["GET /media/{id}/{variant}/{name}"]?.(new Request(url), {});
      return hash(Buffer.from(await (response as Response).arrayBuffer()));
    }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(made).toBe(1);
  expect(await variants(file)).toEqual(["640-1.webp"]);
  await writeFile(join(folder, "files", platform.siteId, file.id, "640-1.webp"), "stored");
  expect((await fetched(platform, url)).bytes.toString()).toBe("stored");
  const neighbour = await platform.secondProcess().fetch(new Request(url.replace("3000", "3001")));
  expect(await neighbour.text()).toBe("stored");
});
const silent = { subscribe: () => {}, publish: () => {} };
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("keeps an animation animated in WebP", async () => {
  const frames = await Promise.all(["#102030", "#a0b0c0"].map((colour) => picture(400, 300, colour).png().toBuffer()));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const file = await uploaded(platform, "moves.gif", gif as never);
  const { bytes, headers } = await fetched(platform, at({ width: 320, height: 320 }, file), {
    accept: "image/avif,image/webp",
  });
  expect(headers.get("content-type")).toBe("image/webp");
  expect(await sharp(bytes).metadata()).toMatchObject({ pages: 2, width: 300 });
  expect(imageSources(file.reference, [320])?.sources.map(({ type }) => type)).toEqual(["image/webp"]);
});

test("serves ranges from the start, middle and end of a video and rejects a range outside it", async () => {
  const { file, bytes } = video;
  const size = bytes.length;
  const part = (range: string, more = {}) => fetched(platform, file.url, { range, ...more });
  for (const [range, from, to] of [
    ["bytes=0-1", 0, 1],
    ["bytes=100-2000000", 100, 2_000_000],
    ["bytes=2999000-", 2_999_000, size - 1],
    ["bytes=-500", size - 500, size - 1],
    ["bytes=10-999999999", 10, size - 1],
    ["bytes=-999999999", 0, size - 1],
  ] as const) {
    const answer = await part(range);
    expect(answer.status, range).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to}/${size}`);
    expect(answer.headers.get("content-length")).toBe(String(to - from + 1));
    expect(answer.bytes.equals(bytes.subarray(from, to + 1)), range).toBe(true);
  }
  for (const range of [`bytes=${size}-`, "bytes=5-2", "bytes=-0"]) {
    const answer = await part(range);
    expect([answer.status, answer.headers.get("content-range")], range).toEqual([416, `bytes */${size}`]);
  }
  for (const range of ["bytes=0-1,5-6", "lines=0-1", "bytes=-", "bytes=a-b"])
    expect((await part(range)).status).toBe(200);
  const whole = await fetched(platform, file.url);
  expect([whole.headers.get("accept-ranges"), whole.bytes.equals(bytes)]).toEqual(["bytes", true]);
  const etag = whole.headers.get("etag") as string;
  expect((await part("bytes=0-1", { "if-range": etag })).status).toBe(206);
  expect((await part("bytes=0-1", { "if-range": '"another"' })).status).toBe(200);
});

test("returns 304 for an unchanged file and no body for HEAD", async () => {
  for (const url of [video.file.url, at({ width: 640, format: "webp" })]) {
    const first = await fetched(platform, url);
    const etag = first.headers.get("etag") as string;
    const again = await fetched(platform, url, { "if-none-match": `"x", W/${etag}` });
    expect([again.status, again.bytes.length, again.headers.get("etag")]).toEqual([304, 0, etag]);
    expect((await fetched(platform, url, { "if-none-match": '"x"' })).status).toBe(200);
  }
  const { status, headers, bytes } = await fetched(platform, video.file.url, {}, "HEAD");
  expect([status, headers.get("content-length"), bytes.length]).toEqual([200, String(video.bytes.length), 0]);
});

test("serves documents as downloads and all files with headers that prevent scripts", async () => {
  const file = await uploaded(platform, "kaina'ą.pdf", "%PDF-1.7\n1 0 obj\n");
  const { headers } = await fetched(platform, file.url);
  expect(headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''kaina%27%C4%85.pdf");
  const images = [await fetched(platform, wall.url), await fetched(platform, at({ width: 160 }))];
  for (const each of [headers, ...images.map((image) => image.headers)]) {
    expect(each.get("content-security-policy")).toMatch(/^default-src 'none'.*sandbox$/);
    expect(each.get("x-content-type-options")).toBe("nosniff");
  }
  const text = await uploaded(platform, "taisyklės.txt", "Ąžuolas");
  const answer = await fetched(platform, text.url);
  expect([answer.headers.get("content-type"), answer.bytes.toString()]).toEqual([
    "text/plain; charset=utf-8",
    "Ąžuolas",
  ]);
});
