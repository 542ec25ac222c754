import { addDays, localDate, mondayOf } from "@uola/words/formats";
import { words } from "@uola/words/site";
import { expect, hydrated, test } from "../people.ts";

const say = words("lt");
const nextWeek = addDays(mondayOf(localDate(new Date())), 7);

test("the first filter shows only its category, further filters add their categories, and the URL stores them", async ({
  page,
}) => {
  await page.goto(`/schedule/?week=${nextWeek}`);
  await hydrated(page);
  const kinds = page.getByRole("navigation", { name: say("schedule.filters") });
  const blocks = page.locator(".week-grid .block").filter({ visible: true });
  const everything = await blocks.count();
  const hueOfAll = () =>
    blocks.evaluateAll((all) => [...new Set(all.map(({ classList }) => classList.item(1)))].sort());

  await kinds.getByRole("link", { name: say("category.children") }).click();
  await expect(page).toHaveURL(/[?&]kind=children$/);
  await expect.poll(hueOfAll).toEqual(["yellow"]);
  await kinds.getByRole("link", { name: say("category.ropes") }).click();
  await expect(page).toHaveURL(/kind=children%2Cropes/);
  await expect.poll(hueOfAll).toEqual(["green", "yellow"]);

  await page.reload();
  expect(await hueOfAll()).toEqual(["green", "yellow"]);
  const before = page.url();
  await page.getByRole("link", { name: say("week.later") }).click();
  await expect(page).toHaveURL(before.replace(nextWeek, addDays(nextWeek, 7)));
  expect(before).toMatch(/kind=children%2Cropes/);
  await page.goBack();
  await expect(page).toHaveURL(before);
  await hydrated(page);
  await kinds.getByRole("link", { name: say("schedule.filter.all") }).click();
  await expect(page).toHaveURL(/week=[\d-]+$/);
  await expect(blocks).toHaveCount(everything);
});

test("a past session is marked and outlined, and past days cannot be chosen", async ({ page }) => {
  await page.goto(`/schedule/?week=${addDays(nextWeek, -14)}`);
  const over = page.locator(".week-grid .block.over:not(.canceled)").filter({ visible: true });
  expect(await over.count()).toBeGreaterThan(5);
  await expect(over.first()).toContainText(say("schedule.past"));
  await expect(page.getByText(say("schedule.started"))).toHaveCount(0);
  expect(await over.first().evaluate((block) => getComputedStyle(block, "::before").content)).toBe("none");

  await page.setViewportSize({ width: 390, height: 844 });
  for (const day of await page.locator(".days.week a[href]").all()) {
    const id = (await day.getAttribute("href"))?.slice(1) ?? "";
    await expect(page.locator(`[id="${id}"]`), id).toBeAttached();
  }
});

test("prints the week on one landscape A4 sheet", async ({ page }) => {
  await page.goto("/schedule/");
  await page.evaluate(() => document.fonts.ready);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox \[0 0 841\.\d+ 594\.\d+\]/);
});
