import { linkTo, localeOf, withoutLocale } from "../loader/locale.ts";
import type { Page } from "../loader/page.ts";
import { matcher } from "../loader/table.ts";

type From = { network?: string | undefined; userAgent?: string | undefined };
type Viewed = { path: string; language: string };

/** Who keeps what browsers tell of. Everything told may be forged. A promise of false: too many came. */
export type Collect = {
  error(body: unknown, from: From & { place: string }): Promise<boolean>;
  view(page: Viewed, from: From): void;
  vitals(body: unknown, page: Viewed, from: From): void;
  consent(body: unknown, from: From): Promise<boolean>;
};

/** The longest stack fits. */
const bodyMax = 16 * 1024;
/** Bodies read at once; one more is refused, so that a flood costs nothing but its connections. */
const readingMax = 50;

/**
 * Takes what browsers tell of on the site's own origin: errors, views, how quick a page was, and consent. Undefined where a
 * request is for something else.
 */
export function collectOf(collect: Collect | undefined, siteUrl: string, pages: Record<string, Page>) {
  const match = matcher(pages);
  /** The row of the table, so that invented addresses add nothing. */
  const pageAt = (path: unknown) => {
    const asked = typeof path === "string" && path.startsWith("/") ? path : "/404/";
    const page = match(withoutLocale(asked))?.page ?? pages["not-found"];
    return { page, path: page?.path ?? "/404/", language: localeOf(asked) };
  };
  let reading = 0;

  const kinds: Record<string, (body: Body, from: From) => Promise<boolean> | boolean> = {
    "/errors": (body, from) =>
      collect?.error(body, { ...from, place: linkTo(pageAt(body.path).path, pageAt(body.path).language) }) ?? true,
    "/views": (body, from) => {
      const { page, ...viewed } = pageAt(body.path);
      if (page && isPublic(page)) collect?.view(viewed, from);
      return true;
    },
    "/vitals": ({ path, ...body }, from) => {
      const { page, ...viewed } = pageAt(path);
      if (page && isPublic(page)) collect?.vitals(body, viewed, from);
      return true;
    },
    "/consent": (body, from) => collect?.consent(body, from) ?? true,
  };

  return (request: Request, peer?: { network?: string | undefined }): Promise<Response> | undefined => {
    const { pathname } = new URL(request.url);
    const keep = Object.hasOwn(kinds, pathname) ? kinds[pathname] : undefined;
    if (!keep || request.method !== "POST") return undefined;
    return (async () => {
      if (!isOwn(request, siteUrl)) return empty(403);
      if (reading >= readingMax) return empty(429);
      reading++;
      try {
        const body = await readBody(request);
        if (body === "too long") return empty(413);
        if (!body) return empty(400);
        const userAgent = request.headers.get("user-agent")?.slice(0, 300) ?? undefined;
        return empty((await keep(body, { network: peer?.network, userAgent })) ? 204 : 429);
      } finally {
        reading--;
      }
    })();
  };
}

type Body = Record<string, unknown>;

const isPublic = ({ kind }: Page) => kind === "content" || kind === "app";
const empty = (status: number) => new Response(null, { status, headers: { "cache-control": "no-store" } });

/** Whether a page of this site sent it. Browsers name one of the two with every POST. */
function isOwn({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === siteUrl : site === "same-origin";
}

/** A JSON object of bounded size. Undefined: it is something else. */
async function readBody(request: Request): Promise<Body | "too long" | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > bodyMax) return "too long";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > bodyMax) return "too long";
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : undefined;
  } catch {
    return undefined;
  }
}
