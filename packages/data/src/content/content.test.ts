import { readFile } from "node:fs/promises";
import type { Connection } from "@uola/database";
import { createContext } from "@uola/kernel";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createData } from "../index.ts";
import { createTestPlatform, type TestPlatform, urls } from "../testing.ts";
import { lists } from "./lists.ts";

const textOf = (key: string, text: string, en: string) => ({ key, displayName: key, text, translations: { en } });
const pages = [
  {
    id: "HomePage",
    displayName: "Pradžia",
    texts: [
      textOf("hero", "Į viršų", "Upwards"),
      textOf("lead", "Laipiojimo salė", "A climbing gym"),
      textOf("nextNone", "Užsiėmimų nėra", "No sessions"),
      textOf("vat", "Su PVM", "VAT included"),
    ],
  },
  { id: "SchedulePage", displayName: "Tvarkaraštis", texts: [textOf("pale", "Praėję", "Over")] },
  { id: "PricesPage", displayName: "Kainos", texts: [textOf("lead", "Kainos su PVM", "Prices include VAT")] },
  { id: "OrderPage", displayName: "Užsakymas", texts: [textOf("title", "Užsakymas", "Order")] },
];

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform({}, { connections: 20 });
  await Promise.all([filledBy(platform.connection), filledBy(platform.secondConnection())]);
});
afterAll(() => platform.close());

/** Seeds the content over this connection, as each process does at startup. */
async function filledBy(connection: Connection) {
  const { siteId, accounts, clock } = platform;
  const context = createContext({ connection, siteId, accounts, urls, now: () => clock.now });
  await createData(context, { pages }).siteLists.seed({});
  await context.changes.stop();
}
const owner = () => platform.as(platform.key);
const all = [...pages.map(({ id }) => id), ...Object.keys(lists)].toSorted();
const seeded = async () => {
  const rows = await platform.db
    .selectFrom("collection")
    .select("id")
    .where("removedDate", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id).toSorted();
};
const read = async (id: string, preview?: string) =>
  (await platform.as(platform.visitor()).content.read({ collectionIds: [id], preview })).collections[id];

test("creates each page and list once, with the platform's texts, when two processes start concurrently", async () => {
  expect(await seeded()).toEqual(all);
  const home = await read("HomePage");
  expect(home).toMatchObject([{ _id: "page", hero: "Į viršų" }]);
  expect(Object.keys(home?.[0] ?? {})).toEqual(expect.arrayContaining(["hero", "lead", "vat"]));
});

test("keeps the owner's changes and deletions at the next start", async () => {
  const { item } = await owner().editing.open({ dataCollectionId: "HomePage", dataItemId: "page" });
  const data = { ...item?.data, hero: "Aukščiau" };
  await owner().editing.save({ dataCollectionId: "HomePage", dataItemId: "page", data, revision: item?.revision });
  await owner().collections.delete({ dataCollectionId: "OrderPage" });
  await filledBy(platform.secondConnection());
  expect(await read("HomePage")).toMatchObject([{ hero: "Aukščiau" }]);
  expect(await seeded()).toEqual(all.filter((id) => id !== "OrderPage"));
  expect(await read("OrderPage")).toEqual([]);
});

test("finishes interrupted seeding at the next start without overwriting anything", async () => {
  await platform.db.deleteFrom("setting").where("name", "=", "content").execute();
  await owner().collections.delete({ dataCollectionId: "Questions" });
  await filledBy(platform.secondConnection());
  expect(await seeded()).toEqual(all);
  expect(await read("HomePage")).toMatchObject([{ hero: "Aukščiau" }]);
  expect(await read("OrderPage")).toMatchObject([{ _id: "page" }]);
});

/**
 * Changes the platform to the state that an older release would have left: one page, one list and
 * one text of another page are missing.
 */
async function createOldRelease(given: object | undefined) {
  const value = JSON.stringify(given ? { given } : {});
  await platform.db.updateTable("setting").set({ value }).where("name", "=", "content").execute();
}
const givenNow = async () => {
  const { value } = await platform.db
    .selectFrom("setting")
    .select("value")
    .where("name", "=", "content")
    .executeTakeFirstOrThrow();
  const { given } = value as { given: Record<string, string[]> };
  return Object.fromEntries(Object.entries(given).map(([id, keys]) => [id, keys.toSorted()]));
};
const change = async (dataCollectionId: string, part: (data: Record<string, unknown>) => object) => {
  const one = { dataCollectionId, dataItemId: "page" };
  const { item } = await owner().editing.open(one);
  return owner().editing.save({ ...one, data: part(item?.data ?? {}) as never, revision: item?.revision });
};
const withoutField = async (dataCollectionId: string, key: string) => {
  const { collection } = await owner().collections.get({ dataCollectionId, consistentRead: true });
  const fields = collection.fields.filter((field) => field.key !== key && !field.systemField);
  const plugins = collection.plugins?.map((plugin) => {
    const { translatableFieldKeys = [] } = plugin.multilingualOptions ?? {};
    const multilingualOptions = { translatableFieldKeys: translatableFieldKeys?.filter((each) => each !== key) };
    return plugin.type === "MULTILINGUAL" ? { ...plugin, multilingualOptions } : plugin;
  });
  await owner().collections.update({ collection: { ...collection, fields, plugins } });
};

test("adds the pages, lists and texts of a new release to an existing platform and keeps the owner's texts", async () => {
  const given = await givenNow();
  expect(Object.keys(given).toSorted()).toEqual(all);
  await change("HomePage", ({ vat: _, lead: __, ...data }: Record<string, unknown>) => ({
    ...data,
    hero: "Savo žodžiais",
  }));
  await withoutField("HomePage", "vat");
  await withoutField("People", "photo");
  for (const id of ["SchedulePage", "Questions"]) {
    await owner().collections.delete({ dataCollectionId: id });
    await platform.db.deleteFrom("collection").where("id", "=", id).execute();
  }
  const { SchedulePage: _, Questions: __, ...older } = given;
  await createOldRelease({
    ...older,
    HomePage: given.HomePage?.filter((key) => key !== "vat"),
    People: given.People?.filter((key) => key !== "photo"),
  });
  const draft = { dataCollectionId: "HomePage", dataItemId: "page", data: { hero: "Juodraštis" } };
  await owner().editing.saveDraft(draft);
  await Promise.all([filledBy(platform.secondConnection()), filledBy(platform.secondConnection())]);

  const home = (await read("HomePage"))?.[0] ?? {};
  expect(home).toMatchObject({ hero: "Savo žodžiais", vat: expect.stringMatching(/./) });
  // The text was seeded before, and the owner emptied it.
  expect(home.lead).toBeUndefined();
  expect(await read("SchedulePage")).toMatchObject([{ _id: "page", pale: expect.stringMatching(/./) }]);
  expect(await seeded()).toContain("Questions");
  const { collection } = await owner().collections.get({ dataCollectionId: "People", consistentRead: true });
  expect(collection.fields.map(({ key }) => key)).toContain("photo");
  expect(await givenNow()).toEqual(given);
  // The draft is based on the current item, so it can be published.
  const noted = (await owner().editing.open({ dataCollectionId: "HomePage", dataItemId: "page" })).draft;
  expect(noted?.data).toMatchObject({ hero: "Juodraštis", vat: home.vat });
  // This process learns about the new field from a change that it makes itself.
  await withoutField("HomePage", "none");
  await owner().editing.save({ ...draft, data: noted?.data ?? {}, revision: noted?.itemRevision ?? "" });
  expect(await read("HomePage")).toMatchObject([{ hero: "Juodraštis", vat: home.vat }]);
});

test("adds translations of the default texts on an existing platform", async () => {
  const { collection } = await owner().collections.get({ dataCollectionId: "PricesPage", consistentRead: true });
  const plugins = collection.plugins?.filter(({ type }) => type !== "MULTILINGUAL");
  await change("PricesPage", ({ _translations: _, ...data }: Record<string, unknown>) => data);
  await change("HomePage", ({ _translations: _, ...data }: Record<string, unknown>) => ({ ...data, hero: "Aukštyn" }));
  await owner().collections.update({ collection: { ...collection, plugins } });
  const withoutTranslations = Object.entries(await givenNow()).map(([id, keys]) => [
    id,
    keys.filter((key) => key !== "_translations"),
  ]);
  await createOldRelease(Object.fromEntries(withoutTranslations));
  await Promise.all([filledBy(platform.secondConnection()), filledBy(platform.secondConnection())]);
  expect(await read("PricesPage")).toMatchObject([{ _translations: { en: { lead: "Prices include VAT" } } }]);
  const [home] = (await read("HomePage")) ?? [];
  expect(home).toMatchObject({ hero: "Aukštyn", _translations: { en: { vat: "VAT included" } } });
  expect((home as { _translations: { en: object } })._translations.en).not.toHaveProperty("hero");
});

test("does not restore a seeded text, field or page that was deleted", async () => {
  await change("HomePage", ({ vat: _, ...data }) => data);
  await withoutField("HomePage", "nextNone");
  await owner().collections.delete({ dataCollectionId: "OrderPage" });
  const given = await givenNow();
  // Tests both sources of the list of seeded content: the setting, and the audit entries.
  for (const from of [given, undefined]) {
    await createOldRelease(from);
    const revision = async () =>
      (await owner().editing.open({ dataCollectionId: "HomePage", dataItemId: "page" })).item?.revision;
    const before = await revision();
    await filledBy(platform.secondConnection());
    expect((await read("HomePage"))?.[0]?.vat).toBeUndefined();
    expect(await revision()).toBe(before);
    const { collection } = await owner().collections.get({ dataCollectionId: "HomePage", consistentRead: true });
    expect(collection.fields.map(({ key }) => key)).not.toContain("nextNone");
    expect(await seeded()).not.toContain("OrderPage");
  }
});

test("a preview key shows drafts of a page for an hour", async () => {
  const draft = { dataCollectionId: "PricesPage", dataItemId: "page", data: { lead: "Naujos kainos" } };
  await owner().editing.saveDraft(draft);
  const { key } = await owner().editing.preview();
  expect(await read("PricesPage", key)).toMatchObject([{ lead: "Naujos kainos" }]);
  expect(await read("PricesPage")).not.toMatchObject([{ lead: "Naujos kainos" }]);
  for (const wrong of ["x", `${key}x`])
    await expect(read("PricesPage", wrong)).rejects.toMatchObject({ code: "PREVIEW_EXPIRED" });
  platform.clock.now = new Date(platform.clock.now.getTime() + 3_601_000);
  await expect(read("PricesPage", key)).rejects.toMatchObject({ status: 403, code: "PREVIEW_EXPIRED" });
});

test("a preview shows only drafts its author may edit, and expires when the author loses access", async () => {
  const shown = async (key: string) => {
    const { collections } = await platform.as(platform.visitor()).content.read({
      collectionIds: ["PricesPage", "Kaina"],
      preview: key,
    });
    return [collections.PricesPage?.[0]?.lead, collections.Kaina?.[0]?.a];
  };
  const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  await owner().collections.create({
    collection: { id: "Kaina", fields: [{ key: "a", type: "TEXT" }], permissions, plugins: [{ type: "CMS" }] },
  });
  const decrypted = await owner().editing.open({ dataCollectionId: "PricesPage", dataItemId: "page" });
  await owner().editing.saveDraft({
    dataCollectionId: "PricesPage",
    dataItemId: "page",
    data: { lead: "Dar naujesnės" },
    revision: decrypted.draft?.revision,
  });
  await owner().editing.saveDraft({ dataCollectionId: "Kaina", dataItemId: "a", data: { a: "Tik savininkui" } });
  const trainer = await platform.member({ role: "trainer" });
  const { key } = await platform.as(trainer.token).editing.preview();
  expect(await shown(key)).toEqual(["Dar naujesnės", undefined]);
  expect(await shown((await owner().editing.preview()).key)).toEqual(["Dar naujesnės", "Tik savininkui"]);

  const session = platform.db.updateTable("memberSession").where("id", "=", trainer.sessionId);
  await session.set({ endedDate: platform.clock.now }).execute();
  await expect(shown(key)).rejects.toMatchObject({ code: "PREVIEW_EXPIRED" });
  await session.set({ endedDate: null }).execute();
  const account = platform.db.updateTable("account").where("id", "=", trainer.id);
  for (const to of [{ role: "member" }, { role: "trainer", status: "BLOCKED" }] as const) {
    await account.set(to).execute();
    await expect(shown(key)).rejects.toMatchObject({ code: "PREVIEW_EXPIRED" });
  }
});

test("returns no items of a closed or missing collection to a visitor", async () => {
  const closed = { read: "ADMIN", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  await owner().collections.create({
    collection: {
      id: "Slaptai",
      fields: [{ key: "a", type: "TEXT" }],
      permissions: closed,
      plugins: [{ type: "CMS" }],
    },
  });
  await owner().editing.save({ dataCollectionId: "Slaptai", dataItemId: "a", data: { a: "x" } });
  const ids = { collectionIds: ["Slaptai", "Niekada", "a/b"] };
  expect((await platform.as(platform.visitor()).content.read(ids)).collections).toEqual({
    Slaptai: [],
    Niekada: [],
    "a/b": [],
  });
  expect((await owner().content.read(ids)).collections.Slaptai).toHaveLength(1);
});

test("the migration replaces page names in questions with the ids of the pages' collections", async () => {
  const { dataItem } = await owner().items.insert({
    dataCollectionId: "Questions",
    dataItem: { data: { question: "Kiek?", answer: "<p>Tiek.</p>", pages: [" kainos", "PricesPage", "Home", "Salė"] } },
  });
  const dataItemId = dataItem.id ?? "";
  const draft = { question: "Kiek kainuoja?", pages: ["Saugojimo testas"] };
  await owner().editing.saveDraft({ dataCollectionId: "Questions", dataItemId, data: draft });
  const file = new URL("../migrations/0035_pages_of_questions.sql", import.meta.resolve("@uola/database"));
  await sql.raw(await readFile(file, "utf8")).execute(platform.db);
  const opened = await owner().editing.open({ dataCollectionId: "Questions", dataItemId });
  expect(opened.item?.data.pages).toEqual(["PricesPage", "HomePage", "Salė"]);
  expect(opened.draft?.data.pages).toEqual(["BelayTestPage"]);
});
