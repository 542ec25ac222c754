import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageUrl } from "@uola/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalResponse } from "../testing.ts";
import { s3Storage } from "./s3.ts";
import { diskStorage, type Storage, wholeOf } from "./storage.ts";
import { createMediaPlatform, fetched, jpeg, mp4, uploaded } from "./testing.ts";

const keys = { accessKey: "AKIAUOLA", secretKey: "a secret of the test", region: "eu-north-1" };
const sha256 = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");
const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

/** Whether a request has a valid AWS Signature Version 4. */
function isSigned({ method, url = "", headers }: IncomingMessage, body: Buffer): boolean {
  const [, day = "", region = "", names = "", given] =
    /^AWS4-HMAC-SHA256 Credential=AKIAUOLA\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return false;
  const { pathname, searchParams } = new URL(url, "http://s3");
  searchParams.sort();
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  const lines = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const request = [method, pathname, query, lines.join(""), names, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(request)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretKey}`, day), region), "s3"), "aws4_request");
  return region === keys.region && createHmac("sha256", key).update(text).digest("hex") === given;
}

const objects = new Map<string, Buffer>();
let trouble = 0;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (trouble > 0) {
    trouble--;
    return response.writeHead(503).end();
  }
  if (!isSigned(request, body)) return response.writeHead(403).end("SignatureDoesNotMatch");
  const { pathname, searchParams } = new URL(request.url ?? "", "http://s3");
  if (!pathname.startsWith("/uola")) return response.writeHead(404).end();
  const key = decodeURIComponent(pathname.slice(6));
  if (request.method === "PUT") {
    if (request.headers["content-length"] === undefined) return response.writeHead(411).end();
    objects.set(key, body);
    return response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  if (searchParams.get("list-type") === "2") {
    const found = [...objects.keys()].filter((each) => each.startsWith(searchParams.get("prefix") ?? ""));
    const listed = found.slice(0, 1000).map((each) => `<Contents><Key>${each}</Key></Contents>`);
    return response.end(`<ListBucketResult>${listed.join("")}</ListBucketResult>`);
  }
  const object = objects.get(key);
  if (!object) return response.writeHead(404).end("NoSuchKey");
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  return from ? response.writeHead(206).end(object.subarray(Number(from), Number(to) + 1)) : response.end(object);
});

let endpoint: string;
let folder: string;
const storages: Record<string, Storage> = {};
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "uola-storage-"));
  storages.disk = diskStorage(join(folder, "files"));
  storages.s3 = s3Storage({ endpoint, bucket: "uola", ...keys });
});
afterAll(() => void server.close());

describe.each(["disk", "s3"])("%s storage", (name) => {
  const storage = () => storages[name] as Storage;
  const read = async (key: string, span?: { from: number; to: number }) => {
    const content = await storage().read(key, span);
    return content && Buffer.from(await wholeOf(content)).toString("latin1");
  };

  test("stores bytes and files, reads them whole or in part, and returns undefined for missing keys", async () => {
    await storage().put("site/a/640-1.webp", new Uint8Array(Buffer.from("abcdef")));
    const path = join(folder, `${name}.part`);
    await writeFile(path, "x".repeat(3_000_000));
    await storage().put("site/a/original", { path });
    expect(await read("site/a/640-1.webp")).toBe("abcdef");
    expect(await read("site/a/original")).toBe("x".repeat(3_000_000));
    expect(await read("site/a/640-1.webp", { from: 1, to: 3 })).toBe("bcd");
    expect(await read("site/a/original", { from: 2_999_990, to: 2_999_999 })).toBe("x".repeat(10));
    expect(await read("site/a/nothing")).toBeUndefined();
    expect(await read("site/b/nothing", { from: 0, to: 1 })).toBeUndefined();
  });

  test("removes a folder without affecting others", async () => {
    for (const key of ["site/c/1", "site/c/2", "site/cc/1"]) await storage().put(key, new Uint8Array([1]));
    await storage().removeAll("site/c");
    await storage().removeAll("site/never");
    expect([await read("site/c/1"), await read("site/c/2")]).toEqual([undefined, undefined]);
    expect(await read("site/cc/1")).toBe("\x01");
  });
});

const unavailable = { code: "UNAVAILABLE", status: 503 };
test("retries requests to a failing bucket and reports a rejected request as an error", async () => {
  trouble = 2;
  await storages.s3?.put("site/d/1", new Uint8Array([1]));
  expect(objects.get("site/d/1")).toEqual(Buffer.from([1]));
  const stranger = s3Storage({ endpoint, bucket: "uola", ...keys, secretKey: "another" });
  await expect(stranger.read("site/d/1")).rejects.toThrow("403");
  await expect(stranger.put("site/d/2", new Uint8Array([1]))).rejects.toThrow("403");
  const nowhere = s3Storage({ endpoint, bucket: "other", ...keys });
  await expect(nowhere.put("site/d/2", new Uint8Array([1]))).rejects.toThrow("bucket");
  const gone = s3Storage({ endpoint: "http://127.0.0.1:1", bucket: "uola", ...keys });
  await expect(gone.read("site/d/1")).rejects.toMatchObject(unavailable);
});

test("stores files in a bucket and serves ranges and image variants from it", async () => {
  const { platform } = await createMediaPlatform({ s3: { endpoint, bucket: "uola", ...keys } });
  const file = await uploaded(platform, "siena.jpg", await jpeg());
  const small = imageUrl(file.reference, { width: 320, format: "webp", origin: "http://localhost:3000" }) as string;
  const first = await fetched(platform, small);
  expect(first.status).toBe(200);
  expect((await fetched(platform, small)).bytes.equals(first.bytes)).toBe(true);
  const video = await uploaded(platform, "virvė.mp4", mp4());
  const whole = await fetched(platform, video.url);
  const part = await fetched(platform, video.url, { range: "bytes=-100" });
  expect([part.status, part.bytes.equals(whole.bytes.subarray(-100))]).toEqual([206, true]);
  expect([...objects.keys()].filter((key) => key.startsWith(platform.siteId)).sort()).toEqual(
    [`${file.id}/320-1.webp`, `${file.id}/original`, `${video.id}/original`].map((key) => `${platform.siteId}/${key}`),
  );
  const token = platform.key;
  trouble = 100;
  const failed = await platform.ask("/v1/media/files?name=a.txt", { body: "text", token });
  trouble = 0;
  expect(failed).toMatchObject(refusalResponse(503, "UNAVAILABLE"));
  expect((await platform.as(token).media.list()).files.length).toBe(2);
  await platform.close();
});
