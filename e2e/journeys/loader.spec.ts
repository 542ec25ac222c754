import type { Page, Route } from "@playwright/test";
import { money } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { bookingPath, sessionAhead } from "../harness/desk.ts";
import { demoAccount, expect, headline, hydrated, login, test } from "../people.ts";

const say = words("lt");
const pageData = /\/page-data\/(?!app-data)/;
const schedule = (page: Page) => page.getByRole("contentinfo").getByRole("link", { name: say("page.schedule") });
const prices = (page: Page) => page.getByRole("contentinfo").getByRole("link", { name: say("page.prices") });

/** Sets a mark that disappears when the document is reloaded. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

/** Stops the clock of the page, so that only the test advances it. */
async function stopClock(page: Page) {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Puts the browser into data-saving mode, in which nothing is prefetched. */
const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));

test("links in view are prefetched, four at a time every three seconds", async ({ page }) => {
  await page.clock.install();
  // Tall enough that every link is in view.
  await page.setViewportSize({ width: 1440, height: 9000 });
  const fetched: string[] = [];
  page.on("request", (request) => pageData.test(request.url()) && fetched.push(request.url()));
  await page.goto("/");
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(async () => {
    await page.clock.runFor(10);
    expect(fetched.length).toBeGreaterThan(0);
  }).toPass();
  await page.clock.runFor(2900);
  expect(fetched.length).toBeLessThanOrEqual(4);
  const first = fetched.length;
  await page.clock.runFor(300);
  await expect.poll(() => fetched.length).toBeGreaterThan(first);
  expect(fetched.length).toBeLessThanOrEqual(first + 4);
  expect(new Set(fetched).size).toBe(fetched.length);
});

test("text typed during hydration is kept and processed", async ({ page }) => {
  // React starts work by posting a message to itself; input typed at that moment has no listener
  // yet.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    Object.assign(MessagePort.prototype, {
      postMessage(...input: unknown[]) {
        const field = document.querySelector<HTMLInputElement>("#donation-sum");
        if (field && field.value === field.defaultValue) field.value = "30";
        Reflect.apply(postMessage, this, input);
      },
    });
  });
  await page.goto("/donate/");
  await hydrated(page);
  await page.getByLabel(say("donate.sum.own")).focus();
  await expect(page.getByLabel(say("donate.sum.own"))).toHaveValue("30");
  const give = page.getByRole("button", { name: say("donate.do.sum", { sum: money(3000) }) });
  await expect(give).toBeVisible();
});

test("text typed into several fields before hydration is kept", async ({ page }) => {
  await page.goto("/contact/");
  const written = { [say("inquiry.text")]: "Ar galiu ateiti?", [say("inquiry.name")]: "Ona" };
  // Fills the fields in before the page is hydrated.
  for (const [label, text] of Object.entries(written)) await page.getByLabel(label).fill(text);
  await hydrated(page);
  for (const [label, text] of Object.entries(written)) await expect(page.getByLabel(label)).toHaveValue(text);
});

test("key presses and clicks during hydration do not force it to finish and are handled once", async ({ page }) => {
  // React continues its work by posting messages to itself; here these messages are delayed.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype;
    let waiting: (() => void)[] | undefined = [];
    addEventListener("go-on", () => {
      for (const post of waiting ?? []) post();
      waiting = undefined;
    });
    Object.assign(MessagePort.prototype, {
      postMessage(...input: unknown[]) {
        const post = () => Reflect.apply(postMessage, this, input);
        if (!waiting) return post();
        waiting.push(post);
        document.documentElement.dataset.begun = "";
      },
    });
  });
  await page.goto("/kids/");
  const more = page.getByRole("button", { name: say("kids.birthday.more") });
  await more.focus();
  await expect(page.locator("html")).toHaveAttribute("data-begun", "");
  await page.keyboard.press("Shift");
  await more.click();
  const children = (count: number) => page.getByText(say("kids.birthday.value", { count }), { exact: true });
  await expect(children(8)).toBeAttached();
  await page.evaluate(() => dispatchEvent(new Event("go-on")));
  await expect(children(9)).toBeAttached();
});

test("a choice made before hydration takes effect", async ({ page }) => {
  await page.goto("/kids/");
  await hydrated(page);
  await mark(page);
  await page
    .locator("#finder label", { has: page.locator('[name="year"]') })
    .nth(4)
    .click();
  // Clicks before the page is hydrated.
  await page.getByLabel(say("kids.level.some")).locator("xpath=..").click();
  await expect(page).toHaveURL(/[?]year=20\d\d&level=some$/);
  await expect(page.locator('#finder [name="year"]').nth(4)).toBeChecked();
  await expect(page.getByLabel(say("kids.level.some"))).toBeChecked();
  expect(await isMarked(page)).toBe(true);
});

test("a browser in data-saving mode prefetches nothing", async ({ page }) => {
  await saveData(page);
  const fetched: string[] = [];
  page.on("request", (request) => pageData.test(request.url()) && fetched.push(request.url()));
  await page.goto("/");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(fetched).toEqual([]);
});

test("a slow page shows a loading notice after a second, and not earlier", async ({ page }) => {
  await saveData(page);
  await page.goto("/order/");
  await hydrated(page);
  await stopClock(page);
  let release = () => {};
  await page.route(pageData, async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  const notice = page.getByText(say("state.slow"));
  await prices(page).click();
  await page.clock.runFor(900);
  await expect(notice).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(notice).toBeVisible();
  release();
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(headline(page, say("page.prices"))).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(notice).toHaveCount(0);
});

for (const [failures, isSamePage] of [
  [3, true],
  [4, false],
] as const) {
  const end = isSamePage ? "is fetched again until it succeeds" : "ends in a full page load";
  test(`page data that fails to load ${failures} times ${end}`, async ({ page }) => {
    await saveData(page);
    await page.goto("/order/");
    await hydrated(page);
    await mark(page);
    let requests = 0;
    await page.route(pageData, (route) => (requests++ < failures ? route.fulfill({ status: 502 }) : route.continue()));
    await page.evaluate(() => (navigation as unknown as { navigate(url: string): void }).navigate("/prices/"));
    await expect(headline(page, say("page.prices"))).toBeVisible();
    await page.waitForFunction((isSamePage) => "marked" in window === isSamePage, isSamePage);
    expect(requests).toBeGreaterThanOrEqual(4);
  });
}

/** Simulates the server's response to a request for a script of an older build. */
const respondNotFound = (route: Route) => route.fulfill({ status: 404, body: "" });

test("a navigation whose script is missing loads the page from the server", async ({ page }) => {
  await saveData(page);
  await page.goto("/order/");
  await hydrated(page);
  await mark(page);
  await page.route(/\/assets\/schedule-/, respondNotFound);
  await schedule(page).click();
  await expect(page).toHaveURL(`${site}/schedule/`);
  await expect(headline(page, say("page.schedule"))).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});

test("a page whose script is missing at hydration is reloaded once", async ({ page }) => {
  let loads = 0;
  page.on("request", (request) => request.isNavigationRequest() && loads++);
  // The script is requested once by prefetch and once when it is needed, so only the next document
  // finds it.
  await page.route(/\/assets\/hydration-entry-/, (route) => (loads < 2 ? respondNotFound(route) : route.continue()));
  await page.goto("/order/");
  await hydrated(page);
  expect(loads).toBe(2);
});

test("scripts that remain missing leave a readable page and cause no reload loop", async ({ page }) => {
  let loads = 0;
  page.on("request", (request) => request.isNavigationRequest() && loads++);
  await page.route(/\/assets\/hydration-entry-/, respondNotFound);
  const failed = page.waitForEvent("pageerror", (error) => error.name === "ChunkGone");
  await page.goto("/order/");
  await failed;
  expect(loads).toBe(2);
  await prices(page).click();
  await expect(page).toHaveURL(`${site}/prices/`);
});

test("a missing script that is loaded on demand causes a page reload without a connection error", async ({ page }) => {
  await page.goto("/order/");
  await hydrated(page);
  await mark(page);
  await page.route(/\/assets\/session-identity-/, respondNotFound);
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("action.signIn") })
    .click();
  await page.waitForFunction(() => !("marked" in window));
  await hydrated(page);
  await page.unroute(/\/assets\/session-identity-/);
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("action.signIn") })
    .click();
  await expect(page).not.toHaveURL(new RegExp(`^${site}`));
});

test("text that differs from the server-rendered HTML is corrected without an error", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.route("**/gift/", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(`>${say("gift.terms")}<`, ">Kitaip<");
    expect(body).toContain(">Kitaip<");
    await route.fulfill({ response: answer, body });
  });
  await page.goto("/gift/");
  await hydrated(page);
  await page
    .getByRole("group", { name: say("theme.label") })
    .getByText(say("theme.dark"), { exact: true })
    .click();
  await page.getByLabel(say("gift.sum.own")).focus();
  await expect(page.getByText("Kitaip", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: say("theme.dark"), exact: true })).toBeChecked();
  expect(complaints).toEqual([]);
});

test("loads React for text pages only when a button is pressed", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => /\/assets\/hydration-entry-/.test(request.url()) && scripts.push(request.url()));
  await page.goto("/faq/");
  await hydrated(page);
  await mark(page);
  await page
    .getByRole("group", { name: say("theme.label") })
    .getByText(say("theme.dark"), { exact: true })
    .click();
  await prices(page).click();
  await expect(headline(page, say("page.prices"))).toBeFocused();
  await expect(page).toHaveTitle(`${say("page.prices")} – Uola`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: say("theme.dark"), exact: true })).toBeChecked();
  await page.goBack();
  await expect(headline(page, say("page.faq"))).toBeVisible();
  // A link that scrolls under the pointer counts as hovered, and may lead to a page that needs
  // React.
  const pointAtNothing = () => page.mouse.move(1, 450);
  await pointAtNothing();
  await page
    .getByRole("main")
    .getByRole("link", { name: `${say("faq.page")}: ${say("page.prices")}` })
    .hover();
  await pointAtNothing();
  await schedule(page).click();
  await expect(headline(page, say("page.schedule"))).toBeFocused();
  const later = page.getByRole("link", { name: say("week.later") });
  const toNextWeek = (await later.getAttribute("href")) ?? "";
  await later.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?]week=/);
  // The new week is inserted as new HTML; the keyboard focus stays on the same link.
  await expect(later).not.toHaveAttribute("href", toNextWeek);
  await expect(later).toBeFocused();
  // Waits until every expected request has finished.
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await page.getByRole("link", { name: say("schedule.filter.all") }).focus();
  await page
    .getByRole("navigation", { name: say("schedule.filters") })
    .getByRole("link")
    .nth(1)
    .press("Enter");
  await expect(page).toHaveURL(/kind=/);
  expect(scripts).toHaveLength(1);
  await expect(page.getByRole("radio", { name: say("theme.dark"), exact: true })).toBeChecked();
  expect(await isMarked(page)).toBe(true);
  await page.goto("/faq/");
  await hydrated(page);
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("action.signIn") })
    .click();
  await expect(page).not.toHaveURL(new RegExp(`^${site}`));
});

test("opens the first booking step without React and releases the hold stored in the tab", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => /\/assets\/hydration-entry-/.test(request.url()) && scripts.push(request.url()));
  const offered = await sessionAhead({ free: 2 });
  const choose = page.getByRole("main").locator(`a[href*="service=${offered.service.mainSlug.name}"]`);
  await page.goto("/faq/");
  await hydrated(page);
  await mark(page);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/booking/"]')?.click());
  await expect(headline(page, say("booking.head.activity"))).toBeFocused();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await choose.focus();
  await page.keyboard.press("Enter");
  await expect(headline(page, say("booking.head.time"))).toBeFocused();
  expect(scripts).toHaveLength(1);
  expect(await isMarked(page)).toBe(true);
  await page.goto(bookingPath(offered));
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("uola.booking.hold"))).toBeTruthy();
  await page.goto("/booking/");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("uola.booking.hold"))).toBeNull();
});

test("updates the document head on each navigation", async ({ page }) => {
  const head = () =>
    page.evaluate(() =>
      Object.fromEntries(
        [
          ['link[rel="canonical"]', "href"],
          ['meta[name="robots"]', "content"],
          ['meta[property="og:title"]', "content"],
          ['meta[property="og:image"]', "content"],
          ['meta[name="description"]', "content"],
          ['link[hreflang="en"]', "href"],
          ['script[type="application/ld+json"]', "textContent"],
        ].map(([selector = "", name = ""]) => {
          const element = document.querySelector(selector);
          return [selector, name === "textContent" ? element?.textContent : element?.getAttribute(name)];
        }),
      ),
    );
  const asDocument = async (path: string) => {
    await page.goto(path);
    return head();
  };
  const expected = { prices: await asDocument("/prices/"), order: await asDocument("/order/") };
  await page.goto("/order/");
  await hydrated(page);
  await mark(page);
  await prices(page).click();
  await expect(headline(page, say("page.prices"))).toBeVisible();
  expect(await head()).toEqual(expected.prices);
  await page.goBack();
  await expect(headline(page, say("order.title"))).toBeVisible();
  expect(await head()).toEqual(expected.order);
  expect(await isMarked(page)).toBe(true);
});

test("the site is installable: its manifest has the theme colour, standalone display and icons", async ({ page }) => {
  await page.goto("/");
  const href = (await page.locator('link[rel="manifest"]').getAttribute("href")) ?? "";
  const answer = await page.request.get(href);
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ display: "standalone", theme_color: "#0c1a4b", start_url: "/", scope: "/" });
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute("content", manifest.theme_color);
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const [width] = sizes.split("x").map(Number);
    const measured = await page.evaluate(async (src) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      return image.naturalWidth;
    }, src);
    expect(measured, src).toBe(sizes === "any" ? measured : width);
    expect(measured, src).toBeGreaterThan(0);
  }
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain("maskable");
  await page.goto("/en/");
  const english = await (await page.request.get("/manifest-en.webmanifest")).json();
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest-en.webmanifest");
  expect(english).toMatchObject({ id: manifest.id, start_url: "/en/", lang: "en" });
  for (const { url } of [...manifest.shortcuts, ...english.shortcuts] as { url: string }[]) {
    expect((await page.request.get(url)).url(), url).toBe(`${site}${url}`);
  }
});

test("layout data is fetched again on each navigation, and the previous data is kept when that fails", async ({
  page,
}) => {
  await saveData(page);
  await page.goto("/order/");
  await hydrated(page);
  await mark(page);
  const phone = page.getByRole("contentinfo").getByText("+370 600 99999");
  await page.route("**/slice-data/business.json", async (route) => {
    const answer = await route.fetch();
    const label = "+370 600 99999";
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), reached: [{ label, href: "tel:+37060099999" }] },
    });
  });
  await prices(page).click();
  await expect(headline(page, say("page.prices"))).toBeVisible();
  await expect(phone).toBeVisible();
  await page.route("**/slice-data/business.json", (route) => route.fulfill({ status: 404, body: "{}" }));
  await schedule(page).click();
  await expect(headline(page, say("page.schedule"))).toBeVisible();
  await expect(phone).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("data shared by several pages is fetched from its own URL and retried until it succeeds", async ({ page }) => {
  await saveData(page);
  await page.goto("/order/");
  await hydrated(page);
  await mark(page);
  let requests = 0;
  await page.route(/\/page-data\/sq\/d\/\d+\.json$/, (route) =>
    requests++ < 3 ? route.fulfill({ status: 502 }) : route.continue(),
  );
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("private.head") })
    .click();
  await expect(headline(page, say("private.head"))).toBeVisible();
  expect(requests).toBe(4);
  expect(await isMarked(page)).toBe(true);
});

test("offers to install the app on the account page, and never prompts by itself", async ({ member }) => {
  const { page } = member;
  await page.goto("/account/");
  await hydrated(page);
  const button = page.getByRole("button", { name: say("install"), exact: true });
  await expect(headline(page, say("account.head"))).toBeVisible();
  await expect(button).toHaveCount(0);
  const isPrevented = await page.evaluate(() => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => Object.assign(window, { prompted: true }),
    });
    return !dispatchEvent(event);
  });
  expect(isPrevented).toBe(true);
  await button.click();
  await page.waitForFunction(() => "prompted" in window);
  await expect(button).toHaveCount(0);
});

test("a finished sign-in stores a marker cookie for a day, but neither its transaction nor its tokens", async ({
  page,
}) => {
  const cookieOf = async (name: RegExp) => (await page.context().cookies(site)).find((each) => name.test(each.name));
  const days = (expires = 0) => (expires - Date.now() / 1000) / 86_400;
  await page.goto("/account/");
  await page.waitForURL((url) => url.origin !== site);
  expect(await cookieOf(/^a0\.spajs\.txs/)).toBeUndefined();
  await login(page, demoAccount("member"));
  const note = await cookieOf(/^auth0\..+\.is\.authenticated$/);
  expect(days(note?.expires)).toBeCloseTo(1, 1);
  expect((await cookieOf(/^wrefreshToken$/))?.path).toBe("/");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toMatch(/eyJ|id_token|access_token|code_verifier/);
});

test("the silent sign-in frame times out after a minute", async ({ page, member }) => {
  const silent = member.page;
  await silent.goto("/");
  await hydrated(silent);
  // Still signed in at the identity provider, but not on the site.
  await silent.context().clearCookies({ name: "wrefreshToken" });
  await silent.evaluate(() => localStorage.removeItem("uola.user"));
  await stopClock(silent);
  const authorizeRequest = silent.waitForRequest(/\/authorize\?/);
  await silent.route(/\/authorize\?/, () => {});
  await silent.goto("/account/");
  await silent.clock.runFor(1000);
  await authorizeRequest;
  const failure = silent.getByText(say("signIn.failed.timeout"));
  await silent.clock.runFor(58_000);
  await expect(failure).toHaveCount(0);
  await expect(async () => {
    await silent.clock.runFor(1000);
    await expect(failure).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.close();
});

test("a changed role takes effect when a page with restricted access is opened", async ({ trainer }) => {
  const { page } = trainer;
  await page.goto("/account/");
  await expect(headline(page, say("account.head"))).toBeVisible();
  await page.evaluate(() => {
    const known = JSON.parse(localStorage.getItem("uola.user") ?? "{}");
    localStorage.setItem("uola.user", JSON.stringify({ ...known, role: "member", firstName: "Senasis" }));
  });
  await page.goto("/account/");
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("uola.user") ?? "{}")))
    .toMatchObject({ role: "trainer", firstName: trainer.firstName });
});
