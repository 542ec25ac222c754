import type { Context, PageHandlers } from "@uola/kernel";
import { readVariant, renderVariant, renderVersion, smallestVariant, type Variant } from "./images.ts";
import type { Library } from "./library.ts";
import { type Bytes, type Span, wholeOf } from "./storage.ts";
import type { MediaRow } from "./store.ts";

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const shared = {
  "x-content-type-options": "nosniff",
  // Prevents a file that is opened directly from running scripts.
  "content-security-policy": "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
};
const forever = { "cache-control": "public, max-age=31536000, immutable" };
const once = { "cache-control": "private, no-store" };

/** Serves files and image variants: `/media/<id>/<name>` and `/media/<id>/<variant>/<name>`. The name is ignored. */
export function mediaPages({ siteId, log }: Context, library: Library): PageHandlers {
  const { files, storage, binKeys, originalOf, folderOf } = library;
  const making = new Map<string, Promise<Bytes | undefined>>();

  /** Returns the file if this request may read it. */
  async function findServableFile(id: string, search: URLSearchParams): Promise<MediaRow | undefined> {
    if (!guid.test(id)) return undefined;
    const file = await files.get(id);
    if (!file?.deletedDate) return file;
    return (await binKeys.opens(id, search.get("key") ?? "")) ? file : undefined;
  }

  const cachingOf = ({ deletedDate }: MediaRow) => (deletedDate ? once : forever);

  /** Returns a variant from storage, or renders it now. Concurrent requests share one result. */
  async function variantOf(file: MediaRow, variant: Variant): Promise<Bytes | undefined> {
    const { width, ratio, format } = variant;
    const key = `${folderOf(file.id)}/${width}${ratio ? `-${ratio}` : ""}-${renderVersion}.${format}`;
    const stored = await storage.read(key);
    if (stored) return wholeOf(stored);
    let made = making.get(key);
    if (!made) {
      made = make(file, variant, key).finally(() => making.delete(key));
      making.set(key, made);
    }
    return made;
  }

  async function make(file: MediaRow, variant: Variant, key: string): Promise<Bytes | undefined> {
    const original = await storage.read(originalOf(file.id));
    if (!original) return undefined;
    const made = await renderVariant(await wholeOf(original), file.mimeType, variant, extentOf(file));
    // An image that cannot be stored is still returned.
    await storage.put(key, made).catch((error) => log.error({ err: error, siteId }, "the image could not be stored"));
    return made;
  }

  return {
    "GET /media/{id}/{name}": async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const file = await findServableFile(pathname.split("/")[2] ?? "", searchParams);
      if (!file) return nothing();
      const size = Number(file.sizeBytes);
      const etag = `"${file.id}"`;
      const headers: Record<string, string> = {
        ...shared,
        ...cachingOf(file),
        "content-type": file.mimeType.startsWith("text/") ? `${file.mimeType}; charset=utf-8` : file.mimeType,
        "content-disposition": dispositionOf(file),
        "accept-ranges": "bytes",
        etag,
      };
      if (matches(request, etag)) return new Response(null, { status: 304, headers });
      const span = spanOf(request, size, etag);
      if (span === "none") {
        return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } });
      }
      headers["content-length"] = String(span ? span.to - span.from + 1 : size);
      if (span) headers["content-range"] = `bytes ${span.from}-${span.to}/${size}`;
      const status = span ? 206 : 200;
      if (request.method === "HEAD") return new Response(null, { status, headers });
      const body = await storage.read(originalOf(file.id), span);
      return body ? new Response(body, { status, headers }) : nothing();
    },

    "GET /media/{id}/{variant}/{name}": async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const [, , id = "", text = ""] = pathname.split("/");
      const variantInput = readVariant(text);
      const file = variantInput && (await findServableFile(id, searchParams));
      if (!variantInput || file?.kind !== "IMAGE") return nothing();
      const format = variantInput.format ?? formatFor(request.headers.get("accept") ?? "", file.mimeType);
      const variant = smallestVariant({ ...variantInput, format }, extentOf(file));
      const etag = `"${id}-${variant.width}-${variant.ratio ?? ""}-${format}-${renderVersion}"`;
      const headers = {
        ...shared,
        ...cachingOf(file),
        ...(!variantInput.format && { vary: "accept" }),
        "content-type": `image/${format}`,
        etag,
      };
      if (matches(request, etag)) return new Response(null, { status: 304, headers });
      const image = await variantOf(file, variant);
      return image
        ? new Response(image, { headers: { ...headers, "content-length": String(image.byteLength) } })
        : nothing();
    },
  };
}

const nothing = () =>
  new Response("There is no such file.\n", {
    status: 404,
    headers: { ...shared, ...once, "content-type": "text/plain; charset=utf-8" },
  });

const extentOf = ({ width, height }: MediaRow) => ({ width: width ?? 1, height: height ?? 1 });

/** Documents are downloaded instead of displayed. */
const dispositionOf = ({ kind, name }: MediaRow) =>
  `${kind === "DOCUMENT" ? "attachment" : "inline"}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()]/g, hex)}`;
const hex = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

function formatFor(accept: string, mimeType: string): Variant["format"] {
  if (accept.includes("image/avif") && mimeType !== "image/gif") return "avif";
  return accept.includes("image/webp") ? "webp" : "jpeg";
}

function matches({ headers }: Request, etag: string): boolean {
  const etags = headers.get("if-none-match");
  return etags !== null && (etags === "*" || etags.split(",").some((each) => each.trim().replace(/^W\//, "") === etag));
}

/** Returns the requested range. Undefined for the whole file and for multiple ranges. */
function spanOf({ headers }: Request, size: number, etag: string): Span | "none" | undefined {
  const range = headers.get("range");
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const condition = headers.get("if-range");
  if (condition !== null && condition !== etag) return undefined;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return from > to || from >= size ? "none" : { from, to };
}
