import { words as adminWords } from "@uola/words/admin";
import { words } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { loadUntil, soon } from "../harness/changed-page.ts";
import { expect, headline, hydrated, test } from "../people.ts";

/** Letters that identify a Lithuanian text. */
const lithuanian = /[ąčęėįšųūž]/i;
/** Names that are not translated: people, the street and the labels of the language switch. */
const names = /Rūta|Agnė|Žygimantas|Šaltūnas|Skardžio|Neris|Lietuviškai|In English|Uola/g;

test("the language switch leads to the same page and keeps the query parameters", async ({ page }) => {
  await page.goto("/schedule/?week=2026-11-23");
  await hydrated(page);
  await page.getByRole("banner").getByRole("link", { name: "In English" }).first().click();
  await expect(page).toHaveURL(`${site}/en/schedule/?week=2026-11-23`);
  await expect(headline(page, words("en")("page.schedule"))).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("link", { name: words("en")("page.prices") })
    .first()
    .click();
  await expect(page).toHaveURL(`${site}/en/prices/`);
});

test("the menus and headings of every admin page are available in English", async ({ owner: { page } }) => {
  const say = adminWords("en");
  await page.goto("/en/admin/");
  const menu = page.getByRole("navigation", { name: say("nav"), exact: true });
  await expect(menu).toBeVisible();
  const paths = await menu
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const admin = paths.filter((path) => path.startsWith("/en/admin/"));
  expect(admin.length).toBeGreaterThan(8);
  for (const path of admin) {
    await page.goto(path);
    await expect(menu).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    // A row heading is a name given by the gym, such as a service name; it is not translated.
    const texts = await page
      .locator("h1, nav a, th:not([scope=row]), legend, .admin-side button")
      .evaluateAll((elements) => elements.map((element) => (element as HTMLElement).innerText));
    const wrong = texts.flatMap((text) => text.split("\n")).map((text) => text.replace(names, ""));
    expect(
      wrong.filter((text) => lithuanian.test(text)),
      path,
    ).toEqual([]);
  }
});

test("the site has no English pages and no language switch when the owner does not offer English", async ({
  owner: { page },
  visitor,
}) => {
  const say = adminWords("lt");
  const offerEnglish = async (offered: boolean) => {
    await page.goto("/admin/gym/");
    await page.getByRole("button", { name: say("gym.edit"), exact: true }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(say("gym.field.english")).setChecked(offered);
    await form.getByRole("button", { name: say("form.save") }).click();
    await expect(form).toHaveCount(0);
  };
  await offerEnglish(false);
  try {
    await loadUntil(visitor.page, "/en/prices/", async () => {
      await expect(visitor.page).toHaveURL(/[^n]\/prices\/$/, soon);
      await expect(visitor.page.getByRole("link", { name: "In English" })).toHaveCount(0, soon);
    });
  } finally {
    await offerEnglish(true);
  }
});
