/**
 * Lays out the content below the window part by part while the browser is idle. Each part is a
 * short task; after the last one, everything on the page is at its final position.
 */
export function layOutBelow(): void {
  const { dataset } = document.documentElement;
  const parts = document.querySelectorAll<HTMLElement>("main > *");
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  let done = 0;
  const next = () => {
    const part = parts[done++];
    if (!part) delete dataset.below;
    // The user may have navigated to another page in the meantime; that page is laid out
    // completely.
    if (!part || !dataset.below) return sheet.replaceSync("");
    sheet.replaceSync(`main > :nth-child(-n + ${done}) { content-visibility: visible !important }`);
    // Forces the layout now, instead of together with the other parts in the next frame.
    part.getBoundingClientRect();
    requestAnimationFrame(() => requestIdleCallback(next));
  };
  if (dataset.below) next();
}
