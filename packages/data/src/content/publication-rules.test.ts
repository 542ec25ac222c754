import { createContext } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createData } from "../index.ts";
import { createTestPlatform, type TestPlatform, urls } from "../testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform({}, {});
  const { connection, siteId, accounts, clock } = platform;
  const context = createContext({ connection, siteId, accounts, urls, now: () => clock.now });
  await createData(context, {}).siteLists.seed({});
  await context.changes.stop();
});
afterAll(() => platform.close());
const owner = () => platform.as(platform.key);

const emblem = "wix:image://v1/0b2f7c1e-8a6d-4f3b-9c55-1d2e3f405162/zenklas.png#originWidth=600&originHeight=400";
const project = {
  title: "Viena virvė",
  path: "exchange",
  from: "2025-03-01",
  until: "2025-11-30",
  programme: "Jaunimo mainai",
  emblem,
  emblemAlt: "Programos ženklas",
  funding: "Bendrai finansuoja programa",
  _translations: {
    en: { programme: "Youth exchange", emblemAlt: "Emblem of the programme", funding: "Co-funded by the programme" },
  },
};
const english = project._translations.en;
const without = (key: keyof typeof project) => {
  const { [key]: _, ...rest } = project;
  return rest;
};
const publish = (dataCollectionId: string, data: object, dataItemId: string = crypto.randomUUID()) =>
  owner().editing.save({ dataCollectionId, dataItemId, data: data as never });
/** Returns the fields named in the rejection. */
async function refusedFields(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const { violations = [] } = (error as { data?: { violations?: { fieldPath: string }[] } } | undefined)?.data ?? {};
  return violations.map(({ fieldPath }) => fieldPath);
}

test("publishes a project with its funder, period and both languages", async () => {
  const { revision } = await publish("Projects", project, "whole");
  expect(revision).toBe("1");
});

test.each([["emblem"], ["emblemAlt"], ["funding"], ["programme"], ["from"], ["until"]] as const)(
  "rejects publishing a project without %s, with the field name in the error",
  async (key) => {
    expect(await refusedFields(publish("Projects", without(key)))).toContain(key);
  },
);

test.each([["emblemAlt"], ["funding"], ["programme"]] as const)(
  "rejects publishing a project whose %s is not translated",
  async (key) => {
    const { [key]: _, ...words } = english;
    const data = { ...project, _translations: { en: words } };
    expect(await refusedFields(publish("Projects", data))).toEqual([`_translations.en.${key}`]);
  },
);

test("requires a disclaimer in both languages if the programme requires one", async () => {
  const data = { ...project, disclaims: true };
  expect(await refusedFields(publish("Projects", data))).toEqual(["disclaimer", "_translations.en.disclaimer"]);
  const whole = {
    ...data,
    disclaimer: "Nuomonė – autorių.",
    _translations: { en: { ...english, disclaimer: "Views." } },
  };
  await publish("Projects", whole);
});

test("rejects a project that ends before it begins or has an invalid path", async () => {
  const data = { ...project, until: "2025-01-01", path: "/Mainai 2025" };
  expect(await refusedFields(publish("Projects", data))).toEqual(["until", "path"]);
});

test("accepts an incomplete draft and rejects its publication", async () => {
  const dataItemId = crypto.randomUUID();
  const one = { dataCollectionId: "Projects", dataItemId };
  const { draft } = await owner().editing.saveDraft({ ...one, data: without("emblem") as never });
  expect(draft?.dataItemId).toBe(dataItemId);
  expect(await refusedFields(publish("Projects", without("emblem"), dataItemId))).toEqual(["emblem"]);
});

test("applies the publication rules to inserts and patches as well", async () => {
  const dataCollectionId = "Projects";
  const dataItem = { id: "other", data: without("funding") as never };
  expect(await refusedFields(owner().items.insert({ dataCollectionId, dataItem }))).toEqual(["funding"]);
  const patchSet = { dataItemId: "whole", fieldUpdates: [{ fieldPath: "emblem", action: "REMOVE_FIELD" as const }] };
  expect(await refusedFields(owner().items.patch({ dataCollectionId, patchSet }))).toEqual(["emblem"]);
});

test("requires alternative text in both languages for each picture of a page", async () => {
  const pictures = [
    { id: "a", picture: emblem, alt: "Vaikai prie sienos" },
    { id: "b", caption: "Be nuotraukos" },
  ];
  const sections = [{ id: "s", kind: "gallery", heading: "Iš arti", pictures }];
  const page = { slug: "siena", title: "Siena", sections };
  expect(await refusedFields(publish("Pages", page))).toEqual(["sections[0].pictures[0].alt"]);
  const words = [{ id: "s", kind: "gallery", pictures: [{ id: "a", alt: "Children at the wall" }] }];
  await publish("Pages", { ...page, _translations: { en: { sections: words } } });
});

test("rejects a page slug with invalid characters", async () => {
  expect(await refusedFields(publish("Pages", { slug: "Nauja siena", title: "Siena" }))).toEqual(["slug"]);
});

test("rejects menu links and redirects whose target is not a valid URL or path", async () => {
  const link = (to: string) => publish("MenuLinks", { link: to, place: "HEADER" });
  await link("/prices/");
  await link("https://shop.example/deals");
  expect(await refusedFields(link("prices"))).toEqual(["link"]);
  expect(await refusedFields(link("javascript:alert(1)"))).toEqual(["link"]);
  expect(await refusedFields(link("//evil.example/"))).toEqual(["link"]);
  expect(await refusedFields(link("/\\evil.example/"))).toEqual(["link"]);
  const moved = (from: string, to: string) => publish("Redirects", { from, to });
  await moved("/kainos-2019/", "/prices/");
  expect(await refusedFields(moved("kainos", "/prices/"))).toEqual(["from"]);
  expect(await refusedFields(moved("/kainos?x", "http://shop.example/"))).toEqual(["from", "to"]);
  expect(await refusedFields(moved("/a/", "/a/"))).toEqual(["to"]);
  for (const to of ["/\\evil.example", "/\t/evil.example", "https:\\\\evil.example", "https://shop.example/\u0085"]) {
    expect(await refusedFields(moved("/kainos-2020/", to)), to).toEqual(["to"]);
  }
});
