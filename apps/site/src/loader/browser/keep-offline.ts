import { isSparing } from "./prefetch.ts";

/** Has the browser keep pages for when there is no network (server/worker.ts). Without it nothing else is lost. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || isSparing() || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
}
