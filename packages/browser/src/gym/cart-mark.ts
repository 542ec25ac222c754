/** The storage key, which `head-script.ts` reads before the first paint. */
const markName = "uola.cart";
/** The name of the key until November 2026. */
const oldName = "cart";

/**
 * Stores whether the cart has items, so that the header can show the cart link on every page
 * without a request.
 */
export function noteCart({ lines }: { lines: readonly unknown[] }): void {
  const { dataset } = document.documentElement;
  if (lines.length > 0) dataset.cart = "";
  else delete dataset.cart;
  try {
    localStorage.removeItem(oldName);
    if (lines.length > 0) localStorage.setItem(markName, "1");
    else localStorage.removeItem(markName);
  } catch {
    // If the browser forbids storage, the cart link is shown on this page only.
  }
}
