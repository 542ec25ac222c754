/**
 * Page definitions.
 *
 * A page is a row in a table (`apps/site/src/public-pages.ts`, `apps/admin/src/admin-pages.ts`), a view and, if it shows
 * anything from the platform, a data function:
 *
 * - **The row** — `page({ path, kind, topics, view, data })`. Paths end in `/`; a request without
 *   the slash is redirected with 301, and so are the `aliases`. The same page is under `/en` in
 *   English (locale.ts). `:name` and `*` are matched as by URLPattern.
 * - **The view** — `pages/<page>.tsx`, runs on both sides. It exports the component as `default`,
 *   `head` (title and description) and, for pages rendered in the browser, `Waiting`. It takes
 *   everything from its props: the clock is `props.now`, never `new Date()`, so that both sides
 *   render the same. Its one `<h1>` is focused after a navigation.
 * - **The data** — `pages/<page>.data.ts`, runs on the server only and is never part of the
 *   browser's bundle. It exports `data`, which calls the platform through `client` and returns
 *   plain JSON (times as ISO text) with only the data that is shown. `throw new NotFound()`
 *   responds with 404, `throw new Redirect("/there/")` with 302. Structured data for search engines
 *   is passed to `describe`, built with `apps/site/src/features/structured-data.ts`, so that browsers never load
 *   those builders. For a path with parameters the module also exports `entries`, which lists the
 *   pages for the sitemap.
 * - **The preview** — `?preview=<key>` on a page with the topic `content` passes the key to the
 *   data function as `preview`: it reads drafts as if they were published, or throws `new
 *   PreviewOver()` if the key has expired. Such a document is rendered for that request alone and
 *   is marked in `useRoute().preview`; its links lead to published pages.
 *
 * ```tsx
 * // pages/prices/prices.data.ts
 * export const data = async ({ client }: DataInput) => ({ prices: (await
 * client.business.get({})).business.prices });
 * // pages/prices/prices.tsx
 * export const head = () => ({ title: "Kainos" });
 * export default function Prices({ data }: PageProps<Awaited<ReturnType<typeof data>>>) { … }
 * // public-pages.ts
 * prices: page({ path: "/prices/", aliases: ["/kainos/"], kind: "content", topics: ["business"],
 *   content: { texts: "PricesPage" }, name: "page.prices", menu: { header: true },
 *   view: () => import("./pages/prices/prices.tsx"),
 *   data: () => import("./pages/prices/prices.data.ts") }),
 * ```
 *
 * Links are `<a href={linkTo("/prices/")}>` with `linkTo` of `locale.ts`, forms are plain
 * forms; from code call `go(linkTo("/prices/"))` of `browser/go.ts`. `say` and the formats
 * use the language of the address, in data functions and in views. `useRoute()`, `useApp()` and
 * `useSlice()` of `tree.tsx` give any component the current route, app data and slices.
 *
 * A content page stays static HTML until something on it needs React (`browser/static-pages.ts`).
 * Button presses and field input start hydration by themselves, and actions made before are
 * replayed. Any other client-side behaviour is marked with an attribute: `data-acts` on a link or
 * form that does more than its native action, `data-kept="name other"` where the browser may have
 * stored values to show, `data-until` (`apps/site/src/features/until.ts`) where the content changes at a given
 * moment.
 */
import type { Client } from "@uola/client";
import type { AdminWord } from "@uola/words/admin";
import type { Locale } from "@uola/words/language";
import type { SiteWord } from "@uola/words/site";
import type { ReactNode } from "react";

/**
 * - `content`: HTML first, hydrated when something on it needs React. `app`: the same HTML,
 *   hydrated at once (the booking steps).
 * - `client-only`: the frame and `Waiting` come from the server, the view is rendered in the
 *   browser, without data (admin).
 * - `protected`: like client-only, and only for signed-in users (account).
 */
export type Kind = "content" | "app" | "client-only" | "protected";

/**
 * Topics of changes on the platform. A page's cached bytes are invalidated when one of its topics
 * changes.
 */
export const topics = ["availability", "services", "business", "content"] as const;
export type Topic = (typeof topics)[number];

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };

/**
 * A schema.org entity. The site's own URLs (`url`, `@id` …) begin with `/`; the loader makes them
 * absolute.
 */
export type Thing = { readonly "@type": string; readonly [property: string]: Json | undefined };

export type DataInput = {
  /** Calls the platform as an anonymous visitor: pages are rendered once, for everybody. */
  client: Client;
  now: Date;
  /** All entries of the page table, for pages that list other pages. */
  pages: readonly Page[];
  params: Readonly<Record<string, string>>;
  /** Only the parameters named in `search` of the page table entry. */
  search: URLSearchParams;
  /** Records that a part of the page is not translated, so that a notice is shown. */
  noteFallback(): void;
  /**
   * Adds structured data about the page for search engines. Breadcrumbs are added to every page
   * automatically.
   */
  describe(...things: Thing[]): void;
  /** Sets the page's path in each language, if its slug is translated too. */
  noteAddresses(paths: InEachLanguage): void;
  /**
   * Sets the moment (ISO 8601) from which the page's content changes: the cached page is not served
   * after it.
   */
  expires(moment: string | null | undefined): void;
  /** The key that allows drafts to be read. */
  preview?: string | undefined;
};
/** A path of the page table in each language, without the language prefix. */
export type InEachLanguage = Readonly<Record<Locale, string>>;

/** A sitemap entry. */
export type Entry = {
  paths: InEachLanguage;
  /** When the page's content last changed, ISO 8601. */
  updated?: string | undefined;
  /** The URLs of the page's pictures. */
  images?: readonly string[];
};
/**
 * Lists the pages of a page table entry whose path has parameters. The `updated` time of each page
 * is at least that of the texts and questions that the pages share.
 */
export type EntriesFunction = (input: Pick<DataInput, "client" | "now">) => Promise<Entry[]>;
export type DataFunction<Data extends Json> = (input: DataInput) => Data | Promise<Data>;

export type PageProps<Data = null, SharedData = unknown> = {
  data: Data;
  /** The results of the shared queries that the page table entry declares. */
  shared: SharedData;
  params: Readonly<Record<string, string>>;
  /**
   * During hydration, only the `search` and `viewSearch` parameters of the page table entry;
   * afterwards the whole query of the URL.
   */
  search: URLSearchParams;
  /** When the data was read. */
  now: Date;
};

export type Head = {
  /** The page's title; the site's name is appended to it in the document's title. */
  title: string;
  /** The name on the share picture and in breadcrumbs, if it differs from the title. */
  name?: string;
  description?: string;
  /** Excludes the page from search engines. */
  hidden?: boolean;
};

/** Returns the title of a document. */
export const titleOf = ({ title }: Head, siteName: string): string => `${title} – ${siteName}`;

export type View<Data, SharedData> = {
  default: (props: PageProps<Data, SharedData>) => ReactNode;
  head: (props: PageProps<Data, SharedData>) => Head;
  /**
   * Loads the parts (`part.tsx`) that the view needs for this URL; awaited before the view is
   * rendered, in the browser and on the server.
   */
  prepare?: (search: URLSearchParams) => Promise<unknown>;
  /** Placeholder until the browser can render the view (client-only and protected pages). */
  Waiting?: () => ReactNode;
};

/**
 * Parses the value of a query parameter: returns the value to use, or undefined if the value is
 * malformed and ignored.
 */
export type ParameterShape = (value: string) => string | undefined;
/** Query parameters by name. Malformed values are ignored, so made-up ones do not split the cache. */
export type Parameters = Readonly<Record<string, ParameterShape>>;

type Row<Data extends Json, SharedData> = {
  path: string;
  kind: Kind;
  /**
   * Marks an app as content while its URL has no query: its first step stays static HTML until the
   * user interacts with it.
   */
  stillAtFirst?: true;
  view: () => Promise<View<Data, SharedData>>;
  data?: () => Promise<{ data: DataFunction<Data>; entries?: EntriesFunction }>;
  /** Other paths that are redirected with 301 to this one. */
  aliases?: readonly string[];
  topics?: readonly Topic[];
  /**
   * Query parameters that the data depends on; all others are left to the browser and do not split
   * the cache.
   */
  search?: Parameters;
  /**
   * Query parameters that only the view depends on, such as a selected row: documents are rendered
   * with them, but the data is the same.
   */
  viewSearch?: Parameters;
  shared?: { [Name in keyof SharedData]: Shared<SharedData[Name]> };
  /** Excluded from the sitemap. */
  hidden?: boolean;
  /** Set on the page shown for unknown URLs. */
  status?: 404;
  /**
   * The collection of the owner's texts for the page, and the lists it shows. `item`: the page
   * shows one item of its first list, the one with these values or with the values of the path's
   * parameters.
   */
  content?: { texts?: string; lists?: readonly string[]; item?: Readonly<Record<string, string>> };
  /** The name in menus, breadcrumbs and search. */
  name?: SiteWord;
  /**
   * The menus that link to the page. The footer has two columns, and its small print links to the
   * documents.
   */
  menu?: {
    header?: true;
    more?: true;
    footer?: 1 | 2 | "print";
    /** Further links to the page in the same menus, for readers who look for a part of it by another name. */
    also?: readonly { name: SiteWord; search: `?${string}` }[];
  };
  /**
   * The page's group and label in the admin menu, and the roles that see it in addition to the
   * owner. `onPhone`: also shown in the bottom bar on phones.
   */
  team?: { group: TeamGroup; label: AdminWord; roles?: readonly TeamRole[]; onPhone?: true };
  /** When offline, the last loaded version is shown from the browser's cache. */
  keptOffline?: true;
  /**
   * Whether the page is rendered without the frame and without scripts, so that it needs nothing
   * but its own document.
   */
  alone?: boolean;
};

/** The groups of the admin menu, in order. */
export const teamGroups = ["day", "people", "sales", "site", "gym"] as const;
export type TeamGroup = (typeof teamGroups)[number];
/** Staff roles. The owner can open every page. */
export type TeamRole = "trainer" | "desk" | "editor" | "accountant";

/** A machine-readable feed with a URL in each language, such as the news for feed readers. */
export type Feed = {
  path: string;
  /** Its media type. */
  type: string;
  topics: readonly Topic[];
  /** The query parameters that it depends on. */
  search?: Parameters;
  /** The cache lifetime of the feed, in seconds. */
  keptSeconds: number;
  /** The feed's name in the head of every page; a feed without a name is not listed there. */
  name?: () => string;
  text: (input: FeedInput) => string | Promise<string>;
};
export type FeedInput = Pick<DataInput, "client" | "now" | "search"> & { siteUrl: string };

/** A page table entry without its data type, as used by the loader. */
export type Page = Omit<Row<never, never>, "data" | "shared"> & {
  data?: () => Promise<{ data: DataFunction<Json>; entries?: EntriesFunction }>;
  shared?: Record<string, Shared<unknown>>;
};

/** Data shared by several pages or used by the frame. */
export type Shared<Data> = {
  data: () => Promise<{ data: (input: DataInput) => Data | Promise<Data> }>;
  topics: readonly Topic[];
};

/**
 * Defines a page; checks at compile time that the view accepts the results of the data function and
 * the shared queries.
 */
export const page = <Data extends Json = null, SharedData = unknown>(row: Row<Data, SharedData>): Page =>
  row as unknown as Page;

/**
 * The frame around every page. `Guard` renders its children for signed-in users and redirects
 * others to sign-in; `Failed` replaces a view that failed in the browser.
 */
export type Frame = {
  Failed: () => ReactNode;
  Frame: (props: { children: ReactNode }) => ReactNode;
  Guard: (props: { children: ReactNode; waiting: ReactNode }) => ReactNode;
};

/**
 * The complete definition of a site for the loader. `not-found` and `error` are the 404 and 500
 * pages; `offline` is stored in browsers for use without a network, and `away` is shown while the
 * platform is unavailable.
 */
export type SiteTable = {
  pages: Record<string, Page> & RequiredPages;
  /** The owner's site-wide settings, for app-data.json and the component tree. */
  app: Shared<OwnerSettings>;
  /** Data of the frame, such as the footer's opening hours. */
  slices: Record<string, Shared<Json>>;
  /** Maps an old path, with a trailing slash, to its target. Used only for URLs without a page. */
  redirects: Shared<Record<string, string>>;
  frame: () => Promise<Frame>;
  /**
   * Returns the stylesheet of the page at a path. A document has one stylesheet: following a link
   * to a page with the other stylesheet loads a new document.
   */
  sheet: (path: string) => Sheet;
};

/** Pages that every site has. */
export type RequiredPages = Record<"not-found" | "error" | "offline" | "away", Page>;

/**
 * The public stylesheet is inlined in every public document. The admin stylesheet is a separate
 * file that also includes all public styles.
 */
export type Sheet = "public" | "admin";

/**
 * The pages that use each stylesheet, as browsers load them. Following a link between pages with
 * different stylesheets loads a new document.
 */
export type PageTables = Record<Sheet, () => Promise<{ pages: Record<string, Page> }>>;

/** Site-wide settings made by the owner. */
export type OwnerSettings = {
  name: string;
  /** The languages the owner offers. */
  languages: readonly string[];
  /**
   * The tag manager whose third-party scripts may load once the visitor has consented to this
   * version.
   */
  tagManager?: { id: string; version: number };
  /** Whether browsers measure page performance (web vitals). */
  vitals?: true;
  /** CSS custom properties for the root element of every document: the owner's custom look. */
  look?: string;
};

/** Site-wide values, the same on every page, in every language and for everybody. */
export type AppData = OwnerSettings & {
  build: string;
  siteUrl: string;
  platformUrl: string;
  identityUrl: string;
  /** The site's public OAuth client on the platform. */
  clientId: string;
  identityClientId: string;
  idpConnectionId: string;
};

/** The data of one page as transferred: `/page-data/<path>/page-data.json`. */
export type PageData = {
  page: string;
  path: string;
  params: Readonly<Record<string, string>>;
  search: string;
  /** ISO 8601. */
  now: string;
  data: Json;
  /** Name of a shared query → path of its result: `/page-data/sq/d/<hash>.json`. */
  shared: Record<string, string>;
  build: string;
  /** The page's path in each language, if they differ. */
  addresses?: InEachLanguage;
  /** Whether a part of the page is in the default language because it is not translated. */
  untranslated?: true;
  /** Scripts that the page needs in addition to the entry, for prefetching. */
  scripts: readonly string[];
  /**
   * The head elements for search engines and social networks, as HTML. A document has them in its
   * head, not in its data.
   */
  about?: string;
  /** Whether drafts are shown, or the published version because the preview key has expired. */
  preview?: Preview;
  /**
   * For a page that needs no script: the complete content of `#site`, shown without React. The data
   * embedded in a document does not include it.
   */
  still?: { title: string; html: string };
};
export type Preview = "drafts" | "over";

/**
 * The data embedded in a document, so that hydration needs no requests. `shown` is the query it was
 * rendered with; `base` is the path prefix of its language: "" or "/en".
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
/** Thrown when the preview key has expired. */
export class PreviewOver extends Error {}

export class Redirect extends Error {
  readonly to: string;
  constructor(to: string) {
    super(`Redirect to ${to}`);
    this.to = to;
  }
}
