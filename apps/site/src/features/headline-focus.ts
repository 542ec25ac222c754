import { useEffect, useRef } from "react";

/**
 * Moves the focus to the headline when a page shows a new step, so that sighted users and screen
 * reader users both start there. `fromTop` is for a step that replaces the previous one in the
 * history; otherwise the page would keep the scroll position of the form, with the headline out of
 * view. `step` is undefined while no step is shown yet.
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
