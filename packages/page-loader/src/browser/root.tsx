import { startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { type PageProps, titleOf } from "../page.ts";
import { type Around, propsOf, type Shown, Tree } from "../tree.tsx";
import { replayInput, restoreFormInput } from "./form-input.ts";
import { shieldInputDuringHydration } from "./hydrating.ts";
import { describe, withViewTransition } from "./swap-document.ts";
import { tolerateTranslatedText } from "./translated-text.ts";
import { type Typed, typedIn } from "./typed-input.ts";

export type Root = {
  /** Replaces the page and updates the frame's slices; resolves when the page is in the document. */
  show(shown: Shown, slices: Around["slices"]): Promise<void>;
};

tolerateTranslatedText();

const reporting = {
  onRecoverableError: reportUnlessText,
  // React reports uncaught errors itself.
  onCaughtError: (error: unknown) => reportError(error),
};

/**
 * Hydrates the server's HTML. Input typed before hydration is preserved: after `ready` it is
 * replayed to React as if it were typed now.
 */
export function hydrate(element: HTMLElement, shown: Shown, around: Around, ready: () => void): Promise<Root> {
  const typed = typedIn(element);
  const unheard = shieldInputDuringHydration(element);
  return new Promise((resolve) => {
    const onAlive = () => {
      const typedSince = unheard.end();
      ready();
      // React does not flush synchronously inside an effect, so this runs in a microtask.
      queueMicrotask(() => {
        [...typed, ...typedSince].forEach(tell);
        restoreFormInput(element, tell);
        resolve(rootOf(root, around));
      });
    };
    let root: ReturnType<typeof createRoot>;
    // As a transition, hydration yields every few milliseconds, so that a slow phone responds to
    // taps in the meantime.
    startTransition(() => {
      root = hydrateRoot(element, <Tree shown={shown} around={around} onAlive={onAlive} />, reporting);
    });
  });
}

/**
 * Replays one field at a time: a form that holds several fields in one state must re-render after
 * each of them.
 */
const tell = (typed: Typed) => flushSync(() => replayInput(typed));

/**
 * Creates the root for a document whose pages were static HTML until now; the first page it shows
 * replaces them.
 */
export const begin = (element: HTMLElement, around: Around): Root => rootOf(createRoot(element, reporting), around);

function rootOf(root: ReturnType<typeof createRoot>, around: Around): Root {
  let now = around;
  return {
    async show(next, slices) {
      now = { ...now, slices: { ...now.slices, ...slices } };
      await withViewTransition(() => flushSync(() => root.render(<Tree shown={next} around={now} fresh />)));
      const head = next.view.head(propsOf(next, next.search) as PageProps<never, never>);
      describe(titleOf(head, now.app.name), next.from.about);
    },
  };
}

/** Text mismatches and those caused by browser extensions are repaired by React and are not reported. */
function reportUnlessText(error: unknown) {
  if (!/#(418|423|425)\b/.test(String(error))) reportError(error);
}
