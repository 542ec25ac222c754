import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import type { PageProps } from "../page.ts";
import { type Around, propsOf, type Shown, Tree } from "../tree.tsx";
import { restoreKept, retype, typedIn } from "./typed.ts";

export type Root = {
  /** Replaces the page, and what the frame shows; resolves when it stands in the document. */
  show(shown: Shown, slices: Around["slices"]): Promise<void>;
};

/** Brings the server's HTML to life. What was typed before stays: React is told of it as if it were typed now. */
export function hydrate(element: HTMLElement, shown: Shown, around: Around): Promise<Root> {
  const typed = typedIn(element);
  return new Promise((resolve) => {
    const onAlive = () => {
      typed.forEach(retype);
      restoreKept(element);
      resolve({ show });
    };
    const root = hydrateRoot(element, <Tree shown={shown} around={around} onAlive={onAlive} />, {
      onRecoverableError: reportUnlessText,
      // What nothing caught, React reports by itself.
      onCaughtError: (error) => reportError(error),
    });
    let now = around;
    const show = async (next: Shown, slices: Around["slices"]) => {
      now = { ...now, slices: { ...now.slices, ...slices } };
      const draw = () => flushSync(() => root.render(<Tree shown={next} around={now} />));
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (still || !document.startViewTransition) draw();
      else await document.startViewTransition(draw).updateCallbackDone;
      describe(next);
    };
  });
}

/** Differences of text and of extensions' making are repaired by React and are nobody's fault. */
const reportUnlessText = (error: unknown) => {
  if (!/#(418|423|425)\b/.test(String(error))) reportError(error);
};

/** What the server writes about a page (server/about.ts). */
const aboutAPage =
  'meta[name="description"],meta[name="robots"],meta[name^="twitter:"],meta[property],link[rel="canonical"],link[rel="alternate"],script[type="application/ld+json"]';

/** The head of the page that is shown now, as the server writes it. */
function describe(shown: Shown) {
  document.title = shown.view.head(propsOf(shown, shown.search) as PageProps<never, never>).title;
  const { about } = shown.from;
  // The page that came as a document has it in its head already.
  if (about === undefined) return;
  for (const element of document.head.querySelectorAll(aboutAPage)) element.remove();
  document.head.insertAdjacentHTML("beforeend", about);
}
