import { words as adminWords } from "@uola/words/admin";
import { desk } from "../harness/desk.ts";
import { expect, hydrated, test } from "../people.ts";

const say = adminWords("lt");

test("the owner creates a coupon, stops it and sees who did so in its history and in the audit log", async ({
  owner: { page, firstName },
}) => {
  const code = `ZIEMA${Date.now().toString(36).slice(-4).toUpperCase()}`;
  await page.goto("/admin/coupons/");
  await hydrated(page);
  await page.getByRole("button", { name: say("coupons.add") }).click();
  const sheet = page.getByRole("dialog", { name: say("coupons.add") });
  await sheet.getByLabel(say("coupons.field.name"), { exact: true }).fill("Žiemos nuolaida");
  await sheet.getByRole("textbox", { name: say("coupons.field.code") }).fill(code);
  const percent = sheet.getByRole("textbox", { name: say("coupons.field.percent") });
  await percent.fill("0");
  await sheet.getByRole("button", { name: say("form.save") }).click();
  await expect(sheet.getByText(say("coupons.wrong.percent")).first()).toBeVisible();
  await percent.fill("15");
  await sheet.getByRole("button", { name: say("form.save") }).click();
  await expect(sheet).toBeHidden();

  const row = page.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("−15 %");
  const act = async (name: string) => {
    await row.locator("button[popovertarget]").click();
    await page.getByRole("button", { name, exact: true }).click();
  };
  await act(say("coupons.stop"));
  await expect(row).toContainText(say("coupons.state.STOPPED"));
  await act(say("history"));
  const history = page.getByRole("dialog", { name: say("history.title", { name: "Žiemos nuolaida" }) });
  await expect(history.getByText(say("history.coupon.stop"), { exact: true })).toBeVisible();
  await expect(history.getByText(new RegExp(firstName)).first()).toBeVisible();

  await page.goto("/admin/history/?of=coupon");
  const stopped = page
    .getByRole("listitem")
    .filter({ hasText: say("history.coupon.stop") })
    .first();
  await expect(stopped).toContainText(say("changes.kind.coupon"));
  await expect(stopped).toContainText(firstName);
});

test("the owner issues a voucher paid at the front desk, finds it by its number and prints it for folding", async ({
  owner: { page },
}) => {
  await page.goto("/admin/coupons2/");
  await hydrated(page);
  await test.step("issues vouchers to a company with an invoice", async () => {
    const company = `UAB „Uosis ${Date.now().toString(36).slice(-5)}“`;
    await page.getByRole("button", { name: say("vouchers.batch") }).click();
    const batch = page.getByRole("dialog", { name: say("vouchers.batch") });
    await batch.getByRole("textbox", { name: say("documents.company.name") }).fill(company);
    await batch.getByRole("button", { name: say("form.save") }).click();
    await expect(batch.getByText(say("documents.wrong.companyCode")).first()).toBeVisible();
    await batch.getByRole("textbox", { name: say("documents.company.code") }).fill("300000014");
    await batch.getByRole("textbox", { name: new RegExp(`^${say("documents.company.address")}`) }).fill("Uosių g. 1");
    await batch.getByRole("button", { name: say("form.save") }).click();
    await expect(page.getByText(say("vouchers.done.batch"))).toBeVisible();
    await page.getByRole("listitem").filter({ hasText: company }).locator("button[popovertarget]").click();
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: say("vouchers.batch.invoice") }).click();
    expect((await file).suggestedFilename()).toMatch(/^[A-Z]+-\d+\.pdf$/);
  });
  await page.getByRole("button", { name: say("vouchers.issue") }).click();
  const form = page.getByRole("dialog", { name: say("vouchers.issue") });
  const name = `Gabija ${Date.now().toString(36).slice(-5)}`;
  await form.getByLabel(say("vouchers.field.face"), { exact: true }).fill("35");
  await form.getByRole("textbox", { name: new RegExp(`^${say("vouchers.field.recipientName")}`) }).fill(name);
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(form.getByText(say("vouchers.wrong.receipt")).first()).toBeVisible();
  await form.getByRole("textbox", { name: say("vouchers.field.receiptNumber") }).fill("004999");
  await form.getByRole("button", { name: say("form.save") }).click();
  await expect(page.getByText(say("vouchers.done.issued"))).toBeVisible();

  const { vouchers } = await desk.vouchers.query({ text: name });
  expect(vouchers).toMatchObject([{ face: 3500, balance: 3500, status: "ACTIVE" }]);
  const printing = page.getByRole("link", { name: say("vouchers.print") });
  await page.goto((await printing.getAttribute("href")) ?? "");
  const paper = page.getByRole("article");
  await expect(paper).toContainText(name);
  await expect(paper).toContainText("35,00");
  await expect(paper.getByRole("img", { name: "QR kodas su kupono likučiu" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  const { width, height } = (await paper.boundingBox()) ?? { width: 0, height: 0 };
  // A4 at 96 dpi, slightly shorter so that no second page begins.
  expect(width).toBeCloseTo(793.7, 0);
  expect(height).toBeLessThan(1122.5);
  await expect(page.getByRole("navigation", { name: say("nav") })).toBeHidden();
});
