import { say } from "@uola/words/site";
import { leftUntil, partsShown } from "./campaigns.ts";
import { serverClock } from "./server-clock.ts";

/** Milliseconds before the moment at which React is loaded, so that it is ready in time. */
const earlyMs = 10_000;

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Updates the countdown on a page that is static HTML (`useUntil`), until React hydrates the page
 * or another page is shown.
 */
export function countDown(made: Date, wake: () => void): void {
  clearInterval(timer);
  const clock = serverClock(made);
  const tick = () => {
    const parts = [...document.querySelectorAll<HTMLElement>("[data-until]")];
    const now = clock.now();
    const goesOn = parts.length > 0 && parts.every((part) => counted(part, now));
    if (goesOn) return;
    clearInterval(timer);
    if (parts.length > 0) wake();
  };
  timer = setInterval(tick, 1000);
  void clock.asked.then(tick);
}

/**
 * Writes the time left into the rendered figures; returns false if other figures or another page
 * must be rendered.
 */
function counted(part: HTMLElement, now: Date): boolean {
  const { until = "" } = part.dataset;
  if (Date.parse(until) - now.getTime() < earlyMs) return false;
  const figures = [...part.querySelectorAll<HTMLElement>("[data-part]")];
  if (part.role !== "timer") return true;
  const left = leftUntil(until, now);
  const shown = partsShown(left);
  if (shown.join() !== figures.map(({ dataset }) => dataset.part).join()) return false;
  for (const [index, name] of shown.entries()) {
    const [figure, word] = figures[index]?.children ?? [];
    write(figure, String(left[name]));
    write(word, say(`season.left.${name}`, { count: left[name] }));
  }
  return true;
}

/** Changes the existing text node, because React uses it after hydration. */
function write(element: Element | undefined, text: string) {
  const node = element?.firstChild;
  if (node && node.nodeValue !== text) node.nodeValue = text;
}
