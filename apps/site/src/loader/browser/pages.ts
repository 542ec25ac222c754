import type { AppData, FirstData, Frame, Json, Page, PageData } from "../page.ts";
import { canonicalSearch, kindAt, type Match, matcher, previewParameter, slicePath } from "../table.ts";
import type { Around, Shown } from "../tree.tsx";
import { chunk } from "./chunk.ts";
import { byLoad } from "./go.ts";
import { keepOffline } from "./keep-offline.ts";
import { Gone, type Loaded, pageData } from "./page-data.ts";
import { prefetch } from "./prefetch.ts";
import type { Root } from "./root.tsx";
import { hasStateFor, isStill, keepFocus, saysNoMore } from "./still.ts";
import { describe, turn } from "./turn.ts";
import { hasKept } from "./typed-kept.ts";

const slowMs = 1000;

/** React, what it draws pages with, and the frame around them. */
export type Alive = {
  hydrate(element: HTMLElement, shown: Shown, around: Around, ready: () => void): Promise<Root>;
  begin(element: HTMLElement, around: Around): Root;
  frame: Frame;
};

/** What a site runs beside its pages, with React or without. */
export type Beside = {
  /** Once in a document. `wake` has React come. */
  begin(app: AppData, wake: () => void): void;
  /** A page stands in the document, after a load or a navigation. */
  shown(from: Pick<PageData, "path" | "preview" | "now">, wake: () => void): void;
  /** Whether something about this browser calls for React, whatever page is shown. */
  needsReact(app: AppData): boolean;
};

/** The pages of one document. */
export type Pages = {
  /** Takes over navigation; the page comes alive, unless it can stay as it is. */
  settle(): void;
  /** Has React take over the page that is shown. */
  wake(): void;
};

type Setting = {
  first: FirstData;
  element: HTMLElement;
  rows: Record<string, Page>;
  alive: () => Promise<Alive>;
  beside: Beside;
  /** What was done before React listened is done again. */
  release: () => void;
};

type Found = Match & { search: string };
/** What is shown, and the query it was drawn with when the server drew it. */
type Here = { from: PageData; answers: Record<string, Json>; drawn?: string };

/** Shows page after page in one document, as HTML for as long as no page needs more, and by React from then on. */
export function showPages({ first, element, rows, alive, beside, release }: Setting): Pages {
  const { app, base } = first;
  const match = matcher(rows);
  const find = (url: URL): Found | undefined => {
    // A document speaks one language: pages of another are loaded.
    if (!url.pathname.startsWith(`${base}/`)) return undefined;
    const found = match(url.pathname.slice(base.length));
    return found && { ...found, search: canonicalSearch(found.page, url.searchParams) };
  };
  const slicePaths = Object.fromEntries(Object.keys(first.slices).map((name) => [name, `${base}${slicePath(name)}`]));

  let { slices } = first;
  let here: Here = { from: first, answers: first.answers, drawn: first.shown };
  let root: Promise<Root> | undefined;
  /** Whether navigation is taken over: a page that is just coming alive leaves it to the browser. */
  let isReady = false;
  let isLeaving = false;
  let turning = Promise.resolve();
  // Hot reload needs React on every page.
  let staysHtml = !import.meta.env.DEV && isStill(first) && !beside.needsReact(app) && !hasKept();

  const aroundOf = (frame: Frame): Around => ({ app, slices, frame, pages: rows });
  const beAlive = () => {
    isReady = true;
    staysHtml = false;
    document.documentElement.dataset.alive = "";
    release();
  };

  /** React, and the view with the parts that an address shows. */
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
    // What was chosen may ask by the address, which is no reason to load the page anew.
    const living = await hydrate(element, shown, aroundOf(frame), () => {
      isReady = true;
    });
    beAlive();
    return living;
  };
  /** React, at the page that is shown. Without its scripts the page is still a page: links are links. */
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

  /** Shows by React what has been loaded; HTML that stood there gives way. */
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

  /** Shows the page of an address without a load. */
  const swap = async (url: URL, found: Found, signal: AbortSignal) => {
    // Drafts come in documents only.
    if (url.searchParams.has(previewParameter)) return leave(url.href);
    const slow = setTimeout(() => say(slowText(), true), slowMs);
    try {
      // Only content may turn out to be HTML: the scripts of anything else are on their way with its data.
      const scripts =
        root || kindAt(found.page, found.search) !== "content" ? scriptsOf(found.page, url.searchParams) : undefined;
      const [loaded] = await Promise.all([dataFor(found, url, here, slicePaths), scripts]);
      if (signal.aborted) return;
      if (loaded.from.build !== first.build) return leave(url.href);
      const { path } = here.from;
      slices = { ...slices, ...loaded.slices };
      const { still } = loaded.from;
      if (!root && still && loaded.from !== here.from && saysNoMore(url.search, loaded.from.search)) {
        here = { from: loaded.from, answers: loaded.answers, drawn: loaded.from.search };
        const giveBack = keepFocus(element);
        turning = turn(() => {
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
    // A replaced view of the same page stays where it is; a new one begins at its top.
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

/** A change of the query that the data does not depend on needs no new data. */
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

/** After a navigation the reader stands at the page's headline, and a screen reader says where that is. */
function arrive() {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading && !location.hash) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  say(document.title, false);
}

/** One live region for both: seen while a page is slow to come, only heard when it has come. */
const region = () => document.getElementById("navigation");
const slowText = () => region()?.dataset.slow ?? "";

function say(text: string, seen: boolean) {
  const element = region();
  if (!element) return;
  element.classList.toggle("visually-hidden", !seen);
  element.textContent = text;
}
