import type { FirstData } from "../page.ts";
import { isPlain } from "./early-input.ts";
import { typedIn } from "./typed-input.ts";

/**
 * Whether a document can stay static: it is a content page, and its URL has no parameters other
 * than those it was rendered with.
 */
export const isStatic = (first: FirstData): boolean =>
  first.kind === "content" && !first.preview && hasNoExtraParameters(location.search, first.shown);

/** Whether a page rendered with the query `drawn` is also correct for the query `search`. */
export function hasNoExtraParameters(search: string, drawn: string): boolean {
  const known = new URLSearchParams(drawn);
  return [...new URLSearchParams(search)].every(([name, value]) => known.get(name) === value);
}

/**
 * Whether the browser has state for the page that the server did not have: stored values under the
 * names in `data-kept`, or form fields that the browser restored.
 */
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

/**
 * Restores the focus after static HTML was replaced: to the element with the same name as the
 * previously focused one, or else to the headline.
 */
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
