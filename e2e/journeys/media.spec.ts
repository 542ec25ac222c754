import { randomUUID } from "node:crypto";
import { words as adminWords } from "@uola/words/admin";
import { expect, headline, hydrated, test } from "../people.ts";

const say = adminWords("lt");

test("the owner uploads an image, describes it, moves it to the bin and restores it", async ({ owner: { page } }) => {
  const own = randomUUID().slice(0, 8);
  const name = `siena-${own}.png`;
  const alt = `Didžioji siena iš apačios ${own}`;
  await page.goto("/admin/media/");
  await expect(headline(page, say("media.heading"))).toBeVisible();
  await hydrated(page);
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const brush = canvas.getContext("2d");
    brush?.fillRect(40, 40, 120, 80);
    return canvas.toDataURL("image/png").replace(/^.*,/, "");
  });
  const tile = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  const sheet = page.getByRole("dialog", { name });

  await test.step("uploads the image", async () => {
    await page
      .getByLabel(say("media.upload"))
      .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from(drawn, "base64") });
    await expect(tile).toBeVisible();
    await expect(page.getByText(say("media.uploaded", { count: 1 }))).toBeVisible();
  });

  await test.step("saves the description of the image", async () => {
    await tile.getByRole("button").click();
    await expect(sheet).toContainText("320 × 240");
    await sheet.getByLabel(say("media.alt")).fill(alt);
    await sheet.getByRole("button", { name: say("form.save"), exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await expect(tile.getByRole("img", { name: alt })).toBeVisible();
    await page.reload();
    await hydrated(page);
    await expect(tile.getByRole("img", { name: alt })).toBeVisible();
  });

  await test.step("moves the image to the bin", async () => {
    await tile.getByRole("button").click();
    await sheet.getByRole("button", { name: say("media.remove") }).click();
    await expect(page.getByText(say("media.removed", { name }))).toBeVisible();
    await expect(tile).toHaveCount(0);
  });

  await test.step("restores the image from the bin", async () => {
    await page.getByRole("button", { name: say("media.bin"), exact: true }).click();
    await tile.getByRole("button").click();
    await sheet.getByRole("button", { name: say("media.restore"), exact: true }).click();
    await expect(page.getByText(say("media.restored", { name }))).toBeVisible();
    await expect(tile).toHaveCount(0);
    await page.getByRole("button", { name: say("media.bin.back") }).click();
    await expect(tile.getByRole("img", { name: alt })).toBeVisible();
  });
});
