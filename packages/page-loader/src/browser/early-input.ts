const touches = ["pointerdown", "touchstart", "keydown", "focusin", "input"] as const;

/**
 * Elements that need React as soon as they are used: buttons, and links with an extra action.
 * Popovers work without it.
 */
const acting = '#site button[type="button"]:not([popovertarget]), #site a[data-acts]';

/** Whether a form submits a plain GET request and works without React. */
export const isPlain = (form: HTMLFormElement | null): boolean =>
  form?.hasAttribute("action") === true && form.method === "get" && !form.hasAttribute("data-acts");

/**
 * Whether interacting with this element needs React. Fields in the header and the footer work
 * without React.
 */
function isUsed(part: Element): boolean {
  if (!part.closest("main")) return false;
  const form = part.closest("form");
  return form ? !isPlain(form) : part.closest(`input, textarea, select, ${acting}`) !== null;
}

/**
 * Until React is ready, records button clicks and form submissions and repeats them on `release`.
 * Each starts hydration; so does the first interaction with a field, or with anything on a page
 * that is not `still` (static). Links and fields keep their native behaviour.
 */
export function recordEarlyInput(wake: () => void, still: boolean): { release(): void } {
  const kept = new Map<Element, () => void>();
  const touch = ({ target }: Event) => {
    if (!still || (target instanceof Element && isUsed(target))) wake();
  };
  const press = (event: MouseEvent) => {
    const part = (event.target as Element | null)?.closest?.<HTMLElement>(acting);
    if (part || !still) wake();
    if (!part || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (part.matches("a")) event.preventDefault();
    kept.set(part, () => part.click());
  };
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (still && isPlain(form)) return;
    wake();
    event.preventDefault();
    kept.set(form, () => form.requestSubmit(event.submitter));
  };
  for (const type of touches) addEventListener(type, touch, { capture: true, passive: true });
  addEventListener("click", press, true);
  addEventListener("submit", submit, true);
  return {
    release() {
      for (const type of touches) removeEventListener(type, touch, true);
      removeEventListener("click", press, true);
      removeEventListener("submit", submit, true);
      for (const repeat of kept.values()) repeat();
      kept.clear();
    },
  };
}
