import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { dirname } from "node:path";
import { localeOf } from "@uola/page-loader/locale.ts";
import type { Log } from "@uola/page-loader/server/context.ts";
import type { Loader } from "@uola/page-loader/server/loader.ts";
import { defaultLocale, type Locale } from "@uola/words/language";

type Drawn = Partial<Record<Locale, string>>;

/**
 * Renders the maintenance page, which is shown while the platform is unavailable, and stores it for
 * the next start.
 */
export async function storeMaintenancePage(
  loader: Pick<Loader, "away">,
  file: string | undefined,
  log: Log,
): Promise<void> {
  try {
    const drawn = JSON.stringify(await loader.away());
    if (!file || (existsSync(file) && readFileSync(file, "utf8") === drawn)) return;
    mkdirSync(dirname(file), { recursive: true });
    // Written atomically, because another process may be reading the file.
    writeFileSync(`${file}.${process.pid}`, drawn);
    renameSync(`${file}.${process.pid}`, file);
  } catch (error) {
    log.error({ error }, "the page for times of maintenance could not be kept");
  }
}

/** The page has inline styles; fonts and images may come from the browser's cache. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
const retryAfterSeconds = "10";

/**
 * Handles requests while the site starts: serves the page stored by the last run in `file`, in the
 * language of the URL.
 */
export function serveWhileStarting(file: string): RequestListener {
  const drawn = readDrawn(file);
  return (request, response) => {
    const html = drawn[localeOf(request.url ?? "/")] ?? drawn[defaultLocale];
    const headers = { "retry-after": retryAfterSeconds, "cache-control": "no-store" };
    if (html && /\btext\/html\b/.test(request.headers.accept ?? "")) {
      response.writeHead(503, {
        ...headers,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
      });
      response.end(request.method === "HEAD" ? undefined : html);
    } else {
      response.writeHead(503, { ...headers, "content-type": "text/plain; charset=utf-8" }).end("Starting.\n");
    }
  };
}

function readDrawn(file: string): Drawn {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Drawn;
  } catch {
    // There is no file at the first start; an incomplete file is treated as missing.
    return {};
  }
}
