import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
let count = 0;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const editors = { insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR", read: "ANYONE" } as const;
/** Creates a collection that editors may change. */
async function collection(more: object = {}) {
  count += 1;
  const dataCollectionId = `Klausimai${count}`;
  const owner = platform.as(platform.key);
  await owner.collections.create({
    collection: {
      id: dataCollectionId,
      fields: [
        { key: "question", type: "TEXT", required: true },
        { key: "answer", type: "RICH_TEXT" },
      ],
      permissions: editors,
      plugins: [{ type: "CMS" }],
      ...more,
    },
  });
  const trainer = platform.as((await platform.member({ role: "trainer" })).token);
  const one = { dataCollectionId, dataItemId: "a" };
  const read = async (preview?: string) =>
    (await platform.as(platform.visitor()).content.read({ collectionIds: [dataCollectionId], preview })).collections[
      dataCollectionId
    ];
  return { owner, trainer, one, dataCollectionId, read };
}
const refused = async (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: { code?: string }) => error.code,
  );

test("publishes a saved item and rejects a save with an older revision", async () => {
  const { owner, trainer, one, read } = await collection();
  const data = { question: "Ar reikia batelių?", answer: "<p>Taip.</p>" };
  const saved = await trainer.editing.save({ ...one, data });
  expect(saved.revision).toBe("1");
  expect(await read()).toMatchObject([{ _id: "a", ...data }]);
  expect(await refused(trainer.editing.save({ ...one, data }))).toBe("REVISION_MISMATCH");
  const next = await owner.editing.save({ ...one, data: { question: "Ar duodate batelius?" }, revision: "1" });
  expect(next.revision).toBe("2");
  expect(await refused(trainer.editing.save({ ...one, data, revision: "1" }))).toBe("REVISION_MISMATCH");
  expect(await refused(trainer.editing.save({ ...one, data: {}, revision: "2" }))).toBe("WDE0080");
  expect((await read())?.[0]).not.toHaveProperty("answer");
});

test("shows a draft only to editors until it is published, and rejects concurrent overwrites of a draft", async () => {
  const { owner, trainer, one, dataCollectionId, read } = await collection();
  await owner.editing.save({ ...one, data: { question: "Kaip atvykti?" } });
  // A draft may lack required fields.
  const { draft } = await trainer.editing.saveDraft({ ...one, data: { answer: "<p>Autobusu.</p>" } });
  expect(draft).toMatchObject({ revision: "1", itemRevision: "1", data: { answer: "<p>Autobusu.</p>" } });
  expect(await refused(owner.editing.saveDraft({ ...one, data: {} }))).toBe("REVISION_MISMATCH");
  const data = { question: "Kaip atvykti?", answer: "<p>Autobusu.</p>" };
  await owner.editing.saveDraft({ ...one, data, revision: "1" });
  await trainer.editing.saveDraft({ dataCollectionId, dataItemId: "b", data: { question: "Nauja?" } });
  expect(await read()).toHaveLength(1);
  expect((await read())?.[0]).not.toHaveProperty("answer");
  const { key } = await trainer.editing.preview({});
  expect(await read(key)).toMatchObject([data, { _id: "b", question: "Nauja?" }]);
  expect(await refused(read("not.a key"))).toBe("PREVIEW_EXPIRED");
  const { drafts } = await owner.editing.drafts({ dataCollectionId });
  expect(drafts.map(({ dataItemId }) => dataItemId).sort()).toEqual(["a", "b"]);
  const decrypted = await trainer.editing.open(one);
  expect(decrypted.item).toMatchObject({ revision: "1", status: "PUBLISHED" });
  await trainer.editing.save({ ...one, data, revision: decrypted.item?.revision });
  expect((await trainer.editing.open(one)).draft ?? null).toBeNull();
  const gone = await trainer.editing.discardDraft({ dataCollectionId, dataItemId: "b" });
  expect(gone.draft.data).toEqual({ question: "Nauja?" });
  expect(await refused(trainer.editing.discardDraft({ dataCollectionId, dataItemId: "b" }))).toBe("DRAFT_NOT_FOUND");
});

test("publishes a draft at its planned time, or stores why that failed", async () => {
  const { trainer, one, dataCollectionId, read } = await collection();
  const at = (minutes: number) => new Date(platform.clock.now.getTime() + minutes * 60_000);
  expect(await refused(trainer.editing.saveDraft({ ...one, data: {}, publishDate: at(-1) }))).toBe(
    "PUBLISH_DATE_IN_PAST",
  );
  await trainer.editing.saveDraft({ ...one, data: { question: "Kada vasara?" }, publishDate: at(10) });
  await trainer.editing.saveDraft({ dataCollectionId, dataItemId: "b", data: {}, publishDate: at(10) });
  const otherProcesses = [platform.secondProcess(), platform.secondProcess()];
  await Promise.all(otherProcesses.map((each) => each.start()));
  try {
    expect(await read()).toEqual([]);
    platform.clock.now = at(11);
    await expect.poll(() => read()).toMatchObject([{ _id: "a", question: "Kada vasara?" }]);
    const failed = async () => (await trainer.editing.open({ dataCollectionId, dataItemId: "b" })).draft;
    await expect.poll(async () => (await failed())?.failure?.code).toBe("WDE0080");
    expect((await failed())?.publishDate ?? null).toBeNull();
  } finally {
    await Promise.all(otherProcesses.map((each) => each.stop()));
  }
});

test("keeps a draft when its item is removed and can recreate the item by publishing it", async () => {
  const { trainer, owner, one, dataCollectionId, read } = await collection();
  const data = { question: "Kur palikti dviratį?" };
  const at = (minutes: number) => new Date(platform.clock.now.getTime() + minutes * 60_000);
  await trainer.editing.save({ ...one, data });
  await trainer.editing.saveDraft({ ...one, data, publishDate: at(10) });
  await owner.items.remove({ dataCollectionId, dataItemId: "a" });
  // Rejects the save of an editor who opened the item before its removal.
  expect(await refused(owner.editing.save({ ...one, data, revision: "1" }))).toBe("REVISION_MISMATCH");
  const otherProcess = platform.secondProcess();
  await otherProcess.start();
  try {
    platform.clock.now = at(11);
    const draft = async () => (await trainer.editing.open(one)).draft;
    await expect.poll(async () => (await draft())?.failure?.code).toBe("REVISION_MISMATCH");
    expect(await read()).toEqual([]);
    const decrypted = await trainer.editing.open(one);
    expect(decrypted.item ?? null).toBeNull();
    const again = await trainer.editing.saveDraft({
      ...one,
      data,
      revision: decrypted.draft?.revision,
      publishDate: at(10),
    });
    expect(again.draft.itemRevision ?? null).toBeNull();
    platform.clock.now = at(11);
    await expect.poll(() => read()).toMatchObject([{ _id: "a", ...data }]);
  } finally {
    await otherProcess.stop();
  }
  await trainer.editing.saveDraft({ ...one, data });
  await owner.items.remove({ dataCollectionId, dataItemId: "a" });
  await trainer.editing.save({ ...one, data });
  expect(await trainer.editing.open(one)).toMatchObject({ item: { revision: "5" } });
  expect((await trainer.editing.open(one)).draft ?? null).toBeNull();
});

test("shows a draft in the requested language in the preview and supports encrypted fields in drafts", async () => {
  const { trainer, one, dataCollectionId } = await collection({
    fields: [
      { key: "question", type: "TEXT" },
      { key: "answer", type: "TEXT" },
      { key: "code", type: "TEXT", encrypted: true },
    ],
    plugins: [{ type: "CMS" }, { type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["question"] } }],
  });
  await trainer.editing.save({ ...one, data: { question: "Kaip?", answer: "Taip.", code: "4821" } });
  const data = { question: "Kada?", code: "slaptas-pin", _translations: { en: { question: "When?" } } };
  const { draft } = await trainer.editing.saveDraft({ ...one, data });
  expect(draft.data).toEqual(data);
  const { rows } = await platform.connection.pool.query("select data::text from item_draft where data ? 'code'");
  expect(rows).toHaveLength(1);
  expect(rows[0].data).not.toContain("slaptas-pin");
  const { key: preview } = await trainer.editing.preview({});
  const shown = async (language?: string) => {
    const input = { collectionIds: [dataCollectionId], preview, language };
    return (await platform.as(platform.visitor()).content.read(input)).collections[dataCollectionId]?.[0];
  };
  expect(await shown()).toMatchObject({ _id: "a", question: "Kada?", code: "slaptas-pin" });
  expect(await shown()).not.toHaveProperty("answer");
  expect(await shown("en")).toMatchObject({ _id: "a", question: "When?" });
  await trainer.editing.save({ ...one, data: (await trainer.editing.open(one)).draft?.data ?? {}, revision: "1" });
  expect((await trainer.editing.open(one)).item?.data).toMatchObject({ question: "Kada?", code: "slaptas-pin" });
});

test("restores the drafts of a removed collection together with it", async () => {
  const { trainer, owner, one, dataCollectionId } = await collection();
  await trainer.editing.saveDraft({ ...one, data: { question: "Grįšiu?" } });
  await owner.collections.delete({ dataCollectionId });
  expect(await refused(trainer.editing.open(one))).toBe("WDE0026");
  const listed = async () =>
    (await trainer.editing.drafts({})).drafts.filter((draft) => draft.dataCollectionId === dataCollectionId).length;
  expect(await listed()).toBe(0);
  await owner.collections.restore({ dataCollectionId });
  expect(await listed()).toBe(1);
  expect((await trainer.editing.open(one)).draft?.data).toEqual({ question: "Grįšiu?" });
  await trainer.editing.save({ ...one, data: { question: "Grįžau" } });
  expect(await listed()).toBe(0);
});

test("stores a version for every writer and can restore each one, even of removed items", async () => {
  const { owner, trainer, one, dataCollectionId, read } = await collection();
  await trainer.editing.save({ ...one, data: { question: "Pirma" } });
  await owner.editing.save({ ...one, data: { question: "Antra" }, revision: "1" });
  const { versions } = await trainer.editing.versions(one);
  expect(versions.map(({ revision, data, current, by }) => [revision, data.question, current, by.kind])).toEqual([
    ["2", "Antra", true, "apiKey"],
    ["1", "Pirma", false, "member"],
  ]);
  await trainer.editing.restore({ ...one, revision: "1" });
  expect(await read()).toMatchObject([{ question: "Pirma" }]);
  await owner.items.remove({ dataCollectionId, dataItemId: "a" });
  expect(await read()).toEqual([]);
  const { items } = await trainer.editing.removed({ dataCollectionId });
  expect(items).toMatchObject([{ dataItemId: "a", data: { question: "Pirma" }, revision: "3" }]);
  const back = await trainer.editing.restore({ ...one, revision: "3" });
  expect(Number(back.revision)).toBeGreaterThan(3);
  expect(await read()).toMatchObject([{ _id: "a", question: "Pirma" }]);
  expect((await trainer.editing.removed({ dataCollectionId })).items).toEqual([]);
  expect(await refused(trainer.editing.restore({ ...one, revision: "99" }))).toBe("WDE0073");
});

test("hides a collection from editors without permission, and excludes closed collections from pages", async () => {
  const { trainer, one, dataCollectionId, owner, read } = await collection({
    permissions: { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" },
  });
  await owner.editing.save({ ...one, data: { question: "Slapta" } });
  expect(await refused(trainer.editing.open(one))).toBe("WDE0027");
  expect(await refused(trainer.editing.saveDraft({ ...one, data: {} }))).toBe("WDE0027");
  expect(await refused(trainer.editing.versions(one))).toBe("WDE0027");
  expect(await refused(owner.editing.open({ dataCollectionId, dataItemId: "nera" }))).toBe("WDE0073");
  expect(await refused(owner.editing.open({ dataCollectionId: "kitur/a", dataItemId: "a" }))).toBe("WDE0119");
  expect(await read()).toEqual([]);
});

test("lists the collections an editor may edit or read, with the number of items and the last write", async () => {
  const { owner, trainer, one, dataCollectionId } = await collection({ displayName: "Abėcėlė" });
  const readable = await collection({ permissions: { ...editors, update: "ADMIN" } });
  const closed = await collection({ permissions: { ...editors, update: "ADMIN", read: "ADMIN" } });
  await owner.editing.save({ ...one, data: { question: "Kaip atvykti?" } });
  const { collections } = await trainer.editing.collections({});
  const found = collections.find(({ collection }) => collection.id === dataCollectionId);
  expect(found).toMatchObject({ itemCount: 1, isEstimated: false, collection: { displayName: "Abėcėlė" } });
  expect(found?.changedDate).toEqual(platform.clock.now);
  const ids = collections.map(({ collection }) => collection.id);
  expect(ids).toContain(readable.dataCollectionId);
  expect(ids).not.toContain(closed.dataCollectionId);
  const names = collections.map(({ collection }) => collection.displayName ?? collection.id);
  expect(names).toEqual(names.toSorted());
  const all = (await owner.editing.collections({})).collections;
  expect(all.find(({ collection }) => collection.id === closed.dataCollectionId)).toMatchObject({ itemCount: 0 });
});

test("estimates the item count of a large collection", async () => {
  const { owner, dataCollectionId } = await collection();
  const item = (i: number) => ({ id: `n${i}`, data: { question: "Kiek?" } });
  for (let from = 0; from < 11_000; from += 1000) {
    const dataItems = Array.from({ length: 1000 }, (_, i) => item(from + i));
    await owner.items.bulkInsert({ dataCollectionId, dataItems });
  }
  const size = async () =>
    (await owner.editing.collections({})).collections.find(({ collection }) => collection.id === dataCollectionId);
  // Before the planner has analysed the table, only the order of magnitude of its item count is
  // known.
  expect(await size()).toMatchObject({ isEstimated: true, itemCount: expect.toSatisfy((n: number) => n > 10_000) });
});

test("lists a deleted collection until it is restored, replaced or dropped", async () => {
  const { owner, trainer, dataCollectionId } = await collection({ displayName: "Senoji" });
  const listed = async () =>
    (await owner.editing.removedCollections({})).collections.find((each) => each.dataCollectionId === dataCollectionId);
  expect(await listed()).toBeUndefined();
  await owner.collections.delete({ dataCollectionId });
  expect(await refused(trainer.editing.removedCollections({}))).toBe("PERMISSION_DENIED");
  const removed = await listed();
  expect(removed).toMatchObject({ displayName: "Senoji", removedDate: platform.clock.now });
  expect(removed?.goneDate.getTime()).toBe(platform.clock.now.getTime() + 30 * 86_400_000);
  await owner.collections.restore({ dataCollectionId });
  expect(await listed()).toBeUndefined();
  await owner.collections.delete({ dataCollectionId });
  await owner.collections.create({
    collection: { id: dataCollectionId, fields: [{ key: "a", type: "TEXT" }], permissions: editors },
  });
  expect(await listed()).toBeUndefined();
});
