const touches = ["pointerdown", "touchstart", "keydown", "focusin", "input"] as const;

/**
 * Until React listens, the first touch calls `begin`, and a pressed button or a sent form is kept and done again on
 * `release`. Links and fields are left alone: they work by themselves.
 */
export function hold(begin: () => void): { release(): void } {
  const kept = new Map<Element, () => void>();
  const press = (event: Event) => {
    begin();
    const button = (event.target as Element | null)?.closest?.<HTMLButtonElement>('#site button[type="button"]');
    if (button) kept.set(button, () => button.click());
  };
  const submit = (event: SubmitEvent) => {
    begin();
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    kept.set(form, () => form.requestSubmit(event.submitter));
  };
  for (const type of touches) addEventListener(type, begin, { capture: true, passive: true });
  addEventListener("click", press, true);
  addEventListener("submit", submit, true);
  return {
    release() {
      for (const type of touches) removeEventListener(type, begin, true);
      removeEventListener("click", press, true);
      removeEventListener("submit", submit, true);
      for (const repeat of kept.values()) repeat();
      kept.clear();
    },
  };
}
