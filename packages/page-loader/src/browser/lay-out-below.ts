/**
 * Lays out the content below the window one part at a time while the browser is idle. Each is a
 * short task; when it has finished, everything on the page is at its final position.
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
    // Another page may have been shown in the meantime; it is laid out completely.
    if (!part || !dataset.below) return sheet.replaceSync("");
    sheet.replaceSync(`main > :nth-child(-n + ${done}) { content-visibility: visible !important }`);
    // Forces the layout now, instead of together with the other parts in the next frame.
    part.getBoundingClientRect();
    requestAnimationFrame(() => requestIdleCallback(next));
  };
  if (dataset.below) next();
}
