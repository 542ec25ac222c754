import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { type Answer, answer } from "@uola/page-loader/server/bytes.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Returns every file of a folder as a prepared response, keyed by its path on the site. Files under
 * `assets/` have a hash in their name and never change.
 */
export function filesOf(folder: string): Map<string, Answer> {
  const files = new Map<string, Answer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = types[extname(path)];
    if (!entry.isFile() || !type) continue;
    const url = `/${relative(folder, path)}`;
    const twin = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined);
    const forever = url.startsWith("/assets/");
    files.set(
      url,
      answer({ identity: readFileSync(path), br: twin(".br"), gzip: twin(".gz") }, 200, {
        "content-type": type,
        "cache-control": forever ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        "x-content-type-options": "nosniff",
      }),
    );
  }
  return files;
}
