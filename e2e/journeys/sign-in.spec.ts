import type { Page } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { words as identityWords } from "@uola/words/identity";
import { words } from "@uola/words/site";
import { ports, site } from "../harness/addresses.ts";
import { bookingPath, sessionAhead } from "../harness/desk.ts";
import { demoAccount, expect, headline, hydrated, login, test } from "../people.ts";

const say = words("lt");
const adminSay = adminWords("lt");
const identitySay = identityWords("lt");
const identity = `http://localhost:${ports.identity}`;
const account = demoAccount.bind(null, "member");

const isSignedIn = (page: Page, session: "member" | "visitor") =>
  expect(page.locator("html")).toHaveAttribute("data-session", session);

/** The sign-in button next to the booking form, not the one in the header. */
const signInNextToForm = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: say("action.signIn"), exact: true });

/** Signs in on the provider's page in a popup, which then closes itself. */
async function signInInPopup(popup: Page) {
  const { email, password } = account();
  await popup.getByLabel(identitySay("email")).fill(email);
  await popup.getByLabel(identitySay("password")).fill(password);
  await Promise.all([
    popup.waitForEvent("close"),
    popup.getByRole("button", { name: identitySay("signIn"), exact: true }).click(),
  ]);
}

/** Opens the booking form and types into it. */
async function openFilledForm(page: Page) {
  // Chooses a session with more than one free place: a tab that is left before the response to its
  // hold request does not know that the held place is its own.
  await page.goto(bookingPath(await sessionAhead({ free: 3 })));
  await expect(headline(page, say("booking.head.details"))).toBeVisible();
  await hydrated(page);
  await page.getByLabel(say("field.firstName")).fill("Ona");
  await page.getByLabel(say("field.notes")).fill("36 dydžio bateliai");
}

async function expectTextUnchanged(page: Page) {
  await expect(page.getByLabel(say("field.firstName"))).toHaveValue("Ona");
  await expect(page.getByLabel(say("field.notes"))).toHaveValue("36 dydžio bateliai");
}

async function expectFilled(page: Page) {
  const { lastName, email } = account();
  await expect(page.getByLabel(say("field.email"))).toHaveValue(email);
  await expect(page.getByLabel(say("field.lastName"))).toHaveValue(lastName);
  await expectTextUnchanged(page);
}

test("a page that requires a sign-in opens the sign-in page and then returns to the requested URL", async ({
  page,
}) => {
  await page.goto("/account/?booking=none#past");
  await page.waitForURL(`${identity}/**`);
  await login(page, account());
  await expect(page).toHaveURL(`${site}/account/?booking=none#past`);
  await expect(headline(page, say("account.head"))).toBeVisible();
});

test("a person with a session at the identity provider is signed in silently and stays signed in", async ({ page }) => {
  await page.goto("/account/");
  await login(page, account());
  await page.reload();
  await isSignedIn(page, "member");
  await page.context().clearCookies({ name: "wrefreshToken" });
  await page.evaluate(() => localStorage.clear());
  await page.goto("/schedule/");
  await isSignedIn(page, "member");
});

test("signing out signs out every tab, and protected pages require signing in again", async ({ page }) => {
  await page.goto("/account/");
  await login(page, account());
  const second = await page.context().newPage();
  await second.goto("/account/");
  await expect(second.getByRole("heading", { name: say("account.upcoming") })).toBeVisible();
  // A third tab is still loading: it has its page, but not the script that hydrates it.
  const third = await page.context().newPage();
  const signedOut = Promise.withResolvers<void>();
  await third.route("**/assets/hydration-entry-*.js", async (route) => {
    await signedOut.promise;
    await route.continue();
  });
  await third.goto("/account/", { waitUntil: "commit" });
  await isSignedIn(third, "member");
  await page.getByRole("button", { name: say("action.signOut") }).click();
  await expect(page).toHaveURL(`${site}/`);
  await isSignedIn(page, "visitor");
  signedOut.resolve();
  for (const other of [second, third]) {
    await expect(other.getByRole("alert")).toHaveText(say("signIn.failed.login_required"));
    await isSignedIn(other, "visitor");
  }
  // The session at the provider has ended too, so its sign-in page is shown.
  await page.goto("/account/");
  await page.waitForURL(`${identity}/**`);
  await page.goBack();
  await expect(page).toHaveURL(`${site}/`);
});

test("keeps text typed by staff when their session ends while the tab is hidden", async ({ owner: { page } }) => {
  await page.goto("/admin/rules/");
  await hydrated(page);
  await page.getByRole("button", { name: adminSay("categories.add") }).click();
  const field = page.getByRole("dialog").getByLabel(adminSay("field.name"), { exact: true });
  await field.fill("Ilgai rašyta");
  await page.context().clearCookies({ name: "wrefreshToken" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await field.pressSequentially(" ir dar");
  await expect(field).toHaveValue("Ilgai rašyta ir dar");
  await test.step("keeps the input when they sign in again in another tab", async () => {
    const second = await page.context().newPage();
    await second.goto("/");
    // The identity provider still has a session for this person.
    await isSignedIn(second, "member");
    await second.close();
    await expect(field).toHaveValue("Ilgai rašyta ir dar");
  });
  await test.step("asks for confirmation before the page is closed", async () => {
    const asks = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asks;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await expect(field).toHaveValue("Ilgai rašyta ir dar");
  });
});

test("another tab notices a sign-in", async ({ page }) => {
  await page.goto("/schedule/");
  await hydrated(page);
  await isSignedIn(page, "visitor");
  const second = await page.context().newPage();
  await second.goto("/account/");
  await login(second, account());
  await isSignedIn(page, "member");
});

test("signing in from the booking form keeps the typed input and fills in the other fields", async ({ page }) => {
  await openFilledForm(page);
  const [popup] = await Promise.all([page.waitForEvent("popup"), signInNextToForm(page).click()]);
  await popup.waitForURL(`${identity}/**`);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([400, 600]);
  await expect(page.getByText(say("booking.form.signInOpen"))).toBeVisible();
  await signInInPopup(popup);
  await expect(page.getByText(say("booking.form.signedIn", { address: account().email }))).toBeVisible();
  await expectFilled(page);
  await isSignedIn(page, "member");
});

test("closing the sign-in window loses no input, and the window can be opened again", async ({ page }) => {
  await openFilledForm(page);
  const [popup] = await Promise.all([page.waitForEvent("popup"), signInNextToForm(page).click()]);
  await popup.waitForURL(`${identity}/**`);
  await popup.close();
  await expect(page.getByRole("alert")).toHaveText(say("signIn.failed.cancelled"));
  await expectTextUnchanged(page);
  const [again] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: say("action.retry") }).click(),
  ]);
  await signInInPopup(again);
  await expectFilled(page);
});

test("if the sign-in window is blocked, signing in in the same tab returns to the page with the typed input", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await openFilledForm(page);
  const here = page.url();
  await signInNextToForm(page).click();
  await expect(page.getByRole("alert")).toHaveText(say("signIn.failed.popup_blocked"));
  await page.getByRole("button", { name: say("signIn.here") }).click();
  // The booking form has a field of the same name.
  await page.waitForURL(`${identity}/**`);
  await login(page, account());
  await expect(page).toHaveURL(here);
  await expectFilled(page);
});

test("two tabs that opened the sign-in page at the same time both sign in and return to their own pages", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await page.goto("/account/?booking=none");
  await page.waitForURL(`${identity}/**`);
  await other.goto("/account/security/");
  await other.waitForURL(`${identity}/**`);
  await login(page, account());
  await expect(page).toHaveURL(`${site}/account/?booking=none`);
  await login(other, account());
  await expect(other).toHaveURL(`${site}/account/security/`);
});

test("a sign-in whose state was lost by the browser succeeds when the provider has a session", async ({ page }) => {
  await page.goto("/account/?booking=none");
  await page.waitForURL(`${identity}/**`);
  await page.route(
    ({ origin, pathname }) => origin === site && pathname === "/callback/",
    (route) => route.fulfill({ status: 302, headers: { location: "/callback/?code=c&state=forgotten" } }),
    { times: 1 },
  );
  await login(page, account());
  await expect(page).toHaveURL(`${site}/account/?booking=none`);
});

for (const [part, begins] of [
  ["query", "/schedule/?kind=trainings&"],
  ["fragment", "/schedule/?kind=trainings#"],
] as const) {
  test(`a sign-in response in the ${part} of any page completes the sign-in and is not added to the browser history`, async ({
    page,
  }) => {
    const bodies: string[] = [];
    page.on("request", (request) => request.url().startsWith(site) && bodies.push(request.postData() ?? ""));
    await page.goto("/account/?booking=none");
    await page.waitForURL(`${identity}/**`);
    await page.route(
      ({ origin, pathname }) => origin === site && pathname === "/callback/",
      (route) =>
        route.fulfill({ status: 302, headers: { location: begins + new URL(route.request().url()).search.slice(1) } }),
      { times: 1 },
    );
    await login(page, account());
    await expect(page).toHaveURL(`${site}/account/?booking=none`);
    const visited = await page.evaluate(() => navigation.entries().map(({ url }) => url));
    expect(visited.filter((url) => url?.includes("code="))).toEqual([]);
    expect(bodies.filter((body) => body.includes("state="))).toEqual([]);
  });
}

test("a page whose own query parameters include `code` and `state` keeps them", async ({ page }) => {
  await page.goto("/schedule/?kind=trainings&code=own&state=own");
  await hydrated(page);
  await expect(page).toHaveURL(`${site}/schedule/?kind=trainings&code=own&state=own`);
});

test("retrying after a failed sign-in returns to the requested page", async ({ page }) => {
  await page.goto("/account/?booking=none");
  await page.waitForURL(`${identity}/**`);
  await page.goto("/callback/?code=c&state=unknown");
  await expect(page.getByRole("alert")).toHaveText(say("signIn.failed.state_mismatch"));
  await page.getByRole("button", { name: say("action.retry") }).click();
  await page.waitForURL(`${identity}/**`);
  await login(page, account());
  await expect(page).toHaveURL(`${site}/account/?booking=none`);
});

test("reports a sign-in response that this browser did not request", async ({ page }) => {
  await page.goto("/callback/?code=somebody-elses&state=unknown");
  await expect(page.getByRole("alert")).toHaveText(say("signIn.failed.missing_transaction"));
  await page.goto("/callback/");
  await expect(page).toHaveURL(`${site}/`);
});

test("reports an unreachable identity provider and does not sign in", async ({ page }) => {
  await page.goto("/account/");
  await page.waitForURL(`${identity}/**`);
  await page.route(`${identity}/oauth/token`, (route) => route.abort());
  const { email, password } = account();
  await page.getByLabel(identitySay("email")).fill(email);
  await page.getByLabel(identitySay("password")).fill(password);
  await page.getByRole("button", { name: identitySay("signIn"), exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText(say("signIn.failed.offline"));
  await isSignedIn(page, "visitor");
});

test("the checkout shows prices and payment methods, and `returnTo` leads only to this site", async ({ page }) => {
  await page.goto(`/order/?checkout=1&returnTo=${encodeURIComponent(`${site}/booking/`)}`);
  await expect(headline(page, say("order.title"))).toBeVisible();
  await expect(page.getByText(say("order.lead"))).toBeVisible();
  await page.getByRole("link", { name: say("wayBack") }).click();
  await expect(page).toHaveURL(`${site}/booking/`);
  await page.goto("/kainos/?product=unknown&returnTo=https://evil.example/");
  await expect(headline(page, say("page.prices"))).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole("link", { name: say("wayBack") })).toHaveCount(0);
  await expect(page.getByText(say("prices.asked"))).toHaveCount(0);
});
