import { type Typed, typedIn } from "./typed-in.ts";

/** What makes React hydrate all of a page at once, while the key or the tap waits (react-dom's `discreteReplayableEvents`). */
const urgent =
  "mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset".split(
    " ",
  );

/**
 * While React hydrates a page, what somebody does there is between them and the browser: fields take what is typed and links lead, and React pauses
 * for it instead of finishing the whole page first. `end` has React listen again, and gives what it did not hear of.
 */
export function keepUnheard(element: Element): { end(): Typed[] } {
  const chosen = new Map<HTMLSelectElement, string>();
  const keep = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || !element.contains(target)) return;
    event.stopPropagation();
    // React gives a list back what it was drawn with, so that what was chosen cannot be read from it afterwards.
    if (event.type === "change" && target instanceof HTMLSelectElement) chosen.set(target, target.value);
  };
  for (const type of urgent) addEventListener(type, keep, { capture: true, passive: true });
  return {
    end() {
      for (const type of urgent) removeEventListener(type, keep, { capture: true });
      const typed = typedIn(element).filter(({ field }) => !(field instanceof HTMLSelectElement));
      return [...typed, ...Array.from(chosen, ([field, value]) => ({ field, value, checked: false }))];
    },
  };
}
