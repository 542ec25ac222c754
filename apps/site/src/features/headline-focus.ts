import { useEffect, useRef } from "react";

/**
 * Moves the focus to the headline when a page shows a new step, so that both sighted users and
 * screen reader users start there. `fromTop` is for a step that replaces the previous one in the
 * history: the page would keep the scroll position of its form, with the headline out of view. An
 * undefined `step` means that no step is shown yet.
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
