import type { FirstData } from "../page.ts";
import { isPlain } from "./early-input.ts";
import { typedIn } from "./typed-in.ts";

/** Whether a document can stay as it came: it is content, and its address says no more than it was drawn with. */
export const isStill = (first: FirstData): boolean =>
  first.kind === "content" && !first.preview && saysNoMore(location.search, first.shown);

/** Whether a page drawn with one query is what an address with another one shows. */
export function saysNoMore(search: string, drawn: string): boolean {
  const known = new URLSearchParams(drawn);
  return [...new URLSearchParams(search)].every(([name, value]) => known.get(name) === value);
}

/** Whether the browser has something for a page that the server did not know: what it keeps under names that a part says, and fields it fills in again. */
export function hasStateFor(element: Element): boolean {
  const parts = [...element.querySelectorAll<HTMLElement>("[data-kept]")];
  return (
    parts.some(({ dataset }) => dataset.kept?.split(" ").some(isKept)) ||
    typedIn(element).some(({ field }) => field.closest("main") && !isPlain(field.form))
  );
}

function isKept(name: string): boolean {
  try {
    return (sessionStorage.getItem(name) ?? localStorage.getItem(name)) !== null;
  } catch {
    return false;
  }
}

/** Gives the focus, when HTML has taken the place of HTML, to what is called as the part that had it, or else to the headline. */
export function keepFocus(element: Element): () => void {
  const focused = document.activeElement;
  if (!focused || !element.contains(focused)) return () => {};
  const name = nameOf(focused);
  return () => {
    const heading = element.querySelector<HTMLElement>("h1");
    if (heading) heading.tabIndex = -1;
    const again = [...element.querySelectorAll<HTMLElement>("a[href], button, summary")].find(
      (other) => nameOf(other) === name,
    );
    (again ?? heading)?.focus({ preventScroll: true });
  };
}

const nameOf = (part: Element) => `${part.localName} ${part.getAttribute("aria-label") ?? part.textContent}`;
