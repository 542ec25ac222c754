const touches = ["pointerdown", "touchstart", "keydown", "focusin", "input"] as const;

/** What asks for React by itself: a button, and a link that does something besides. The browser opens and closes popovers alone. */
const acting = '#site button[type="button"]:not([popovertarget]), #site a[data-acts]';

/** A form that asks by its address, and needs nobody for it. */
export const isPlain = (form: HTMLFormElement | null): boolean =>
  form?.hasAttribute("action") === true && form.method === "get" && !form.hasAttribute("data-acts");

/** Whether a touch of it is the beginning of something that needs React. The header and the footer have fields that work by themselves. */
function isUsed(part: Element): boolean {
  if (!part.closest("main")) return false;
  const form = part.closest("form");
  return form ? !isPlain(form) : part.closest(`input, textarea, select, ${acting}`) !== null;
}

/**
 * Until React listens, a pressed button or a sent form is kept and done again on `release`, and has React come; so does the first touch of a
 * field, and of a page that is not `still` any touch. Links and fields are left alone: they work by themselves.
 */
export function hold(wake: () => void, still: boolean): { release(): void } {
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
