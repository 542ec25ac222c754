import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Client } from "@uola/client";
import { minuteMs } from "@uola/contract/durations";
import { defaultLocale, inLanguage, type Locale, language, locales } from "@uola/words/language";
import { inLocale, linkTo, localeOf, withoutLocale } from "../locale.ts";
import {
  type AppData,
  type DataInput,
  type Entry,
  type Feed,
  type FirstData,
  type Head,
  type InEachLanguage,
  type Json,
  NotFound,
  type Owned,
  type Page,
  type PageData,
  type Preview,
  PreviewOver,
  Redirect,
  type Shared,
  type SiteTable,
  type Thing,
  type Topic,
  titleOf,
} from "../page.ts";
import { aliasesOf, canonicalSearch, matcher, pathOfData, previewParameter, shownSearch, slicePath } from "../table.ts";
import { aboutOf, nameOf } from "./about.ts";
import { type Answer, answer, encode, respond, write } from "./bytes.ts";
import { Busy, createCache, type Made, turns } from "./cache.ts";
import { type Build, documentOf, securityHeaders } from "./document.ts";
import { draw, drawAlone, drawAway, drawError } from "./draw.tsx";
import { type Installed, isScreen, manifestLocale, manifestOf, screensOf } from "./manifest.ts";
import { type DrawPicture, pathOfPicture, sharePictures } from "./share-pictures.ts";
import { robotsOf, sitemapOf } from "./sitemap.ts";
import { workerFor, workerPath } from "./worker.ts";

export type Log = { error(details: object, message: string): void };

export type LoaderOptions = {
  build: Build;
  /** Files of the build and of `public/`, by path. */
  files: ReadonlyMap<string, Answer>;
  app: Omit<AppData, "build" | keyof Owned>;
  /** What is said, in the language of the request, when a navigation takes longer than a second. */
  slow: () => string;
  /** What search engines are told of every page beside what its data says, in the language of the request. */
  ofEach: (page: { path: string; name: string }) => readonly Thing[];
  /** What programs read beside the pages. */
  feeds: readonly Feed[];
  /** Every page that search engines may show. */
  entries: (input: Pick<DataInput, "client" | "now">) => Promise<Entry[]>;
  /** Draws what networks show of a page; without it pages have no picture. */
  drawPicture?: DrawPicture | undefined;
  /** What is said of the site where it is installed, in the language of the request. */
  installed: () => Installed;
  /** What is said above a page that is shown as it was; `{time}` stands for when that was. */
  copied: () => string;
  client: Client;
  now: () => Date;
  log: Log;
  /** False while developing: every request is made anew. */
  cached: boolean;
};

export type Loader = {
  fetch(request: Request): Promise<Response>;
  /** Answers from memory if it can, with nothing in between. */
  /** Draws what is shown while the platform cannot be read, in each language that is offered, to be kept for then. */
  away(): Promise<Partial<Record<Locale, string>>>;
  quick(request: IncomingMessage, response: ServerResponse): boolean;
  changed(topic: Topic): void;
};

type Both = { html: Answer; data: Answer; picture: string | undefined };
type Piece = { value: Json; answer: Answer };
/** Whom a page is made for, how long it may be kept, and whether it shows drafts. */
type Asked = { headers: Record<string, string>; preview?: Preview; key?: string };

const revalidate = { "cache-control": "public, max-age=0, must-revalidate" };
// The key of a preview stands in the address, which nobody else is to learn.
const previewing = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};
const previewKeyMax = 1000;
/** Documents of previews are made for one reader each: few at a time. */
const previewLimits = { making: 2, waiting: 20 };
/** Before a path: the published page that says that its preview is over. */
const overMark = "over ";
const jsonType = { "content-type": "application/json; charset=utf-8", "x-content-type-options": "nosniff" };
const scriptType = { "content-type": "text/javascript; charset=utf-8", "x-content-type-options": "nosniff" };
const manifestType = {
  "content-type": "application/manifest+json; charset=utf-8",
  "x-content-type-options": "nosniff",
};
const plainType = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
const xmlType = { "content-type": "application/xml; charset=utf-8", "x-content-type-options": "nosniff" };
const sitemapPath = "/sitemap.xml";
/** The list of pages changes with what is published, and at some moments by itself, such as when a campaign ends. */
const sitemapMs = 10 * minuteMs;

/** Serves a table of pages: documents, their data, and the redirects between paths, made once and kept as bytes. */
export function createLoader(table: SiteTable, options: LoaderOptions): Loader {
  const { build, files, app, client, log, slow } = options;
  const documentFrame = () => ({ build, lang: language(), slow: slow() });
  const site = () => ({ siteUrl: app.siteUrl, lang: language() });
  const pictures = sharePictures(options.drawPicture);
  const match = matcher(table.pages);
  const headersOf = (kind: { isTagged: boolean; isTeams: boolean }) => ({
    "content-type": "text/html; charset=utf-8",
    ...securityHeaders(build, { platform: app.platformUrl, identity: app.identityUrl }, kind),
  });
  const htmlHeaders = headersOf({ isTagged: false, isTeams: false });
  const ofKind = {
    public: { plain: htmlHeaders, tagged: headersOf({ isTagged: true, isTeams: false }) },
    admin: {
      plain: headersOf({ isTagged: false, isTeams: true }),
      tagged: headersOf({ isTagged: true, isTeams: true }),
    },
  };
  const feedAt = (path: string) => options.feeds.find((feed) => feed.path === withoutLocale(path));
  const aliased = aliasesOf(table.pages);
  const pieces = piecesOf(table);
  const now = () => options.now().getTime();
  const onError = (error: unknown, key: string) => {
    if (!(error instanceof Busy)) log.error({ error, key }, "a page could not be made anew");
  };
  const dataInput = ({
    params = {},
    search = "",
    preview,
    noteFallback = () => {},
    describe = () => {},
    noteAddresses = () => {},
  }: {
    params?: Record<string, string>;
    search?: string;
    preview?: string | undefined;
    noteFallback?: () => void;
    describe?: DataInput["describe"];
    noteAddresses?: DataInput["noteAddresses"];
  } = {}): DataInput => ({
    client,
    pages: Object.values(table.pages),
    params,
    now: options.now(),
    search: new URLSearchParams(search),
    preview,
    noteFallback,
    describe,
    noteAddresses,
  });
  /** A path with a parameter that no data function looks up: it is answered whatever anybody makes up. */
  const isOpenEnded = (key: string) => {
    const page = match(withoutLocale(key))?.page;
    return page !== undefined && /[:*]/.test(page.path) && !page.data;
  };
  const everybody: Asked = { headers: revalidate };
  const over: Asked = { headers: previewing, preview: "over" };
  /** The languages the owner offers, as far as is known. */
  let languages: readonly Locale[] = locales;
  /** What the site is called, as far as is known. */
  let siteName = "Uola";
  let look: string | undefined;
  const nextMinute = () => (Math.floor(now() / minuteMs) + 1) * minuteMs;

  const pieceCache = createCache<Piece>({ make: makePiece, now, onError, gapMs: 0 });
  const pageCache = createCache<Both>({
    make: (key) => (key.startsWith(overMark) ? makePage(key.slice(overMark.length), over) : makePage(key, everybody)),
    isInvented: (key) => key.includes("?") || isOpenEnded(key),
    now,
    onError,
  });
  const redirectCache = createCache<Record<string, string>>({
    make: async () => ({ value: await readRedirects(), topics: table.redirects.topics, until: nextMinute() }),
    now,
    onError,
    gapMs: 0,
  });
  const readRedirects = async () => (await table.redirects.data()).data(dataInput());
  const textCache = createCache<Answer>({
    make: makeText,
    isInvented: (key) => key.includes("?"),
    now,
    onError,
  });
  const piece = async (key: string, fresh = false) =>
    options.cached ? pieceCache.get(key, fresh) : (await makePiece(key)).value;
  const both = async (key: string) => (options.cached ? pageCache.get(key) : (await makePage(key, everybody)).value);
  const text = async (key: string) => (options.cached ? textCache.get(key) : (await makeText(key)).value);
  /** What is shown while the platform cannot be read. */
  const awayDrawn = new Map<Locale, string>();
  const previews = turns(previewLimits.making, previewLimits.waiting);

  async function makePiece(path: string): Promise<Made<Piece>> {
    const plain = withoutLocale(path);
    const shared = pieces.byPath.get(plain);
    if (!shared) throw new NotFound();
    const read = await inLanguage(localeOf(path), async () => (await shared.data()).data(dataInput()));
    const value = plain === appDataPath ? { ...app, build: build.id, ...pick(read as Owned) } : (read as Json);
    if (plain === appDataPath) {
      languages = offered(value);
      ({ name: siteName, look } = value as Owned);
    }
    const made = answer(await encode(JSON.stringify(value)), 200, { ...jsonType, ...revalidate });
    return { value: { value, answer: made }, topics: shared.topics, until: nextMinute() };
  }

  /** What robots and programs read. */
  async function makeText(key: string): Promise<Made<Answer>> {
    const { pathname: path, search } = new URL(key, "http://site");
    const feed = feedAt(path);
    if (feed) return inLanguage(localeOf(path), () => makeFeed(feed, search));
    const installed = manifestLocale(path);
    if (installed) return inLanguage(installed, makeManifest);
    const languages = offered((await piece(appDataPath, true)).value);
    const { siteUrl } = app;
    const isSitemap = path === sitemapPath;
    const made = isSitemap
      ? sitemapOf({ entries: await options.entries(dataInput()), siteUrl, languages })
      : robotsOf({ siteUrl, languages });
    const headers = { ...(isSitemap ? xmlType : plainType), ...revalidate };
    return {
      value: answer(await encode(made), 200, headers),
      topics: ["business", "services", "content"],
      until: now() + (isSitemap ? sitemapMs : minuteMs),
    };
  }

  async function makeManifest(): Promise<Made<Answer>> {
    const app = (await piece(appDataPath, true)).value as Owned;
    const installed = options.installed();
    const screens = screensOf(installed, app).flatMap(({ path, text, ...screen }) => {
      const src = pictures.pathFor(path, text);
      return src ? [{ src, ...screen }] : [];
    });
    const value = answer(await encode(manifestOf({ name: app.name, installed, screens })), 200, {
      ...manifestType,
      ...revalidate,
    });
    return { value, topics: table.app.topics ?? [], until: nextMinute() };
  }

  async function makeFeed(feed: Feed, search: string): Promise<Made<Answer>> {
    const text = await feed.text({ ...dataInput({ search }), siteUrl: app.siteUrl });
    const headers = {
      "content-type": `${feed.type}; charset=utf-8`,
      "x-content-type-options": "nosniff",
      "cache-control": `public, max-age=${feed.keptSeconds}, must-revalidate`,
    };
    return { value: answer(await encode(text), 200, headers), topics: feed.topics, until: nextMinute() };
  }

  async function read(key: string, asked: Asked): Promise<{ first: FirstData; page: Page; things: Thing[] }> {
    const { pathname: path, search: shown, searchParams } = new URL(key, "http://site");
    const found = match(withoutLocale(path));
    if (!found) throw new NotFound();
    const { name, page, params } = found;
    const search = canonicalSearch(page, searchParams);
    const shared = Object.entries(page.shared ?? {});
    const begun = options.now();
    let untranslated = false;
    const noteFallback = () => {
      untranslated = true;
    };
    const things: Thing[] = [];
    const describe = (...more: Thing[]) => void things.push(...more);
    let addresses: InEachLanguage | undefined;
    const noteAddresses = (paths: InEachLanguage) => {
      addresses = paths;
    };
    const input = dataInput({ params, search, preview: asked.key, noteFallback, describe, noteAddresses });
    const [data, appData, slices, answers] = await Promise.all([
      page.data?.().then(({ data }) => data(input)) ?? null,
      piece(appDataPath, true),
      valuesOf(Object.keys(table.slices).map((slice) => [slice, linkTo(slicePath(slice))])),
      valuesOf(shared.map(([query]) => [query, linkTo(queryPath(query))])),
    ]);
    const from: PageData = {
      page: name,
      path,
      params,
      search,
      now: begun.toISOString(),
      data,
      shared: Object.fromEntries(shared.map(([query]) => [query, linkTo(queryPath(query))])),
      build: build.id,
      scripts: build.scripts[language()][name] ?? [],
      ...(asked.preview && { preview: asked.preview }),
      ...(addresses ? { addresses } : {}),
      ...(untranslated ? { untranslated } : {}),
    };
    return {
      first: {
        ...from,
        kind: page.kind,
        sheet: table.sheet(withoutLocale(path)),
        shown,
        base: linkTo("/").slice(0, -1),
        app: appData.value as unknown as AppData,
        slices,
        answers,
      },
      page,
      things,
    };
  }

  const valuesOf = async (paths: [name: string, path: string][]): Promise<Record<string, Json>> =>
    Object.fromEntries(await Promise.all(paths.map(async ([name, path]) => [name, (await piece(path, true)).value])));

  const makePage = (key: string, asked: Asked) => inLanguage(localeOf(key), () => makePageInLanguage(key, asked));

  async function makePageInLanguage(key: string, asked: Asked): Promise<Made<Both>> {
    const { first, page, things } = await read(key, asked);
    const { html, head } = await (page.alone ? drawAlone(page, first) : draw(table, first));
    const isFound = !head.hidden && !page.alone;
    const called = nameOf(head);
    const picture = isFound
      ? pictures.pathFor(first.path, { headline: called, page: first.page, gym: first.app.name, look: first.app.look })
      : undefined;
    const { path } = first;
    const about = aboutOf({
      ...site(),
      head,
      languages: offered(first.app),
      found: isFound
        ? {
            path,
            addresses: first.addresses,
            siteName: first.app.name,
            feeds: options.feeds.flatMap(({ path, type, name }) =>
              name ? [{ href: linkTo(path), type, name: name() }] : [],
            ),
            picture,
            things: [...options.ofEach({ path: withoutLocale(path), name: called }), ...things],
          }
        : undefined,
    });
    const document = documentOf({
      ...documentFrame(),
      title: titleOf(head, first.app.name),
      about,
      html,
      sheet: first.sheet,
      look: first.app.look,
      ...(!page.alone && { first }),
    });
    const still = isStill(page) && { still: { title: titleOf(head, first.app.name), html } };
    const status = page.status ?? (first.page === "not-found" ? 404 : first.page === "error" ? 500 : 200);
    const value = {
      html: answer(await encode(document), status, {
        ...ofKind[first.sheet][first.app.tagManager ? "tagged" : "plain"],
        ...asked.headers,
      }),
      data: answer(await encode(JSON.stringify({ ...dataOf(first), about, ...still })), 200, {
        ...jsonType,
        ...asked.headers,
      }),
      picture,
    };
    return { value, topics: topicsOf(page), until: nextMinute() };
  }

  /** The document with drafts, for whoever has the key; with a key that is no longer good, what is published. */
  async function previewed(path: string, key: string): Promise<Answer> {
    const drafts: Asked = { headers: previewing, preview: "drafts", key };
    try {
      if (key.length > previewKeyMax) throw new PreviewOver();
      return (await previews(() => makePage(path, drafts))).value.html;
    } catch (error) {
      if (!(error instanceof PreviewOver)) throw error;
      return (options.cached ? await pageCache.get(overMark + path) : (await makePage(path, over)).value).html;
    }
  }

  const topicsOf = (page: Page): Topic[] => [
    ...new Set(
      [page, table.app, ...Object.values(table.slices), ...Object.values(page.shared ?? {})].flatMap(
        (part) => part.topics ?? [],
      ),
    ),
  ];

  /** Names the version of the offline pages it keeps: whatever changes on them is a new worker. */
  async function worker(): Promise<Answer> {
    const languages = options.cached ? offered((await piece(appDataPath)).value) : [];
    const offline = await Promise.all(
      languages.map(async (locale) => {
        const path = linkTo(table.pages.offline.path, locale);
        return { path, version: (await both(path)).html.variants.identity.etag };
      }),
    );
    const kept = Object.values(table.pages).filter(({ keptOffline }) => keptOffline);
    const pages = languages.flatMap((locale) =>
      kept.map(({ path }) => [linkTo(path, locale), { note: inLanguage(locale, options.copied), locale }] as const),
    );
    return answer(await encode(workerFor({ offline, pages: Object.fromEntries(pages) })), 200, {
      ...scriptType,
      ...revalidate,
    });
  }

  /** Where the picture is that a page has now, or the manifest. */
  async function currentPicture(path: string): Promise<string | undefined> {
    if (!isScreen(withoutLocale(path))) return (await both(path)).picture;
    const app = (await piece(appDataPath, true)).value as Owned;
    const screen = screensOf(options.installed(), app).find((each) => each.path === path);
    return screen && pictures.pathFor(path, screen.text);
  }

  /** A picture that is known by its address; one that no longer is leads to what its page shows now. */
  async function respondPicture(request: Request, path: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!offered((await piece(appDataPath)).value).includes(language())) throw new NotFound();
    const current = pictures.at(pathname) ? pathname : await currentPicture(path);
    const drawn = current && pictures.at(current);
    if (!drawn) throw new NotFound();
    return current === pathname ? respond(request, await drawn) : redirect(302, current);
  }

  async function respondTo(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const file = files.get(pathname);
    if (file) return respond(request, file);
    if (pathname === "/robots.txt" || pathname === sitemapPath || manifestLocale(pathname))
      return respond(request, await text(pathname));
    const feed = feedAt(pathname);
    if (feed) {
      const search = canonicalSearch(feed, searchParams);
      const isOffered = offered((await piece(appDataPath)).value).includes(language());
      return isOffered
        ? respond(request, await text(pathname + search))
        : redirect(302, inLocale(pathname, defaultLocale) + search);
    }
    if (pathname === workerPath) return respond(request, await worker());
    if (pieces.byPath.has(withoutLocale(pathname))) return respond(request, (await piece(pathname)).answer);

    const pictured = pathOfPicture(pathname);
    if (pictured) return await respondPicture(request, pictured);

    const asked = pathOfData(pathname);
    const path = asked ?? (pathname.endsWith("/") ? pathname : `${pathname}/`);
    const target = aliased(path) ?? path;
    const found = match(withoutLocale(target));
    if (!found) throw new NotFound();
    if (language() !== defaultLocale && !offered((await piece(appDataPath, true)).value).includes(language())) {
      throw new Redirect(inLocale(target, defaultLocale) + new URL(request.url).search);
    }
    if (!asked && target !== pathname) return redirect(301, target + new URL(request.url).search);
    const key = target + (asked ? canonicalSearch : shownSearch)(found.page, searchParams);
    const preview = searchParams.get(previewParameter);
    if (preview && !asked && found.page.topics?.includes("content")) {
      return respond(request, await previewed(key, preview));
    }
    const made = await both(key);
    return respond(request, asked ? made.data : made.html);
  }

  /** Where a path leads that the site had before, with the query; undefined for one that never was. */
  async function movedTo({ pathname, search }: URL): Promise<string | undefined> {
    const redirects = await (options.cached ? redirectCache.get("all", true) : readRedirects());
    const path = pathname.endsWith("/") ? pathname : `${pathname}/`;
    const to = redirects[path] ?? redirects[withoutLocale(path)];
    if (!to) return undefined;
    if (!to.startsWith("/")) return to;
    return linkTo(withoutLocale(to)) + (to.includes("?") ? "" : search);
  }

  async function failed(request: Request, error: unknown): Promise<Response> {
    const data = new URL(request.url).pathname.startsWith("/page-data/");
    if (error instanceof Redirect && !data) return redirect(302, error.to);
    if (error instanceof Redirect || (error instanceof NotFound && data)) {
      return new Response("{}", { status: 404, headers: { ...jsonType, ...revalidate } });
    }
    if (error instanceof NotFound) {
      const to = await movedTo(new URL(request.url));
      return to ? redirect(301, to) : respond(request, (await both(linkTo("/404/"))).html);
    }
    const requestId = requestIdOf(request);
    const busy = isBusy(error);
    if (!busy) log.error({ error, requestId, url: withoutKey(request.url) }, "a page failed");
    const status = busy ? 503 : 500;
    const retryAfter = String(isAway(error) ? awaySeconds : busySeconds);
    const headers = {
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...(busy && { "retry-after": retryAfter }),
    };
    if (data) return Response.json({ requestId }, { status, headers });
    const document = isAway(error) ? await awayDocument() : await errorDocument(busy ? { busy: "yes" } : { requestId });
    return new Response(request.method === "HEAD" ? null : document, {
      status,
      headers: { ...htmlHeaders, ...headers },
    });
  }

  async function errorDocument(params: { requestId: string } | { busy: "yes" }): Promise<string> {
    const { html, head } = await drawError(table, params);
    return lonely(head, html);
  }

  /** As it was drawn while the platform could be read; without data where it never could. */
  async function awayDocument(): Promise<string> {
    const drawn = awayDrawn.get(language());
    if (drawn) return drawn;
    const { html, head } = await drawAway(table);
    return lonely(head, html);
  }

  const lonely = (head: Head, html: string) => {
    const about = aboutOf({ ...site(), head, languages: [] });
    return documentOf({ ...documentFrame(), title: titleOf(head, siteName), about, html, sheet: "public", look });
  };

  return {
    async away() {
      for (const locale of offered((await piece(appDataPath, true)).value)) {
        const { html } = await both(linkTo(table.pages.away.path, locale));
        awayDrawn.set(locale, Buffer.from(html.variants.identity.bytes).toString());
      }
      return Object.fromEntries(awayDrawn);
    },
    async fetch(request) {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
      }
      const { pathname } = new URL(request.url);
      return inLanguage(localeOf(pathOfData(pathname) ?? pathOfPicture(pathname) ?? pathname), async () => {
        try {
          return await respondTo(request);
        } catch (error) {
          return await failed(request, error).catch((second) => failed(request, second));
        }
      });
    },
    quick(request, response) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const url = request.url as string;
      // What was made in a language that is offered no more may still be kept.
      if (!languages.includes(localeOf(url))) return false;
      const ready = files.get(url) ?? (options.cached ? pageCache.peek(url)?.html : undefined);
      if (ready) write(request, response, ready);
      return ready !== undefined;
    },
    changed(topic) {
      pieceCache.empty(topic);
      redirectCache.empty(topic);
      textCache.empty(topic);
      pageCache.empty(topic);
    },
  };
}

/** A page's data without what only its document carries. */
function dataOf({ app: _, slices: __, answers: ___, kind: ____, sheet: _____, ...rest }: FirstData): PageData {
  const { shown: ______, base: _______, ...data } = rest;
  return data;
}

/** Whether a page needs no script, so that it can be shown as it was drawn. */
const isStill = ({ kind, alone }: Page) => kind === "content" && !alone;

const appDataPath = "/page-data/app-data.json";
const pick = ({ name, languages, tagManager, vitals, look }: Owned): Owned => ({
  name,
  languages,
  ...(tagManager && { tagManager }),
  ...(vitals && { vitals }),
  ...(look && { look }),
});
/** The languages there are words for, of those the owner offers; the default one always. */
const offered = (app: unknown): Locale[] =>
  locales.filter((locale) => locale === defaultLocale || (app as Owned).languages.includes(locale));
const queryPath = (name: string) => `/page-data/sq/d/${createHash("sha256").update(name).digest().readUInt32BE()}.json`;

/** Everything served by itself: app data, slices, and the queries that pages share, each under its path. */
function piecesOf(table: SiteTable) {
  const byPath = new Map<string, Shared<unknown>>([[appDataPath, table.app]]);
  for (const [name, slice] of Object.entries(table.slices)) byPath.set(slicePath(name), slice);
  for (const page of Object.values(table.pages)) {
    for (const [name, query] of Object.entries(page.shared ?? {})) {
      const known = byPath.get(queryPath(name));
      if (known && known !== query) throw new Error(`Two shared queries are called "${name}".`);
      byPath.set(queryPath(name), query);
    }
  }
  return { byPath };
}

/** Too much at once, here or on the platform: the reader may come back in a moment. */
const isBusy = (error: unknown) => error instanceof Busy || isAway(error);
/** The platform does not answer, or its database does not. */
const isAway = (error: unknown) => {
  const { name, status } = (error ?? {}) as { name?: string; status?: number };
  return status === 503 || (name === "PlatformError" && status === 0);
};
/** After so many seconds whoever was sent away may come back. */
const [busySeconds, awaySeconds] = [2, 10];

/** What has moved for good may be kept; what is elsewhere only for now, such as a language not offered, may not. */
const redirect = (status: 301 | 302, to: string) =>
  new Response(null, {
    status,
    headers: { location: to, ...(status === 301 ? { "cache-control": "public, max-age=3600" } : revalidate) },
  });

/** A caller's own id is kept if it is harmless, so that one request is one id in every log. */
const requestIdOf = (request: Request) => {
  const given = request.headers.get("x-request-id");
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
};

/** An address as logs may keep it. */
function withoutKey(address: string): string {
  const url = new URL(address);
  url.searchParams.delete(previewParameter);
  return url.href;
}
