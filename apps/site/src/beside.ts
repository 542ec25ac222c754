import { keptName as wayBackKey } from "./features/way-back-kept.ts";
import { chunk } from "./loader/browser/chunk.ts";
import { withoutLocale } from "./loader/locale.ts";
import type { AppData, PageData } from "./loader/page.ts";
import { forget, hasSignedInBefore, isFresh, isMember, quietly, remembered, userKey } from "./remembered.ts";
import { listenToTheme, showTheme } from "./ui/theme.ts";

/** What runs beside every page, with React or without. */

export function begin(app: AppData, wake: () => void): void {
  listenToTheme();
  // What was kept for somebody goes when they are no longer here.
  if (!isMember()) forget();
  if (app.vitals && !isPersonal(location.pathname)) {
    const { pathname } = location;
    void chunk(() => import("./features/vitals.ts")).then((it) => it.measureVitals(pathname));
  }
  // Somebody may sign in or out in another tab, or while this page waits in the history.
  const look = () => needsReact(app) && wake();
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  addEventListener("storage", ({ key }) => key === userKey && wake());
}

/** Counts the view, and down to what a page waits for. */
export function shown({ path, preview, now }: Pick<PageData, "path" | "preview" | "now">, wake: () => void): void {
  showTheme();
  if (document.querySelector("[data-until]"))
    void chunk(() => import("./features/count-down.ts")).then((it) => it.countDown(new Date(now), wake));
  if (!preview && !isPersonal(path)) navigator.sendBeacon("/views", JSON.stringify({ path }));
}

/** A question for consent, a stay that is to be looked into, and a way back each need what React draws and does. */
export function needsReact(app: AppData): boolean {
  return app.tagManager !== undefined || isStayUnsure(app) || hasWayBack();
}

function isStayUnsure(app: AppData): boolean {
  const isShown = document.documentElement.dataset.session === "member";
  if (!isMember()) return isShown || hasSignedInBefore(app.identityClientId);
  const known = remembered();
  return !isShown || !known || !isFresh(known);
}

const hasWayBack = () => quietly(() => sessionStorage.getItem(wayBackKey)) != null;

const isPersonal = (path: string) => /^\/(admin|account)\//.test(withoutLocale(path));
