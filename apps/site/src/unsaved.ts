import { useEffect } from "react";

let works = 0;

/** Whether something was typed on this page that nobody has kept yet. */
export const isUnsaved = (): boolean => works > 0;

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
