import { dayShort } from "@uola/words/formats";
import type { Locale } from "@uola/words/language";
import { pagesStore, personalStore } from "../stores.ts";

export const workerPath = "/sw.js";

type WorkerParts = {
  /** The offline page in each language, with a version that changes with its content. */
  offline: readonly { path: string; version: string }[];
  /**
   * Public pages of which the latest version is shown offline, each with a notice above it;
   * `{time}` stands for the time of the copy.
   */
  pages: Readonly<Record<string, { note: string; locale: Locale }>>;
};

/**
 * Returns the script of the service worker. A navigation that fails because of the network gets the
 * stored copy of that page, or else the offline page in the language of its URL. Stored are the
 * offline pages, the latest versions of `pages`, and pages that a signed-in user's page has put
 * into the personal cache. The document is requested while the worker is still starting (navigation
 * preload), and browsers that support static routes use the worker for documents only. A new
 * version replaces the old one and its offline pages at once and reloads nothing: an open page
 * keeps its scripts. If there are no pages to store, as in development, the worker unregisters
 * itself.
 */
export const workerFor = (parts: WorkerParts): string => (parts.offline.length > 0 ? keeping(parts) : leaving);

const keeping = ({
  offline,
  pages,
}: WorkerParts) => `const paths = ${JSON.stringify(offline.map(({ path }) => path))}, store = ${JSON.stringify(`offline ${offline.map(({ version }) => version).join(" ")}`)};
const pages = ${JSON.stringify(pages)}, days = ${JSON.stringify(daysFor(pages))}, stores = [store, ${JSON.stringify(pagesStore)}, ${JSON.stringify(personalStore)}];
const fresh = (path) => new Request(path, { cache: "reload", credentials: "omit" });
addEventListener("install", (event) => {
  event.addRoutes?.({ condition: { not: { requestMode: "navigate" } }, source: "network" })?.catch(() => {});
  event.waitUntil(Promise.all([
    caches.open(store).then((cache) => cache.addAll(paths.map(fresh))),
    caches.open(${JSON.stringify(pagesStore)}).then((cache) => cache.addAll(Object.keys(pages).map(fresh))),
  ]));
  skipWaiting();
});
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([${forget("(name) => !stores.includes(name)")}, registration.navigationPreload?.enable()]));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.destination !== "document" || request.method !== "GET") return;
  const { pathname, search } = new URL(request.url);
  event.respondWith((async () => {
    try {
      const response = (await event.preloadResponse) ?? (await fetch(request));
      if (pages[pathname] && !search && response.ok) {
        const copy = response.clone();
        event.waitUntil(caches.open(${JSON.stringify(pagesStore)}).then((cache) => cache.put(pathname, copy)));
      }
      return response;
    } catch {
      const kept = (cacheName, path) => caches.match(path, { cacheName, ignoreVary: true });
      const page = pages[pathname] && (await kept(${JSON.stringify(pagesStore)}, pathname));
      if (page) return withNote(page, pages[pathname]);
      const path = paths.find((path) => path !== paths[0] && pathname.startsWith(path.slice(0, 4))) ?? paths[0];
      return (await kept(${JSON.stringify(personalStore)}, pathname)) ?? (await kept(store, path)) ?? Response.error();
    }
  })());
});
const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Vilnius", month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
async function withNote(page, { note, locale }) {
  const part = {};
  for (const { type, value } of clock.formatToParts(new Date(page.headers.get("date") ?? Date.now()))) part[type] = value;
  const time = days[locale][part.month - 1].replace("{day}", Number(part.day)) + ", " + Number(part.hour) + ":" + part.minute;
  const html = await page.text();
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(html.replace("<body>", () => '<body><p class="preview-bar page" role="note">' + note.replace("{time}", time) + "</p>"), { headers });
}
`;

/**
 * Date formats for each month by language: "lapkričio {day} d.". The worker cannot import the
 * formats, and browsers format Lithuanian dates inconsistently.
 */
const daysFor = (pages: WorkerParts["pages"]) =>
  Object.fromEntries(
    [...new Set(Object.values(pages).map(({ locale }) => locale))].map((locale) => [
      locale,
      Array.from({ length: 12 }, (_, index) =>
        dayShort(`2026-${String(index + 1).padStart(2, "0")}-01`, locale).replace("1", "{day}"),
      ),
    ]),
  );

const forget = (which: string) =>
  `caches.keys().then((names) => Promise.all(names.filter(${which}).map((name) => caches.delete(name))))`;

const leaving = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([${forget("() => true")}, registration.unregister()]));
});
`;
