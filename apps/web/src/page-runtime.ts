import { captureSignInResponse, signInResponse } from "@uola/browser/session/sign-in-response.ts";
import { hasTransaction } from "@uola/browser/session/sign-in-transactions.ts";
import {
  forget,
  hasSignedInBefore,
  isFresh,
  isMember,
  quietly,
  remembered,
  userKey,
} from "@uola/browser/stored-user.ts";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { withoutLocale } from "@uola/page-loader/locale.ts";
import type { AppData, PageData } from "@uola/page-loader/page.ts";
import { keptName as wayBackKey } from "@uola/site/features/return-link-storage.ts";
import { listenToTheme, showTheme } from "@uola/ui/theme.ts";

/** Code that runs on every page, with or without React. */

// Runs when this module is loaded: before the view is counted, React reads the URL, or navigation
// is intercepted.
captureSignInResponse(hasTransaction);

export function begin(app: AppData, wake: () => void): void {
  listenToTheme();
  // The stored data of a user is deleted when the user is no longer signed in.
  if (!isMember()) forget();
  if (app.vitals && !isPersonal(location.pathname)) {
    const { pathname } = location;
    void chunk(() => import("@uola/site/features/vitals.ts")).then((it) => it.measureVitals(pathname));
  }
  // A user may sign in or out in another tab, or while this page is in the back/forward cache.
  const look = () => needsReact(app) && wake();
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
  addEventListener("storage", ({ key }) => key === userKey && wake());
}

/** Counts the page view, and starts the countdown on a page that has one. */
export function shown({ path, preview, now }: Pick<PageData, "path" | "preview" | "now">, wake: () => void): void {
  showTheme();
  if (document.querySelector("[data-until]"))
    void chunk(() => import("@uola/site/features/count-down.ts")).then((it) => it.countDown(new Date(now), wake));
  if (!preview && !isPersonal(path)) navigator.sendBeacon("/views", JSON.stringify({ path }));
}

/**
 * React is needed for a response of the sign-in page, a consent prompt, a session check or a stored
 * return link.
 */
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
