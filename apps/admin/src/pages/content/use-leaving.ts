import { useUnsaved } from "@uola/browser/unsaved.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { useEffect, useRef, useState } from "react";

export type Leaving = ReturnType<typeof useUnsavedChangesPrompt>;

/** Asks the user before they leave a page with unsaved changes; `to` is the requested destination. */
export function useUnsavedChangesPrompt(isChanged: boolean, own: string) {
  const [to, setTo] = useState<string>();
  const isFree = useRef(false);
  useUnsaved(isChanged);
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isFree.current) event.preventDefault();
    };
    const hold = (event: NavigateEvent) => {
      const url = new URL(event.destination.url);
      const isHere = url.pathname + url.search === own || (event.hashChange ?? false);
      if (isFree.current || isHere || !event.cancelable || event.downloadRequest !== null) return;
      // When the user leaves the site, the browser itself asks for confirmation (beforeunload).
      if (url.origin !== location.origin) return;
      event.preventDefault();
      setTo(event.destination.url);
    };
    addEventListener("beforeunload", ask);
    globalThis.navigation?.addEventListener("navigate", hold);
    return () => {
      removeEventListener("beforeunload", ask);
      globalThis.navigation?.removeEventListener("navigate", hold);
    };
  }, [isChanged, own]);
  return {
    to,
    stay: () => setTo(undefined),
    leave: () => {
      if (!to) return;
      isFree.current = true;
      go(to);
    },
  };
}
