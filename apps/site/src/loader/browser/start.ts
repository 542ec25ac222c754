import type { FirstData, Page, Sheet } from "../page.ts";
import { chunk } from "./chunk.ts";
import { hold } from "./early-input.ts";
import { keepInstallPrompt } from "./install.ts";
import { layOutBelow } from "./lay-out-below.ts";
import type { Alive, Beside, Pages } from "./pages.ts";
import { isStill } from "./still.ts";

/** What a document fetches when it is time for it. */
export type Parts = {
  /** The rows of each sheet: no link leads from one to the other without a load. */
  rows: Record<Sheet, () => Promise<{ pages: Record<string, Page> }>>;
  /** What every page needs when it is idle, without React. */
  idle: () => Promise<{ showPages: typeof import("./pages.ts").showPages; beside: Beside }>;
  /** What makes a page come alive. */
  alive: () => Promise<Alive>;
};

/**
 * The entry of every document. A page that needs no script stays HTML until something on it is used; other content comes alive when it is idle or
 * touched, apps at once. From then on clicks on links are taken over: data and code are fetched and the page is swapped without a load. Anything
 * that goes wrong on the way ends in the plain navigation the browser would have made.
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
      // Without a connection it may come another time.
      alive.catch(() => {
        alive = undefined;
      });
    }
    return alive;
  };
  let pages: Promise<Pages> | undefined;
  const bring = () => {
    if (pages) return pages;
    // The largest part is on its way while the rest comes.
    if (!still) void react();
    pages = chunk(() => Promise.all([parts.idle(), parts.rows[first.sheet]()])).then(
      ([{ showPages, beside }, { pages: rows }]) =>
        showPages({ first, element, rows, alive: react, beside, release: held.release }),
    );
    // Without its scripts the page is still a page: links are links.
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
  const still = isStill(first);
  const held = hold(wake, still);
  if (first.kind === "content") whenIdle(settle);
  else settle();
}

const whenIdle = (run: () => void) => {
  // A page that is never idle (a busy phone, a hidden tab) comes alive all the same.
  const soon = () =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(run, { timeout: 3000 }) : setTimeout(run);
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
};
