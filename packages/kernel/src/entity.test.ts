import { json } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Topic } from "./changes.ts";
import type { Context } from "./context.ts";
import { entity } from "./entity.ts";
import { Refusal } from "./errors.ts";

const owner = { kind: "system", id: "test" } as const;
const start = new Date("2026-09-01T09:00:00Z");
const later = new Date("2026-09-02T09:00:00Z");

let database: FreshDatabase;
let context: Pick<Context, "db" | "changes" | "siteId" | "now">;
let now: Date;
let published: Topic[];

beforeAll(async () => {
  database = await freshDatabase({ connections: 4 });
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db, siteId } = database;
  for (const table of ["service", "pricingPlan", "category", "staff"] as const) await db.deleteFrom(table).execute();
  now = start;
  published = [];
  const changes = { publish: (topic: Topic) => published.push(topic) } as unknown as Context["changes"];
  context = { db, siteId, changes, now: () => now };
});

const plans = () =>
  entity(context, {
    table: "pricingPlan",
    audit: { entity: "pricing_plan", subject: "plan" },
    notFound: { code: "PLAN_NOT_FOUND", name: "plan" },
    limit: { max: 2, code: "TOO_MANY_PLANS", names: "plans" },
    publish: ["services"],
    order: ["name desc"],
    toWire: (rows) =>
      rows.map(({ id, name, revision, createdDate, updatedDate }) => ({
        id,
        name,
        revision,
        createdDate,
        updatedDate,
      })),
  });
const trainers = () =>
  entity(context, {
    table: "staff",
    audit: { entity: "staff", subject: "staff" },
    notFound: { code: "STAFF_NOT_FOUND", name: "trainer" },
    publish: [],
    keepsRemoved: true,
    order: ["sortOrder"],
    toWire: (rows) => rows.map(({ id, name }) => ({ id, name })),
  });
const price = json({ value: "10.00", currency: "EUR" });
const addPlan = (name: string) => plans().change(owner, ({ insert }) => insert({ name, price }));
const historyOf = (entityId: string) =>
  database.db
    .selectFrom("audit")
    .select(["entity", "action", "before", "after"])
    .where("entityId", "=", entityId)
    .orderBy("id")
    .execute();

test("a change increments the revision, keeps omitted columns, and is recorded and published", async () => {
  const made = await addPlan("Mėnuo");
  expect(made).toMatchObject({ name: "Mėnuo", revision: 1, createdDate: start, updatedDate: start });
  now = later;
  const changed = await plans().change(owner, async ({ lock, update }) =>
    update(await lock(made.id, "1"), { name: undefined, description: "30 dienų" }, { action: "describe" }),
  );
  expect(changed).toMatchObject({ name: "Mėnuo", revision: 2, createdDate: start, updatedDate: later });
  expect(await historyOf(made.id)).toMatchObject([
    { entity: "pricing_plan", action: "plan.create", before: null, after: { name: "Mėnuo", revision: 1 } },
    { entity: "pricing_plan", action: "plan.describe", before: { revision: 1 }, after: { revision: 2 } },
  ]);
  expect(published).toEqual(["services", "services"]);
});

test("rejects a change to a missing row or to an outdated revision", async () => {
  const { id } = await addPlan("Mėnuo");
  const lock = (which: string, seen?: string) => plans().change(owner, (writer) => writer.lock(which, seen));
  await expect(lock(id, "7")).rejects.toMatchObject({
    code: "REVISION_MISMATCH",
    status: 409,
    data: { revision: "1" },
  });
  await expect(lock(database.siteId)).rejects.toMatchObject({ code: "PLAN_NOT_FOUND", status: 404 });
});

test("only one of several concurrent changes to the same revision succeeds", async () => {
  const { id } = await addPlan("Mėnuo");
  const rename = (name: string) =>
    plans().change(owner, async ({ lock, update }) => update(await lock(id, "1"), { name }));
  const results = await Promise.allSettled(["a", "b", "c"].map(rename));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("limits the number of rows per site", async () => {
  await addPlan("A");
  await addPlan("B");
  const refused = { code: "TOO_MANY_PLANS", message: "There are 2 plans at most." };
  await expect(addPlan("C")).rejects.toMatchObject(refused);
  expect((await plans().list(owner)).map(({ name }) => name)).toEqual(["B", "A"]);
});

test("a deleted row stays in the history, and failed work leaves no changes", async () => {
  const { id } = await addPlan("A");
  const fail = async () => {
    throw new Error("afterwards");
  };
  const failing = plans().change(owner, async ({ lock, remove }) => {
    await remove(await lock(id));
    await fail();
  });
  await expect(failing).rejects.toThrow("afterwards");
  expect(await plans().list(owner)).toHaveLength(1);
  await plans().change(owner, async ({ lock, remove }) => remove(await lock(id)));
  expect(await plans().list(owner)).toEqual([]);
  const actions = (await historyOf(id)).map(({ action }) => action);
  expect(actions).toEqual(["plan.create", "plan.delete"]);
});

test("a soft-deleted row is no longer found, and its history ends with the removal", async () => {
  const { id } = await trainers().change(owner, ({ insert }) => insert({ name: "Rūta", email: "ruta@uola.example" }));
  await trainers().change(owner, async ({ lock, remove }) =>
    remove(await lock(id), { action: "remove", columns: { email: null } }),
  );
  expect(await trainers().list(owner)).toEqual([]);
  const again = trainers().change(owner, ({ lock }) => lock(id));
  await expect(again).rejects.toMatchObject({ code: "STAFF_NOT_FOUND" });
  const row = await database.db.selectFrom("staff").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: "Rūta", email: null, removedDate: start, revision: 2 });
  expect(await historyOf(id)).toMatchObject([{ action: "staff.create" }, { action: "staff.remove", after: null }]);
});

test("refuses to remove a row that another row references", async () => {
  const policies = entity(context, {
    table: "bookingPolicy",
    audit: { entity: "booking_policy", subject: "policy" },
    notFound: { code: "POLICY_NOT_FOUND", name: "policy" },
    publish: [],
    oneAtATime: true,
    order: [],
    toWire: (rows) => rows.map(({ id }) => ({ id })),
  });
  const { id: policyId } = await policies.change(owner, ({ insert }) => insert({ name: "Įprasta", rules: "{}" }));
  const { db, siteId } = database;
  const [dates, texts] = [
    { createdDate: now, updatedDate: now },
    { type: "CLASS" as const, name: "Įvadas" },
  ];
  await db
    .insertInto("service")
    .values({
      siteId,
      id: siteId,
      scheduleId: siteId,
      policyId,
      defaultCapacity: 8,
      payment: "{}",
      onlineBooking: "{}",
      ...dates,
      ...texts,
    })
    .execute();
  const remove = (inUse?: Refusal) =>
    policies.change(owner, async (writer) => writer.remove(await writer.lock(policyId), inUse && { inUse }));
  await expect(remove(new Refusal("POLICY_IN_USE", "In use."))).rejects.toMatchObject({ code: "POLICY_IN_USE" });
  await expect(remove()).rejects.toMatchObject({ code: "23503" });
});
