import { words } from "@uola/words/admin";
import { words as siteWords } from "@uola/words/site";
import { site } from "../harness/addresses.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = words("lt");
const siteSay = siteWords("lt");

test("errors in a visitor's browser reach the owner's list without identifying the visitor", async ({
  page,
  owner,
}) => {
  const answers: number[] = [];
  page.on("response", (response) => response.url() === `${site}/errors` && answers.push(response.status()));
  await page.route("**/page-data/schedule/page-data.json*", async (route) => {
    const answer = await route.fetch();
    const data = await answer.json();
    await route.fulfill({ response: answer, json: { ...data, data: { ...data.data, rows: null } } });
  });
  await page.goto("/prices/?name=Ona");
  await hydrated(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError("Sugedo puslapis: Ona Petraitė, ona@pastas.example, +370 612 34567");
    });
    void Promise.reject(new Error("Nesulaukta atsakymo"));
    // Expected errors.
    reportError(new Error("Minified React error #418; visit https://react.dev/errors/418"));
  });
  await expect.poll(() => answers).toEqual([204, 204, 204]);

  // A view that throws is caught by React's error boundary.
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: siteSay("page.schedule") })
    .click();
  await expect(page.getByRole("heading", { name: siteSay("state.error") })).toBeVisible();
  await expect.poll(() => answers).toEqual([204, 204, 204, 204]);

  const list = owner.page;
  await list.goto("/admin/errors/");
  await expect(headline(list, say("errors.heading"))).toBeVisible();
  const table = list.getByRole("table");
  await expect(table).toContainText("Sugedo puslapis: [name], [mail], [phone]");
  await expect(table).toContainText("Nesulaukta atsakymo");
  await expect(table).toContainText("/schedule/");
  await expect(table).not.toContainText(/#418|Petrait|pastas|612 34567|name=/);

  // The location refers to the source file, not to the script delivered to browsers.
  const broken = table.getByRole("row", { name: /rows|null|reading/ }).first();
  await broken.getByRole("rowheader").getByRole("button").click();
  await expect(list.getByRole("list", { name: say("errors.frames") })).toContainText(/apps\/site\/src\/\S+\.tsx?:\d+/);

  const gone = table.getByRole("row", { name: "Nesulaukta atsakymo" });
  await gone.getByRole("button", { name: say("errors.resolve") }).click();
  await expect(gone).toHaveCount(0);
  await list.getByLabel(say("errors.status.OPEN")).selectOption("RESOLVED");
  await expect(table).toContainText("Nesulaukta atsakymo");
});

test("source maps are not served", async ({ page }) => {
  await page.goto("/");
  const entry = await page.locator('script[type="module"]').getAttribute("src");
  expect((await page.request.get(`${entry}.map`)).status()).toBe(404);
  expect(await (await page.request.get(entry ?? "")).text()).not.toContain("sourceMappingURL");
});
