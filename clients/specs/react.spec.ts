import { expect, type Page, test } from "@playwright/test";
import { foreign, issuer } from "../harness/addresses.ts";
import { austeja, clients, signIn } from "./people.ts";

/** Tests `@auth0/auth0-react`, unchanged: its state through each kind of sign-in and sign-out. */
const settings = () => ({ react: { domain: issuer.slice(0, -1), clientId: clients().firstParty } });

const open = async (page: Page, path = "/") => {
  await page.addInitScript((given) => {
    window.settings = given;
  }, settings());
  await page.goto(`${foreign}${path}`);
};
const state = (page: Page) => page.locator("#state");
const nobody = JSON.stringify({ isLoading: false, isAuthenticated: false });
const member = JSON.stringify({ isLoading: false, isAuthenticated: true, email: austeja.email });

test("a redirect sign-in returns to the original page and survives a reload until logout", async ({ page }) => {
  await open(page);
  await expect(state(page)).toHaveText(nobody);
  await page.getByRole("button", { name: "redirect" }).click();
  await page.waitForURL((url) => url.href.startsWith(issuer));
  await signIn(page, austeja);
  await page.waitForURL(`${foreign}/back?here=1`);
  await expect(state(page)).toHaveText(member);
  await page.reload();
  await expect(state(page)).toHaveText(member);
  await page.getByRole("button", { name: "token" }).click();
  await expect(page.locator("#result")).toHaveText(/^"[\w.~-]+"$/);
  await page.getByRole("button", { name: "logout" }).click();
  await page.waitForURL(`${foreign}/`);
  await expect(state(page)).toHaveText(nobody);
});

test("auth0-react signs in with a popup", async ({ page }) => {
  await open(page);
  await expect(state(page)).toHaveText(nobody);
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.getByRole("button", { name: "popup" }).click()]);
  await expect(state(page)).toHaveText(JSON.stringify({ isLoading: true, isAuthenticated: false }));
  await signIn(popup, austeja);
  await expect(state(page)).toHaveText(member);
});

test("a page that requires authentication redirects to the sign-in page and back", async ({ page }) => {
  await open(page, "/guarded");
  await page.waitForURL((url) => url.href.startsWith(issuer));
  await signIn(page, austeja);
  await page.waitForURL(`${foreign}/guarded`);
  await expect(page.locator("#guarded")).toBeVisible();
});

test("auth0-react shows an error contained in the response", async ({ page }) => {
  await open(page, "/callback?error=access_denied&error_description=refused&state=x");
  await expect(state(page)).toContainText('"isLoading":false,"isAuthenticated":false,"error":"Invalid state"');
});
