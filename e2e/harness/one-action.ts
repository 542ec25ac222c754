import { expect, type Frame } from "@playwright/test";

/**
 * Checks that a page has only one primary action (a button on a strip of tape). Links to the action
 * from elsewhere on the page and the bar at the lower edge may repeat it. A list may have one
 * action per row, and a form has a separate action. Header and footer do not count.
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

/** Checks that a page without content for the user offers at least one link or button to continue. */
export async function expectNextStep(view: Frame): Promise<void> {
  const ways = view.locator("main").locator("a, button").filter({ visible: true });
  await expect.soft(ways.first(), `a way on from ${view.url()}`).toBeVisible();
}
