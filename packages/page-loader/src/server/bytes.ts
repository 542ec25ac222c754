import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { revalidate } from "./headers.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = "br" | "gzip" | "identity";
type Variant = { bytes: Uint8Array<ArrayBuffer>; etag: string; headers: string[]; unchanged: string[] };

/** A response that is built once and sent many times: the bytes of each encoding with their headers. */
export type Answer = { status: number; variants: Record<Encoding, Variant> };

type Encoded = Partial<Record<Encoding, Uint8Array>> & { identity: Uint8Array };

/**
 * Compression level 5 costs one or two milliseconds per page; build files are already compressed at
 * level 11.
 */
export async function encode(text: string): Promise<Encoded> {
  const identity = Buffer.from(text);
  if (identity.length < 512) return { identity };
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    zip(identity, { level: 6 }),
  ]);
  return { identity, br, gzip: gz };
}

export function answer(encoded: Encoded, status: number, headers: Record<string, string>): Answer {
  const hash = createHash("sha256").update(encoded.identity).digest("base64url").slice(0, 16);
  const variant = (encoding: Encoding): Variant => {
    const used = encoded[encoding] ? encoding : "identity";
    const etag = `"${hash}-${used}"`;
    const always = Object.entries({ ...headers, etag, vary: "accept-encoding" }).flat();
    const bytes = new Uint8Array(encoded[used] ?? encoded.identity);
    const body = ["content-length", String(bytes.length), ...(used === "identity" ? [] : ["content-encoding", used])];
    return { bytes, etag, headers: [...always, ...body], unchanged: always };
  };
  return { status, variants: { br: variant("br"), gzip: variant("gzip"), identity: variant("identity") } };
}

const negotiated = new Map<string, Encoding>();

/** Browsers send only a few distinct values, so each is parsed once. `q=0` excludes an encoding. */
function encodingOf(accepted: string | null | undefined): Encoding {
  if (!accepted) return "identity";
  const known = negotiated.get(accepted);
  if (known) return known;
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`, "i").test(accepted);
  const encoding = takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
  if (negotiated.size < 200) negotiated.set(accepted, encoding);
  return encoding;
}

const matches = (given: string | null | undefined, { etag }: Variant) =>
  given === etag || (given?.includes(",") ? given.split(/\s*,\s*/).includes(etag) : given === "*");

export function respond(request: Request, { status, variants }: Answer): Response {
  const variant = variants[encodingOf(request.headers.get("accept-encoding"))];
  if (status === 200 && matches(request.headers.get("if-none-match"), variant)) {
    return new Response(null, { status: 304, headers: pairs(variant.unchanged) });
  }
  return new Response(request.method === "HEAD" ? null : variant.bytes, { status, headers: pairs(variant.headers) });
}

/** Writes the same response directly to a Node response, bypassing all layers. */
export function write(request: IncomingMessage, response: ServerResponse, { status, variants }: Answer): void {
  const variant = variants[encodingOf(request.headers["accept-encoding"] as string | undefined)];
  if (status === 200 && matches(request.headers["if-none-match"], variant)) {
    response.writeHead(304, variant.unchanged).end();
  } else {
    response.writeHead(status, variant.headers).end(request.method === "HEAD" ? undefined : variant.bytes);
  }
}

/**
 * Permanent redirects may be cached; temporary ones, such as for a language that is not offered,
 * may not.
 */
export const redirect = (status: 301 | 302, to: string) =>
  new Response(null, {
    status,
    headers: { location: to, ...(status === 301 ? { "cache-control": "public, max-age=3600" } : revalidate) },
  });

const pairs = (flat: string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[index * 2] as string, flat[index * 2 + 1] as string]);
