import { linkTo, localeOf, withoutLocale } from "@uola/page-loader/locale.ts";
import type { Page } from "@uola/page-loader/page.ts";
import { matcher } from "@uola/page-loader/table.ts";

type From = { network?: string | undefined; userAgent?: string | undefined };
type Viewed = { path: string; language: string };

/**
 * Stores the reports that browsers send. Every field may be forged. A promise of `false` means that
 * too many reports have arrived.
 */
export type ReportStore = {
  error(body: unknown, from: From & { place: string }): Promise<boolean>;
  view(page: Viewed, from: From): void;
  vitals(body: unknown, page: Viewed, from: From): void;
  consent(body: unknown, from: From): Promise<boolean>;
};

/** Large enough for the longest stack trace. */
const bodyMax = 16 * 1024;
/**
 * Time limit for receiving a body. Browsers need less; a longer limit would only keep connections
 * busy.
 */
const bodyMs = 2000;
/**
 * Limits on complete bodies processed at the same time, per network and in total. Any further
 * request is rejected.
 */
const slots = { network: 10, all: 50 };

/**
 * Handles the reports that browsers send to the site's own origin: errors, page views, page speed
 * and consent. Returns undefined for any other request.
 */
export function createReportHandler(collect: ReportStore | undefined, siteUrl: string, pages: Record<string, Page>) {
  const match = matcher(pages);
  /** Returns the page table entry that matches the path, so that invented URLs add no entries. */
  const pageAt = (path: unknown) => {
    const asked = typeof path === "string" && path.startsWith("/") ? path : "/404/";
    const page = match(withoutLocale(asked))?.page ?? pages["not-found"];
    return { page, path: page?.path ?? "/404/", language: localeOf(asked) };
  };
  // Reports, which anyone may send in bulk, use separate slots from consent records, which must be
  // stored by law.
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
      if (!isSameOrigin(request, siteUrl)) return empty(403);
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
    /** Takes a slot and returns a function that releases it, or undefined when no slot is free. */
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

/**
 * Whether the request was sent by a page of this site. Browsers send one of the two headers with
 * every POST.
 */
function isSameOrigin({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  return site === null ? headers.get("origin") === siteUrl : site === "same-origin";
}

/** Reads a JSON object of bounded size, within a time limit. Returns undefined for anything else. */
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
    // Invalid JSON, or an interrupted connection.
    return undefined;
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}
