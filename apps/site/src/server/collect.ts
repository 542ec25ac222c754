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
/** The time in which a body must arrive. A browser needs less; a longer wait only keeps connections busy. */
const bodyMs = 2000;
/** Complete bodies that are handed on at once: of one network, and of all. One more is refused. */
const slots = { network: 10, all: 50 };

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
  // Reports, which anybody may send in masses, take no slot from consent, which the law wants kept.
  const [reportSlots, consentSlots] = [createSlots(slots), createSlots(slots)];

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
      const body = await readBody(request);
      if (body === "too long") return empty(413);
      // The rest of the body is not read, so the connection cannot be used again.
      if (body === "too slow") return empty(408, { connection: "close" });
      if (!body) return empty(400);
      const network = peer?.network;
      const userAgent = request.headers.get("user-agent")?.slice(0, 300) ?? undefined;
      const pool = pathname === "/consent" ? consentSlots : reportSlots;
      const release = pool.take(network ?? "unknown");
      if (!release) return empty(429);
      try {
        return empty((await keep(body, { network, userAgent })) ? 204 : 429);
      } finally {
        release();
      }
    })();
  };
}

type Body = Record<string, unknown>;

const isPublic = ({ kind }: Page) => kind === "content" || kind === "app";
const empty = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { "cache-control": "no-store", ...headers } });

/** Limits concurrent work per network and in total. */
function createSlots(max: { network: number; all: number }) {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    /** Takes a slot and returns how to release it. Undefined when none is free. */
    take(network: string): (() => void) | undefined {
      const ofNetwork = taken.get(network) ?? 0;
      if (all >= max.all || ofNetwork >= max.network) return undefined;
      all++;
      taken.set(network, ofNetwork + 1);
      return () => {
        all--;
        const left = (taken.get(network) ?? 1) - 1;
        if (left > 0) taken.set(network, left);
        else taken.delete(network);
      };
    },
  };
}

/** Whether a page of this site sent it. Browsers name one of the two with every POST. */
function isOwn({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === siteUrl : site === "same-origin";
}

/** A JSON object of bounded size that arrives in time. Undefined: it is something else. */
async function readBody(request: Request): Promise<Body | "too long" | "too slow" | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > bodyMax) return "too long";
  const reader = request.body?.getReader();
  if (!reader) return undefined;
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), bodyMs);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), late]);
      if (part === "late") return "too slow";
      if (part.done) break;
      size += part.value.length;
      if (size > bodyMax) return "too long";
      chunks.push(part.value);
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : undefined;
  } catch {
    // No JSON, or a connection that was cut.
    return undefined;
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}
