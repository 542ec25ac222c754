import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Middleware } from "koa";
import { contours, icon, torn } from "./art.ts";

const font = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`)));

type Asset = { type: string; bytes: Buffer; brotli: Buffer | undefined };
const files = new Map<string, Asset>();
const paths = new Map<string, string>();

/** Adds a file under a path that contains its hash, so that browsers may cache it indefinitely. */
function add(name: string, type: string, bytes: Buffer) {
  const mark = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const path = `/assets/${mark}/${name}`;
  files.set(path, { type, bytes, brotli: type.startsWith("font/") ? undefined : brotliCompressSync(bytes) });
  paths.set(name, path);
}

for (const cut of ["latin", "latin-ext"]) {
  add(`anybody-${cut}.woff2`, "font/woff2", font(`anybody/files/anybody-${cut}-standard-normal.woff2`));
  add(
    `hanken-grotesk-${cut}.woff2`,
    "font/woff2",
    font(`hanken-grotesk/files/hanken-grotesk-${cut}-wght-normal.woff2`),
  );
}
add("contours.svg", "image/svg+xml", Buffer.from(contours()));
add("icon.svg", "image/svg+xml", Buffer.from(icon()));
const bundle = fileURLToPath(import.meta.resolve("@simplewebauthn/browser"));
const script = (path: string | URL) => readFileSync(path);
add(
  "webauthn.js",
  "text/javascript; charset=utf-8",
  script(bundle.replace(/esm.index\.js$/, "dist/bundle/index.umd.min.js")),
);
add("work.js", "text/javascript; charset=utf-8", script(new URL("work.js", import.meta.url)));
add("password.js", "text/javascript; charset=utf-8", script(new URL("password.js", import.meta.url)));
add("passkey.js", "text/javascript; charset=utf-8", script(new URL("passkey.js", import.meta.url)));
// The style sheet uses the placeholders `asset:` and `torn:` for paths and shapes that are known
// only here.
const style = readFileSync(new URL("style.css", import.meta.url), "utf8")
  .replace(/url\("asset:([^"]+)"\)/g, (_, name) => `url(${asset(name)})`)
  .replace(/url\("torn:([^"]+)"\)/g, (_, edge) => torn[edge] ?? "none");
add("style.css", "text/css; charset=utf-8", Buffer.from(style));

/** Returns the path of a static file of the pages. */
export function asset(name: string): string {
  const path = paths.get(name);
  if (!path) throw new Error(`No such file of the pages: ${name}.`);
  return path;
}

export const assets: Middleware = async (ctx, next) => {
  const file = files.get(ctx.path);
  if (!file || (ctx.method !== "GET" && ctx.method !== "HEAD")) return next();
  ctx.type = file.type;
  ctx.set("Cache-Control", "public, max-age=31536000, immutable");
  ctx.vary("Accept-Encoding");
  const packed = ctx.acceptsEncodings("br", "identity") === "br" ? file.brotli : undefined;
  if (packed) ctx.set("Content-Encoding", "br");
  ctx.body = packed ?? file.bytes;
};
