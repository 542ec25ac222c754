import { afterAll, beforeAll, expect, test } from "vitest";
import { as, code, createItemTests, field, type ItemTests, owner } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("gives new items the plugin's default status and hides drafts without includeDraftItems", async () => {
  const drafts = await items.collection(
    { title: "TEXT" },
    { plugins: [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }] },
  );
  expect((await drafts.insert({ _publishStatus: "PUBLISHED" }, "a", as("member"))).data._publishStatus).toBe("DRAFT");
  await expect(drafts.update("a", {})).rejects.toEqual(code("WDE0073", 404));
  const include = { publishPluginOptions: { includeDraftItems: true } };
  await expect(drafts.update("a", {}, as("member"), include)).rejects.toEqual(code("WDE0073", 404));
  expect((await drafts.update("a", { _publishStatus: "PUBLISHED" }, owner, include)).data._publishStatus).toBe(
    "PUBLISHED",
  );
  expect((await drafts.update("a", { title: "x" }, as("member"))).data._publishStatus).toBe("PUBLISHED");
});

test("SINGLE_ITEM allows only one item, with a fixed id", async () => {
  const single = await items.collection(
    { title: "TEXT" },
    { plugins: [{ type: "SINGLE_ITEM", singleItemOptions: { singleItemId: "the-one" } }] },
  );
  expect((await single.insert({ _id: "another" })).id).toBe("the-one");
  await expect(single.insert({})).rejects.toEqual(code("WDE0074", 409));
});

test("computes PAGE_LINK fields from their pattern", async () => {
  const linked = await items.collection([
    field("title", "TEXT"),
    field("link", "PAGE_LINK", {
      typeMetadata: {
        pageLink: { calculator: { fieldsPattern: { pattern: "/walls/{title}/{_id}", lowercase: true } } },
      },
    }),
    field("plain", "PAGE_LINK", {
      typeMetadata: { pageLink: { calculator: { urlizedOnlyPattern: { pattern: "/w/{title}" } } } },
    }),
  ]);
  expect((await linked.insert({ title: "Žalia  siena", link: "/mine" }, "a")).data).toMatchObject({
    link: `/walls/${encodeURIComponent("žalia-siena")}/a`,
    plain: `/w/${encodeURIComponent("Žalia  siena")}`,
  });
});

test("accepts translations only for translatable fields", async () => {
  const spoken = await items.collection(
    { title: "TEXT", code: "TEXT" },
    { plugins: [{ type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["title"] } }] },
  );
  await spoken.insert({ title: "Siena", _translations: { en: { title: "Wall" } } });
  await expect(spoken.insert({ _translations: { en: { code: "W" } } })).rejects.toEqual(code("WDE0080"));
  await expect(spoken.insert({ _translations: [] })).rejects.toEqual(code("WDE0080"));
});

test("stores encrypted fields encrypted and returns them decrypted", async () => {
  const secret = await items.collection([field("pin", "TEXT", { encrypted: true }), field("n", "NUMBER")]);
  expect((await secret.insert({ pin: "slaptas", n: 1 }, "a")).data.pin).toBe("slaptas");
  expect(JSON.stringify(await secret.stored())).not.toContain("slaptas");
  expect(
    await secret.patch("a", { fieldPath: "n", action: "INCREMENT_FIELD", incrementField: { value: 1 } }),
  ).toMatchObject({ pin: "slaptas", n: 2 });
  expect((await secret.remove("a")).dataItem.data).toMatchObject({ pin: "slaptas", n: 2 });
  await expect(secret.insert({ pin: { $sealed: "x" } })).rejects.toEqual(code("WDE0134"));
});
