import type { Client } from "@uola/client";
import { minuteMs } from "@uola/contract/durations";
import { language } from "@uola/words/language";
import type { AppData, DataInput, Entry, Feed, OwnerSettings, SiteTable, Thing, Topic } from "../page.ts";
import { matcher } from "../table.ts";
import type { Answer } from "./bytes.ts";
import { Busy, createCache, type Made } from "./cache.ts";
import { type Build, securityHeaders } from "./document.ts";
import type { Installed } from "./manifest.ts";
import type { DrawPicture } from "./share-pictures.ts";

export type Log = { error(details: object, message: string): void };

export type LoaderOptions = {
  build: Build;
  /** The files of the build and of `public/`, by path. */
  files: ReadonlyMap<string, Answer>;
  app: Omit<AppData, "build" | keyof OwnerSettings>;
  /** The text, in the language of the request, shown when a navigation takes longer than a second. */
  slow: () => string;
  /**
   * Structured data added to every page in addition to the page's own, in the language of the
   * request.
   */
  ofEach: (page: { path: string; name: string }) => readonly Thing[];
  /** Machine-readable feeds. */
  feeds: readonly Feed[];
  /** Lists every page that search engines may index. */
  entries: (input: Pick<DataInput, "client" | "now">) => Promise<Entry[]>;
  /** Renders a page's share picture; without it pages have no picture. */
  drawPicture?: DrawPicture | undefined;
  /** The texts of the web app manifest, in the language of the request. */
  installed: () => Installed;
  /** The notice above a page shown from the offline cache; `{time}` stands for the time of the copy. */
  copied: () => string;
  client: Client;
  now: () => Date;
  log: Log;
  /** False during development: every request is rendered again. */
  cached: boolean;
};

/** The inputs of a page's data other than those that are the same for the whole site. */
type Asked = Partial<Omit<DataInput, "client" | "pages" | "now" | "search">> & { search?: string };

type Keeping<Value> = {
  make: (key: string) => Promise<Made<Value>>;
  isUnboundedKey?: (key: string) => boolean;
  gapMs?: number;
};

/** Values that are built once and cached, or built for each request during development. */
export type Kept<Value> = {
  /** `fresh`: waits for the next value if the cached one is stale. */
  get(key: string, fresh?: boolean): Promise<Value>;
  /** Returns the value if it is available at once. */
  peek(key: string): Value | undefined;
};

export type Context = ReturnType<typeof contextOf>;

/** Creates the context shared by all parts of the loader. */
export function contextOf(table: SiteTable, options: LoaderOptions) {
  const { build, app, client, log } = options;
  const now = () => options.now().getTime();
  const onError = (error: unknown, key: string) => {
    if (!(error instanceof Busy)) log.error({ error, key }, "a page could not be rendered again");
  };
  const headersOf = (kind: { isTagged: boolean; isTeams: boolean }) => ({
    "content-type": "text/html; charset=utf-8",
    ...securityHeaders(build, { platform: app.platformUrl, identity: app.identityUrl }, kind),
  });
  const caches: { invalidate(topic: Topic): void }[] = [];
  const frame = () => ({ build, lang: language(), slow: options.slow() });

  return {
    table,
    options,
    match: matcher(table.pages),
    now,
    nextMinute: () => (Math.floor(now() / minuteMs) + 1) * minuteMs,
    /** Document headers by stylesheet and by whether a tag manager may be loaded. */
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
    /** The parts of every document, in the language of the request. */
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
      for (const cache of caches) cache.invalidate(topic);
    },
  };
}
