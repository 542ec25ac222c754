import { useEffect } from "react";

let works = 0;

/** Whether the page has unsaved input. */
export const hasUnsavedInput = (): boolean => works > 0;

/**
 * Registers unsaved input like `useUnsaved`, and makes the browser ask for confirmation before
 * leaving the document.
 */
export function useUnsavedInDocument(isChanged: boolean): void {
  useUnsaved(isChanged);
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
}

/** Registers unsaved input on this page for as long as `isChanged` is true. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    works += 1;
    return () => {
      works -= 1;
    };
  }, [isChanged]);
}
