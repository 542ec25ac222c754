import { newId } from "@uola/database";
import { expect, test } from "vitest";
import { createTestGym } from "../testing.ts";
import { issuePass, passKind } from "./passes.testing.ts";

test("a pass with one entry admits one person, even with a hundred concurrent uses in two processes", async () => {
  const gym = await createTestGym({ connections: 10 });
  const neighbour = gym.secondProcess();
  try {
    const owner = gym.as(gym.key);
    await gym.api.background.drain("business: follow the lists");
    const pass = await issuePass(owner, await passKind(owner, { entries: 1 }));
    const use = async (api: typeof neighbour, requestId = newId()): Promise<number> => {
      const body = JSON.stringify({ people: 1, requestId });
      const url = `http://localhost:3001/v1/passes/${pass.id}/use`;
      const request = new Request(url, { method: "POST", body, headers: { authorization: gym.key } });
      const { status } = await api.fetch(request);
      // A busy server has processed nothing, so the request is repeated.
      return status === 503 ? use(api, requestId) : status;
    };
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => use(index % 2 ? gym.api : neighbour)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(99);
    const { entries, pass: left } = await owner.passes.get({ passId: pass.id });
    expect(left).toMatchObject({ balance: 0, visits: 1, status: "USED_UP" });
    expect(entries.map(({ kind }) => kind)).toEqual(["USE", "ISSUE"]);
  } finally {
    await gym.close();
  }
});
