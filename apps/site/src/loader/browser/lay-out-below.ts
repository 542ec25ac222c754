/**
 * Lays out what is below the window one part after the other while nothing else is to be done: each is a short task, and from
 * then on every place on the page is where it will be.
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
    // Another page may stand there meanwhile, which is laid out whole.
    if (!part || !dataset.below) return sheet.replaceSync("");
    sheet.replaceSync(`main > :nth-child(-n + ${done}) { content-visibility: visible !important }`);
    // Now, and not together with the others for the next picture.
    part.getBoundingClientRect();
    requestAnimationFrame(() => requestIdleCallback(next));
  };
  if (dataset.below) next();
}
