import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { desk } from "../harness/desk.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = adminWords("lt");
const permissions = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;

test("the owner imports a table with an invalid row, downloads the report, exports and undoes the import", async ({
  owner: { page },
}) => {
  const id = `Inventorius${randomUUID().slice(0, 8)}`;
  await desk.collections.create({
    collection: {
      id,
      displayName: id,
      displayField: "name",
      permissions,
      fields: [
        { key: "name", type: "TEXT", displayName: "Pavadinimas" },
        { key: "count", type: "NUMBER", displayName: "Kiek turime" },
      ],
    },
  });
  const stored = async () => {
    const { dataItems } = await desk.items.query({ dataCollectionId: id, query: { sort: [{ fieldName: "name" }] } });
    return dataItems.map(({ data }) => [data.name, data.count]);
  };
  const sheet = page.getByRole("dialog", { name: say("import.heading") });
  await page.goto(`/admin/content/items/?collection=${id}`);
  await expect(headline(page, id)).toBeVisible();
  await hydrated(page);

  await test.step("matches columns to fields and shows the invalid row in the preview", async () => {
    await page.getByRole("button", { name: say("import.begin") }).click();
    const text = "Pavadinimas;Vnt.\nApraišai;24\nBateliai;daug\nMagnezija;1 250,5\n";
    await sheet
      .getByLabel(say("import.choose"))
      .setInputFiles({ name: "inventorius.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await sheet.getByLabel("Vnt.").selectOption({ label: "Kiek turime" });
    await expect(sheet.getByRole("row", { name: "Bateliai" })).toContainText(say("import.wrong.NOT_A_NUMBER"));
    expect(await stored()).toEqual([]);
  });

  await test.step("imports the valid rows and offers the report as a file", async () => {
    await sheet.getByRole("button", { name: say("import.begin") }).click();
    await expect(sheet.getByRole("status").first()).toHaveText(
      `${say("import.status.DONE")} · ${say("import.counts", { written: 2, failed: 1 })}`,
    );
    await expect(sheet.getByRole("listitem")).toContainText(
      `${say("import.report.line", { line: 3 })} · Kiek turime: ${say("import.wrong.NOT_A_NUMBER")}`,
    );
    expect(await stored()).toEqual([
      ["Apraišai", 24],
      ["Magnezija", 1250.5],
    ]);
    const report = await download(page, () => sheet.getByRole("button", { name: say("import.report.keep") }).click());
    expect(report.text).toMatch(/\r?\n3;count;NOT_A_NUMBER;.*;Bateliai;daug\r?\n$/);
  });

  await test.step("exports the items as CSV and as JSON", async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Magnezija" })).toBeVisible();
    await page.getByRole("button", { name: say("export.open") }).click();
    const giving = page.getByRole("dialog", { name: say("export.heading") });
    const begin = () => giving.getByRole("button", { name: say("export.begin") }).click();
    const table = await download(page, begin);
    expect(table.name).toBe(`${id}.csv`);
    expect(table.text).toContain(";Magnezija;1250,5;");
    await expect(giving.getByRole("status")).toHaveText(say("export.done", { count: 2 }));
    await giving.getByRole("radio", { name: say("export.format.JSON") }).check();
    const objects = await download(page, begin);
    const items: { name: string }[] = JSON.parse(objects.text);
    expect(items.map(({ name }) => name).toSorted()).toEqual(["Apraišai", "Magnezija"]);
    await page.keyboard.press("Escape");
  });

  await test.step("finds the import in the list and undoes it", async () => {
    await page.getByRole("button", { name: say("import.begin") }).click();
    await sheet.getByRole("button", { name: say("import.open") }).click();
    await sheet.getByRole("button", { name: say("import.undo") }).click();
    await expect(sheet.getByRole("status").first()).toHaveText(
      `${say("import.status.UNDONE")} · ${say("import.undo.counts", { removed: 2, kept: 0 })}`,
    );
    expect(await stored()).toEqual([]);
  });
});

async function download(page: Page, begin: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent("download"), begin()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}
