import { keptName as wayBackKey } from "./features/way-back-kept.ts";
import { chunk } from "./loader/browser/chunk.ts";
import { withoutLocale } from "./loader/locale.ts";
import type { AppData, PageData } from "./loader/page.ts";
import { forget, hasSignedInBefore, isFresh, isMember, quietly, remembered, userKey } from "./remembered.ts";
import { signInResponse, takeSignInResponse } from "./sign-in-task.ts";
import { hasTransaction } from "./sign-in-transactions.ts";
import { listenToTheme, showTheme } from "./ui/theme.ts";

/** What runs beside every page, with React or without. */

// As soon as this is loaded: before the view is counted, React reads the address, or navigation is taken over.
takeSignInResponse(hasTransaction);

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

/** A response of the sign-in page, a question for consent, a session to check and a way back each need React. */
export function needsReact(app: AppData): boolean {
  return signInResponse() !== undefined || app.tagManager !== undefined || isStayUnsure(app) || hasWayBack();
}

function isStayUnsure(app: AppData): boolean {
  const isShown = document.documentElement.dataset.session === "member";
  if (!isMember()) return isShown || hasSignedInBefore(app.identityClientId);
  const known = remembered();
  return !isShown || !known || !isFresh(known);
}

const hasWayBack = () => quietly(() => sessionStorage.getItem(wayBackKey)) != null;

const isPersonal = (path: string) => /^\/(admin|account)\//.test(withoutLocale(path));
