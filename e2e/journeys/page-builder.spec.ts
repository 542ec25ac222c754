import { randomUUID } from "node:crypto";
import { words as adminWords } from "@uola/words/admin";
import { loadUntil, soon } from "../harness/changed-page.ts";
import { desk } from "../harness/desk.ts";
import { expect, hydrated, test } from "../people.ts";

const say = adminWords("lt");

test("the owner creates a page of three sections in two languages, previews it and publishes it", async ({
  owner: { page },
}) => {
  const slug = `puslapis-${randomUUID().slice(0, 8)}`;
  const field = (key: "heading" | "text" | "button" | "link" | "steps") => say(`section.field.${key}`);
  const add = async (kind: "hero" | "steps" | "text") => {
    await page.getByLabel(say("section.which")).selectOption(kind);
    await page.getByRole("button", { name: say("section.add") }).click();
  };
  const section = (kind: "hero" | "steps" | "text") =>
    page
      .locator("details")
      .filter({ has: page.locator("summary", { hasText: say(`section.kind.${kind}`) }) })
      .first();
  const open = async (kind: "hero" | "steps" | "text") => {
    const one = section(kind);
    if ((await one.getAttribute("open")) === null) await one.locator("summary").first().click();
    return one;
  };

  await page.goto("/admin/content/item/?collection=Pages");
  await hydrated(page);
  await page.getByRole("textbox", { name: "Adresas" }).fill(slug);
  await page.getByRole("textbox", { name: "Pavadinimas" }).fill("Vasaros stovykla");

  await test.step("adds three sections in Lithuanian", async () => {
    await add("hero");
    const hero = await open("hero");
    await hero.getByLabel(field("heading"), { exact: true }).fill("Vasaros stovykla");
    await hero.getByLabel(field("text"), { exact: true }).fill("Penkios dienos ant sienos.");
    await add("steps");
    const steps = await open("steps");
    await steps.getByLabel(field("heading"), { exact: true }).first().fill("Dienos eiga");
    await steps.getByRole("button", { name: `${say("section.part.add")}: ${field("steps")}` }).click();
    await steps.locator("li").getByLabel(field("heading"), { exact: true }).fill("Apšilimas");
    await add("text");
    const text = await open("text");
    await text.getByRole("textbox", { name: field("heading"), exact: true }).fill("Kam");
    await text.getByRole("textbox", { name: field("text") }).click();
    await text.getByRole("textbox", { name: field("text") }).pressSequentially("Vaikams nuo 8 metų.");
  });

  await test.step("translates the three sections into English", async () => {
    await page.getByText(say("content.language.en")).first().click();
    await page.getByRole("textbox", { name: "Pavadinimas" }).fill("Summer camp");
    await (await open("hero")).getByLabel(field("heading"), { exact: true }).fill("Summer camp");
    const steps = await open("steps");
    await steps.getByLabel(field("heading"), { exact: true }).first().fill("The day");
    // The text editor has a button of the same name.
    await (await open("text")).getByRole("textbox", { name: field("heading"), exact: true }).fill("For whom");
  });

  await test.step("shows a draft that nobody else can see in the preview", async () => {
    const [shown] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: say("content.preview") }).click(),
    ]);
    await expect(shown.getByRole("heading", { level: 1, name: "Summer camp" })).toBeVisible();
    await expect(shown.getByText("Apšilimas")).toBeVisible();
    await shown.close();
    expect((await page.request.get(`/p/${slug}/`)).status()).toBe(404);
  });

  await test.step("shows the published page in both languages", async () => {
    await page.getByRole("button", { name: say("content.publish"), exact: true }).click();
    await expect(page.getByText(say("content.done.publishedOne", { name: "Vasaros stovykla" }))).toBeVisible();
    const site = await page.context().newPage();
    await loadUntil(site, `/p/${slug}/`, () => expect(site.getByText("Vaikams nuo 8 metų.")).toBeVisible(soon));
    await site.goto(`/en/p/${slug}/`);
    await expect(site.getByRole("heading", { level: 1, name: "Summer camp" })).toBeVisible();
    await expect(site.getByRole("heading", { name: "The day" })).toBeVisible();
  });

  const { dataItems } = await desk.items.query({ dataCollectionId: "Pages", query: { filter: { slug } } });
  for (const { id } of dataItems) await desk.items.remove({ dataCollectionId: "Pages", dataItemId: id ?? "" });
});
