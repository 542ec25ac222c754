import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { words } from "@uola/words/admin";
import { expectAccessible } from "../harness/accessible.ts";
import { folder, portsBeside, site } from "../harness/addresses.ts";
import { copyPreparedData } from "../harness/prepared-data.ts";
import { startUola, type Uola } from "../harness/uola.ts";

const say = words("lt");
const own = portsBeside("development");
const kit = `http://localhost:${own.site}/kit/`;
let uola: Uola;

/** Elements that make the page scroll sideways. Content of a scroll container may be of any width. */
const overflowingElements = () =>
  document.documentElement.scrollWidth <= innerWidth
    ? []
    : [...document.querySelectorAll("main *")]
        .filter((each) => each.getBoundingClientRect().right > innerWidth && !each.closest(".overflow-x-auto, .days"))
        .map((each) => each.outerHTML.slice(0, 120));

test.beforeAll(async () => {
  const dataDir = join(folder, "development");
  rmSync(dataDir, { recursive: true, force: true });
  copyPreparedData(dataDir);
  uola = await startUola({ ports: own, dataDir, logFile: join(folder, "development.log"), dev: true });
});
test.afterAll(() => uola.stop());

for (const width of [320, 768, 1600]) {
  test(`every component of the kit is accessible and fits ${width} px in light, dark and forced colours`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(kit);
    await expect(page.getByRole("heading", { name: "Kit", exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    expect(await page.evaluate(overflowingElements)).toEqual([]);
  });
}

test("an overlay takes the focus, asks before discarding typed input and returns the focus", async ({ page }) => {
  await page.goto(kit);
  const opener = page.getByRole("button", { name: "changed sheet" });
  await opener.click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sheet.getByRole("alert")).toContainText(say("sheet.unsaved"));
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a table is sorted by its headings, navigated by arrow keys and selected as a whole", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(kit);
  const table = page.getByRole("table", { name: "Sienos", exact: true });
  const names = () => table.getByRole("rowheader").allTextContents();
  const before = await names();
  await table.getByRole("button", { name: "Aukštis" }).click();
  await expect(table.getByRole("columnheader", { name: "Aukštis" })).toHaveAttribute("aria-sort", "ascending");
  expect(await names()).toEqual([before[1], before[2], before[0]]);
  await table.getByRole("button", { name: before[1] }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(table.getByRole("button", { name: before[2] })).toBeFocused();
  const all = table.getByRole("columnheader").getByRole("checkbox");
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await all.check();
  await expect(table.getByRole("checkbox", { checked: true })).toHaveCount(4);

  await page.setViewportSize({ width: 390, height: 844 });
  const order = page.getByRole("region", { name: "Table", exact: true }).getByRole("combobox");
  await expect(order).toBeVisible();
  await order.selectOption({ label: say("table.sort.desc", { column: "Siena" }) });
  expect(await names()).toEqual([before[0], before[2], before[1]]);
});

test("the built site does not include the component kit page", async ({ request }) => {
  expect((await request.get(`${site}/kit/`)).status()).toBe(404);
});
