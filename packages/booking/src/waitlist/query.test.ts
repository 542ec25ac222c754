import { afterAll, beforeEach, expect, test } from "vitest";
import { createWaitlistGym } from "./waitlist.testing.ts";

const gym = await createWaitlistGym();
const { offered, later } = gym;
afterAll(() => gym.testGym.close());
beforeEach(() => gym.resetClock());

test("the owner lists waiting parties with their bookings, and past entries on request", async () => {
  const { sessionId, second, third } = await offered();
  await second.person.waitlist.decline({ entryId: second.entryId });
  const live = (await gym.owner.waitlist.query({ sessionId })).entries;
  expect(live.map(({ entry }) => entry.id)).toEqual([third.entryId]);
  expect(live[0]?.booking).toMatchObject({ id: third.booking.id, contactDetails: { firstName: "Ona" } });
  const all = (await gym.owner.waitlist.query({ sessionId, ended: true })).entries;
  expect(all.map(({ entry }) => entry.state).sort()).toEqual(["DECLINED", "WAITING"]);
  const everywhere = (await gym.owner.waitlist.query({ limit: 500 })).entries.map(({ entry }) => entry.id);
  expect(everywhere).toContain(third.entryId);
  later(60 * 24 * 30);
  expect((await gym.owner.waitlist.query({ limit: 500 })).entries).toEqual([]);
});
