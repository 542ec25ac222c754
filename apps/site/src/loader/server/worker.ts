export const workerPath = "/worker.js";

/** A page that the worker keeps, in one language, and what changes when the page does. */
type Kept = { path: string; version: string };

/**
 * The service worker: a visit that does not reach the network is answered with the kept page in the
 * language of its address, and nothing else is kept or touched. The request for the document leaves while the worker is still starting (navigation preload), and browsers that
 * can (static routes) ask it about documents only. A new version replaces the old one and its store at once: it holds one
 * page in each language that any version may show. Without a page to keep it takes itself away, as where the site is being developed.
 */
export const workerFor = (kept: readonly Kept[]): string => (kept.length > 0 ? keeping(kept) : leaving);

const keeping = (
  kept: readonly Kept[],
) => `const paths = ${JSON.stringify(kept.map(({ path }) => path))}, store = ${JSON.stringify(`offline ${kept.map(({ version }) => version).join(" ")}`)};
addEventListener("install", (event) => {
  event.addRoutes?.({ condition: { not: { requestMode: "navigate" } }, source: "network" })?.catch(() => {});
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(paths.map((path) => new Request(path, { cache: "reload", credentials: "omit" })))));
  skipWaiting();
});
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([${forget("(name) => name !== store")}, registration.navigationPreload?.enable()]));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.destination !== "document" || request.method !== "GET") return;
  event.respondWith((async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(request));
    } catch {
      const { pathname } = new URL(request.url);
      const path = paths.find((path) => path !== paths[0] && pathname.startsWith(path.slice(0, 4))) ?? paths[0];
      return (await caches.match(path, { ignoreVary: true })) ?? Response.error();
    }
  })());
});
`;

const forget = (which: string) =>
  `caches.keys().then((names) => Promise.all(names.filter(${which}).map((name) => caches.delete(name))))`;

const leaving = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([${forget("() => true")}, registration.unregister()]));
});
`;
