import type { Page } from "@playwright/test";
import { dayShort, time } from "@uola/words/formats";
import { words as identityWords } from "@uola/words/identity";
import { words as mailWords } from "@uola/words/mail";
import { words } from "@uola/words/site";
import { ports, site } from "../harness/addresses.ts";
import { bookingPath, sessionAhead } from "../harness/desk.ts";
import { calendarOf, mailAbout, property } from "../harness/mail.ts";
import { demoAccount, expect, headline, hydrated, newPerson, test } from "../people.ts";

// The browser in these tests is set to Lithuanian, so any English text comes from the page itself.
const say = words("en");
const sayInMail = mailWords("en");
const identitySay = identityWords("en");

const field = (page: Page, name: "field.firstName" | "field.lastName" | "field.email") =>
  page.getByLabel(say(name), { exact: true });

test("a guest books in English, gets an English email and cancels with the link in it", async ({ page }) => {
  const { firstName, lastName, email } = newPerson();
  const offered = await sessionAhead({ free: 3 });
  const { service, session } = offered;
  const when = `${dayShort(session.startDate, "en")}, ${time(session.startDate)}`;
  const subject = (kind: "confirmed" | "canceled") => sayInMail(`${kind}.subject`, { service: service.name, when });

  await test.step("the English home page links to English pages", async () => {
    await page.goto("/en/");
    await expect(headline(page, say("home.hero"))).toBeVisible();
    await expect(page.getByRole("main").locator('a[href^="/en/booking/"]').first()).toBeVisible();
  });

  await test.step("keeps typed input when the language is switched and switched back", async () => {
    await page.goto(`/en${bookingPath(offered)}`);
    await hydrated(page);
    await field(page, "field.firstName").fill(firstName);
    await page.getByRole("link", { name: "Lietuviškai" }).first().click();
    await page.waitForURL(`${site}/booking/**`);
    const called = page.getByLabel(words("lt")("field.firstName"), { exact: true });
    await expect(called).toHaveValue(firstName);
    await hydrated(page);
    await page.getByRole("link", { name: "In English" }).first().click();
    await page.waitForURL(`${site}/en/booking/**`);
    await expect(headline(page, say("booking.head.details"))).toBeVisible();
    await expect(field(page, "field.firstName")).toHaveValue(firstName);
  });

  await test.step("makes the booking", async () => {
    await hydrated(page);
    await field(page, "field.lastName").fill(lastName);
    await field(page, "field.email").fill(email);
    await page.getByRole("button", { name: say("action.book"), exact: true }).click();
    await expect(headline(page, say("booking.confirmed"))).toBeVisible();
  });

  const link = await test.step("the mail, its calendar entry and its links are in English", async () => {
    const mail = await mailAbout(email, subject("confirmed"));
    expect(mail.html).toContain('<html lang="en">');
    expect(mail.text).toContain(sayInMail("plans.cancel"));
    const entry = calendarOf(mail);
    expect(property(entry, "DESCRIPTION")).toContain(sayInMail("ticket.code", { code: "" }).trim());
    expect(property(entry, "URL")).toContain(`${site}/en/booking/manage/?key=`);
    const [link = ""] = /http[^\s"<>]+\/booking\/manage\/\?key=[^\s"<>&]+/.exec(mail.text ?? "") ?? [];
    expect(link).toContain(`${site}/en/booking/manage/`);
    return link;
  });

  await test.step("cancels the booking", async () => {
    await page.goto(link);
    await page.getByRole("button", { name: say("action.cancelBooking") }).click();
    const dialog = page.getByRole("dialog", { name: say("account.cancel.ask") });
    await dialog.getByRole("button", { name: say("action.cancelBooking") }).click();
    await expect(headline(page, say("manage.off"))).toBeVisible();
    await mailAbout(email, subject("canceled"));
  });
});

test("signing in from an English page happens in English and returns to that page", async ({ page }) => {
  const { email, password } = demoAccount("member");
  await page.goto("/en/account/?booking=none#past");
  await page.waitForURL(`http://localhost:${ports.identity}/**`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const fill = async (text: string) => {
    await page.getByLabel(identitySay("email")).fill(email);
    await page.getByLabel(identitySay("password")).fill(text);
    await page.getByRole("button", { name: identitySay("signIn"), exact: true }).click();
  };

  await test.step("a forgotten password leads to English pages and back to the English site", async () => {
    await page.getByRole("link", { name: identitySay("forgotPassword") }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.getByRole("link", { name: identitySay("backToSite") })).toHaveAttribute("href", `${site}/en/`);
    await page.goBack();
  });

  await test.step("reports a wrong password in English", async () => {
    await fill("not my password");
    await expect(page.getByText(identitySay("wrongCredentials")).first()).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  await fill(password);
  await expect(page).toHaveURL(`${site}/en/account/?booking=none#past`);
  await expect(headline(page, say("account.head"))).toBeVisible();
});

test("a person who registers from an English page gets English mails until they choose another language", async ({
  page,
}) => {
  const { firstName, lastName, email, password } = newPerson();
  await page.goto("/en/account/");
  await page.getByRole("link", { name: identitySay("createAccount") }).click();
  await page.getByLabel(identitySay("firstName")).fill(firstName);
  await page.getByLabel(identitySay("lastNameOptional")).fill(lastName);
  await page.getByLabel(identitySay("email")).fill(email);
  await page.getByLabel(identitySay("password")).fill(password);
  await page.getByRole("button", { name: identitySay("createAccount") }).click();
  await expect(page).toHaveURL(`${site}/en/account/`);
  await expect(headline(page, say("account.head"))).toBeVisible();
  const mail = await mailAbout(email, sayInMail("account.verifyLink.title"));
  expect(mail.text).toMatch(/\/email\/verify\?token=[\w-]+&lang=en/);

  const languages = page.getByRole("group", { name: say("account.profile.language") });
  await expect(languages.getByRole("radio", { name: "English" })).toBeChecked();
  await hydrated(page);
  await languages.getByRole("radio", { name: "Lietuvių" }).check({ force: true });
  await expect(page.getByText(say("account.profile.language.kept"))).toBeVisible();
  await page.reload();
  await expect(languages.getByRole("radio", { name: "Lietuvių" })).toBeChecked();
});
