import { afterAll, beforeEach, expect, test } from "vitest";
import { createWaitlistGym } from "./waitlist.testing.ts";

const gym = await createWaitlistGym();
afterAll(() => gym.testGym.close());
beforeEach(() => gym.resetClock());

test("the owner moves a party to another position and the reason is stored", async () => {
  const sessionId = await gym.session(0);
  const line = [await gym.waits({ sessionId }), await gym.waits({ sessionId }, 2), await gym.waits({ sessionId })];
  const [, , last] = line as [unknown, unknown, (typeof line)[0]];
  const reason = "Brolis jau lanko";
  const { entry } = await gym.owner.waitlist.move({ entryId: last.entryId, position: 1, reason });
  expect(entry).toMatchObject({ position: 1, ahead: 0 });
  const order = async () => (await gym.owner.waitlist.query({ sessionId })).entries.map(({ entry }) => entry.id);
  const [a, b, c] = line.map(({ entryId }) => entryId) as [string, string, string];
  expect(await order()).toEqual([c, a, b]);
  await gym.owner.waitlist.move({ entryId: c, position: 2, reason });
  expect(await order()).toEqual([a, c, b]);
  await gym.owner.waitlist.move({ entryId: a, position: 99, reason });
  expect(await order()).toEqual([c, b, a]);
  const trail = (await gym.trailOf(last.booking.id)).filter(({ action }) => action === "waitlist.move");
  expect(trail).toMatchObject([
    { reason, before: { position: 3 } },
    { reason, before: { position: 1 } },
  ]);
});

test("renumbers the waiting list in the same order when two ranks are too close", async () => {
  const sessionId = await gym.session(0);
  const line: string[] = [];
  for (let i = 0; i < 4; i++) line.push((await gym.waits({ sessionId })).entryId);
  const [a, b, c, d] = line as [string, string, string, string];
  const ranks = gym.testGym.db.updateTable("waitlistEntry").set({ rank: 1 + 1e-9 });
  await ranks.where("id", "=", b).execute();
  await gym.owner.waitlist.move({ entryId: d, position: 2, reason: "Brolis jau lanko" });
  const { entries } = await gym.owner.waitlist.query({ sessionId });
  expect(entries.map(({ entry }) => [entry.id, entry.position])).toEqual([
    [a, 1],
    [d, 2],
    [b, 3],
    [c, 4],
  ]);
  const kept = gym.testGym.db.selectFrom("waitlistEntry").select("rank").where("placesId", "=", sessionId);
  expect((await kept.orderBy("rank").execute()).map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
});
