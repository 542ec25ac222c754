import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { words as adminWords } from "@uola/words/admin";
import { words as siteWords } from "@uola/words/site";
import { folder, site } from "../harness/addresses.ts";
import { showToCamera } from "../harness/camera.ts";
import { desk as office } from "../harness/desk.ts";
import { test as base, expect } from "../people.ts";

const say = adminWords("lt");
const siteSay = siteWords("lt");
const seen = join(folder, "camera.y4m");

/**
 * Launches a browser whose camera plays a file; the file is read again each time the camera is
 * opened.
 */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
      const args = [...(launchOptions.args ?? []), ...fake, `--use-file-for-fake-video-capture=${seen}`];
      await use({ ...launchOptions, args });
    },
    { scope: "worker" },
  ],
});

test("the front desk's camera reads a printed voucher and a pass shown by its holder", async ({ desk }) => {
  const { page, firstName, lastName, email } = desk;
  const cart = page.getByRole("region", { name: say("desk.cart") });
  await test.step("scans a voucher by its printed code", async () => {
    const { voucher } = await office.vouchers.issue({
      face: 4321,
      vatType: "MULTI",
      design: "TAPE",
      language: "lt",
      payment: { method: "CARD", receiptNumber: "004874" },
    });
    const [printed] = (await office.vouchers.print({ voucherId: voucher.id })).vouchers;
    if (!printed) throw new Error("Nothing was printed.");
    showToCamera(seen, printed.qr);
    await page.goto(`${site}/admin/desk/`);
    await cart.getByRole("button", { name: say("desk.byVoucher") }).click();
    const shown = cart.getByRole("listitem").filter({ hasText: voucher.last4 });
    await expect(shown).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await shown.getByRole("button").click();
    await expect(shown).toHaveCount(0);
  });

  await test.step("scans a pass by the image in its holder's account", async () => {
    const { kinds } = await office.passes.kinds({});
    const ten = kinds.find(({ terms }) => terms.entries === 10);
    const name = `${firstName} ${lastName} ${randomUUID().slice(0, 4)}`;
    await office.passes.issue({
      kindId: ten?.id ?? "",
      holder: { name, email },
      language: "lt",
      payment: { method: "CARD", receiptNumber: "004875" },
    });
    await page.goto(`${site}/account/`);
    const own = page.getByRole("region", { name: siteSay("account.passes") });
    await own.getByText(siteSay("account.passes.show")).first().click();
    const picture = own.getByRole("img").first();
    const [from = 0, , side = 0] = ((await picture.getAttribute("viewBox")) ?? "").split(" ").map(Number);
    showToCamera(seen, { size: side + 2 * from, path: (await picture.locator("path").getAttribute("d")) ?? "" });
    await page.goto(`${site}/admin/desk/`);
    await page.getByRole("button", { name: say("vouchers.scan"), exact: true }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
  });
});
