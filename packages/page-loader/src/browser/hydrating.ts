import { type Typed, typedIn } from "./typed-input.ts";

/**
 * Events that make React hydrate the whole page synchronously while the key press or tap waits
 * (react-dom's `discreteReplayableEvents`).
 */
const urgent =
  "mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset".split(
    " ",
  );

/**
 * Hides user input from React during hydration: fields and links keep their native behaviour, and
 * React can pause for input instead of finishing the whole page first. `end` restores the events
 * and returns the changes that React missed.
 */
export function shieldInputDuringHydration(element: Element): { end(): Typed[] } {
  const chosen = new Map<HTMLSelectElement, string>();
  const keep = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || !element.contains(target)) return;
    event.stopPropagation();
    // React resets a `<select>` to its server-rendered value, so the user's choice cannot be read
    // from it afterwards.
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
