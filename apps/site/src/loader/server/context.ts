import type { Client } from "@uola/client";
import { minuteMs } from "@uola/contract/durations";
import { language } from "@uola/words/language";
import type { AppData, DataInput, Entry, Feed, Owned, SiteTable, Thing, Topic } from "../page.ts";
import { matcher } from "../table.ts";
import type { Answer } from "./bytes.ts";
import { Busy, createCache, type Made } from "./cache.ts";
import { type Build, securityHeaders } from "./document.ts";
import type { Installed } from "./manifest.ts";
import type { DrawPicture } from "./share-pictures.ts";

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

/** What a page's data depends on, beside the site itself. */
type Asked = Partial<Omit<DataInput, "client" | "pages" | "now" | "search">> & { search?: string };

type Keeping<Value> = {
  make: (key: string) => Promise<Made<Value>>;
  isInvented?: (key: string) => boolean;
  gapMs?: number;
};

/** Values that are made once and kept, or made for each request while developing. */
export type Kept<Value> = {
  /** `fresh`: waits for the next value where the one that is kept is out of date. */
  get(key: string, fresh?: boolean): Promise<Value>;
  /** What can be answered at once. */
  peek(key: string): Value | undefined;
};

export type Context = ReturnType<typeof contextOf>;

/** What every part of the loader works with. */
export function contextOf(table: SiteTable, options: LoaderOptions) {
  const { build, app, client, log } = options;
  const now = () => options.now().getTime();
  const onError = (error: unknown, key: string) => {
    if (!(error instanceof Busy)) log.error({ error, key }, "a page could not be made anew");
  };
  const headersOf = (kind: { isTagged: boolean; isTeams: boolean }) => ({
    "content-type": "text/html; charset=utf-8",
    ...securityHeaders(build, { platform: app.platformUrl, identity: app.identityUrl }, kind),
  });
  const caches: { empty(topic: Topic): void }[] = [];
  const frame = () => ({ build, lang: language(), slow: options.slow() });

  return {
    table,
    options,
    match: matcher(table.pages),
    now,
    nextMinute: () => (Math.floor(now() / minuteMs) + 1) * minuteMs,
    /** Headers of documents, by the style sheet they have and by whether they may load a tag manager. */
    htmlHeaders: {
      public: {
        plain: headersOf({ isTagged: false, isTeams: false }),
        tagged: headersOf({ isTagged: true, isTeams: false }),
      },
      admin: {
        plain: headersOf({ isTagged: false, isTeams: true }),
        tagged: headersOf({ isTagged: true, isTeams: true }),
      },
    },
    /** What every document has, in the language of the request. */
    frame,
    site: () => ({ siteUrl: app.siteUrl, lang: language() }),
    dataInput: ({ search = "", ...asked }: Asked = {}): DataInput => ({
      params: {},
      preview: undefined,
      noteFallback: () => {},
      describe: () => {},
      noteAddresses: () => {},
      expires: () => {},
      ...asked,
      client,
      pages: Object.values(table.pages),
      now: options.now(),
      search: new URLSearchParams(search),
    }),
    keep<Value>(keeping: Keeping<Value>): Kept<Value> {
      if (!options.cached) return { get: async (key) => (await keeping.make(key)).value, peek: () => undefined };
      const cache = createCache<Value>({ ...keeping, now, onError });
      caches.push(cache);
      return cache;
    },
    changed(topic: Topic) {
      for (const cache of caches) cache.empty(topic);
    },
  };
}
