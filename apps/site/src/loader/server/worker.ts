export const workerPath = "/worker.js";

/** A page that the worker keeps, and what changes when the page does. */
type Kept = { path: string; version: string };

/**
 * The service worker: a visit that does not reach the network is answered with the kept page, and nothing else is kept or
 * touched. The request for the document leaves while the worker is still starting (navigation preload), and browsers that
 * can (static routes) ask it about documents only. A new version replaces the old one and its store at once: it holds one
 * page that any version may show. Without a page to keep it takes itself away, as where the site is being developed.
 */
export const workerFor = (kept: Kept | undefined): string => (kept ? keeping(kept) : leaving);

const keeping = ({
  path,
  version,
}: Kept) => `const path = ${JSON.stringify(path)}, store = ${JSON.stringify(`offline ${version}`)};
addEventListener("install", (event) => {
  event.addRoutes?.({ condition: { not: { requestMode: "navigate" } }, source: "network" })?.catch(() => {});
  event.waitUntil(caches.open(store).then((cache) => cache.add(new Request(path, { cache: "reload", credentials: "omit" }))));
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
