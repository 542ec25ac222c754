import { expect, type Frame } from "@playwright/test";

/**
 * Of the buttons on a strip of tape a page has one: what it is for. Links further down the page lead to it, and the bar at the lower
 * edge says it again. A list may have one a row, and a form has its own. The frame around all pages does not count.
 */
export async function expectOneAction(view: Frame): Promise<void> {
  const actions = await view.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>("main .primary-button")].filter(
      (button) => button.checkVisibility() && !button.closest("form, li, article, dialog, .sticky-bar"),
    );
    const below = (button: Element) => button.getAttribute("href")?.match(/^#.+/)?.[0];
    const places = shown.flatMap((button) => below(button) ?? []);
    return shown.map((button) =>
      below(button) || places.some((place) => button.closest(place)) ? "below" : button.innerText.trim(),
    );
  });
  expect
    .soft([...new Set(actions)].length, `main actions of ${view.url()}: ${actions.join(", ")}`)
    .toBeLessThanOrEqual(1);
}

/** Whoever meets a page that has nothing for them is told where to go on. */
export async function expectWayOn(view: Frame): Promise<void> {
  const ways = view.locator("main").locator("a, button").filter({ visible: true });
  await expect.soft(ways.first(), `a way on from ${view.url()}`).toBeVisible();
}
