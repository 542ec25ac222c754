import type { FirstData } from "../page.ts";
import { idlePart } from "../table.ts";

/** Whether a document can stay as it came: nothing in it runs by itself, and its address says no more than it was drawn with. */
export const isStill = (first: FirstData, element: Element): boolean =>
  first.kind === "content" &&
  !first.preview &&
  element.querySelector(`[${idlePart}]`) === null &&
  saysNoMore(location.search, first.shown);

/** Whether a page drawn with one query is what an address with another one shows. */
export function saysNoMore(search: string, drawn: string): boolean {
  const known = new URLSearchParams(drawn);
  return [...new URLSearchParams(search)].every(([name, value]) => known.get(name) === value);
}

/** Has React come when a part that wants to be seen comes into view. */
export function wakeWhenSeen(element: Element, wake: () => void): void {
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    wake();
  });
  for (const part of element.querySelectorAll('[data-lively="seen"]')) seen.observe(part);
}
