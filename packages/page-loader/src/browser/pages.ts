import type { AppData, FirstData, Frame, Json, Page, PageData, PageTables } from "../page.ts";
import { canonicalSearch, kindAt, type Match, matcher, previewParameter, slicePath } from "../table.ts";
import type { Around, Shown } from "../tree.tsx";
import { chunk } from "./chunk.ts";
import { byLoad } from "./go.ts";
import { keepOffline } from "./keep-offline.ts";
import { Gone, type Loaded, pageData } from "./page-data.ts";
import { prefetch } from "./prefetch.ts";
import type { Root } from "./root.tsx";
import { hasNoExtraParameters, hasStateFor, isStatic, keepFocus } from "./static-pages.ts";
import { hasStoredFormInput } from "./stored-form-input.ts";
import { describe, withViewTransition } from "./swap-document.ts";

const slowMs = 1000;

/** The module that hydrates and renders pages with React, and the frame around them. */
export type Alive = {
  hydrate(element: HTMLElement, shown: Shown, around: Around, ready: () => void): Promise<Root>;
  begin(element: HTMLElement, around: Around): Root;
  frame: Frame;
};

/** Code that runs on every page, with or without React. */
export type Beside = {
  /** Called once per document. `wake` starts hydration. */
  begin(app: AppData, wake: () => void): void;
  /** Called when a page is in the document, after a load or a navigation. */
  shown(from: Pick<PageData, "path" | "preview" | "now">, wake: () => void): void;
  /** Whether this browser's state requires React, regardless of the page shown. */
  needsReact(app: AppData): boolean;
};

/** The controller of the pages shown in one document. */
export type Pages = {
  /** Takes over navigation, and hydrates the page unless it can stay static. */
  settle(): void;
  /** Starts hydration of the current page. */
  wake(): void;
};

type Setting = {
  first: FirstData;
  element: HTMLElement;
  rows: Record<string, Page>;
  tables: PageTables;
  alive: () => Promise<Alive>;
  beside: Beside;
  /** Repeats the actions recorded before React was ready. */
  release: () => void;
};

type Found = Match & { search: string };
/** The current page, and the query it was rendered with if the server rendered it. */
type Here = { from: PageData; answers: Record<string, Json>; drawn?: string };

/**
 * Shows successive pages in one document: as static HTML until a page needs React, and with React
 * from then on.
 */
export function showPages({ first, element, rows, tables, alive, beside, release }: Setting): Pages {
  const { app, base } = first;
  const match = matcher(rows);
  const find = (url: URL): Found | undefined => {
    // A document has one language: pages in another language are loaded as new documents.
    if (!url.pathname.startsWith(`${base}/`)) return undefined;
    const found = match(url.pathname.slice(base.length));
    return found && { ...found, search: canonicalSearch(found.page, url.searchParams) };
  };
  const slicePaths = Object.fromEntries(Object.keys(first.slices).map((name) => [name, `${base}${slicePath(name)}`]));

  let { slices } = first;
  let here: Here = { from: first, answers: first.answers, drawn: first.shown };
  let root: Promise<Root> | undefined;
  /** Whether navigation is intercepted. During hydration it is left to the browser. */
  let isReady = false;
  let isLeaving = false;
  let turning = Promise.resolve();
  // Hot reload needs React on every page.
  let staysHtml = !import.meta.env.DEV && isStatic(first) && !beside.needsReact(app) && !hasStoredFormInput();

  const aroundOf = (frame: Frame): Around => ({ app, slices, frame, pages: rows, tables });
  const beAlive = () => {
    isReady = true;
    staysHtml = false;
    document.documentElement.dataset.alive = "";
    release();
  };

  /** Loads React and the view, with the components that the URL needs. */
  const scriptsOf = async ({ view: load }: Page, search: URLSearchParams) => {
    const view = async () => {
      const view = await load();
      await view.prepare?.(search);
      return view;
    };
    return Promise.all([alive(), view()]);
  };
  const hydrated = async () => {
    const { from, ...rest } = here;
    const page = rows[from.page] as Page;
    const [{ hydrate, frame }, view] = await chunk(() => scriptsOf(page, new URLSearchParams(rest.drawn)));
    await turning;
    const shown = { kind: page.kind, from, ...rest, view, search: location.search };
    // User input during hydration may change the query; the change must not cause a reload.
    const living = await hydrate(element, shown, aroundOf(frame), () => {
      isReady = true;
    });
    beAlive();
    return living;
  };
  /**
   * Hydrates the current page. If the scripts cannot be loaded, the page still works with plain
   * links.
   */
  const react = () => {
    if (root) return root;
    isReady = false;
    root = hydrated();
    root.catch((error) => {
      reportError(error);
      if (!staysHtml) return release();
      root = undefined;
      isReady = true;
    });
    return root;
  };
  const wake = () => void react().catch(() => {});

  const leave = (url: string) => {
    isLeaving = true;
    location.assign(url);
  };

  /** Renders the loaded page with React and replaces static HTML. */
  const showLiving = async (found: Found, url: URL, { slices: _, ...page }: Loaded) => {
    const [{ begin, frame }, view] = await scriptsOf(found.page, url.searchParams);
    if (page.from === here.from) await react();
    here = page;
    const isFirst = !root;
    const giveBack = keepFocus(element);
    root ??= Promise.resolve(begin(element, aroundOf(frame)));
    await (await root).show({ kind: found.page.kind, ...page, view, search: url.search }, slices);
    if (!isFirst) return;
    beAlive();
    giveBack();
  };

  /** Shows the page of a URL without a document load. */
  const swap = async (url: URL, found: Found, signal: AbortSignal) => {
    // Drafts are available only as full documents.
    if (url.searchParams.has(previewParameter)) return leave(url.href);
    const slow = setTimeout(() => say(slowText(), true), slowMs);
    try {
      // Only content pages may turn out to be static HTML; for all other pages the scripts are
      // loaded in parallel with the data.
      const scripts =
        root || kindAt(found.page, found.search) !== "content" ? scriptsOf(found.page, url.searchParams) : undefined;
      const [loaded] = await Promise.all([dataFor(found, url, here, slicePaths), scripts]);
      if (signal.aborted) return;
      if (loaded.from.build !== first.build) return leave(url.href);
      const { path } = here.from;
      slices = { ...slices, ...loaded.slices };
      const { still } = loaded.from;
      if (!root && still && loaded.from !== here.from && hasNoExtraParameters(url.search, loaded.from.search)) {
        here = { from: loaded.from, answers: loaded.answers, drawn: loaded.from.search };
        const giveBack = keepFocus(element);
        turning = withViewTransition(() => {
          element.innerHTML = still.html;
        });
        await turning;
        describe(still.title, loaded.from.about);
        if (path === url.pathname) giveBack();
        if (hasStateFor(element)) wake();
      } else {
        await showLiving(found, url, loaded);
      }
      clearTimeout(slow);
      if (path === url.pathname) return say("", false);
      beside.shown(loaded.from, wake);
      arrive();
    } catch {
      if (!signal.aborted) leave(url.href);
    } finally {
      clearTimeout(slow);
    }
  };

  const takeOver = (event: NavigateEvent) => {
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return;
    if (!isReady || isLeaving || event.navigationType === "reload" || event.info === byLoad) return;
    const url = new URL(event.destination.url);
    const found = find(url);
    if (!found || found.page.alone) return;
    // Replacing the view of the same page keeps the scroll position; a new page starts at its top.
    const stays = event.navigationType === "replace" && url.pathname === location.pathname;
    const scroll = stays ? "manual" : "after-transition";
    event.intercept({ focusReset: "manual", scroll, handler: () => swap(url, found, event.signal) });
  };

  return {
    wake,
    settle() {
      beside.begin(app, wake);
      beside.shown(first, wake);
      globalThis.navigation?.addEventListener("navigate", takeOver);
      const ahead = () => {
        prefetch({ find, slices: slicePaths, isAlive: () => root !== undefined });
        keepOffline();
      };
      if (root || !staysHtml || hasStateFor(element)) {
        react().then(ahead, () => {});
        return;
      }
      isReady = true;
      document.documentElement.dataset.alive = "";
      ahead();
    },
  };
}

/** Returns the data for a URL. A query change that the data does not depend on needs no request. */
async function dataFor(
  found: Found,
  url: URL,
  { from, answers }: Here,
  slices: Record<string, string>,
): Promise<Loaded> {
  const same = from.page === found.name && from.path === url.pathname && from.search === found.search;
  if (same) return { from, answers, slices: {} };
  const loaded = await pageData(url.pathname, found.search, slices);
  if (loaded.from.page !== found.name) throw new Gone(url.href);
  return loaded;
}

/**
 * After a navigation, moves the focus to the page's headline and has screen readers announce the
 * page title.
 */
function arrive() {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading && !location.hash) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  say(document.title, false);
}

/**
 * One live region for both messages: visible while a page loads slowly, visually hidden when the
 * new page is announced.
 */
const region = () => document.getElementById("navigation");
const slowText = () => region()?.dataset.slow ?? "";

function say(text: string, seen: boolean) {
  const element = region();
  if (!element) return;
  element.classList.toggle("visually-hidden", !seen);
  element.textContent = text;
}
