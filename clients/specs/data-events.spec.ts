import { expect, test } from "@playwright/test";
import { externalDatabaseConnections, items as itemsModule } from "@wix/data";
import { AppStrategy, createClient } from "@wix/sdk";
import { idOf, routes } from "./item-collections.ts";
import { asOwner, member, owner } from "./platform.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

/** Tests data events that an app receives with the platform's public SDK. */
const { externalDatabaseConnections: connections, items } = owner;

test("delivers each item and connection event to the app's handler once and in order", async () => {
  const { posts, url, close } = await startWebhookReceiver();
  const dataCollectionId = await routes();
  const eventTypes = ["wix.data.v2.data_item", "wix.data.v1.external_database_connection"].flatMap((entity) =>
    ["created", "updated", "deleted"].map((slug) => `${entity}_${slug}`),
  );
  type Webhook = { webhook: { id: string; publicKey: string } };
  const { webhook } = await asOwner<Webhook>("/v1/webhooks", { webhook: { url, eventTypes } });

  const given = { dataCollectionId };
  const one = await member();
  const { dataItem } = await one.items.insertDataItem({
    ...given,
    dataItem: { data: { name: "Mano", own: { id: 7 } } },
  });
  const itemId = dataItem?._id as string;
  await items.updateDataItem(itemId, { ...given, dataItem: { data: { name: "Jau ne" } } });
  await items.removeDataItem(itemId, given);
  await items.bulkInsertDataItems({
    ...given,
    dataItems: ["siena/1", "b"].map((_id) => ({ _id, data: { name: _id } })),
  });
  await items.bulkSaveDataItems({ ...given, dataItems: [{ _id: "siena/1", data: { name: "Kitaip" } }] });
  await items.bulkRemoveDataItems({ ...given, dataItemIds: ["siena/1"] });
  await items.truncateDataItems(given);
  const name = idOf();
  const endpoint = "http://localhost:1/";
  const secret = { configuration: { secretKey: "paslaptis" } };
  await connections.createExternalDatabaseConnection({ name, endpoint, ...secret }, {
    connectionType: "STANDALONE",
  } as never);
  await connections.updateExternalDatabaseConnection(name, { endpoint: `${endpoint}kitur` });
  await connections.deleteExternalDatabaseConnection(name);

  await expect.poll(() => posts.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(11);
  await asOwner(`/v1/webhooks/${webhook.id}`, undefined, "DELETE");
  close();
  const { id: appId, publicKey } = webhook;
  const app = createClient({
    modules: { externalDatabaseConnections, items: itemsModule },
    auth: AppStrategy({ appId, publicKey }),
  });
  type Item = itemsModule.DataItem;
  type Metadata = { entityId?: string; entityEventSequence?: string | null; slug?: string; identity?: object };
  const received: { item: Item | undefined; metadata: Metadata }[] = [];
  const receive = ({ entity, metadata }: { entity?: Item; metadata: object }) => {
    received.push({ item: entity, metadata: metadata as Metadata });
  };
  app.items.onDataItemCreated(receive);
  app.items.onDataItemUpdated(receive);
  app.items.onDataItemDeleted(receive as never);
  const connectionEvents: unknown[] = [];
  const { externalDatabaseConnections: of } = app;
  of.onExternalDatabaseConnectionCreated(({ entity }) => {
    connectionEvents.push(["created", entity]);
  });
  of.onExternalDatabaseConnectionUpdated(({ entity }) => {
    connectionEvents.push(["updated", entity]);
  });
  of.onExternalDatabaseConnectionDeleted((event) => {
    connectionEvents.push(["deleted", (event as unknown as { entity: object }).entity]);
  });
  for (const post of posts) await app.webhooks.process(post);

  const about = (id: string) =>
    received
      .filter(({ metadata }) => metadata.entityId === id)
      .map(({ item, metadata }) => [metadata.slug, metadata.entityEventSequence, item?._id, item?.data?.name]);
  expect(about(itemId)).toEqual([
    ["created", "1", itemId, "Mano"],
    ["updated", "2", itemId, "Jau ne"],
    ["deleted", "3", itemId, "Jau ne"],
  ]);
  expect(about("siena/1")).toEqual([
    ["created", "1", "siena/1", "siena/1"],
    ["updated", "2", "siena/1", "Kitaip"],
    ["deleted", "3", "siena/1", "Kitaip"],
  ]);
  expect(about("b")).toEqual([
    ["created", "1", "b", "b"],
    ["deleted", "2", "b", "b"],
  ]);
  const [first, second] = received.filter(({ metadata }) => metadata.entityId === itemId);
  expect(first?.item).toMatchObject({ dataCollectionId, data: { _id: itemId, _owner: one.memberId, own: { id: 7 } } });
  expect(first?.metadata).toMatchObject({
    entityFqdn: "wix.data.v2.data_item",
    eventTime: expect.any(Date),
    identity: { identityType: "MEMBER", memberId: one.memberId },
  });
  expect(second?.metadata.identity).toMatchObject({ identityType: "APP" });
  expect(connectionEvents).toEqual([
    ["created", { name, endpoint }],
    ["updated", { name, endpoint: `${endpoint}kitur` }],
    ["deleted", { name, endpoint: `${endpoint}kitur` }],
  ]);
});
