import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { crowds } from "./crowds.testing.ts";
import { createTestGym, type TestGym } from "./testing.ts";

vi.setConfig({ testTimeout: 180_000 });

/** More than three times as many as there are connections. */
const size = 62;

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym({ connections: 20 });
  const policyId = await gym.policy({
    cancellationPolicy: { enabled: true, limitLatestCancellation: false },
    reschedulePolicy: { enabled: true, limitLatestReschedule: false },
    waitlistPolicy: { enabled: true },
  });
  service = await gym.service({ policyId });
});
afterAll(() => gym.close());

const clients = (count: number) => Array.from({ length: count }, () => gym.as(gym.visitor()));

test("a crowd that does the same at the same moment: everybody is answered, every place is where it belongs", async () => {
  const member = await gym.account();
  const told: string[] = [];
  const crowded = {
    owner: gym.as(gym.key),
    service,
    people: async (count: number) => clients(count),
    stays: async (count: number) => {
      const stays = await Promise.all(Array.from({ length: count }, () => gym.signIn(member)));
      return stays.map(({ token }) => gym.as(token));
    },
    session: (capacity: number) => gym.session({ service, capacity, inHours: 240 }),
    places: (sessionId: string) =>
      gym.db.selectFrom("places").select(["taken", "held"]).where("id", "=", sessionId).executeTakeFirst(),
  };
  await crowds(crowded, size, ({ name, answers, exact }) => {
    told.push(name);
    expect(
      answers.filter((answer) => answer === "no answer"),
      name,
    ).toEqual([]);
    expect({ name, exact, answers: [...new Set(answers)] }).toMatchObject({ exact: true });
  });
  expect(told).toHaveLength(9);
  const live = gym.db.selectFrom("memberSession").select("id").where("accountId", "=", member);
  expect(await live.where("endedDate", "is", null).execute()).toEqual([]);
});
