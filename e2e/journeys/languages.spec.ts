import type { Page } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { type Locale, locales } from "@uola/words/language";
import { words } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { alive, expect, headline, test } from "../people.ts";

/** Letters and words by which a sentence of the other language is known. */
const foreign: Record<Locale, RegExp> = {
  en: /[ąčęėįšųūž]/i,
  lt: /\b(the|and|your|with|for|you|are|book|session|sessions|prices|schedule|account)\b/i,
};
/** Names stay as they are: of people, of the street, of the language the switch leads to. */
const names = /Rūta|Agnė|Žygimantas|Šaltūnas|Skardžio|Neris|Lietuviškai|In English|Uola/g;

/** Each text that a reader of the page meets, in its own line. */
async function textsOf(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"));
    return [document.title, document.body.innerText, ...labels].join("\n");
  });
  return text.split("\n").map((line) => line.replace(names, "").trim());
}

for (const locale of locales) {
  test(`every public page speaks ${locale} and names its other language`, async ({ page, request }) => {
    const sitemap = await (await request.get(`${site}/sitemap.xml`)).text();
    const all = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address ?? "").pathname);
    const isEnglish = (path: string) => path.startsWith("/en/");
    const paths = all.filter((path) => isEnglish(path) === (locale === "en"));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.length * locales.length).toBe(all.length);
    for (const path of [...paths, locale === "en" ? "/en/no-such-page/" : "/no-such-page/"]) {
      await page.goto(path);
      await alive(page);
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      const texts = await textsOf(page);
      expect(
        texts.filter((text) => foreign[locale].test(text)),
        path,
      ).toEqual([]);
    }
  });
}

test("the switch leads to the same page, with what was chosen in its address", async ({ page }) => {
  await page.goto("/schedule/?week=2026-11-23");
  await alive(page);
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

test("the team works in English: menus and headings of every page of the admin", async ({ owner: { page } }) => {
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
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const texts = await page
      .locator("h1, nav a, th, legend, .admin-side button")
      .evaluateAll((elements) => elements.map((element) => (element as HTMLElement).innerText));
    const wrong = texts.flatMap((text) => text.split("\n")).map((text) => text.replace(names, ""));
    expect(
      wrong.filter((text) => foreign.en.test(text)),
      path,
    ).toEqual([]);
  }
});

test("an owner who offers no English has no English pages, and no switch", async ({ owner: { page }, visitor }) => {
  const say = adminWords("lt");
  const offerEnglish = async (offered: boolean) => {
    await page.goto("/admin/gym/");
    await page.getByRole("button", { name: say("gym.edit") }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(say("gym.field.english")).setChecked(offered);
    await form.getByRole("button", { name: say("form.save") }).click();
    await expect(form).toHaveCount(0);
  };
  await offerEnglish(false);
  try {
    await expect(async () => {
      await visitor.page.goto("/en/prices/");
      await expect(visitor.page).toHaveURL(/[^n]\/prices\/$/, { timeout: 1000 });
    }).toPass();
    await expect(visitor.page.getByRole("link", { name: "In English" })).toHaveCount(0);
  } finally {
    await offerEnglish(true);
  }
});
