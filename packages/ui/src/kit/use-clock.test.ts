import { runHook } from "@uola/browser/hook.testing.tsx";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useClock } from "./use-clock.ts";

beforeEach(
  () =>
    void vi.useFakeTimers({ now: new Date("2026-09-09T10:00:00Z"), toFake: ["Date", "setInterval", "clearInterval"] }),
);
afterEach(() => void vi.useRealTimers());

test("the clock hook advances every half minute and stops after unmounting", async () => {
  const { now, ...hook } = await runHook(useClock);
  expect(now().toISOString()).toBe("2026-09-09T10:00:00.000Z");
  await hook.do(() => vi.advanceTimersByTime(29_000));
  expect(now().toISOString()).toBe("2026-09-09T10:00:00.000Z");
  await hook.do(() => vi.advanceTimersByTime(1000));
  expect(now().toISOString()).toBe("2026-09-09T10:00:30.000Z");
  await hook.do(() => vi.advanceTimersByTime(60_000));
  expect(now().toISOString()).toBe("2026-09-09T10:01:30.000Z");
  await hook.end();
  expect(vi.getTimerCount()).toBe(0);
});
