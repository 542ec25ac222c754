import { runHook } from "@uola/browser/hook.testing.tsx";
import { PlatformError } from "@uola/client";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { usePlaceOrder } from "./use-placing.ts";

// Test files of a worker share modules: without a reset, modules loaded by another file would not
// use this file's platform mock.
const { asked, went } = vi.hoisted(() => {
  vi.resetModules();
  return { asked: [] as string[], went: vi.fn() };
});
afterAll(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

/** The first two responses are lost. */
vi.mock("@uola/browser/platform.ts", () => ({
  platform: async () => ({
    orders: {
      async place({ requestId }: { requestId: string }) {
        asked.push(requestId);
        if (asked.length < 3) throw new PlatformError("", { kind: "network", status: 0, code: "" } as never);
        return { key: "key-1", order: { state: "PAID", way: "AT_DESK" } };
      },
    },
  }),
}));
vi.mock("@uola/page-loader/browser/go.ts", () => ({ go: went }));
vi.mock("@uola/page-loader/locale.ts", () => ({ linkTo: (path: string) => path }));

test("finds an order whose response was lost by resending the request, and shows no empty cart", async () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("document", { documentElement: { dataset: {} }, dispatchEvent() {} });
  const empty = { lines: [], revision: 2, toPay: 0 };
  const hook = await runHook(() => usePlaceOrder({} as never, async () => empty as never));
  const cart = { lines: [{}], revision: 1, toPay: 350 };
  await hook.do(({ place }) => place({ way: "AT_DESK" } as never, cart as never, ""));
  expect(hook.now()).toMatchObject({ unheard: true, busy: false, refused: undefined });
  await hook.do(({ resume }) => resume(empty));
  expect(asked).toEqual([asked[0], asked[0], asked[0]]);
  expect(went).toHaveBeenCalledOnce();
  await hook.end();
});
