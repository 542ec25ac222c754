import type { FirstData, PageTables } from "../page.ts";
import { chunk } from "./chunk.ts";
import { recordEarlyInput } from "./early-input.ts";
import { keepInstallPrompt } from "./install.ts";
import { layOutBelow } from "./lay-out-below.ts";
import type { Alive, Beside, Pages } from "./pages.ts";
import { isStatic } from "./static-pages.ts";

/** The modules a document loads when they are needed. */
export type Parts = {
  rows: PageTables;
  /** Code that every page loads when idle, without React. */
  idle: () => Promise<{ showPages: typeof import("./pages.ts").showPages; beside: Beside }>;
  /** Code that hydrates pages. */
  alive: () => Promise<Alive>;
};

/**
 * The entry of every document. A page that needs no script stays static HTML until the user
 * interacts with it. Other content pages are hydrated when the browser is idle or on the first
 * interaction, and apps at once. From then on clicks on links are intercepted: data and code are
 * fetched and the page is replaced without a document load. If anything fails, the browser
 * navigates normally.
 */
export function start(parts: Parts): void {
  const script = document.getElementById("first");
  const element = document.getElementById("site");
  if (!script?.textContent || !element) return;
  const first = JSON.parse(script.textContent) as FirstData;
  const told = (event: ErrorEvent | PromiseRejectionEvent) =>
    import("./report.ts").then(({ report }) => report(event, first.build)).catch(() => {});
  addEventListener("error", told);
  addEventListener("unhandledrejection", told);
  keepInstallPrompt();
  whenIdle(layOutBelow);

  let alive: Promise<Alive> | undefined;
  const react = () => {
    if (!alive) {
      alive = parts.alive();
      // Allows another attempt if there was no connection.
      alive.catch(() => {
        alive = undefined;
      });
    }
    return alive;
  };
  let pages: Promise<Pages> | undefined;
  const bring = () => {
    if (pages) return pages;
    // Starts loading React, the largest file, in parallel with the rest.
    if (!still) void react();
    pages = chunk(() => Promise.all([parts.idle(), parts.rows[first.sheet]()])).then(
      ([{ showPages, beside }, { pages: rows }]) =>
        showPages({ first, element, rows, tables: parts.rows, alive: react, beside, release: held.release }),
    );
    // If the scripts cannot be loaded, the page still works with plain links.
    pages.catch((error) => {
      held.release();
      reportError(error);
    });
    return pages;
  };
  const wake = () =>
    void bring().then(
      (pages) => pages.wake(),
      () => {},
    );
  const settle = () =>
    void bring().then(
      (pages) => pages.settle(),
      () => {},
    );
  const still = isStatic(first);
  const held = recordEarlyInput(wake, still);
  if (first.kind === "content") whenIdle(settle);
  else settle();
}

const whenIdle = (run: () => void) => {
  // The timeout ensures that a page is hydrated even if the browser is never idle (a busy phone, a
  // hidden tab).
  const soon = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
};
