import { expect, test } from "vitest";
import type { ExternalCollection } from "./external-database.ts";
import { createSchemaCache, type SchemaWithTtl } from "./schema-cache.ts";

/** Creates a fake database with some collections that records its calls. */
function database(ids: string[]) {
  const requests: string[] = [];
  const defined = (id: string): SchemaWithTtl => ({ collection: { id } as ExternalCollection, ttl: 60 });
  const schemas = createSchemaCache({
    async all() {
      requests.push("all");
      return ids.map(defined);
    },
    async some(requested) {
      requests.push(...requested);
      return requested.filter((id) => ids.includes(id)).map(defined);
    },
    capabilities: async () => ({}) as never,
  });
  return { ids, requests, schemas };
}

test("looks up a missing collection only once until the cached result expires", async () => {
  const { schemas, requests, ids } = database(["trasos"]);
  for (let n = 0; n < 50; n++) expect(await schemas.find("nera")).toBeUndefined();
  expect(requests).toEqual(["nera"]);
  ids.push("nera");
  schemas.forget();
  expect((await schemas.find("nera"))?.id).toBe("nera");
});

test("limits lookups of unknown ids per minute and still finds existing collections", async () => {
  const { schemas, requests } = database(["trasos"]);
  for (let n = 0; n < 500; n++) expect(await schemas.find(`nera${n}`)).toBeUndefined();
  expect(requests.length).toBeLessThanOrEqual(21);
  expect((await schemas.find("trasos"))?.id).toBe("trasos");
  await expect(schemas.get("dar kita")).rejects.toMatchObject({ kind: "COLLECTION_NOT_FOUND" });
  expect(requests.length).toBeLessThanOrEqual(21);
});
