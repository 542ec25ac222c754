import { useInBrowser } from "../loader/tree.tsx";

/** Marks an element of a page that is HTML: at this moment something else is to be drawn, so React comes for it (`count-down.ts`). */
export function useUntil(moment: string | undefined): { "data-until"?: string } {
  const isAlive = useInBrowser();
  return isAlive || !moment ? {} : { "data-until": moment };
}
