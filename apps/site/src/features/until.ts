import { useInBrowser } from "@uola/page-loader/tree.tsx";

/**
 * Marks an element of a static page whose content changes at the given moment, so that the page is
 * hydrated then (`count-down.ts`).
 */
export function useUntil(moment: string | undefined): { "data-until"?: string } {
  const isAlive = useInBrowser();
  return isAlive || !moment ? {} : { "data-until": moment };
}
