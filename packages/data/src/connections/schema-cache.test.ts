import { expect, test } from "vitest";
import type { ExternalCollection } from "./external-database.ts";
import { createSchemaCache, type SchemaWithTtl } from "./schema-cache.ts";

/** A database with some collections that counts what it is asked for. */
function database(ids: string[]) {
  const asked: string[] = [];
  const defined = (id: string): SchemaWithTtl => ({ collection: { id } as ExternalCollection, ttl: 60 });
  const known = createSchemaCache({
    async all() {
      asked.push("all");
      return ids.map(defined);
    },
    async some(wanted) {
      asked.push(...wanted);
      return wanted.filter((id) => ids.includes(id)).map(defined);
    },
    capabilities: async () => ({}) as never,
  });
  return { ids, asked, known };
}

test("what is not there is asked for once, and known again a moment later", async () => {
  const { known, asked, ids } = database(["trasos"]);
  for (let n = 0; n < 50; n++) expect(await known.find("nera")).toBeUndefined();
  expect(asked).toEqual(["nera"]);
  ids.push("nera");
  known.forget();
  expect((await known.find("nera"))?.id).toBe("nera");
});

test("a flood of made-up collections costs a database a few questions a minute; real ones are found meanwhile", async () => {
  const { known, asked } = database(["trasos"]);
  for (let n = 0; n < 500; n++) expect(await known.find(`nera${n}`)).toBeUndefined();
  expect(asked.length).toBeLessThanOrEqual(21);
  expect((await known.find("trasos"))?.id).toBe("trasos");
  await expect(known.get("dar kita")).rejects.toMatchObject({ kind: "COLLECTION_NOT_FOUND" });
  expect(asked.length).toBeLessThanOrEqual(21);
});
