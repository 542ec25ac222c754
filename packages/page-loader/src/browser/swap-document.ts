/**
 * Puts another page into the document, with a view transition where the browser supports it;
 * resolves when it is in place.
 */
export async function withViewTransition(put: () => void): Promise<void> {
  const draw = () => {
    // To restore the scroll position after going back, the page must have its full height.
    delete document.documentElement.dataset.below;
    put();
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) draw();
  else await document.startViewTransition(draw).updateCallbackDone;
}

/** The head elements that the server writes about a page (server/about.ts). */
const aboutAPage =
  'meta[name="description"],meta[name="robots"],meta[name^="twitter:"],meta[property],link[rel="canonical"],link[rel="alternate"],script[type="application/ld+json"]';

/**
 * Replaces the head elements with those that the server would write for the current page. The page
 * that was loaded as a document already has its own.
 */
export function describe(title: string, about: string | undefined): void {
  document.title = title;
  if (about === undefined) return;
  for (const element of document.head.querySelectorAll(aboutAPage)) element.remove();
  document.head.insertAdjacentHTML("beforeend", about);
}
