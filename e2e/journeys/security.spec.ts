import type { CDPSession, Page } from "@playwright/test";
import { words as identityWords } from "@uola/words/identity";
import { words } from "@uola/words/site";
import { Secret, TOTP } from "otpauth";
import { ports, site } from "../harness/addresses.ts";
import { nthMailTo } from "../harness/mail.ts";
import { expect, headline, type Person, register, test } from "../people.ts";

const say = words("lt");
const identitySay = identityWords("lt");
const identity = `http://localhost:${ports.identity}`;

/** Registers a new person and opens the security page of the account. */
async function newcomer({ page, ...person }: Person) {
  await page.goto("/account/security/");
  await page.waitForURL(`${identity}/**`);
  await register(page, { ...person, page });
  await expect(page).toHaveURL(`${site}/account/security/`);
  await expect(headline(page, say("security.title"))).toBeVisible();
}

const enter = async (page: Page, email: string, password: string) => {
  await page.getByLabel(identitySay("email"), { exact: true }).fill(email);
  await page.getByLabel(identitySay("password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: identitySay("signIn"), exact: true }).click();
};

test("the mailed link verifies the email address", async ({ visitor }) => {
  const { page, email } = visitor;
  await newcomer(visitor);
  await expect(page.getByText(say("security.email.unverified"))).toBeVisible();
  const { text = "" } = await nthMailTo(email, 1);
  await page.goto(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? "");
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByText(identitySay("verifyDoneText"))).toBeVisible();
  await page.goto("/account/security/");
  await expect(page.getByText(say("security.email.verified"))).toBeVisible();
});

test("changes a password and reports a wrong current password at its field", async ({ visitor }) => {
  const { page, email, password } = visitor;
  await newcomer(visitor);
  const row = page.getByRole("region", { name: say("security.ways") });
  await row
    .getByRole("button", { name: say("action.change") })
    .last()
    .click();
  const dialog = page.getByRole("dialog");
  const save = () => dialog.getByRole("button", { name: say("security.password.save") }).click();
  await dialog.getByLabel(say("security.password.current")).fill("not this one");
  await dialog.getByLabel(say("security.password.new")).fill("visai naujas slaptas žodis 8");
  await save();
  await expect(dialog.getByText(say("security.refusal.wrongPassword"))).toBeVisible();
  await dialog.getByLabel(say("security.password.current")).fill(password);
  await save();
  await expect(page.getByText(say("security.password.done"))).toBeVisible();

  await page.getByRole("button", { name: say("security.devices.endAll") }).click();
  await page.waitForURL(`${site}/`);
  await expect(page.locator("html")).toHaveAttribute("data-session", "visitor");
  await page.goto("/account/security/");
  await page.waitForURL(`${identity}/**`);
  await enter(page, email, password);
  await expect(page.getByText(identitySay("wrongCredentials"))).toBeVisible();
  await enter(page, email, "visai naujas slaptas žodis 8");
  await expect(headline(page, say("security.title"))).toBeVisible();
});

test("an authenticator app is enabled with its first code and required at the next sign-in", async ({ visitor }) => {
  const { page, email, password } = visitor;
  await newcomer(visitor);
  await page.getByRole("button", { name: say("security.authenticator.on"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("security.password.current")).fill(password);
  await dialog.getByRole("button", { name: say("action.next") }).click();
  const secret = (await dialog.locator("code").textContent())?.replace(/\s/g, "") ?? "";
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByLabel(say("security.code")).fill(app.generate());
  await dialog.getByRole("button", { name: say("security.authenticator.on"), exact: true }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const [recovery = ""] = await dialog.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: say("security.recovery.kept") }).click();
  await expect(page.getByText(say("security.authenticator.done"))).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/account/security/");
  await page.waitForURL(`${identity}/**`);
  await enter(page, email, password);
  await page.getByLabel(identitySay("code"), { exact: true }).fill(recovery);
  await page.keyboard.press("Enter");
  await expect(page.getByText(say("security.recovery.left", { count: 9 }))).toBeVisible();
});

test("a passkey is created on the provider's page and is sufficient to sign in the next time", async ({ visitor }) => {
  const { page } = visitor;
  const device: CDPSession = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await device.send("WebAuthn.addVirtualAuthenticator", { options: { ...options, isUserVerified: true } });
  await newcomer(visitor);
  await page.getByRole("button", { name: say("security.passkeys.add") }).click();
  await page.waitForURL(`${identity}/**`);
  await page.getByRole("button", { name: identitySay("addPasskey"), exact: true }).click();
  await page.waitForURL(`${site}/account/security/`);
  await expect(page.getByRole("region", { name: say("security.passkeys") }).getByText(/^Nuo /)).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/account/security/");
  // The sign-in field offers the passkey, and the virtual device accepts it automatically.
  await expect(headline(page, say("security.title"))).toBeVisible();
});
