import { useEffect } from "react";

let works = 0;

/** Whether something was typed on this page that nobody has kept yet. */
export const isUnsaved = (): boolean => works > 0;

/** Tells that something is typed here, as `useUnsaved` does, and has the browser ask before the document goes with it. */
export function useUnsavedInDocument(isChanged: boolean): void {
  useUnsaved(isChanged);
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
}

/** Tells that something is typed here, for as long as it is not kept. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    works += 1;
    return () => {
      works -= 1;
    };
  }, [isChanged]);
}
