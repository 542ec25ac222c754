const fields = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * What a window that has just opened is about takes the focus, and not the button that closes it: what asks for it, else the
 * first field, where no keyboard covers the page for it, else the heading.
 */
export function focusFirst(window: HTMLElement) {
  const asking = window.querySelector<HTMLElement>("[data-first]");
  const field = matchMedia("(pointer: fine)").matches ? window.querySelector<HTMLElement>(fields) : undefined;
  (asking ?? field ?? window.querySelector<HTMLElement>("h2"))?.focus();
}
