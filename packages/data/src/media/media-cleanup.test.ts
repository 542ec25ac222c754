import type { Context } from "@uola/kernel";
import { afterEach, expect, test, vi } from "vitest";
import type { Library } from "./library.ts";
import { mediaWork } from "./media-cleanup.ts";

afterEach(() => vi.useRealTimers());

test("a sweep that lasts longer than an hour is not joined by the next one, and an end waits for it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const begun: (() => void)[] = [];
  let most = 0;
  let going = 0;
  const failing = new Error("the rest of the sweep is not looked at here");
  const sweep = async () => {
    most = Math.max(most, ++going);
    await new Promise<void>((end) => begun.push(end));
    going--;
    throw failing;
  };
  const log = { error: vi.fn() };
  const library = { incoming: { sweep } } as unknown as Library;
  const work = mediaWork({ log } as unknown as Context, library);
  await work.start();
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(2.5 * 3_600_000);
  expect(begun).toHaveLength(1);
  begun[0]?.();
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  const stopped = work.stop().then(() => "stopped");
  begun[1]?.();
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  begun[2]?.();
  expect(await stopped).toBe("stopped");
  expect([most, going, log.error.mock.calls.length]).toEqual([1, 0, 3]);
});
