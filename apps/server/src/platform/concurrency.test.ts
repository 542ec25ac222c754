import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { concurrentOperations } from "./concurrency.testing.ts";
import { createTestGym, type TestGym } from "./testing.ts";

vi.setConfig({ testTimeout: 180_000 });

/** More than three simultaneous requests per database connection. */
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

test("simultaneous identical operations by many people all get a response, and the places counter stays exact", async () => {
  const member = await gym.account();
  const measured: string[] = [];
  const concurrencyGym = {
    owner: gym.as(gym.key),
    service,
    people: async (count: number) => clients(count),
    sessions: async (count: number) => {
      const sessions = await Promise.all(Array.from({ length: count }, () => gym.signIn(member)));
      return sessions.map(({ token }) => gym.as(token));
    },
    session: (capacity: number) => gym.session({ service, capacity, inHours: 240 }),
    places: (sessionId: string) =>
      gym.db.selectFrom("places").select(["taken", "held"]).where("id", "=", sessionId).executeTakeFirst(),
  };
  await concurrentOperations(concurrencyGym, size, ({ name, answers, exact }) => {
    measured.push(name);
    expect(
      answers.filter((answer) => answer === "no answer"),
      name,
    ).toEqual([]);
    expect({ name, exact, answers: [...new Set(answers)] }).toMatchObject({ exact: true });
  });
  expect(measured).toHaveLength(9);
  const active = gym.db.selectFrom("memberSession").select("id").where("accountId", "=", member);
  expect(await active.where("endedDate", "is", null).execute()).toEqual([]);
});
