import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MediaFile } from "@uola/contract";
import sharp from "sharp";
import { type Answer, createTestPlatform, type TestPlatform } from "../testing.ts";
import type { MediaSettings } from "./library.ts";

/** Creates a platform with a media library in a separate folder. */
export async function createMediaPlatform(settings: MediaSettings = {}) {
  const folder = await mkdtemp(join(tmpdir(), "uola-media-"));
  const platform = await createTestPlatform({ media: { folder, ...settings } });
  return { platform, folder };
}

/** Uploads bytes as a file. If `announced` is false, sends a stream without a content length. */
export function send(
  platform: TestPlatform,
  name: string,
  body: BodyInit,
  { token = platform.key, alt }: { token?: string; alt?: string } = {},
): Promise<Answer> {
  const query = new URLSearchParams({ name, ...(alt && { alt }) });
  return platform.ask(`/v1/media/files?${query}`, { body, token, duplex: "half" } as RequestInit);
}

export async function uploaded(platform: TestPlatform, name: string, body: BodyInit): Promise<MediaFile> {
  const { status, text, body: answer } = await send(platform, name, body);
  if (status !== 200) throw new Error(text);
  return answer.file;
}

/** Creates an image with visible content. */
export const picture = (width: number, height: number, background = "#8a4b2f") => {
  const rock = {
    create: { width: Math.ceil(width / 3), height: Math.ceil(height / 3), channels: 3, background: "#f2efe6" },
  };
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: rock as never, gravity: "southeast" },
  ]);
};
export const jpeg = async (width = 640, height = 480): Promise<Buffer<ArrayBuffer>> =>
  (await picture(width, height).jpeg().toBuffer()) as Buffer<ArrayBuffer>;

/** An MP4 box. */
export const box = (type: string, ...content: Uint8Array[]): Buffer<ArrayBuffer> => {
  const inner = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inner.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, inner]);
};
/**
 * Builds an MP4 file like one recorded by a phone: it contains location metadata as well as the
 * frames.
 */
export const mp4 = (bytes = 5000) =>
  Buffer.concat([
    box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2avc1mp41", "latin1")),
    box("moov", box("mvhd", Buffer.alloc(100)), box("udta", box("\xa9xyz", Buffer.from("+54.6872+025.2797/")))),
    box("mdat", randomBytes(bytes)),
  ]);

/** Returns the response and bytes served at a URL. */
export async function fetched(
  platform: TestPlatform,
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const response = await platform.api.fetch(
    new Request(url.replace(/^http:\/\/localhost:3000/, "http://localhost:3001"), { method, headers }),
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
