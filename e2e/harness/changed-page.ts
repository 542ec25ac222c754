import { expect, type Page } from "@playwright/test";

/**
 * Reloads a page until it shows a change, because the cached page may be a second old. The
 * assertions in `look` have to use the `soon` timeout, so that the page is loaded again.
 */
export const loadUntil = (page: Page, path: string, look: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.goto(path);
    await look();
  }).toPass();

export const soon = { timeout: 500 };
