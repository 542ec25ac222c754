const fields = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * Moves the focus in a newly opened dialog to its main content instead of the close button: to the
 * element with `data-first`, else to the first field if no on-screen keyboard would cover the page,
 * else to the heading.
 */
export function focusFirst(window: HTMLElement) {
  const asking = window.querySelector<HTMLElement>("[data-first]");
  const field = matchMedia("(pointer: fine)").matches ? window.querySelector<HTMLElement>(fields) : undefined;
  (asking ?? field ?? window.querySelector<HTMLElement>("h2"))?.focus();
}
