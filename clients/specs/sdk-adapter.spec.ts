import { expect, test } from "@playwright/test";
import { idOf, query } from "./item-collections.ts";
import { answerTo, owner, visitor } from "./platform.ts";
import { startSdkAdapter } from "./sdk-adapter.ts";

/**
 * Tests a database behind an adapter that is written with the platform's public SDK, used through
 * that SDK.
 */
const { collections, externalDatabaseConnections: connections, items } = owner;

test("serves definitions, items and references through an adapter built with the SDK's service plugin", async () => {
  const name = idOf();
  const options = { connectionType: "WIX_SPI" as never };
  const made = await connections.createExternalDatabaseConnection({ name }, options);
  const { publicKey, applicationId } = made as unknown as { publicKey: string; applicationId: string };
  const adapter = await startSdkAdapter({ appId: applicationId, publicKey });
  try {
    const connected = await connections.updateExternalDatabaseConnection(name, { endpoint: adapter.url });
    expect(connected).toMatchObject({
      connectionStatus: { successful: true, causeOfFailure: "NONE", hasCollections: "YES" },
      capabilities: { collectionModificationsSupported: true, fieldTypes: ["TEXT", "NUMBER"] },
    });
    const [people, walls] = [`${name}/people`, `${name}/walls`];
    const { fields, permissions } = await collections.getDataCollection(walls);
    expect(permissions).toMatchObject({ read: "ANYONE", insert: "ADMIN" });
    expect(fields?.find(({ key }) => key === "helpers")?.typeMetadata).toMatchObject({
      multiReference: { referencedCollectionId: people },
    });
    await definitions(`${name}/places`, permissions as object);
    await everyItem(people);
    await references(people, walls);
  } finally {
    await connections.deleteExternalDatabaseConnection(name);
    adapter.close();
  }
});

async function definitions(_id: string, permissions: object) {
  const definition = (...keys: string[]) =>
    ({ _id, permissions, fields: keys.map((key) => ({ key, type: "TEXT" })) }) as never;
  expect(await collections.createDataCollection(definition("name"))).toMatchObject({ _id, collectionType: "EXTERNAL" });
  expect(await answerTo(collections.createDataCollection(definition("name")))).toBe("409 WDE0104");
  const changed = await collections.updateDataCollection(definition("name", "city"));
  expect(changed.fields?.map(({ key }) => key)).toEqual(expect.arrayContaining(["name", "city"]));
  await collections.deleteDataCollection(_id);
  expect(await answerTo(collections.getDataCollection(_id))).toBe("404 WDE0025");
}

async function everyItem(dataCollectionId: string) {
  const given = { dataCollectionId };
  const { dataItem } = await items.insertDataItem({
    ...given,
    dataItem: { _id: "ona", data: { name: "Ona", age: 0 } },
  });
  expect(dataItem).toMatchObject({ _id: "ona", data: { _id: "ona", name: "Ona", age: 0 } });
  const dataItems = ["jonas", "rasa", "ona"].map((_id, age) => ({ _id, data: { name: _id, age: age + 1 } }));
  const bulk = await items.bulkInsertDataItems({ ...given, dataItems, returnEntity: true });
  expect(bulk.results.map(({ itemMetadata }) => itemMetadata?.error?.code ?? "ok")).toEqual(["ok", "ok", "WDE0074"]);
  expect((await visitor().items.getDataItem("rasa", given)).data).toMatchObject({ _id: "rasa", name: "rasa" });
  expect(await answerTo(visitor().items.removeDataItem("rasa", given))).toBe("403 WDE0027");
  const found = await query({ ...given, returnTotalCount: true })
    .ge("age", 1)
    .descending("_id")
    .limit(1)
    .find();
  expect([found.items[0]?._id, found.totalCount]).toEqual(["rasa", 2]);
  expect((await found.next()).items[0]?._id).toBe("jonas");
  expect(await items.countDataItems({ ...given, filter: { _id: { $in: ["ona", "rasa"] } } })).toEqual({
    totalCount: 2,
  });
  await items.updateDataItem("ona", { ...given, dataItem: { data: { name: "Ona", age: 30 } } });
  expect((await items.saveDataItem({ ...given, dataItem: { _id: "ieva", data: { age: 1 } } })).action).toBe("INSERTED");
  expect((await items.removeDataItem("ieva", given)).dataItem?.data).toMatchObject({ _id: "ieva", age: 1 });
  expect(await answerTo(items.removeDataItem("ieva", given))).toBe("404 WDE0073");
}

async function references(people: string, walls: string) {
  const given = { dataCollectionId: walls };
  const data = { name: "Siena", setter: "rasa" };
  await items.insertDataItem({ ...given, dataItem: { _id: "w", data } });
  const to = (referencedItemId: string) => ({
    referringItemFieldName: "helpers",
    referringItemId: "w",
    referencedItemId,
  });
  await items.insertDataItemReference({ ...given, dataItemReference: to("ona") });
  expect(await answerTo(items.insertDataItemReference({ ...given, dataItemReference: to("ona") }))).toBe("409 WDE0029");
  const dataItemReferences = [to("ona"), to("jonas")];
  const bulk = await items.bulkInsertDataItemReferences({ ...given, dataItemReferences });
  expect(bulk.results.map(({ referenceMetadata: of }) => of?.error?.code ?? "ok")).toEqual(["WDE0029", "ok"]);
  const of = { ...given, referringItemFieldName: "helpers", referringItemId: "w" };
  const referred = async (more: object = {}) => {
    const { results, pagingMetadata } = await items.queryReferencedDataItems({ ...of, ...more });
    return [results.map(({ dataItem }) => `${dataItem?.dataCollectionId} ${dataItem?._id}`), pagingMetadata?.total];
  };
  expect(await referred()).toEqual([[`${people} ona`, `${people} jonas`], 2]);
  expect(await referred({ order: "DESC", paging: { limit: 1 } })).toEqual([[`${people} jonas`], 2]);
  const isReferenced = async (id: string) => (await items.isReferencedDataItem({ ...given, ...to(id) })).isReferenced;
  expect([await isReferenced("jonas"), await isReferenced("rasa")]).toEqual([true, false]);
  const [wall] = (await query({ ...given, includeReferencedItems: ["helpers", "setter"] }).find()).items;
  expect(wall?.data).toMatchObject({
    setter: { _id: "rasa", name: "rasa" },
    helpers: [{ _id: "ona", age: 30 }, { _id: "jonas" }],
  });
  await items.replaceDataItemReferences({ ...of, newReferencedItemIds: ["rasa", "jonas"] });
  expect((await referred())[0]).toEqual([`${people} jonas`, `${people} rasa`]);
  await items.removeDataItemReference({ ...given, dataItemReference: to("jonas") });
  const gone = await items.bulkRemoveDataItemReferences({ ...given, dataItemReferences });
  expect(gone.results.map(({ referenceMetadata }) => referenceMetadata?.error?.code)).toEqual(["WDE0153", "WDE0153"]);
  await items.truncateDataItems(given);
  expect(await items.countDataItems(given)).toEqual({ totalCount: 0 });
}
