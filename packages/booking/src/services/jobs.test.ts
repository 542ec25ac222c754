import { setTimeout as wait } from "node:timers/promises";
import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serviceDeleted } from "../events.ts";
import { createTestGym, type TestGym } from "../testing.ts";
import { runJob } from "./jobs.ts";
import { createCategory } from "./services.ts";

let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

const owners = () => gym.as(gym.key);
const job = async (jobId: string) => (await owners().jobs.get({ jobId })).job;

/** Creates the given number of services in a new category. */
async function createServices(count: number) {
  const categoryId = await createCategory(gym.context, { name: "Darbui" });
  for (let made = 0; made < count; made++) await gym.service({ name: "Darbo", categoryId });
  const { services } = await owners().services.query({ query: { filter: { "category.id": categoryId } } });
  return { filter: { "category.id": categoryId }, ids: services.map(({ id }) => id) };
}
const tagLines = async (filter: { "category.id": string }) => {
  const { services } = await owners().services.query({ query: { filter } });
  return services.map(({ tagLine, revision }) => ({ tagLine, revision }));
};
const audited = async (ids: string[], action: string) => {
  const audits = gym.db.selectFrom("audit").select("entityId").where("entityId", "in", ids);
  return (await audits.where("action", "=", action).execute()).length;
};
/** Runs jobs until none is left. Each step uses the current state of the services. */
const finish = async () => {
  while (await runJob(gym.context));
};

test("a job updates every service matching a filter, with an audit entry each, and reports its progress", async () => {
  const { filter, ids } = await createServices(5);
  const { jobId } = await owners().services.bulkUpdateByFilter({ filter, service: { tagLine: "Visiems" } });
  expect(await job(jobId)).toMatchObject({ status: "WAITING", done: 0, failed: 0 });
  await finish();
  expect(await job(jobId)).toEqual({ id: jobId, status: "DONE", total: 5, done: 5, failed: 0, failures: [] });
  expect(await tagLines(filter)).toEqual(ids.map(() => ({ tagLine: "Visiems", revision: "2" })));
  expect(await audited(ids, "service.update")).toBe(5);
});

test("a job reports a service that cannot be changed and updates the others", async () => {
  const { filter, ids } = await createServices(3);
  const online = JSON.stringify({ rateType: "NO_FEE", options: { inPerson: true } });
  await gym.db
    .updateTable("service")
    .set({ payment: online })
    .where("id", "=", ids[1] as string)
    .execute();
  const service = { payment: { options: { online: true } } };
  const { jobId } = await owners().services.bulkUpdateByFilter({ filter, service });
  await finish();
  const { failures, ...done } = await job(jobId);
  expect(done).toMatchObject({ status: "DONE", total: 3, done: 2, failed: 1 });
  expect(failures).toMatchObject([{ id: ids[1], code: "INVALID_ARGUMENT" }]);
});

test("a job stopped half-way is resumed without skipping or repeating a service", async () => {
  const { filter, ids } = await createServices(8);
  const { jobId } = await owners().services.bulkUpdateByFilter({ filter, service: { tagLine: "Vėl" } });
  let steps = 0;
  await runJob(gym.context, () => ++steps > 3);
  expect(await job(jobId)).toMatchObject({ status: "RUNNING", total: 8, done: 3 });
  const position = ids.toSorted()[2];
  expect(await gym.db.selectFrom("job").select("position").where("id", "=", jobId).executeTakeFirst()).toEqual({
    position,
  });
  await finish();
  expect(await job(jobId)).toMatchObject({ status: "DONE", done: 8, failed: 0 });
  expect(await tagLines(filter)).toEqual(ids.map(() => ({ tagLine: "Vėl", revision: "2" })));
});

test("a lost database connection during a deletion job skips no service and deletes none twice", async () => {
  const { filter, ids } = await createServices(4);
  const { jobId } = await owners().services.bulkDeleteByFilter({ filter });
  const ended: string[] = [];
  const unsubscribe = gym.context.events.subscribe(serviceDeleted, { name: "test" }, async (_, { serviceId }) => {
    ended.push(serviceId);
    if (ended.length === 3) throw Object.assign(new Error("the server is going away"), { code: "57P01" });
  });
  await expect(runJob(gym.context)).rejects.toThrow("going away");
  unsubscribe();
  expect(await job(jobId)).toMatchObject({ status: "RUNNING", total: 4, done: 2, failed: 0 });
  await finish();
  expect(await job(jobId)).toMatchObject({ status: "DONE", done: 4, failed: 0 });
  expect(await audited(ids, "service.delete")).toBe(4);
});

test("two processes working on one job process each service once", async () => {
  const { filter, ids } = await createServices(8);
  const { jobId } = await owners().services.bulkUpdateByFilter({ filter, service: { tagLine: "Kartu" } });
  const both = [gym.context, gym.otherProcessContext()];
  while (["WAITING", "RUNNING"].includes((await job(jobId)).status)) {
    await Promise.all(both.map((context) => runJob(context)));
  }
  expect(await job(jobId)).toMatchObject({ done: 8, failed: 0 });
  expect(await tagLines(filter)).toEqual(ids.map(() => ({ tagLine: "Kartu", revision: "2" })));
  expect(await audited(ids, "service.update")).toBe(8);
});

test("a background task deletes the services matching a filter", async () => {
  const { filter, ids } = await createServices(3);
  const { jobId } = await owners().services.bulkDeleteByFilter({ filter });
  const neighbour = gym.secondProcess();
  await neighbour.start();
  for (let tries = 0; tries < 100 && (await job(jobId)).status !== "DONE"; tries++) await wait(50);
  await neighbour.stop();
  expect(await job(jobId)).toMatchObject({ status: "DONE", total: 3, done: 3 });
  expect(await tagLines(filter)).toEqual([]);
  expect(await audited(ids, "service.delete")).toBe(3);
});

test("an invalid filter starts no job, and an unknown job returns JOB_NOT_FOUND", async () => {
  const input = { filter: { price: 3 }, service: {} };
  await expect(owners().services.bulkUpdateByFilter(input)).rejects.toMatchObject({ code: "INVALID_FILTER" });
  await expect(owners().services.bulkDeleteByFilter(input)).rejects.toMatchObject({ code: "INVALID_FILTER" });
  await expect(job(newId())).rejects.toMatchObject({ status: 404, code: "JOB_NOT_FOUND" });
});
