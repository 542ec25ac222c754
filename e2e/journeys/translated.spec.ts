import type { Page } from "@playwright/test";
import { words } from "@uola/words/site";
import { bookingPath, sessionAhead } from "../harness/desk.ts";
import { errorsOf } from "../harness/page-errors.ts";
import { bookButton, expect, expectArrivedAt, fillContact, headline, hydrated, test } from "../people.ts";

const say = words("lt");

/**
 * How page translators change text nodes: Chrome wraps the existing node, others replace it with a
 * new one.
 */
const translators = ["wraps", "replaces"] as const;

const translate = (page: Page, how: (typeof translators)[number]) =>
  page.evaluate((how) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.data.trim() && !text.parentElement?.closest("script, style, textarea, font")) texts.push(text);
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      outer.append(inner);
      text.replaceWith(outer);
      inner.append(how === "wraps" ? text : text.data);
    }
    return texts.length;
  }, how);

for (const width of [390, 1440]) {
  for (const how of translators) {
    test(`confirms a booking at ${width} px when the browser's page translation ${how} text`, async ({ visitor }) => {
      const { page } = visitor;
      const errors = errorsOf(page);
      await page.setViewportSize({ width, height: 900 });
      const offered = await sessionAhead({ free: 2 });
      await page.goto(bookingPath(offered));
      await hydrated(page);
      expect(await translate(page, how)).toBeGreaterThan(50);
      await page.getByRole("button", { name: say("participants.more") }).click();
      await page.getByRole("button", { name: say("participants.fewer") }).click();
      await fillContact(page, visitor);
      await bookButton(page).click();
      await expectArrivedAt(page, say("booking.confirmed"));
      expect(errors).toEqual([]);
    });
  }
}

test("navigates and goes back on a page that the browser has translated", async ({ page }) => {
  const errors = errorsOf(page);
  await page.goto("/");
  await hydrated(page);
  await translate(page, "replaces");
  await page.getByRole("link", { name: say("home.next.all") }).click();
  await expect(headline(page, say("page.schedule"))).toBeVisible();
  await translate(page, "replaces");
  await page.getByRole("link", { name: say("week.later") }).click();
  await page.waitForURL(/week=/);
  await translate(page, "wraps");
  await page.goBack();
  await page.waitForURL(/schedule\/$/);
  await expect(headline(page, say("page.schedule"))).toBeVisible();
  await page.goBack();
  await expect(headline(page, say("home.hero"))).toBeVisible();
  expect(errors).toEqual([]);
});
