import type { Page } from "@playwright/test";
import { words as identityWords } from "@uola/words/identity";
import { words } from "@uola/words/site";
import { bookingPath, sessionAhead } from "../harness/desk.ts";
import { systemFontNames, withSystemFont } from "../harness/fonts.ts";
import { errorsOf, foreignRequests } from "../harness/page-errors.ts";
import { ownClass } from "../harness/timetable.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = words("lt");

test("responds to a missing page with 404 and links to other pages", async ({ page }) => {
  const answer = await page.goto("/no-such-page/");
  expect(answer?.status()).toBe(404);
  expect((await page.request.get("/admin/no-such-page/")).status()).toBe(404);
  await expect(headline(page, say("page.notFound"))).toBeVisible();
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).not.toHaveText(say("page.notFound"));
});

test("without JavaScript the pages can be read and the links work", async ({ browser }) => {
  // Creates a class that no other test fills.
  const { service } = await ownClass({ weeks: 1 });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/");
  await expect(headline(page, say("home.hero"))).toBeVisible();
  await page.getByRole("link", { name: say("home.next.all") }).click();
  await expect(headline(page, say("page.schedule"))).toBeVisible();
  await page.getByRole("link", { name: say("week.later") }).click();
  await page.waitForURL(/week=/);
  expect(await page.locator('a[href^="/booking/?service"]').filter({ visible: true }).count()).toBeGreaterThan(5);
  await page
    .locator('a[href^="/booking/?service"]', { hasText: service.name })
    .filter({ visible: true })
    .first()
    .click();
  await expect(headline(page, say("booking.head.details"))).toBeVisible();
  // Playwright does not see text in `noscript`, so the element is located by its class.
  await expect(page.locator("noscript .error-summary")).toBeVisible();
  await context.close();
});

test("no page behind a sign-in sends requests to other hosts or logs errors", async ({ page, member, owner }) => {
  const { session } = await sessionAhead({ free: 1 });
  const visits: [Page, string[]][] = [
    [page, ["/account/"]],
    [member.page, ["/account/", "/booking/"]],
    [owner.page, [`/admin/?day=${session.startDate.toISOString().slice(0, 10)}`]],
  ];
  for (const [each, paths] of visits) {
    const requests = foreignRequests(each);
    const errors = errorsOf(each);
    for (const path of paths) {
      await each.goto(path);
      await each.waitForLoadState("networkidle");
    }
    expect(requests).toEqual([]);
    expect(errors).toEqual([]);
  }
});

test("the sign-in page does not scroll sideways on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/account/");
  await expect(page.getByLabel(identityWords("lt")("password"))).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("content below the fold is laid out after the first paint, or immediately when the URL has an anchor", async ({
  page,
}) => {
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () =>
      Object.assign(window, { waits: document.documentElement.dataset.below === "later" }),
    ),
  );
  const waits = () => page.evaluate(() => (window as unknown as { waits: boolean }).waits);
  await page.goto("/");
  expect(await waits()).toBe(true);
  await expect(page.locator("html[data-below]")).toHaveCount(0);
  const last = page.locator("main > .section").last();
  expect(await last.evaluate((one) => one.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))).toBe(
    true,
  );
  await page.reload();
  expect(await waits()).toBe(false);
  await page.goto("/prices/");
  expect(await waits()).toBe(true);
  await page.goBack();
  expect(await waits()).toBe(false);
  await page.goto("/news/");
  await page.goto("/#content");
  expect(await waits()).toBe(false);
});

/** Records the layout shifts of a page since its first paint. */
async function watchMoves(page: Page) {
  await page.addInitScript(() => {
    const seen = { shift: 0, what: [] as string[] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        seen.shift += entry.value;
        seen.what.push(...entry.sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 120) ?? "?"));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));
  return async () => {
    await drawn();
    return page.evaluate(() => (window as unknown as { seen: { shift: number; what: string[] } }).seen);
  };
}

for (const width of [390, 1440]) {
  for (const font of systemFontNames) {
    test(`a late replacement of ${font} by web fonts does not shift the layout at ${width} px`, async ({
      playwright,
    }) => {
      const offered = await sessionAhead({ free: 1 });
      const browser = await playwright.chromium.launch({ env: withSystemFont(font) });
      const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
      const moved = await watchMoves(page);
      // Delivers the fonts only after the first paint, regardless of how busy the machine is.
      let release = () => {};
      let fontsReleased = Promise.resolve();
      const holdBack = () => {
        fontsReleased = new Promise((resolve) => {
          release = resolve;
        });
      };
      await page.route(/\.woff2$/, async (route) => {
        await fontsReleased;
        await route.continue();
      });
      const time = `/booking/?service=${offered.service.mainSlug.name}`;
      for (const path of [
        "/",
        "/schedule/",
        "/booking/",
        time,
        bookingPath(offered),
        "/prices/",
        "/booking/private/",
      ]) {
        holdBack();
        await page.goto(path, { waitUntil: "domcontentloaded" });
        await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
        expect(await moved(), path).toEqual({ shift: 0, what: [] });
        release();
        await page.waitForLoadState();
        await hydrated(page);
        await page.evaluate(() => document.fonts.ready);
        const { shift, what } = await moved();
        expect(shift, `${path}: ${what.join("\n")}`).toBeLessThanOrEqual(0.02);
      }
      await browser.close();
    });
  }
}
