import { inLanguage } from "@uola/words/language";
import { linkTo, localeOf, withoutLocale } from "../locale.ts";
import {
  type AppData,
  type FirstData,
  type InEachLanguage,
  NotFound,
  type Page,
  type PageData,
  type Preview,
  PreviewOver,
  type Thing,
  type Topic,
  titleOf,
} from "../page.ts";
import { canonicalSearch, kindAt } from "../table.ts";
import { aboutOf, nameOf } from "./about.ts";
import { type Answer, answer, encode } from "./bytes.ts";
import { boundedQueue, type Made } from "./cache.ts";
import type { Context } from "./context.ts";
import { documentOf } from "./document.ts";
import { draw, drawAlone } from "./draw.tsx";
import { jsonType, revalidate } from "./headers.ts";
import type { SharePictures } from "./share-pictures.ts";
import { offered, type SharedData } from "./shared-data.ts";

/** A rendered page: its document, its data, and the URL of its share picture. */
type MadePage = { html: Answer; data: Answer; picture: string | undefined };
/** The audience of a rendered page: its cache headers, and whether it shows drafts. */
type Reader = { headers: Record<string, string>; preview?: Preview; key?: string };

// The preview key is part of the URL and must not leak to other people.
const previewing = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};
const everybody: Reader = { headers: revalidate };
const previewIsOver: Reader = { headers: previewing, preview: "over" };
const previewKeyMax = 1000;
/** Preview documents are rendered per request, so only a few at a time. */
const previewLimits = { making: 2, waiting: 20 };
/**
 * Cache key prefix, before the path, of the published page with the notice that the preview has
 * expired.
 */
const overMark = "over ";

export type Pages = ReturnType<typeof pagesOf>;

/**
 * The pages of the table by path and query, rendered once for everybody; and previews, rendered for
 * each request with the key.
 */
export function pagesOf(context: Context, shared: SharedData, pictures: SharePictures) {
  const { table, options, match } = context;
  const { build } = options;
  const previews = boundedQueue(previewLimits.making, previewLimits.waiting);

  async function read(
    key: string,
    reader: Reader,
  ): Promise<{ first: FirstData; page: Page; things: Thing[]; wrongFrom: number | undefined }> {
    const { pathname: path, search: shown, searchParams } = new URL(key, "http://site");
    const found = match(withoutLocale(path));
    if (!found) throw new NotFound();
    const { name, page, params } = found;
    const search = canonicalSearch(page, searchParams);
    const begun = options.now();
    let untranslated = false;
    const things: Thing[] = [];
    let addresses: InEachLanguage | undefined;
    let wrongFrom: number | undefined;
    const input = context.dataInput({
      params,
      search,
      preview: reader.key,
      noteFallback() {
        untranslated = true;
      },
      describe: (...more) => void things.push(...more),
      noteAddresses(paths) {
        addresses = paths;
      },
      expires(moment) {
        if (moment) wrongFrom = Math.min(Date.parse(moment), wrongFrom ?? Number.POSITIVE_INFINITY);
      },
    });
    const [data, { app, slices, answers, paths }] = await Promise.all([
      page.data?.().then(({ data }) => data(input)) ?? null,
      shared.of(page),
    ]);
    const from: PageData = {
      page: name,
      path,
      params,
      search,
      now: begun.toISOString(),
      data,
      shared: paths,
      build: build.id,
      scripts: build.scripts[localeOf(path)][name] ?? [],
      ...(reader.preview && { preview: reader.preview }),
      ...(addresses ? { addresses } : {}),
      ...(untranslated ? { untranslated } : {}),
    };
    return {
      first: {
        ...from,
        kind: kindAt(page, shown),
        sheet: table.sheet(withoutLocale(path)),
        shown,
        base: linkTo("/").slice(0, -1),
        app: app as AppData,
        slices,
        answers,
      },
      page,
      things,
      wrongFrom,
    };
  }

  const make = (key: string, reader: Reader) => inLanguage(localeOf(key), () => makeInLanguage(key, reader));

  async function makeInLanguage(key: string, reader: Reader): Promise<Made<MadePage>> {
    const { first, page, things, wrongFrom } = await read(key, reader);
    const { html, head } = await (page.alone ? drawAlone(page, first) : draw(table, first));
    const { path, app } = first;
    const called = nameOf(head);
    const isFound = !head.hidden && !page.alone;
    const picture = isFound
      ? pictures.pathFor(path, { headline: called, page: first.page, gym: app.name, look: app.look })
      : undefined;
    const about = aboutOf({
      ...context.site(),
      head,
      languages: offered(app),
      found: isFound
        ? {
            path,
            addresses: first.addresses,
            siteName: app.name,
            feeds: options.feeds.flatMap(({ path, type, name }) =>
              name ? [{ href: linkTo(path), type, name: name() }] : [],
            ),
            picture,
            things: [...options.ofEach({ path: withoutLocale(path), name: called }), ...things],
          }
        : undefined,
    });
    const title = titleOf(head, app.name);
    const document = documentOf({
      ...context.frame(),
      title,
      about,
      html,
      sheet: first.sheet,
      look: app.look,
      ...(!page.alone && { first }),
    });
    const htmlHeaders = context.htmlHeaders[first.sheet][app.tagManager ? "tagged" : "plain"];
    const data = {
      ...dataOf(first),
      about,
      ...(first.kind === "content" && !page.alone && { still: { title, html } }),
    };
    return {
      value: {
        html: answer(await encode(document), statusOf(page, first), { ...htmlHeaders, ...reader.headers }),
        data: answer(await encode(JSON.stringify(data)), 200, { ...jsonType, ...reader.headers }),
        picture,
      },
      topics: topicsOf(page),
      until: context.nextMinute(),
      wrongFrom,
    };
  }

  const topicsOf = (page: Page): Topic[] => [
    ...new Set(
      [page, table.app, ...Object.values(table.slices), ...Object.values(page.shared ?? {})].flatMap(
        (part) => part.topics ?? [],
      ),
    ),
  ];

  /**
   * Whether the path of a page has a parameter that no data function checks, so that any made-up
   * value gets a response.
   */
  const isOpenEnded = (key: string) => {
    const page = match(withoutLocale(key))?.page;
    return page !== undefined && /[:*]/.test(page.path) && !page.data;
  };
  const kept = context.keep<MadePage>({
    make: (key) => (key.startsWith(overMark) ? make(key.slice(overMark.length), previewIsOver) : make(key, everybody)),
    isUnboundedKey: (key) => key.includes("?") || isOpenEnded(key),
  });

  return {
    ...kept,
    /** Returns the document with drafts for a valid key; with an expired key, the published page. */
    async preview(path: string, key: string): Promise<Answer> {
      try {
        if (key.length > previewKeyMax) throw new PreviewOver();
        return (await previews(() => make(path, { headers: previewing, preview: "drafts", key }))).value.html;
      } catch (error) {
        if (!(error instanceof PreviewOver)) throw error;
        return (await kept.get(overMark + path)).html;
      }
    },
  };
}

/** Returns a page's data without the parts that only its document includes. */
function dataOf({ app: _, slices: __, answers: ___, kind: ____, sheet: _____, ...rest }: FirstData): PageData {
  const { shown: ______, base: _______, ...data } = rest;
  return data;
}

const statusOf = ({ status }: Page, { page }: FirstData): number =>
  status ?? ({ "not-found": 404, error: 500 } as Record<string, number>)[page] ?? 200;
