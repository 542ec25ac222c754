import type { FirstData, Frame, SiteTable } from "../page.ts";
import { canonicalSearch, matcher, previewParameter, slicePath } from "../table.ts";
import type { Around, Shown } from "../tree.tsx";
import { chunk } from "./chunk.ts";
import { hold } from "./early.ts";
import { byLoad } from "./go.ts";
import { keepInstallPrompt } from "./install.ts";
import { keepOffline } from "./keep-offline.ts";
import { Gone, type Loaded, pageData } from "./page-data.ts";
import { prefetch } from "./prefetch.ts";
import type { Root } from "./root.tsx";

const slowMs = 1000;

/** What makes a page come alive, fetched when it is time. */
export type Alive = { hydrate(element: HTMLElement, shown: Shown, around: Around): Promise<Root>; frame: Frame };

/**
 * The entry of every document. Brings React in when the page is idle or first touched (at once where the page is an
 * app), then takes over clicks on links: data and code are fetched and the page is swapped without a load. Anything
 * that goes wrong on the way ends in the plain navigation the browser would have made.
 */
export function start(table: SiteTable, alive: () => Promise<Alive>): void {
  const script = document.getElementById("first");
  const element = document.getElementById("site");
  if (!script?.textContent || !element) return;
  const first = JSON.parse(script.textContent) as FirstData;
  const told = (event: ErrorEvent | PromiseRejectionEvent) =>
    import("./report.ts").then(({ report }) => report(event, first.build)).catch(() => {});
  addEventListener("error", told);
  addEventListener("unhandledrejection", told);
  keepInstallPrompt();
  const match = matcher(table.pages);
  const find = (url: URL) => {
    // A document speaks one language: pages of another are loaded.
    if (!url.pathname.startsWith(`${first.base}/`)) return undefined;
    const path = url.pathname.slice(first.base.length);
    // … and has one sheet.
    if (table.sheet(path) !== table.sheet(first.path.slice(first.base.length))) return undefined;
    const found = match(path);
    return found && { ...found, search: canonicalSearch(found.page, url.searchParams) };
  };
  const firstPage = table.pages[first.page];
  if (!firstPage) return;

  const slices = Object.fromEntries(Object.keys(first.slices).map((name) => [name, `${first.base}${slicePath(name)}`]));

  let root: Promise<Root> | undefined;
  let living: Root | undefined;
  let shown: Shown;
  let leaving = false;

  const held = hold(() => void begin());
  const begin = () => {
    root ??= (async () => {
      const [{ hydrate, frame }, view] = await chunk(() => Promise.all([alive(), firstPage.view()]));
      const around: Around = { app: first.app, slices: first.slices, frame, pages: table.pages };
      shown = {
        kind: firstPage.kind,
        from: first,
        answers: first.answers,
        view,
        search: location.search,
        drawn: first.shown,
      };
      living = await hydrate(element, shown, around);
      document.documentElement.dataset.alive = "";
      held.release();
      return living;
    })();
    // Without its scripts the page is still a page: links are links.
    root.catch((error) => {
      held.release();
      reportError(error);
    });
  };

  const leave = (url: string) => {
    leaving = true;
    location.assign(url);
  };

  /** Shows the page of an address without a load. */
  const swap = async (url: URL, found: NonNullable<ReturnType<typeof find>>, signal: AbortSignal) => {
    // Drafts come in documents only.
    if (url.searchParams.has(previewParameter)) return leave(url.href);
    const slow = setTimeout(() => say(slowText(), true), slowMs);
    try {
      const [view, loaded] = await Promise.all([found.page.view(), dataFor(found, url, shown, slices)]);
      if (signal.aborted) return;
      if (loaded.from.build !== first.build) return leave(url.href);
      const arrived = shown.from.path !== url.pathname;
      const { slices: fresh, ...page } = loaded;
      shown = { kind: found.page.kind, ...page, view, search: url.search };
      await living?.show(shown, fresh);
      clearTimeout(slow);
      if (arrived) arrive();
      else say("", false);
    } catch {
      if (!signal.aborted) leave(url.href);
    } finally {
      clearTimeout(slow);
    }
  };

  globalThis.navigation?.addEventListener("navigate", (event) => {
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return;
    if (!living || leaving || event.navigationType === "reload" || event.info === byLoad) return;
    const url = new URL(event.destination.url);
    const found = find(url);
    if (!found || found.page.alone) return;
    // A replaced view of the same page stays where it is; a new one begins at its top.
    const stays = event.navigationType === "replace" && url.pathname === location.pathname;
    const scroll = stays ? "manual" : "after-transition";
    event.intercept({ focusReset: "manual", scroll, handler: () => swap(url, found, event.signal) });
  });

  const idle = () => {
    begin();
    void root?.then(() => {
      prefetch({ find, slices });
      keepOffline();
    });
  };
  if (firstPage.kind !== "content") idle();
  else whenIdle(idle);
}

/** A change of the query that the data does not depend on needs no new data. */
async function dataFor(
  found: { name: string; search: string },
  url: URL,
  shown: Shown,
  slices: Record<string, string>,
): Promise<Loaded> {
  const { from, answers } = shown;
  const same = from.page === found.name && from.path === url.pathname && from.search === found.search;
  if (same) return { from, answers, slices: {} };
  const loaded = await pageData(url.pathname, found.search, slices);
  if (loaded.from.page !== found.name) throw new Gone(url.href);
  return loaded;
}

const whenIdle = (run: () => void) => {
  // A page that is never idle (a busy phone, a hidden tab) comes alive all the same.
  const soon = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
};

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
