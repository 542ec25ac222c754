import type { BrowserContext, Page } from "@playwright/test";
import { bookingCode } from "@uola/contract/booking-code";
import { words } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { bookingInput, desk, sessionAhead } from "../harness/desk.ts";
import { faultsAtEveryWidth } from "../harness/layout.ts";
import { demoAccount, expect, headline, hydrated, login, test } from "../people.ts";

const say = words("lt");

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker has cached the offline page and controls this origin. */
const whenCached = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Returns the paths of all cached resources of the service worker. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

async function onceOnline(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
  await whenCached(page);
}

async function withoutNetwork(context: BrowserContext, look: () => Promise<void>) {
  await context.setOffline(true);
  try {
    await look();
  } finally {
    await context.setOffline(false);
  }
}

test("an uncached URL shows the offline page, and the requested page once the connection is back", async ({
  page,
  context,
}) => {
  const { business } = await desk.business.get({});
  await onceOnline(page, "/");
  await withoutNetwork(context, async () => {
    await page.goto("/prices/?plan=metinis");
    await expect(headline(page, say("offline.title"))).toBeVisible();
    await expect(page).toHaveTitle(`${say("offline.title")} – ${business.name}`);
    await expect(page.getByText(business.address)).toBeVisible();
    await expect(page.locator(`a[href="tel:${business.phone}"]`)).toBeVisible();
    expect(await faultsAtEveryWidth(page)).toEqual([]);
    expect(await page.evaluate(() => document.fonts.check('900 76px "Anybody"'))).toBe(true);
    await expect(page.getByRole("link", { name: say("action.retry") })).toHaveAttribute("href", "");
  });
  await page.getByRole("link", { name: say("action.retry") }).click();
  await expect(headline(page, say("page.prices"))).toBeVisible();
  await expect(page).toHaveURL(`${site}/prices/?plan=metinis`);
});

test("when offline, shows the last loaded timetable with its loading time", async ({ page, context }) => {
  await onceOnline(page, "/");
  await withoutNetwork(context, async () => {
    await page.goto("/schedule/");
    await expect(headline(page, say("page.schedule"))).toBeVisible();
    await expect(page.getByRole("note")).toContainText(say("offline.copy", { time: "" }).slice(0, 12));
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await page.goto("/en/schedule/");
    await expect(page.getByRole("note")).toContainText("No connection");
    expect(await faultsAtEveryWidth(page)).toEqual([]);
  });
  await page.goto("/schedule/");
  await expect(page.getByRole("note")).toHaveCount(0);
});

test("a member can read their own bookings offline until they sign out", async ({ page, context }) => {
  const account = demoAccount("member");
  const offered = await sessionAhead({ free: 1 });
  const { booking } = await desk.bookings.create({ booking: bookingInput(offered, account) });
  const code = page.getByText(bookingCode(booking.id));
  await onceOnline(page, "/");
  await page.goto("/account/");
  await login(page, account);
  await expect(code).toBeVisible();
  await expect.poll(() => cached(page)).toContain("/account/");
  await withoutNetwork(context, async () => {
    await page.goto("/account/");
    await expect(code).toBeVisible();
    await expect(page.getByRole("heading", { name: say("account.upcoming") })).toBeVisible();
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  });
  await page.goto("/account/");
  await page.getByRole("button", { name: say("action.signOut") }).click();
  await page.waitForURL(`${site}/`);
  await expect(page.locator("html")).toHaveAttribute("data-session", "visitor");
  await expect.poll(() => cached(page)).not.toContain("/account/");
  await onceOnline(page, "/");
  await withoutNetwork(context, async () => {
    await page.goto("/account/");
    await expect(headline(page, say("offline.title"))).toBeVisible();
    await expect(code).toHaveCount(0);
  });
});

test("a link clicked while offline leads to the offline page", async ({ page, context }) => {
  await onceOnline(page, "/order/");
  // Blocks the page's data, because otherwise the page is already prefetched.
  await page.route(/\/page-data\/prices\//, (route) => route.abort());
  await page.reload();
  await hydrated(page);
  await withoutNetwork(context, async () => {
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: say("page.prices") })
      .click();
    await expect(headline(page, say("offline.title"))).toBeVisible();
    await expect(page).toHaveURL(`${site}/prices/`);
  });
});

test("the browser caches the offline pages and the timetable, but no admin pages", async ({ page, context }) => {
  await page.goto("/account/");
  await login(page, demoAccount("owner"));
  await onceOnline(page, "/account/");
  await expect.poll(() => cached(page)).toContain("/account/");
  await page.goto("/admin/");
  await hydrated(page);
  await page.goto("/schedule/");
  await hydrated(page);
  const paths = async () => [...new Set(await cached(page))].toSorted();
  await expect.poll(paths).toEqual(["/account/", "/en/offline/", "/en/schedule/", "/offline/", "/schedule/"]);
  await withoutNetwork(context, async () => {
    await page.goto("/admin/");
    await expect(headline(page, say("offline.title"))).toBeVisible();
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
  });
});

test("the offline page is cached again when the owner changes it, and the old version is deleted", async ({
  page,
  context,
}) => {
  const { business } = await desk.business.get({});
  const address = "Naujoji g. 7, Vilnius";
  await onceOnline(page, "/");
  const stores = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("offline")));
  const [before] = await stores();
  let loads = 0;
  page.on("request", (request) => request.isNavigationRequest() && loads++);
  let reloads = 0;
  try {
    await desk.business.update({ business: { address, revision: business.revision ?? "" } });
    await expect(async () => {
      await page.reload();
      reloads++;
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      expect(await stores()).not.toContain(before);
      expect(await stores()).toHaveLength(1);
    }).toPass();
    // A new service worker causes no reload.
    expect(loads).toBe(reloads);
    await withoutNetwork(context, async () => {
      await page.goto("/prices/");
      await expect(page.getByText(address)).toBeVisible();
    });
  } finally {
    const { business: now } = await desk.business.get({});
    await desk.business.update({ business: { address: business.address, revision: now.revision ?? "" } });
  }
});

test("a browser in data-saving mode caches nothing", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto("/");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
