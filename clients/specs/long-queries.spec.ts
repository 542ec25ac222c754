import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ApiKeyStrategy, createClient } from "@wix/sdk";
import { ownerKey } from "../../e2e/harness/addresses.ts";
import { idOf } from "./item-collections.ts";
import { owner } from "./platform.ts";

/** The subset of the SDK's HTTP interface for modules that this test uses. */
type Http = { request: (factory: () => object) => Promise<{ data: unknown }> };

/**
 * A module for the SDK that reads a collection, with the POST variant for a query that the SDK
 * considers too long.
 */
const readCollection = (http: Http) => (dataCollectionId: string, params: URLSearchParams) =>
  http.request(() => ({
    method: "GET",
    methodFqn: "wix.data.v2.DataCollectionService.GetDataCollection",
    packageName: "@wix/data",
    url: `/v2/collections/${dataCollectionId}`,
    params,
    fallback: [
      { method: "POST", url: `/v2/collections/${dataCollectionId}`, data: { fields: params.getAll("fields") } },
    ],
  }));

// The SDK uses POST if the encoded query is longer than 4,000 characters.
for (const [length, method] of [
  [3999, "GET"],
  [4000, "GET"],
  [4001, "POST"],
] as const) {
  test(`a query of ${length} characters is sent by ${method} with the same result`, async () => {
    const dataCollectionId = idOf();
    await owner.collections.createDataCollection({
      _id: dataCollectionId,
      fields: [{ key: "title", type: "TEXT" }],
      permissions: { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" },
    } as never);
    const params = new URLSearchParams([
      ["dataCollectionId", dataCollectionId],
      ...Array.from({ length: 4 }, (): [string, string] => ["fields", "x".repeat(900)]),
    ]);
    params.append("fields", "x".repeat(length - params.toString().length - "&fields=".length));
    expect(params.toString()).toHaveLength(length);

    const sent: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (to, init) => {
      sent.push(String(init?.method));
      return fetch(to, init);
    };
    try {
      const client = createClient({
        modules: { readCollection: readCollection as never },
        auth: ApiKeyStrategy({ apiKey: ownerKey, siteId: randomUUID() }),
      }) as unknown as { readCollection: ReturnType<typeof readCollection> };
      const { data } = await client.readCollection(dataCollectionId, params);
      expect(data).toMatchObject({ collection: { id: dataCollectionId } });
    } finally {
      globalThis.fetch = fetch;
    }
    expect(sent).toEqual([method]);
  });
}
