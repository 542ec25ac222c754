const touches = ["pointerdown", "touchstart", "keydown", "focusin", "input"] as const;

/** What asks for React by itself: a button, and a link that does something besides. The browser opens and closes popovers alone. */
const acting = '#site button[type="button"]:not([popovertarget]), #site a[data-acts]';

/** A form that asks by its address, and needs nobody for it. */
const isPlain = (form: HTMLFormElement | null) => form?.hasAttribute("action") === true && form.method === "get";

/**
 * Until React listens, a pressed button or a sent form is kept and done again on `release`, and has React come; of a page that is not
 * `still`, the first touch has it come. Links and fields are left alone: they work by themselves.
 */
export function hold(wake: () => void, still: boolean): { release(): void } {
  const kept = new Map<Element, () => void>();
  const touch = ({ target }: Event) => {
    const part = target instanceof Element ? target : null;
    // The header and the footer have fields that work by themselves.
    if (!still || (part?.closest("main") && !isPlain(part.closest("form")))) wake();
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
  const heard = still ? (["input"] as const) : touches;
  for (const type of heard) addEventListener(type, touch, { capture: true, passive: true });
  addEventListener("click", press, true);
  addEventListener("submit", submit, true);
  return {
    release() {
      for (const type of heard) removeEventListener(type, touch, true);
      removeEventListener("click", press, true);
      removeEventListener("submit", submit, true);
      for (const repeat of kept.values()) repeat();
      kept.clear();
    },
  };
}
