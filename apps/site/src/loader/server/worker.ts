import { dayShort } from "@uola/words/formats";
import type { Locale } from "@uola/words/language";
import { pagesStore, personalStore } from "../stores.ts";

export const workerPath = "/sw.js";

type WorkerParts = {
  /** The offline page in each language, and what changes when the page does. */
  offline: readonly { path: string; version: string }[];
  /** Pages for everybody that are shown as they were last, each with what is then said above it; `{time}` stands for when that was. */
  pages: Readonly<Record<string, { note: string; locale: Locale }>>;
};

/**
 * The service worker: a visit that does not reach the network is answered with what was kept of that page, else with the offline page
 * in the language of its address. Kept are the offline pages, the `pages` as they came last, and what a page of one's own has put
 * into the personal store. The request for the document leaves while the worker is still starting (navigation preload),
 * and browsers that can (static routes) ask it about documents only. A new version replaces the old one and its offline pages at
 * once and loads nothing anew: a page that is open keeps its own scripts. Without a page to keep it takes itself away, as where
 * the site is being developed.
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
 * How a day of each month is written, by language: "lapkričio {day} d.". The worker cannot import the formats, and browsers
 * disagree on Lithuanian dates.
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
