import { startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type PageProps, titleOf } from "../page.ts";
import { type Around, propsOf, type Shown, Tree } from "../tree.tsx";
import { keepUnheard } from "./hydrating.ts";
import { tolerateTranslatedText } from "./translated-text.ts";
import { describe, turn } from "./turn.ts";
import { restoreKept, retype } from "./typed.ts";
import { type Typed, typedIn } from "./typed-in.ts";

export type Root = {
  /** Replaces the page, and what the frame shows; resolves when it stands in the document. */
  show(shown: Shown, slices: Around["slices"]): Promise<void>;
};

tolerateTranslatedText();

const reporting = {
  onRecoverableError: reportUnlessText,
  // What nothing caught, React reports by itself.
  onCaughtError: (error: unknown) => reportError(error),
};

/** Brings the server's HTML to life. What was typed before stays: when all is `ready`, React is told of it as if it were typed now. */
export function hydrate(element: HTMLElement, shown: Shown, around: Around, ready: () => void): Promise<Root> {
  const typed = typedIn(element);
  const unheard = keepUnheard(element);
  return new Promise((resolve) => {
    const onAlive = () => {
      const typedSince = unheard.end();
      ready();
      // It flushes nothing within an effect.
      queueMicrotask(() => {
        [...typed, ...typedSince].forEach(tell);
        restoreKept(element, tell);
        resolve(rootOf(root, around));
      });
    };
    let root: ReturnType<typeof createRoot>;
    // As a transition it pauses every few milliseconds, so that a slow phone answers taps meanwhile.
    startTransition(() => {
      root = hydrateRoot(element, <Tree shown={shown} around={around} onAlive={onAlive} />, reporting);
    });
  });
}

/** One field after the other: a form that keeps several fields together is drawn with the first before it hears of the next. */
const tell = (typed: Typed) => flushSync(() => retype(typed));

/** The root of a document whose pages were HTML until now; the first page it shows takes their place. */
export const begin = (element: HTMLElement, around: Around): Root => rootOf(createRoot(element, reporting), around);

function rootOf(root: ReturnType<typeof createRoot>, around: Around): Root {
  let now = around;
  return {
    async show(next, slices) {
      now = { ...now, slices: { ...now.slices, ...slices } };
      await turn(() => flushSync(() => root.render(<Tree shown={next} around={now} fresh />)));
      const head = next.view.head(propsOf(next, next.search) as PageProps<never, never>);
      describe(titleOf(head, now.app.name), next.from.about);
    },
  };
}

/** Differences of text and of extensions' making are repaired by React and are nobody's fault. */
function reportUnlessText(error: unknown) {
  if (!/#(418|423|425)\b/.test(String(error))) reportError(error);
}
