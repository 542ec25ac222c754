import { randomUUID } from "node:crypto";
import { createAccounts } from "@uola/accounts";
import { freshDatabase } from "@uola/database/testing";
import { type Context, createChanges } from "@uola/kernel";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollections } from "../collections/collections.ts";
import { createCollection } from "../collections/testing.ts";
import { createItemAccess } from "./item-access.ts";
import { referenceHandlers } from "./references.ts";
import { createWithTarget } from "./resolve-target.ts";
import { writeHandlers } from "./write.ts";

const handlersOf = (context: Context) => {
  const access = createItemAccess(context, createCollections(context));
  const withTarget = createWithTarget(context, access, async () => undefined);
  return { ...writeHandlers(withTarget), ...referenceHandlers(withTarget) };
};

let close: () => Promise<void>;
let context: Context;
type Calls = ReturnType<typeof handlersOf>;
/** Two platform processes that share one database. */
let platforms: [Calls, Calls];
beforeAll(async () => {
  const platform = await freshDatabase();
  close = platform.close;
  const { connection, db, siteId } = platform;
  const now = () => new Date("2026-09-01T09:00:00Z");
  const accounts = createAccounts({ db, siteId, now, secret: "a secret of the test" });
  const log = pino({ level: "silent" });
  const open = () => ({ connection, db, siteId, now, accounts, log, changes: createChanges(connection, siteId, log) });
  context = open() as Context;
  const calls = () => {
    const own = open() as Context;
    return handlersOf(own);
  };
  platforms = [calls(), calls()];
  const webhook = { siteId, id: randomUUID(), url: "https://example.lt", publicKey: "", sealedPrivateKey: Buffer.of() };
  const dates = { enabledDate: now(), createdDate: now(), updatedDate: now() };
  await db
    .insertInto("webhook")
    .values({ ...webhook, ...dates })
    .execute();
});
afterAll(() => close());

const call = { caller: { role: "owner", kind: "apiKey", id: randomUUID() } as const, requestId: "test", from: {} };
const ids = ["a", "b", "c"];
const step = fc.record({
  what: fc.constantFrom("insert", "update", "save", "patch", "remove", "bulkSave", "bulkPatch", "bulkRemove"),
  at: fc.nat(2),
  platform: fc.nat(1),
  value: fc.nat(99),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Runs one step. Returns the ids of changed items, one entry per change. */
async function run(dataCollectionId: string, { what, at, platform, value }: Step): Promise<string[]> {
  const calls = platforms[platform] as Calls;
  const id = ids[at] as string;
  const dataItem = { id, data: { value, n: 0 } };
  const patchSet = {
    dataItemId: id,
    fieldUpdates: [{ fieldPath: "n", action: "INCREMENT_FIELD" as const, incrementField: { value: 1 } }],
  };
  const where = { dataCollectionId };
  const changedIds = ({
    results,
  }: {
    results: { itemMetadata: { id?: string | null | undefined; success: boolean } }[];
  }) => results.flatMap(({ itemMetadata }) => (itemMetadata.success ? [itemMetadata.id as string] : []));
  const all = ids.toReversed().slice(at);
  try {
    if (what === "bulkSave") {
      const dataItems = [...all, id].map((each) => ({ id: each, data: { value, n: 0 } }));
      return changedIds(await calls.bulkSave({ ...where, dataItems }, call));
    }
    if (what === "bulkPatch") {
      const patchSets = [id, ...all].map((dataItemId) => ({ ...patchSet, dataItemId }));
      return changedIds(await calls.bulkPatch({ ...where, patchSets }, call));
    }
    if (what === "bulkRemove") return changedIds(await calls.bulkRemove({ ...where, dataItemIds: [id, ...all] }, call));
    if (what === "insert") await calls.insert({ ...where, dataItem }, call);
    else if (what === "update") await calls.update({ ...where, dataItem }, call);
    else if (what === "save") await calls.save({ ...where, dataItem }, call);
    else if (what === "patch") await calls.patch({ ...where, patchSet }, call);
    else await calls.remove({ ...where, dataItemId: id }, call);
    return [id];
  } catch (error) {
    expect(["WDE0073", "WDE0074"]).toContain((error as { code?: string }).code);
    return [];
  }
}

test("increments revisions by one and loses no version when two processes change the same items", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 12 }), async (waves) => {
      count += 1;
      const id = `history-${count}`;
      await createCollection(context, { id, fields: { n: "NUMBER" } });
      const { key } = await context.db
        .selectFrom("collection")
        .select("key")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const changed: string[] = [];
      for (const wave of waves) changed.push(...(await Promise.all(wave.map((each) => run(id, each)))).flat());
      for (const itemId of ids) await holdsFor(key, itemId, changed.filter((each) => each === itemId).length);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

type Row = { slug: string; sequence: number; data: object };
type Version = { revision: number; data: object; removed: boolean };
async function holdsFor(key: string, itemId: string, changes: number): Promise<void> {
  const { rows: events } = await sql<Row>`
    select slug, entity_sequence as sequence, coalesce(body #> '{createdEvent,entity,data}',
      body #> '{updatedEvent,currentEntity,data}', body #> '{deletedEvent,deletedEntity,data}')
        - array['_id', '_owner', '_createdDate', '_updatedDate'] as data
    from event where entity_id = md5(${key}::text || '/' || ${itemId}::text)::uuid order by entity_sequence`.execute(
    context.db,
  );
  const { rows: versions } = await sql<Version>`
    select revision, data, removed_date is not null as removed from item_version
    where collection_key = ${key}::uuid and item_id = ${itemId} order by revision`.execute(context.db);
  const { rows: items } = await sql<Version>`select revision, data, false as removed
    from ${sql.table(`items.l_${key.replaceAll("-", "")}`)} where id = ${itemId}`.execute(context.db);
  // There is one event per change, in order.
  expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: changes }, (_, n) => n + 1));
  // The revision of each event exists as the current item or as a version.
  const fromEvents = events
    .filter(({ slug }) => slug !== "deleted")
    .map(({ sequence, data }) => ({ revision: sequence, data }));
  const stored = [...versions, ...items];
  expect(stored.map(({ revision, data }) => ({ revision, data }))).toEqual(fromEvents);
  const removed = events.filter(({ slug }) => slug === "deleted").map(({ sequence }) => sequence - 1);
  expect(versions.flatMap((version) => (version.removed ? [version.revision] : []))).toEqual(removed);
}
