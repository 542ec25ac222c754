/**
 * What a page is.
 *
 * A page is a row in a table (`src/public-pages.ts`, `src/admin-pages.ts`), a view and, when it shows anything from the platform, a data function:
 *
 * - **The row** — `page({ path, kind, topics, view, data })`. Paths end in `/`; without the slash they answer 301, and so
 *   do the `aliases`. The same page is under `/en` in English (loader/locale.ts). `:name` and `*` are read as by URLPattern.
 * - **The view** — `pages/<page>.tsx`, runs on both sides. It exports the component as `default`, `head` (title and
 *   description) and, for pages that wait for the browser, `Waiting`. It takes everything from its props: the clock is
 *   `props.now`, never `new Date()`, so that both sides draw the same. Its one `<h1>` is focused after a navigation.
 * - **The data** — `pages/<page>.data.ts`, runs on the server only and never reaches the browser's bundle. It exports
 *   `data`, which calls the platform through `client` and answers plain JSON (instants as ISO text): only what is shown.
 *   `throw new NotFound()` answers 404, `throw new Redirect("/there/")` 302. What search engines are told it gives to
 *   `describe`, by the builders of `features/structured-data.ts`: the browser never carries them. A path with parameters has
 *   its pages listed by `entries` beside it, for the sitemap.
 * - **The preview** — `?preview=<key>` on a page with the topic `content` gives the data function the key as `preview`: it
 *   reads drafts as if they were published, or throws `new PreviewOver()` when the key is no longer good. Such a document is
 *   made for that request alone and says in `useRoute().preview` what it is; links lead out of it.
 *
 * ```tsx
 * // pages/prices/prices.data.ts
 * export const data = async ({ client }: DataInput) => ({ prices: (await client.business.get({})).business.prices });
 * // pages/prices/prices.tsx
 * export const head = () => ({ title: "Kainos" });
 * export default function Prices({ data }: PageProps<Awaited<ReturnType<typeof data>>>) { … }
 * // public-pages.ts
 * prices: page({ path: "/prices/", aliases: ["/kainos/"], kind: "content", topics: ["business"],
 *                content: { texts: "PricesPage" }, name: "page.prices", menu: { header: true },
 *                view: () => import("./pages/prices/prices.tsx"),
 *                data: () => import("./pages/prices/prices.data.ts") }),
 * ```
 *
 * Links are `<a href={linkTo("/prices/")}>` with `linkTo` of `loader/locale.ts`, forms are forms; from code call `go(linkTo("/prices/"))` of
 * `loader/browser/go.ts`. `say` and the formats speak the language of the address, in data functions and in views.
 * `useRoute()`, `useApp()` and `useSlice()` of `loader/tree.tsx` tell any component where it is.
 *
 * A content page stays HTML until something on it needs React (`loader/browser/still.ts`). A button that is pressed and a field that is touched ask
 * for it by themselves, and what was done before is done again. What else runs in the browser says so on an element of its own: `data-acts` on a
 * link or a form that does something besides what browsers do with it, `data-kept="name other"` where the browser may keep something that is to be
 * shown, `data-until` (`features/until.ts`) where another thing is drawn from a moment on.
 */
import type { Client } from "@uola/client";
import type { AdminWord } from "@uola/words/admin";
import type { Locale } from "@uola/words/language";
import type { SiteWord } from "@uola/words/site";
import type { ReactNode } from "react";

/**
 * - `content`: HTML first, React when something on it needs it. `app`: the same HTML, React at once (the steps of booking).
 * - `client-only`: the frame and `Waiting` come from the server, the view is drawn in the browser, without data (admin).
 * - `protected`: as client-only, and only for somebody signed in (account).
 */
export type Kind = "content" | "app" | "client-only" | "protected";

/** What changes on the platform. A page's cached bytes are emptied when one of its topics changes. */
export const topics = ["availability", "services", "business", "content"] as const;
export type Topic = (typeof topics)[number];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/** One thing in the words of schema.org. Addresses of our own (`url`, `@id` …) begin with `/`; the loader writes them whole. */
export type Thing = { readonly "@type": string; readonly [property: string]: Json | undefined };

export type DataInput = {
  /** Calls the platform as the site's own visitor: pages are made once, for everybody. */
  client: Client;
  now: Date;
  /** All rows of the table, for a page that lists pages. */
  pages: readonly Page[];
  params: Readonly<Record<string, string>>;
  /** Only the parameters named in the row's `search`. */
  search: URLSearchParams;
  /** Says that a part of the page is not translated: the reader is told. */
  noteFallback(): void;
  /** Says what the page is about to search engines. The trail to the page is said of every page. */
  describe(...things: Thing[]): void;
  /** Says where the page is in each language, when its own name in the path is translated too. */
  noteAddresses(paths: InEachLanguage): void;
  /** Says from which moment (ISO 8601) on the page shows something else: the cached page is not served after it. */
  expires(moment: string | null | undefined): void;
  /** A key with which drafts are read. */
  preview?: string | undefined;
};
/** A path of the table in each language, without the part that names the language. */
export type InEachLanguage = Readonly<Record<Locale, string>>;

/** A page that search engines are told of. */
export type Entry = {
  paths: InEachLanguage;
  /** When something that it shows was last changed, ISO 8601. */
  updated?: string | undefined;
  /** Addresses of the pictures on it. */
  images?: readonly string[];
};
/** The pages of a row whose path has parameters. What all of them share, the row's texts and questions, is added to each. */
export type EntriesFunction = (input: Pick<DataInput, "client" | "now">) => Promise<Entry[]>;
export type DataFunction<Data extends Json> = (input: DataInput) => Data | Promise<Data>;

export type PageProps<Data = null, SharedData = unknown> = {
  data: Data;
  /** The answers of the shared queries the row names. */
  shared: SharedData;
  params: Readonly<Record<string, string>>;
  /** While hydrating only the row's `search` and `viewSearch` parameters; afterwards the whole query of the address. */
  search: URLSearchParams;
  /** When the data was read. */
  now: Date;
};

export type Head = {
  /** What the page is called; the document's title has the site's name behind it. */
  title: string;
  /** What it is called on its share picture and in trails, where that is not its title. */
  name?: string;
  description?: string;
  /** Keep the page out of search engines. */
  hidden?: boolean;
};

/** The title of a document. */
export const titleOf = ({ title }: Head, siteName: string): string => `${title} – ${siteName}`;

export type View<Data, SharedData> = {
  default: (props: PageProps<Data, SharedData>) => ReactNode;
  head: (props: PageProps<Data, SharedData>) => Head;
  /** Fetches the parts (`part.tsx`) that this address shows; waited for before the view is drawn, on both sides. */
  prepare?: (search: URLSearchParams) => Promise<unknown>;
  /** Stands in for the view until the browser can draw it (client-only and protected pages). */
  Waiting?: () => ReactNode;
};

/** Reads a query parameter's value: what of it counts, or undefined when it has the wrong shape and counts for nothing. */
export type ParameterShape = (value: string) => string | undefined;
/** Query parameters by name. A value of the wrong shape is as good as none, so invented ones do not split the cache. */
export type Parameters = Readonly<Record<string, ParameterShape>>;

type Row<Data extends Json, SharedData> = {
  path: string;
  kind: Kind;
  /** An app that is content as long as its address says nothing: its first step stays HTML until it is used. */
  stillAtFirst?: true;
  view: () => Promise<View<Data, SharedData>>;
  data?: () => Promise<{ data: DataFunction<Data>; entries?: EntriesFunction }>;
  /** Other paths that answer 301 to this one. */
  aliases?: readonly string[];
  topics?: readonly Topic[];
  /** Query parameters the data depends on; any other is left to the browser and does not split the cache. */
  search?: Parameters;
  /** Query parameters that only the view depends on, such as a chosen row: documents are drawn with them, data is not. */
  viewSearch?: Parameters;
  shared?: { [Name in keyof SharedData]: Shared<SharedData[Name]> };
  /** Left out of the sitemap. */
  hidden?: boolean;
  /** It stands for what is not there. */
  status?: 404;
  /**
   * The collection of the texts that the owner writes of it, and the lists it shows. `item`: of its first list it shows one
   * item, the one with these values, or with the values of the path's own parameters.
   */
  content?: { texts?: string; lists?: readonly string[]; item?: Readonly<Record<string, string>> };
  /** What menus, trails and the search call it. */
  name?: SiteWord;
  /** The menus that lead to it; the footer has two columns and, in the small print, the documents. */
  menu?: {
    header?: true;
    more?: true;
    footer?: 1 | 2 | "print";
    /** Further links to the page in the same menus, for readers who look for a part of it by another name. */
    also?: readonly { name: SiteWord; search: `?${string}` }[];
  };
  /** Where it stands in the menu of the admin, by which name, and for whom beside the owner. `onPhone`: in the bar as well. */
  team?: { group: TeamGroup; label: AdminWord; roles?: readonly TeamRole[]; onPhone?: true };
  /** Shown as it came last when there is no network, from the browser's own store. */
  keptOffline?: true;
  /** Drawn without the frame and without scripts, so that it needs nothing but its own document. */
  alone?: boolean;
};

/** The parts of the admin's menu, in order. */
export const teamGroups = ["day", "people", "sales", "site", "gym"] as const;
export type TeamGroup = (typeof teamGroups)[number];
/** The owner opens every page. */
export type TeamRole = "trainer" | "desk" | "editor" | "accountant";

/** What programs read beside the pages, under an address of its own in each language, such as the news for feed readers. */
export type Feed = {
  path: string;
  /** Its media type. */
  type: string;
  topics: readonly Topic[];
  /** Query parameters it depends on. */
  search?: Parameters;
  /** For so many seconds whoever has it need not ask again. */
  keptSeconds: number;
  /** What heads of pages call it; one without a name is only linked. */
  name?: () => string;
  text: (input: FeedInput) => string | Promise<string>;
};
export type FeedInput = Pick<DataInput, "client" | "now" | "search"> & { siteUrl: string };

/** A row with its data's type forgotten: what the loader works with. */
export type Page = Omit<Row<never, never>, "data" | "shared"> & {
  data?: () => Promise<{ data: DataFunction<Json>; entries?: EntriesFunction }>;
  shared?: Record<string, Shared<unknown>>;
};

/** Data that several pages, or the frame around them, have in common. */
export type Shared<Data> = {
  data: () => Promise<{ data: (input: DataInput) => Data | Promise<Data> }>;
  topics: readonly Topic[];
};

/** Checks that the view takes what the data function and the shared queries give. */
export const page = <Data extends Json = null, SharedData = unknown>(row: Row<Data, SharedData>): Page =>
  row as unknown as Page;

/**
 * What stands around every page. `Guard` shows its children to somebody signed in and sends others to sign in; `Failed`
 * stands in for a view that broke in the browser.
 */
export type Frame = {
  Failed: () => ReactNode;
  Frame: (props: { children: ReactNode }) => ReactNode;
  Guard: (props: { children: ReactNode; waiting: ReactNode }) => ReactNode;
};

/**
 * Everything the loader needs to know about a site. `not-found` and `error` are the 404 and 500 pages; `offline` is what
 * browsers keep for when there is no network, `away` what is shown while the platform cannot be read.
 */
export type SiteTable = {
  pages: Record<string, Page> & Standing;
  /** What the owner says of the whole site, for app-data.json and the tree. */
  app: Shared<Owned>;
  /** Data of the frame, such as the footer's opening hours. */
  slices: Record<string, Shared<Json>>;
  /** Old path, with a slash at its end → where it leads. Asked only for what is not there. */
  redirects: Shared<Record<string, string>>;
  frame: () => Promise<Frame>;
  /** Which stylesheet the page of a path has. A document has one: pages with another are loaded. */
  sheet: (path: string) => Sheet;
};

/** Pages that every site has. */
export type Standing = Record<"not-found" | "error" | "offline" | "away", Page>;

/** The public sheet stands in every document of its pages; the admin's is a file, and has all of it too. */
export type Sheet = "public" | "admin";

/** Site-wide values that the owner decides. */
export type Owned = {
  name: string;
  /** The languages the owner offers. */
  languages: readonly string[];
  /** Foreign scripts that may load after consent to this version. */
  tagManager?: { id: string; version: number };
  /** Browsers measure how quick pages are. */
  vitals?: true;
  /** Custom properties of every document's root: what of the look the owner has chosen. */
  look?: string;
};

/** Site-wide values, the same on every page, in every language and for everybody. */
export type AppData = Owned & {
  build: string;
  siteUrl: string;
  platformUrl: string;
  identityUrl: string;
  /** The site's public app on the platform. */
  clientId: string;
  identityClientId: string;
  idpConnectionId: string;
};

/** One page's data as it travels: `/page-data/<path>/page-data.json`. */
export type PageData = {
  page: string;
  path: string;
  params: Readonly<Record<string, string>>;
  search: string;
  /** ISO 8601. */
  now: string;
  data: Json;
  /** Name of a shared query → where its answer is: `/page-data/sq/d/<hash>.json`. */
  shared: Record<string, string>;
  build: string;
  /** The page's path in each language, when it is not the same in all. */
  addresses?: InEachLanguage;
  /** A part of the page is in the default language, since nobody has translated it. */
  untranslated?: true;
  /** Scripts the page needs beyond the entry, to fetch ahead. */
  scripts: readonly string[];
  /**
   * What the head says to search engines and to whoever shares the page, as HTML. A document has it in its head and
   * leaves it out of its data.
   */
  about?: string;
  /** Shows drafts; or what is published, since the key of the preview is no longer good. */
  preview?: Preview;
  /** Of a page that needs no script: the whole of its `#site`, to be shown without React. A document leaves it out of its data. */
  still?: { title: string; html: string };
};
export type Preview = "drafts" | "over";

/**
 * What a document carries inside it, so that hydration asks for nothing. `shown` is the query it was drawn with, `base` what the
 * paths of its language begin with: "" or "/en".
 */
export type FirstData = PageData & {
  kind: Kind;
  sheet: Sheet;
  shown: string;
  base: string;
  app: AppData;
  slices: Record<string, Json>;
  answers: Record<string, Json>;
};

export class NotFound extends Error {}
/** The key of a preview is no longer good. */
export class PreviewOver extends Error {}

export class Redirect extends Error {
  readonly to: string;
  constructor(to: string) {
    super(`Redirect to ${to}`);
    this.to = to;
  }
}
