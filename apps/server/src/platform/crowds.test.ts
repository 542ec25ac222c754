import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { crowds } from "./crowds.testing.ts";
import { createWorld, type World } from "./testing.ts";

vi.setConfig({ testTimeout: 180_000 });

/** More than three times as many as there are connections. */
const size = 62;

let world: World;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  world = await createWorld({ connections: 20 });
  const policyId = await world.policy({
    cancellationPolicy: { enabled: true, limitLatestCancellation: false },
    reschedulePolicy: { enabled: true, limitLatestReschedule: false },
    waitlistPolicy: { enabled: true },
  });
  service = await world.service({ policyId });
});
afterAll(() => world.close());

const clients = (count: number) => Array.from({ length: count }, () => world.as(world.visitor()));

test("a crowd that does the same at the same moment: everybody is answered, every place is where it belongs", async () => {
  const member = await world.account();
  const told: string[] = [];
  const gym = {
    owner: world.as(world.key),
    service,
    people: async (count: number) => clients(count),
    stays: async (count: number) => {
      const stays = await Promise.all(Array.from({ length: count }, () => world.stay(member)));
      return stays.map(({ token }) => world.as(token));
    },
    session: (capacity: number) => world.session({ service, capacity, inHours: 240 }),
    places: (sessionId: string) =>
      world.db.selectFrom("places").select(["taken", "held"]).where("id", "=", sessionId).executeTakeFirst(),
  };
  await crowds(gym, size, ({ name, answers, exact }) => {
    told.push(name);
    expect(
      answers.filter((answer) => answer === "no answer"),
      name,
    ).toEqual([]);
    expect({ name, exact, answers: [...new Set(answers)] }).toMatchObject({ exact: true });
  });
  expect(told).toHaveLength(9);
  const live = world.db.selectFrom("memberSession").select("id").where("accountId", "=", member);
  expect(await live.where("endedDate", "is", null).execute()).toEqual([]);
});
