import { runHook } from "@uola/browser/hook.testing.tsx";
import type { Client } from "@uola/client";
import { afterAll, expect, test, vi } from "vitest";
import { useAction } from "./use-action.ts";
import { useRead } from "./use-read.ts";

// Test files of a worker share modules: without a reset, modules loaded by another file would not
// use this file's platform mock.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());
vi.mock("@uola/browser/platform.ts", () => ({ platform: async () => ({}) }));
vi.mock("@uola/page-loader/tree.tsx", () => ({ useApp: () => ({}) }));

/** Returns a read function whose responses the test controls. */
function answered() {
  const pending: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const read = (_: Client) => new Promise<string>((resolve, reject) => void pending.push({ resolve, reject }));
  return { pending, read };
}

test("a response that arrives after the key has changed is ignored", async () => {
  const { pending, read } = answered();
  let key = "first";
  const hook = await runHook(() => ({ ...useRead(key, read), ...useAction() }));
  key = "second";
  // Forces a render with the new key.
  await hook.do(({ run }) => run(async () => {}, String));
  expect(pending).toHaveLength(2);
  await hook.do(() => pending[1]?.resolve("b"));
  await hook.do(() => pending[0]?.resolve("a"));
  expect(hook.now()).toMatchObject({ data: "b", failed: false });
  await hook.end();
});

test("a failure is reported to the page with its error, and can be tried again", async () => {
  const { pending, read } = answered();
  const hook = await runHook(() => useRead("one", read));
  expect(hook.now()).toMatchObject({ data: undefined, failed: false });
  const error = new TypeError("offline");
  await hook.do(() => pending[0]?.reject(error));
  expect(hook.now()).toMatchObject({ data: undefined, error, failed: true });
  await hook.do(({ again }) => again());
  expect(hook.now().failed).toBe(false);
  await hook.do(() => pending[1]?.resolve("a"));
  await hook.do(({ again }) => again());
  await hook.do(() => pending[2]?.reject(error));
  expect(hook.now()).toMatchObject({ data: "a", failed: true });
  await hook.end();
});

test("a response that arrives after the component is unmounted changes nothing", async () => {
  const { pending, read } = answered();
  const hook = await runHook(() => useRead("one", read));
  await hook.end();
  pending[0]?.resolve("a");
  expect(hook.now().data).toBeUndefined();
});

test("an action runs once at a time and can be repeated after it is done", async () => {
  let answer = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const hook = await runHook(() => useAction<string>());
  await hook.do(({ run }) => {
    void run(work, String);
    void run(work, String);
  });
  expect(hook.now().at).toBe("running");
  expect(work).toHaveBeenCalledOnce();
  await hook.do(() => answer());
  expect(hook.now().at).toBe("done");
  await hook.do(async ({ run }) => expect(await run(() => Promise.reject("no"), String)).toBe(false));
  expect(hook.now()).toMatchObject({ at: "idle", failure: "no" });
  await hook.do(async ({ run }) => expect(await run(async () => {}, String)).toBe(true));
  expect(hook.now()).toMatchObject({ at: "done", failure: undefined });
  await hook.end();
});
