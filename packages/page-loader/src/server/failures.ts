import { randomUUID } from "node:crypto";
import { type Locale, language } from "@uola/words/language";
import { linkTo, withoutLocale } from "../locale.ts";
import { type Head, NotFound, Redirect, titleOf } from "../page.ts";
import { aboutOf } from "./about.ts";
import { redirect, respond } from "./bytes.ts";
import { Busy } from "./cache.ts";
import type { Context } from "./context.ts";
import { documentOf } from "./document.ts";
import { drawAway, drawError } from "./draw.tsx";
import { jsonType, revalidate } from "./headers.ts";
import type { Pages } from "./pages.ts";
import type { SharedData } from "./shared-data.ts";

/** Values of the `retry-after` header, in seconds. */
const [busySeconds, awaySeconds] = [2, 10];

/**
 * Creates the responses to requests for which no page can be shown: the page has moved or does not
 * exist, too many requests arrive at once, or rendering failed.
 */
export function failuresOf(context: Context, shared: SharedData, pages: Pages) {
  const { table, options } = context;
  const redirects = context.keep<Record<string, string>>({
    make: async () => ({
      value: await (await table.redirects.data()).data(context.dataInput()),
      topics: table.redirects.topics,
      until: context.nextMinute(),
    }),
    gapMs: 0,
  });
  /** The page shown while the platform is unavailable, rendered in advance for each language. */
  const awayDrawn = new Map<Locale, string>();

  /**
   * Returns the redirect target, with the query, of a path that the site used to have; undefined
   * for an unknown path.
   */
  async function movedTo({ pathname, search }: URL): Promise<string | undefined> {
    const known = await redirects.get("all", true);
    const path = pathname.endsWith("/") ? pathname : `${pathname}/`;
    const to = known[path] ?? known[withoutLocale(path)];
    if (!to) return undefined;
    if (!to.startsWith("/")) return to;
    return linkTo(withoutLocale(to)) + (to.includes("?") ? "" : search);
  }

  const lonely = (head: Head, html: string) => {
    const { siteName, look } = shared.known;
    const about = aboutOf({ ...context.site(), head, languages: [] });
    return documentOf({ ...context.frame(), title: titleOf(head, siteName), about, html, sheet: "public", look });
  };

  async function errorDocument(params: { requestId: string } | { busy: "yes" }): Promise<string> {
    const { html, head } = await drawError(table, params);
    return lonely(head, html);
  }

  /**
   * The page shown while the platform is unavailable: as rendered while the platform was available,
   * or without data if it never was.
   */
  async function awayDocument(): Promise<string> {
    const drawn = awayDrawn.get(language());
    if (drawn) return drawn;
    const { html, head } = await drawAway(table);
    return lonely(head, html);
  }

  return {
    async respond(request: Request, error: unknown): Promise<Response> {
      const isData = new URL(request.url).pathname.startsWith("/page-data/");
      if (error instanceof Redirect && !isData) return redirect(302, error.to);
      if (error instanceof Redirect || (error instanceof NotFound && isData)) {
        return new Response("{}", { status: 404, headers: { ...jsonType, ...revalidate } });
      }
      if (error instanceof NotFound) {
        const to = await movedTo(new URL(request.url));
        return to ? redirect(301, to) : respond(request, (await pages.get(linkTo("/404/"))).html);
      }
      const requestId = requestIdOf(request);
      const busy = isBusy(error);
      if (!busy) options.log.error({ error, requestId, url: withoutQuery(request.url) }, "a page failed");
      const status = busy ? 503 : 500;
      const headers = {
        "cache-control": "no-store",
        "x-request-id": requestId,
        ...(busy && { "retry-after": String(isAway(error) ? awaySeconds : busySeconds) }),
      };
      if (isData) return Response.json({ requestId }, { status, headers });
      const document = isAway(error)
        ? await awayDocument()
        : await errorDocument(busy ? { busy: "yes" } : { requestId });
      return new Response(request.method === "HEAD" ? null : document, {
        status,
        headers: { ...context.htmlHeaders.public.plain, ...headers },
      });
    },
    /**
     * Renders the page that is shown while the platform is unavailable and stores it, once for each
     * offered language.
     */
    async away(): Promise<Partial<Record<Locale, string>>> {
      for (const locale of await shared.languages()) {
        const { html } = await pages.get(linkTo(table.pages.away.path, locale));
        awayDrawn.set(locale, Buffer.from(html.variants.identity.bytes).toString());
      }
      return Object.fromEntries(awayDrawn);
    },
  };
}

/** Whether the site or the platform is receiving too many requests; the client may retry shortly. */
const isBusy = (error: unknown) => error instanceof Busy || isAway(error);
/** Whether the platform or its database does not respond. */
const isAway = (error: unknown) => {
  const { name, status } = (error ?? {}) as { name?: string; status?: number };
  return status === 503 || (name === "PlatformError" && status === 0);
};

/** Keeps a valid request id from the caller, so that a request has the same id in every log. */
const requestIdOf = (request: Request) => {
  const given = request.headers.get("x-request-id");
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
};

/** Returns a URL for logging, without its query, which may contain keys and codes. */
function withoutQuery(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
