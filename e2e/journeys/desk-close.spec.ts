import { words as adminWords } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { expectAccessible } from "../harness/accessible.ts";
import { site } from "../harness/addresses.ts";
import { expect, test } from "../people.ts";

const say = adminWords("lt");

test("the front desk closes the day, prints and corrects the day close, and the accountant sees it", async ({
  desk: { page },
  accountant: { page: books },
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.goto(`${site}/admin/desk/close/`);
  await expect(page.getByRole("heading", { name: say("deskClose.count") })).toBeVisible();
  await expectAccessible(page);

  await test.step("refuses to close the day before the cash is counted", async () => {
    await page.getByRole("button", { name: say("deskClose.do") }).click();
    await expect(page.getByRole("alert").getByText(say("deskClose.wrong.counted"))).toBeVisible();
  });
  const closed = page.getByRole("heading", { level: 1, name: /^Uždarymas Nr\. \d+$/ });
  await test.step("closes the day with a note when the counted cash differs", async () => {
    await page.getByLabel(say("deskClose.field.counted")).fill("1000000");
    await page.getByLabel(say("deskClose.field.takenAway")).fill("999990");
    await page.getByLabel(say("deskClose.field.note")).fill("skaičiavau du kartus");
    await expect(page.getByRole("status").filter({ hasText: say("deskClose.difference") })).toBeVisible();
    // Another test may be selling at this moment, or may already have closed the day.
    await expect(async () => {
      const again = page.getByLabel(say("deskClose.field.again"));
      if (await again.isVisible()) await again.check();
      await page.getByRole("button", { name: say("deskClose.do") }).click();
      await expect(closed).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(page.getByText(/^Diena uždaryta: Nr\. \d+\.$/)).toBeVisible();
    await expect(page.getByText("skaičiavau du kartus")).toBeVisible();
    await expect(page.getByText(say("deskClose.one.lead"))).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("prints the day close", async () => {
    await page.getByRole("button", { name: say("reports.print") }).click();
    await expect(page.locator("body[data-printed]")).toBeAttached();
  });
  await test.step("corrects a wrong day close with another one", async () => {
    const wrong = (await closed.textContent())?.match(/\d+/)?.[0] ?? "";
    await page.getByRole("button", { name: say("deskClose.correct"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say("deskClose.field.counted")).fill("10");
    await dialog.getByLabel(say("deskClose.field.takenAway")).fill("0");
    await dialog.getByLabel(say("deskClose.field.note")).fill("praleistas kablelis");
    await dialog.getByRole("button", { name: say("deskClose.correct.do") }).click();
    await expect(page.getByText(say("history.desk.correct"), { exact: true })).toBeVisible();
    await expect(page.getByText(say("deskClose.corrects", { number: Number(wrong) }))).toBeVisible();
    await expect(page.getByText(money(1000), { exact: true }).first()).toBeVisible();
  });
  await test.step("the accountant sees both day closes and cannot close a day", async () => {
    await books.goto(`${site}/admin/desk/close/`);
    await expect(books.getByRole("heading", { name: say("deskClose.closes") })).toBeVisible();
    await expect(books.getByText(/^taiso Nr\. \d+$/).first()).toBeVisible();
    await expect(books.getByText(/^pataisyta: Nr\. \d+$/).first()).toBeVisible();
    await expect(books.getByRole("button", { name: say("deskClose.do") })).toHaveCount(0);
  });
});
