import type { IncomingMessage, ServerResponse } from "node:http";
import { defaultLocale, inLanguage, type Locale, language } from "@uola/words/language";
import { inLocale, linkTo, localeOf, withoutLocale } from "../locale.ts";
import { NotFound, Redirect, type SiteTable, type Topic } from "../page.ts";
import { aliasesOf, canonicalSearch, pathOfData, previewParameter, shownSearch } from "../table.ts";
import { type Answer, answer, encode, redirect, respond, write } from "./bytes.ts";
import { contextOf, type LoaderOptions } from "./context.ts";
import { failuresOf } from "./failures.ts";
import { revalidate, scriptType } from "./headers.ts";
import { isScreen, screensOf } from "./manifest.ts";
import { pagesOf } from "./pages.ts";
import { pathOfPicture, sharePictures } from "./share-pictures.ts";
import { sharedData } from "./shared-data.ts";
import { textsOf } from "./texts.ts";
import { workerFor, workerPath } from "./worker.ts";

export type Loader = {
  fetch(request: Request): Promise<Response>;
  /**
   * Renders the page that is shown while the platform is unavailable and stores it, once for each
   * offered language.
   */
  away(): Promise<Partial<Record<Locale, string>>>;
  /**
   * Responds synchronously from memory if possible, bypassing all other layers. Returns whether it
   * responded.
   */
  quick(request: IncomingMessage, response: ServerResponse): boolean;
  changed(topic: Topic): void;
};

/**
 * Serves the pages of a page table: documents, their data and the redirects between paths, built
 * once and cached as bytes.
 */
export function createLoader(table: SiteTable, options: LoaderOptions): Loader {
  const { files } = options;
  const context = contextOf(table, options);
  const pictures = sharePictures(options.drawPicture);
  const shared = sharedData(context);
  const pages = pagesOf(context, shared, pictures);
  const texts = textsOf(context, shared, pictures);
  const failures = failuresOf(context, shared, pages);
  const aliased = aliasesOf(table.pages);

  /**
   * Builds the service worker. Its text includes the versions of the offline pages it stores, so
   * any change to them results in a new worker.
   */
  async function worker(): Promise<Answer> {
    const languages = options.cached ? await shared.languages(false) : [];
    const offline = await Promise.all(
      languages.map(async (locale) => {
        const path = linkTo(table.pages.offline.path, locale);
        return { path, version: (await pages.get(path)).html.variants.identity.etag };
      }),
    );
    const kept = Object.values(table.pages).filter(({ keptOffline }) => keptOffline);
    const notes = languages.flatMap((locale) =>
      kept.map(({ path }) => [linkTo(path, locale), { note: inLanguage(locale, options.copied), locale }] as const),
    );
    return answer(await encode(workerFor({ offline, pages: Object.fromEntries(notes) })), 200, {
      ...scriptType,
      ...revalidate,
    });
  }

  /** Returns the URL of the current share picture of a page, or of a manifest screenshot. */
  async function currentPicture(path: string): Promise<string | undefined> {
    if (!isScreen(withoutLocale(path))) return (await pages.get(path)).picture;
    const screen = screensOf(options.installed(), await shared.app()).find((each) => each.path === path);
    return screen && pictures.pathFor(path, screen.text);
  }

  /** Serves a picture at its current URL; an outdated URL is redirected to the page's current picture. */
  async function respondPicture(request: Request, path: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!(await shared.languages(false)).includes(language())) throw new NotFound();
    const current = pictures.at(pathname) ? pathname : await currentPicture(path);
    const drawn = current && pictures.at(current);
    if (!drawn) throw new NotFound();
    return current === pathname ? respond(request, await drawn) : redirect(302, current);
  }

  async function respondPage(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const asked = pathOfData(pathname);
    const path = asked ?? (pathname.endsWith("/") ? pathname : `${pathname}/`);
    const target = aliased(path) ?? path;
    const found = context.match(withoutLocale(target));
    if (!found) throw new NotFound();
    if (language() !== defaultLocale && !(await shared.languages()).includes(language())) {
      throw new Redirect(inLocale(target, defaultLocale) + search);
    }
    if (!asked && target !== pathname) return redirect(301, target + search);
    const key = target + (asked ? canonicalSearch : shownSearch)(found.page, searchParams);
    const preview = searchParams.get(previewParameter);
    if (preview && !asked && found.page.topics?.includes("content")) {
      return respond(request, await pages.preview(key, preview));
    }
    const made = await pages.get(key);
    return respond(request, asked ? made.data : made.html);
  }

  async function respondTo(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const file = files.get(pathname);
    if (file) return respond(request, file);
    if (texts.has(pathname)) return respond(request, await texts.get(pathname));
    const feed = texts.feedAt(pathname);
    if (feed) {
      const search = canonicalSearch(feed, searchParams);
      const isOffered = (await shared.languages(false)).includes(language());
      return isOffered
        ? respond(request, await texts.get(pathname + search))
        : redirect(302, inLocale(pathname, defaultLocale) + search);
    }
    if (pathname === workerPath) return respond(request, await worker());
    if (shared.has(pathname)) return respond(request, await shared.answer(pathname));
    const pictured = pathOfPicture(pathname);
    return pictured ? respondPicture(request, pictured) : respondPage(request);
  }

  return {
    away: failures.away,
    async fetch(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
      }
      const { pathname } = new URL(request.url);
      return inLanguage(localeOf(pathOfData(pathname) ?? pathOfPicture(pathname) ?? pathname), async () => {
        try {
          return await respondTo(request);
        } catch (error) {
          return await failures.respond(request, error).catch((second) => failures.respond(request, second));
        }
      });
    },
    quick(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = request.url as string;
      // Responses in a language that is no longer offered may still be cached.
      if (!shared.known.languages.includes(localeOf(url))) return false;
      const ready = files.get(url) ?? pages.peek(url)?.html;
      if (ready) write(request, response, ready);
      return ready !== undefined;
    },
    changed: context.changed,
  };
}
