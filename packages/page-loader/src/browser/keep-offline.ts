import { isSavingData } from "./prefetch.ts";

/**
 * Registers the service worker that stores pages for offline use (server/worker.ts). The rest of
 * the site works without it.
 */
export function keepOffline(): void {
  if (!import.meta.env.PROD || isSavingData() || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}
