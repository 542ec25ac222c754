import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { words as adminWords } from "@uola/words/admin";
import { words as siteWords } from "@uola/words/site";
import { loadUntil, soon } from "../harness/changed-page.ts";
import { desk, newVisitorClient } from "../harness/desk.ts";
import { expect, headline, hydrated, test } from "../people.ts";

const say = adminWords("lt");
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const permissions = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;

test("the owner creates a collection, publishes an item with an image and a reference, and restores a version", async ({
  owner: { page },
}) => {
  const own = randomUUID().slice(0, 8);
  const walls = `Sienos${own}`;
  const name = `Marsrutai ${own}`;
  const collectionId = `Marsrutai${own.charAt(0).toUpperCase()}${own.slice(1)}`;
  await desk.collections.create({
    collection: {
      id: walls,
      displayName: walls,
      permissions,
      fields: [{ key: "name", type: "TEXT", displayName: "Pavadinimas" }],
    },
  });
  await desk.items.insert({ dataCollectionId: walls, dataItem: { id: "big", data: { name: "Didžioji siena" } } });
  const seen = async () => {
    const { dataItems } = await newVisitorClient().items.query({ dataCollectionId: collectionId });
    return dataItems.map(({ data }) => data);
  };

  await test.step("the collection gets a text field, an image field and a reference field", async () => {
    await page.goto("/admin/content/");
    await expect(headline(page, say("content.heading"))).toBeVisible();
    await hydrated(page);
    await page.getByRole("button", { name: say("content.add") }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(say("content.schema.name"), { exact: true }).fill(name);
    await form.getByLabel(say("content.field.name")).fill("Pavadinimas");
    await addField(page, say("content.kind.richText"), "Tekstas");
    await addField(page, say("content.kind.image"), "Nuotrauka");
    await addField(page, say("content.kind.reference"), "Siena");
    await form.getByLabel(say("content.field.target")).selectOption(walls);
    await form.getByRole("button", { name: say("form.save") }).click();
    await expect(page.getByText(say("done.saved", { name }))).toBeVisible();
  });

  await test.step("saves an item as a draft that nobody else can see", async () => {
    await page.getByRole("link", { name }).click();
    await expect(page.getByText(say("content.empty"))).toBeVisible();
    await page.getByRole("link", { name: say("content.item.add"), exact: true }).click();
    await page.getByRole("textbox", { name: "Pavadinimas" }).fill("Šiaurinė briauna");
    const text = page.getByRole("textbox", { name: "Tekstas" });
    await text.click();
    await text.pressSequentially("Ilgas maršrutas.");
    await page.getByRole("button", { name: `${say("content.media.pick.image")} : Nuotrauka` }).click();
    await page
      .getByLabel(say("media.add"))
      .setInputFiles({ name: `siena-${own}.png`, mimeType: "image/png", buffer: Buffer.from(dot, "base64") });
    await expect(page.getByRole("link", { name: `siena-${own}.png` })).toBeVisible();
    await page.getByRole("combobox", { name: "Siena" }).fill("didž");
    await page.getByRole("option", { name: "Didžioji siena" }).click();
    await page.getByRole("button", { name: say("content.saveDraft") }).click();
    await expect(page.getByText(say("content.done.draft", { name: "Šiaurinė briauna" }))).toBeVisible();
    expect(await seen()).toEqual([]);
  });

  await test.step("publishes the item, and visitors see it", async () => {
    await publish(page);
    const side = page.getByRole("complementary", { name: say("content.state") });
    await expect(side.getByText(say("content.state.published"))).toBeVisible();
    expect(await seen()).toMatchObject([
      {
        pavadinimas: "Šiaurinė briauna",
        tekstas: "<p>Ilgas maršrutas.</p>",
        siena: "big",
        nuotrauka: expect.stringContaining("wix:image://v1/"),
      },
    ]);
  });

  await test.step("asks for confirmation before leaving with unsaved changes", async () => {
    await page.getByRole("textbox", { name: "Pavadinimas" }).fill("Pietinė briauna");
    await page.getByRole("link", { name: say("content.toList", { name }) }).click();
    const dialog = page.getByRole("dialog", { name: say("content.leave") });
    await dialog
      .getByRole("button", { name: say("content.leave.stay") })
      .last()
      .click();
    await expect(page.getByRole("textbox", { name: "Pavadinimas" })).toHaveValue("Pietinė briauna");
  });

  await test.step("publishes a change and restores the previous version", async () => {
    await publish(page);
    await expect.poll(async () => (await seen())[0]).toMatchObject({ pavadinimas: "Pietinė briauna" });
    await page.getByRole("button", { name: say("history") }).click();
    const history = page.getByRole("dialog", { name: say("content.versions") });
    await expect(history.locator("ins").first()).toHaveText("Pietinė");
    await expect(history.locator("del").first()).toHaveText("Šiaurinė");
    await history.getByRole("button", { name: say("content.version.restore") }).click();
    await expect(page.getByText(say("content.done.restored", { name: "Pietinė briauna" }))).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Pavadinimas" })).toHaveValue("Šiaurinė briauna");
    await expect.poll(async () => (await seen())[0]).toMatchObject({ pavadinimas: "Šiaurinė briauna", siena: "big" });
  });

  await test.step("shows both versions to two editors of the same field and loses neither", async () => {
    await page.getByRole("textbox", { name: "Pavadinimas" }).fill("Rytinė briauna");
    const { dataItems } = await desk.items.query({ dataCollectionId: collectionId });
    const setField = { value: "Vakarinė briauna" };
    const fieldUpdates = [{ fieldPath: "pavadinimas", action: "SET_FIELD" as const, setField }];
    const patchSet = { dataItemId: dataItems[0]?.id ?? "", fieldUpdates };
    await desk.items.patch({ dataCollectionId: collectionId, patchSet });
    await page.getByRole("button", { name: say("content.publish"), exact: true }).click();
    const both = page.getByRole("region", { name: say("content.conflict") });
    await expect(both).toContainText("Rytinė briauna");
    await expect(both).toContainText("Vakarinė briauna");
    await both.getByRole("button", { name: `${say("content.conflict.keep")} : Pavadinimas` }).click();
    await expect(both).toHaveCount(0);
    await publish(page);
    await expect.poll(async () => (await seen())[0]).toMatchObject({ pavadinimas: "Rytinė briauna", siena: "big" });
  });

  await test.step("restores a removed item with one click", async () => {
    await page.getByRole("button", { name: say("content.remove.one") }).click();
    await expect(page.getByText(say("content.item.removed"))).toBeVisible();
    expect(await seen()).toEqual([]);
    await page.getByRole("button", { name: say("undo") }).click();
    await expect(page.getByText(say("undone"))).toBeVisible();
    await expect.poll(async () => (await seen()).length).toBe(1);
  });
});

test("a question published by the trainer is on the page at once, and its previous version can be restored", async ({
  trainer: { page },
  visitor: { page: site },
}) => {
  const own = randomUUID().slice(0, 8);
  const question = `Ar galima ateiti su šunimi ${own}?`;
  const shown = (text: string) => loadUntil(site, "/", () => expect(site.getByText(text)).toHaveCount(1, soon));

  await page.goto("/admin/content/");
  await hydrated(page);
  await page.getByRole("link", { name: "Klausimai ir atsakymai" }).click();
  await page.getByRole("link", { name: say("content.item.add"), exact: true }).click();
  await page.getByRole("textbox", { name: "Klausimas" }).fill(question);
  const answer = page.getByRole("textbox", { name: "Atsakymas" });
  await answer.click();
  await answer.pressSequentially(`Šuo palaukia lauke ${own}.`);
  const pages = page.getByRole("group", { name: "Kuriuose puslapiuose" });
  await pages.getByText(siteWords("lt")("texts.HomePage"), { exact: true }).click();
  await publish(page);
  await shown(question);

  await answer.click();
  await answer.press("ControlOrMeta+a");
  await answer.pressSequentially(`Šuo palaukia viduje ${own}.`);
  await publish(page);
  await shown(`Šuo palaukia viduje ${own}.`);

  await page.getByRole("button", { name: say("history") }).click();
  const history = page.getByRole("dialog", { name: say("content.versions") });
  await history.getByRole("button", { name: say("content.version.restore") }).click();
  await expect(page.getByText(say("content.done.restored", { name: question }))).toBeVisible();
  await shown(`Šuo palaukia lauke ${own}.`);

  await page.getByRole("button", { name: say("content.remove.one") }).click();
  await expect(page.getByText(say("content.item.removed"))).toBeVisible();
});

async function addField(page: Page, kind: string, name: string) {
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: say("content.field.add") }).click();
  await form.getByRole("button", { name: kind, exact: true }).click();
  await form.getByLabel(say("content.field.name")).fill(name);
}

async function publish(page: Page) {
  await page.getByRole("button", { name: say("content.publish"), exact: true }).click();
  await expect(page.getByRole("button", { name: say("content.publish"), exact: true })).toBeDisabled();
}

test("the owner translates a question, and English readers see it in English", async ({ owner: { page } }) => {
  const id = `klausimas-${randomUUID().slice(0, 8)}`;
  const question = `Ar galima ateiti su šunimi? ${id}`;
  const data = { question, answer: "<p>Taip.</p>", pages: ["PricesPage"], order: 99 };
  await desk.items.insert({ dataCollectionId: "Questions", dataItem: { id, data } });
  await loadUntil(page, "/en/prices/", () => expect(page.getByRole("note")).toBeVisible(soon));
  await page.goto(`/admin/content/item/?collection=Questions&item=${id}`);
  await hydrated(page);
  const missing = { label: say("content.language.en"), count: 2 };
  await page.getByText(say("content.translate.missing", missing)).click();
  await expect(page.getByText(say("content.translate.original", { text: question }))).toBeVisible();
  await page.getByRole("textbox", { name: "Klausimas" }).fill(`May I bring a dog? ${id}`);
  const answer = page.getByRole("textbox", { name: "Atsakymas" });
  await answer.click();
  await answer.pressSequentially("Yes, you may.");
  await page
    .getByRole("button", { name: say("content.publish") })
    .first()
    .click();
  await expect(page.getByText(say("content.done.publishedOne", { name: question }))).toBeVisible();
  await loadUntil(page, "/en/prices/", () => expect(page.getByText(`May I bring a dog? ${id}`)).toBeVisible(soon));
  await page.goto("/prices/");
  await expect(page.getByText(question)).toBeVisible();
  await desk.items.remove({ dataCollectionId: "Questions", dataItemId: id });
});

test("a link to a deleted collection shows that it was not found and links to all content", async ({
  owner: { page },
}) => {
  for (const path of ["items/", "items/?collection=Dingo", "item/", "item/?collection=Dingo"]) {
    await page.goto(`/admin/content/${path}`);
    await expect(page.getByText(say("content.notFound"))).toBeVisible();
    await expect(page.getByRole("link", { name: say("content.toAll") })).toBeVisible();
  }
});
