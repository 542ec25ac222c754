/** Puts another page into the document, in the way the browser turns pages; resolves when it stands there. */
export async function turn(put: () => void): Promise<void> {
  const draw = () => {
    // The browser scrolls a page that is gone back to by its whole height.
    delete document.documentElement.dataset.below;
    put();
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) draw();
  else await document.startViewTransition(draw).updateCallbackDone;
}

/** What the server writes about a page (server/about.ts). */
const aboutAPage =
  'meta[name="description"],meta[name="robots"],meta[name^="twitter:"],meta[property],link[rel="canonical"],link[rel="alternate"],script[type="application/ld+json"]';

/** The head of the page that is shown now, as the server writes it. The page that came as a document has it in its head already. */
export function describe(title: string, about: string | undefined): void {
  document.title = title;
  if (about === undefined) return;
  for (const element of document.head.querySelectorAll(aboutAPage)) element.remove();
  document.head.insertAdjacentHTML("beforeend", about);
}
