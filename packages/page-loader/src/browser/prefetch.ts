import type { PageData } from "../page.ts";
import type { Match } from "../table.ts";
import { pageData } from "./page-data.ts";

const batchSize = 4;
const batchEveryMs = 3000;

/** Whether the user's browser requests reduced data usage; nothing is prefetched then. */
export function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || connection?.effectiveType?.includes("2g") === true;
}

type Options = {
  find(url: URL): (Match & { search: string }) | undefined;
  /** Slice name → path, for the slices that the frame shows. */
  slices: Record<string, string>;
  /** Whether React is already loaded, so that further pages need only small scripts. */
  isAlive(): boolean;
};

/** Prefetches pages: links in view in batches, and a link under the pointer or in focus at once. */
export function prefetch({ find, slices, isAlive }: Options): void {
  if (isSavingData()) return;

  const first = location.pathname;
  const brought = new Map<string, Promise<PageData>>();
  const queue = new Set<string>();
  let waiting = false;

  /**
   * `isMeant`: the user is about to follow the link, so the page's scripts are preloaded too if it
   * needs them.
   */
  const bring = (href: string, isMeant: boolean) => {
    const url = new URL(href, location.href);
    const found = url.origin === location.origin ? find(url) : undefined;
    if (!found || url.pathname + found.search === first) return;
    const key = url.pathname + found.search;
    const data = brought.get(key) ?? pageData(url.pathname, found.search, slices).then(({ from }) => from);
    brought.set(key, data);
    data.then(
      ({ still, scripts }) => (isAlive() || (isMeant && !still)) && scripts.forEach(preload),
      () => brought.delete(key),
    );
  };
  const runBatch = () => {
    for (const href of [...queue].slice(0, batchSize)) {
      queue.delete(href);
      bring(href, false);
    }
    waiting = queue.size > 0;
    if (waiting) setTimeout(runBatch, batchEveryMs);
  };
  const later = (href: string) => {
    queue.add(href);
    if (waiting) return;
    waiting = true;
    setTimeout(runBatch, 0);
  };

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      later((target as HTMLAnchorElement).href);
    }
  });
  const watch = () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) seen.observe(link);
  };
  const now = (event: Event) => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href^="/"]');
    if (link) bring(link.href, true);
  };
  for (const type of ["pointerover", "focusin", "touchstart"]) addEventListener(type, now, { passive: true });
  watch();
  // A new page contains new links.
  globalThis.navigation?.addEventListener("navigatesuccess", watch);
}

const preloaded = new Set<string>();
function preload(href: string) {
  if (preloaded.has(href)) return;
  preloaded.add(href);
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" }),
  );
}
