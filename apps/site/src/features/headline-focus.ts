import { useEffect, useRef } from "react";

/**
 * A new step of a page begins at its headline, for the eye and for the screen reader. `fromTop` is a step that takes the
 * place of the one before it in the history: the page stands where its form was, and would keep the headline out of sight.
 * Nothing is shown yet while there is no step.
 */
export function useHeadlineFocus(step: string | undefined, { fromTop }: { fromTop: boolean }) {
  const shown = useRef(step);
  useEffect(() => {
    const before = shown.current;
    shown.current = step;
    if (before === step || before === undefined) return;
    const heading = document.querySelector("h1");
    if (!heading) return;
    if (fromTop) scrollTo({ top: 0, behavior: "instant" });
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step, fromTop]);
}
