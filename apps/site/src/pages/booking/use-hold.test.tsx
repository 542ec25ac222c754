import type { Client } from "@uola/client";
import { expect, test } from "vitest";
import { runHook } from "../../hook.testing.tsx";
import { activity, time } from "./booking.fixture.ts";
import { useHold, useHolding } from "./use-hold.ts";

test("who books before it is drawn that their places are being held takes the hold along", async () => {
  const wanted = { activity: activity(), time: time("2026-09-09T18:00:00Z"), participants: 1 };
  let answer = (_: unknown) => {};
  let asked = 0;
  const create = () => {
    asked++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const client = { holds: { create, release: async () => ({}), get: async () => ({}) } } as unknown as Client;
  const platform = async () => client;
  const hook = await runHook(() => {
    const holding = useHold(platform);
    useHolding(holding, platform, { wanted, isSending: false, count: () => {} });
    return holding;
  });
  const drawn = hook.now();
  expect(drawn.hold.at).toBe("none");
  await hook.settle(() => asked === 1);
  const id = drawn.idFor(wanted.time);
  const expiresDate = new Date(Date.now() + 600_000);
  await hook.do(() => answer({ hold: { id: "hold-1", totalParticipants: 1, expiresDate, renewable: true } }));
  expect(await id).toBe("hold-1");
  await hook.end();
});
