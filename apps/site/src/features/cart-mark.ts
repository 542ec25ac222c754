/** What `head-script.ts` reads before the first paint. */
const markName = "uola.cart";
/** Its name until November 2026. */
const oldName = "cart";

/** Remembers whether the cart has something: the header shows the way to it on every page, and asks nobody. */
export function noteCart({ lines }: { lines: readonly unknown[] }): void {
  const { dataset } = document.documentElement;
  if (lines.length > 0) dataset.cart = "";
  else delete dataset.cart;
  try {
    localStorage.removeItem(oldName);
    if (lines.length > 0) localStorage.setItem(markName, "1");
    else localStorage.removeItem(markName);
  } catch {
    // A browser that forbids storage shows the way to the cart on this page only.
  }
}
