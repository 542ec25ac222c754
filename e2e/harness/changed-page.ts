import { expect, type Page } from "@playwright/test";

/**
 * Loads a page until it is served as it was changed: the page that is kept may be a second old. What `look` expects has
 * to fail `soon`, so that the page is loaded again.
 */
export const loadUntil = (page: Page, path: string, look: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.goto(path);
    await look();
  }).toPass();

export const soon = { timeout: 500 };
