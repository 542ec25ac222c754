import { createHash } from "node:crypto";
import { createContext } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createData } from "../index.ts";
import { createTestPlatform, type TestPlatform, urls } from "../testing.ts";

const dataCollectionId = "Documents";
const document = (body: string, en: string) => ({
  key: "privacy",
  title: "Privatumas",
  lead: "Ką saugome.",
  body,
  order: 1,
  _translations: { en: { title: "Privacy", lead: "What we keep.", body: en } },
});
const former = document("<p>Trinama po mėnesio.</p>", "<p>Deleted after a month.</p>");
const current = document("<p>Netrinama.</p>", "<p>Not deleted.</p>");
const formerTexts = new Set(
  [former.body, former._translations.en.body].map((text) => createHash("sha256").update(text).digest("hex")),
);

const ids = ["untouched", "editedBody", "editedTitle", "editedEnglish", "drafted"];
const itemsOf = (data: typeof former) => ({ Documents: ids.map((_id) => ({ _id, ...data })) });

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
  await start(former);
  const { editing } = platform.as(platform.key);
  const english = { title: "Privacy", lead: "What we keep.", body: "<p>Our own.</p>" };
  await edit("editedBody", { body: "<p>Savas tekstas.</p>" });
  await edit("editedTitle", { title: "Jūsų duomenys" });
  await edit("editedEnglish", { _translations: { en: english } });
  await editing.saveDraft({ dataCollectionId, dataItemId: "drafted", data: { ...former, title: "Juodraštis" } });
  await Promise.all([start(current), start(current)]);
});
afterAll(() => platform.close());

/** Seeds the content as each process does at startup. */
async function start(documents: typeof former) {
  const { siteId, accounts, clock } = platform;
  const context = createContext({
    connection: platform.secondConnection(),
    siteId,
    accounts,
    urls,
    now: () => clock.now,
  });
  await createData(context, { items: itemsOf(documents), formerTexts }).siteLists.seed({});
  await context.changes.stop();
}
async function edit(dataItemId: string, changes: object) {
  const { editing } = platform.as(platform.key);
  const { item } = await editing.open({ dataCollectionId, dataItemId });
  const data = { ...item?.data, ...changes };
  await editing.save({ dataCollectionId, dataItemId, data, revision: item?.revision });
}
async function stored(dataItemId: string) {
  const { item, draft } = await platform.as(platform.key).editing.open({ dataCollectionId, dataItemId });
  return { ...(item?.data as typeof former), draft: draft?.data, revision: item?.revision };
}

test("replaces a former default text that the owner has not edited, once and in every language", async () => {
  const item = await stored("untouched");
  expect(item).toMatchObject(current);
  await start(current);
  expect((await stored("untouched")).revision).toBe(item.revision);
});

test.each([
  ["editedBody", { body: "<p>Savas tekstas.</p>" }],
  ["editedTitle", { title: "Jūsų duomenys", body: former.body }],
])("leaves a language unchanged if the owner has edited one of its texts (%s)", async (id, edited) => {
  const item = await stored(id);
  expect(item).toMatchObject(edited);
  expect(item._translations.en.body).toBe(current._translations.en.body);
});

test("leaves a translation unchanged if the owner has edited it", async () => {
  const item = await stored("editedEnglish");
  expect(item.body).toBe(current.body);
  expect(item._translations.en.body).toBe("<p>Our own.</p>");
});

test("leaves the owner's draft unchanged", async () => {
  const { draft } = await stored("drafted");
  expect(draft).toMatchObject({ title: "Juodraštis", body: former.body });
});
