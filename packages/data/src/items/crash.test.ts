import { spawn } from "node:child_process";
import { once } from "node:events";
import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" } as const;
const fields = [
  { key: "n", type: "NUMBER" },
  { key: "kin", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "others" } } },
  { key: "others", type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId: "others" } } },
] as const;

test("keeps items consistent with their versions, events and references when a process is killed", async () => {
  const { db, siteId, clock, connection, key } = platform;
  const owner = platform.as(key);
  await owner.collections.create({
    collection: { id: "others", fields: [{ key: "n", type: "NUMBER" }], permissions },
  });
  await owner.collections.create({ collection: { id: "things", fields: [...fields], permissions } });
  const dates = { enabledDate: clock.now, createdDate: clock.now, updatedDate: clock.now };
  const webhook = { siteId, id: newId(), url: "https://example.lt", publicKey: "", sealedPrivateKey: Buffer.of() };
  await db
    .insertInto("webhook")
    .values({ ...webhook, ...dates, eventTypes: [] })
    .execute();

  const child = spawn(
    process.execPath,
    [`${import.meta.dirname}/crash-process.testing.ts`, connection.url, siteId, key, clock.now.toISOString()],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  for (let output = 0; output < 3; output++) await Promise.race([once(child.stdout, "data"), ended]);
  expect(child.exitCode).toBe(null);
  child.kill("SIGKILL");
  await ended;
  await expect.poll(openTransactions).toBe(0);
  // Another process continues from the resulting state.
  const dataItems = Array.from({ length: 40 }, (_, i) => ({ id: `s${i}`, data: { n: i, others: [`r${i % 3}`] } }));
  const { bulkActionMetadata } = await owner.items.bulkSave({ dataCollectionId: "things", dataItems });
  expect(bulkActionMetadata).toEqual({ totalSuccesses: 40, totalFailures: 0 });

  for (const id of ["things", "others"]) {
    const histories = await historiesOf(id);
    expect(histories.length).toBeGreaterThan(id === "things" ? 80 : 0);
    for (const { eventRevisions, revision, versions, deletions } of histories) {
      // There is one event per revision. Every revision is stored as a version, except the current
      // one and removals.
      expect(eventRevisions).toEqual(Array.from(eventRevisions, (_, i) => i + 1));
      const versionRevisions = [...versions, ...deletions, ...(revision === null ? [] : [revision])].toSorted(
        (a, b) => a - b,
      );
      expect(versionRevisions).toEqual(eventRevisions.slice(-versionRevisions.length));
      expect(versionRevisions.length).toBeGreaterThanOrEqual(Math.min(eventRevisions.length, 100));
    }
  }
  const { rows: batches } = await sql<{ added: number }>`
    select count(*)::int as added from event where slug = 'created'
      and body #>> '{createdEvent,entity,data,batch}' is not null
    group by body #>> '{createdEvent,entity,data,batch}'`.execute(db);
  expect(batches.length).toBeGreaterThan(1);
  expect(new Set(batches.map(({ added }) => added))).toEqual(new Set([40]));
  expect(await misreferred()).toEqual([]);
});

/** Counts the connections of killed processes whose transactions have not been rolled back yet. */
async function openTransactions(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and xact_start is not null`.execute(platform.db);
  return rows.length;
}

const tableOf = async (id: string) => {
  const { key } = await platform.db
    .selectFrom("collection")
    .select("key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { key, table: sql.table(`items.l_${key.replaceAll("-", "")}`) };
};

type History = { eventRevisions: number[]; revision: number | null; versions: number[]; deletions: number[] };
/** Returns the revisions of every item: those in events, those in versions, and those of deletions. */
async function historiesOf(id: string): Promise<History[]> {
  const { key, table } = await tableOf(id);
  const { rows } = await sql<History>`
    select h.event_revisions, h.deletions, (select revision from ${table} i where i.id = h.id) as revision,
      array(select revision from item_version v where v.collection_key = ${key} and v.item_id = h.id) as versions
    from (select body ->> 'entityId' as id, array_agg(entity_sequence order by entity_sequence) as event_revisions,
        coalesce(array_agg(entity_sequence) filter (where slug = 'deleted'), '{}') as deletions
      from event where type = 'data_item' and body ->> 'dataCollectionId' = ${id}
      group by body ->> 'entityId') h`.execute(platform.db);
  const { rows: withoutEvent } = await sql`
    select from ${table} i where not exists (select from event where body ->> 'entityId' = i.id)`.execute(platform.db);
  expect(withoutEvent).toEqual([]);
  return rows;
}

/** Finds items whose stored references differ from their data, and references of missing items. */
async function misreferred() {
  const { key, table } = await tableOf("things");
  const { rows } = await sql`
    select coalesce(i.id, r.item_id) as id from ${table} i
      full join (select item_id, array_agg(referenced_id) as ids from item_reference
        where collection_key = ${key} group by item_id) r on r.item_id = i.id
    where r.ids is distinct from array['r' || (i.data ->> 'n')::int % 3]`.execute(platform.db);
  return rows;
}
