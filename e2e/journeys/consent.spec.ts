import type { Page } from "@playwright/test";
import { dayMs } from "@uola/contract/durations";
import { words as adminWords } from "@uola/words/admin";
import { words } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { desk } from "../harness/desk.ts";
import { foreignRequests } from "../harness/page-errors.ts";
import { patternOf } from "../harness/pages.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");
const container = "GTM-TEST123";

const consentBar = (page: Page) => page.getByRole("region", { name: say("consent.heading") });

/**
 * Collects a page's requests to other hosts. Requests to Google get a mock response, because tests
 * have no network access.
 */
async function mockGoogleRequests(page: Page): Promise<string[]> {
  const requests = foreignRequests(page);
  await page.route(/googletagmanager\.com/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: 'document.cookie="_ga=1;path=/";window.tagged=true' }),
  );
  return requests;
}

async function configureTagManager(tagManagerId: string | null): Promise<void> {
  const { settings } = await desk.measuring.settings({});
  await desk.measuring.updateSettings({ settings: { tagManagerId, revision: settings.revision } });
}

/** Loads a page until it is rendered with the current settings. */
async function loadUntilRendered(page: Page, path: string): Promise<void> {
  const { settings } = await desk.measuring.settings({});
  await expect(async () => {
    const answer = await page.goto(path);
    expect(answer?.headers()["content-security-policy"]).toContain("googletagmanager");
    // A cached response may still contain the settings version of an earlier container.
    expect(await answer?.text()).toContain(`"version":${settings.consentVersion}`);
  }).toPass();
}

test.afterEach(() => configureTagManager(null));

/**
 * Returns the URLs on other hosts that the HTML of a page makes a browser load from or connect to.
 * Runs in the browser.
 */
async function externalUrlsIn(path: string): Promise<string[]> {
  const html = await (await fetch(path, { cache: "no-store" })).text();
  // A document created by `DOMParser` loads no resources.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const loading = "[src], [srcset], [poster], [data], link[href]:not([rel=canonical], [rel=alternate])";
  const addresses = [...parsed.querySelectorAll(loading)].flatMap((element) => [
    ...["src", "poster", "data", "href"].map((name) => element.getAttribute(name)),
    ...(element.getAttribute("srcset") ?? "").split(",").map((part) => part.trim().split(/\s/)[0]),
  ]);
  const styles = [...parsed.querySelectorAll("style, [style]")].map(
    (one) => `${one.textContent} ${one.getAttribute("style")}`,
  );
  const drawn = styles.flatMap((style) => [...style.matchAll(/url\(["']?(.*?)["']?\)/g)].map(([, address]) => address));
  return [...addresses, ...drawn]
    .filter((address) => address)
    .map((address) => new URL(address as string, location.origin))
    .filter(({ protocol, host }) => /^https?:$/.test(protocol) && host !== location.host)
    .map(({ href }) => href);
}

test("pages of every type request no tag manager before consent", async ({ page }) => {
  const requests = await mockGoogleRequests(page);
  await configureTagManager(container);
  // The consent question is part of the site layout: one page of each type is enough to show that
  // it is displayed.
  for (const path of ["/", "/booking/", "/booking/manage/", "/en/prices/"]) {
    await loadUntilRendered(page, path);
    await hydrated(page);
    await expect(page.getByRole("button", { name: /^(Atmesti|Refuse)$/ })).toBeVisible();
  }
  expect(requests).toEqual([]);
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  const ofEachKind = new Map(listed.map((path) => [patternOf(path), path]));
  ofEachKind.set("/en/schedule/", "/en/schedule/");
  const { settings } = await desk.measuring.settings({});
  for (const path of ofEachKind.values()) {
    // A cached response may have been rendered without the tag manager.
    const text = async () => (await page.request.get(path)).text();
    await expect.poll(text, path).toContain(`"version":${settings.consentVersion}`);
    expect(await page.evaluate(externalUrlsIn, path), path).toEqual([]);
  }
});

test("consent loads the tag manager, is recorded in the ledger and can be withdrawn in the footer", async ({
  page,
  owner,
}) => {
  await configureTagManager(container);
  const requests = await mockGoogleRequests(page);
  await loadUntilRendered(page, "/prices/");
  const [refuse, accept] = ["consent.refuse", "consent.accept"].map((word) =>
    consentBar(page).getByRole("button", { name: say(word as "consent.refuse"), exact: true }),
  );
  // Both buttons have the same size: neither is easier to press.
  const [first, second] = await Promise.all([refuse?.boundingBox(), accept?.boundingBox()]);
  expect(first?.height).toBe(second?.height);
  await refuse?.click();
  await expect(consentBar(page)).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(consentBar(page)).toHaveCount(0);
  expect(requests).toEqual([]);

  const change = page.getByRole("contentinfo").getByRole("button", { name: say("consent.heading") });
  await change.click();
  await expect(consentBar(page)).toContainText(say("consent.now.REFUSED"));
  await accept?.click();
  await page.waitForFunction(() => "tagged" in window);
  expect(requests).toEqual([`https://www.googletagmanager.com/gtm.js?id=${container}`]);
  await page.reload();
  await page.waitForFunction(() => "tagged" in window);

  const count = requests.length;
  await change.click();
  await refuse?.click();
  await page.waitForFunction(() => !("tagged" in window));
  await hydrated(page);
  expect(requests).toHaveLength(count);
  expect((await page.context().cookies(site)).map(({ name }) => name)).not.toContain("_ga");

  await expect(async () => {
    const { consents } = await desk.measuring.consents({});
    expect(consents.slice(0, 3).map(({ choice }) => choice)).toEqual(["REFUSED", "ACCEPTED", "REFUSED"]);
    expect(new Set(consents.slice(0, 3).map(({ browserId }) => browserId)).size).toBe(1);
  }).toPass();

  // When the version of the consent question changes, visitors are asked again.
  const { settings } = await desk.measuring.settings({});
  await desk.measuring.updateSettings({ settings: { revision: settings.revision }, askAgain: true });
  const version = `"version":${settings.consentVersion + 1}`;
  await expect.poll(async () => (await page.request.get("/prices/")).text()).toContain(version);
  await page.reload();
  await expect(consentBar(page)).toBeVisible();

  // The team's pages and the account pages do not ask for consent.
  await owner.page.goto("/account/");
  await hydrated(owner.page);
  await expect(consentBar(owner.page)).toHaveCount(0);
});

test("counts page views per page without a cookie and shows them to the owner", async ({ browser, owner }) => {
  const before = await pageViewsOf("/prices/");
  const context = await browser.newContext({
    baseURL: site,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  });
  const page = await context.newPage();
  await page.goto("/prices/");
  await hydrated(page);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("page.schedule") })
    .click();
  await expect(headline(page, say("page.schedule"))).toBeVisible();
  await page.goBack();
  await expect(headline(page, say("page.prices"))).toBeVisible();
  // Other journeys may load the page at the same time.
  await expect.poll(() => pageViewsOf("/prices/")).toBeGreaterThanOrEqual(before + 2);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  await context.close();

  await owner.page.goto("/admin/views/");
  const table = owner.page.getByRole("table", { name: adminSay("views.byPage") });
  await expect(table.getByRole("row", { name: "/prices/" })).toBeVisible();
});

async function pageViewsOf(path: string): Promise<number> {
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const { pages } = await desk.measuring.views({ from: dayAt(Date.now() - dayMs), to: dayAt(Date.now() + dayMs) });
  return pages.find((page) => page.path === path)?.views ?? 0;
}
