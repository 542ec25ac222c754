import { PlatformError } from "@uola/client";
import { Tree } from "@uola/page-loader/tree.tsx";
import { type ReactNode, useState } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { runHook } from "./hook.testing.tsx";
import {
  refetchByName,
  setCachedResponse,
  usePlatformAction,
  usePlatformList,
  usePlatformQuery,
} from "./use-platform.ts";

/**
 * A fake resource of the platform, with the number of requests for it and the error they fail with,
 * if any.
 */
const thing = (name: string) => ({ key: [name], value: 1, asked: 0, failing: undefined as unknown });
type Thing = ReturnType<typeof thing>;

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** Runs a hook on a page of the site. */
async function onPage<Result>(use: () => Result) {
  const hook = await runHook(use, (children) => {
    const from = { page: "test", path: "/", search: "", now: "2026-09-09T13:30:00Z", params: {}, data: null };
    const shown = { kind: "client-only", from, answers: {}, search: "", view: { default: () => children } };
    const frame = { Frame: ({ children: inside }: { children: ReactNode }) => inside, Failed: () => null };
    const around = { app: { platformUrl: "http://platform.test", clientId: "test" }, slices: {}, frame };
    return <Tree shown={shown as never} around={around as never} />;
  });
  ending.push(hook.end);
  return hook;
}
const query = (of: Thing, reading?: Parameters<typeof usePlatformQuery<number>>[2]) =>
  onPage(() => whole(usePlatformQuery(of.key, read(of), reading)));
/** Reads every property: a query rerenders only for the properties that were read. */
const whole = <Result extends object>(result: Result) => ({ ...result });
const read = (of: Thing) => async () => {
  of.asked++;
  if (of.failing) throw of.failing;
  return of.value;
};

describe("a platform query", () => {
  test("a platform query loads its data, and loads it again when its name is invalidated", async () => {
    const bookings = thing("bookings");
    const hook = await query(bookings);
    expect((await hook.settle(({ isSuccess }) => isSuccess)).data).toBe(1);
    bookings.value = 2;
    await hook.do(() => refetchByName("bookings"));
    await hook.settle(({ data }) => data === 2);
  });

  test("a platform query ignores a response to a request sent before a change", async () => {
    const slow = thing("slow");
    const first = Promise.withResolvers<void>();
    const hook = await onPage(() =>
      whole(
        usePlatformQuery(slow.key, async () => {
          const { value } = slow;
          if (slow.asked++ === 0) await first.promise;
          return value;
        }),
      ),
    );
    await expect.poll(() => slow.asked).toBe(1);
    slow.value = 2;
    await hook.do(() => refetchByName("slow"));
    first.resolve();
    expect((await hook.settle(({ isSuccess }) => isSuccess)).data).toBe(2);
  });

  test("a platform query does not retry a rejected request", async () => {
    const gone = thing("gone");
    gone.failing = new PlatformError("", { kind: "application", status: 404, code: "PERSON_NOT_FOUND" });
    const hook = await query(gone);
    const { error } = await hook.settle(({ isError }) => isError);
    expect([error, gone.asked]).toEqual([gone.failing, 1]);
  });

  test("a platform query keeps its data when a refetch fails", async () => {
    const kept = thing("kept");
    const hook = await query(kept);
    await hook.settle(({ isSuccess }) => isSuccess);
    kept.failing = new PlatformError("", { kind: "application", status: 403, code: "FORBIDDEN" });
    await hook.do(() => refetchByName("kept"));
    const { data } = await hook.settle(({ isError }) => isError);
    expect(data).toBe(1);
  });

  test("a platform query sends no request until it is enabled", async () => {
    const later = thing("later");
    const hook = await query(later, { enabled: false });
    expect([hook.now().data, hook.now().fetchStatus, later.asked]).toEqual([undefined, "idle", 0]);
  });

  test("a query with the `refetch` option starts without data, others start with cached data", async () => {
    const edited = thing("edited");
    const seen: unknown[] = [];
    for (const refetch of [true, true, false, false]) {
      const hook = await onPage(() => {
        const result = whole(usePlatformQuery(edited.key, read(edited), { refetch }));
        return { ...result, first: useState(result.data)[0] };
      });
      seen.push(hook.now().first);
      await hook.settle(({ isSuccess, isFetching }) => isSuccess && !isFetching);
      await hook.end();
      ending.pop();
      // The cache entry is removed in the next event loop turn.
      await new Promise((next) => setTimeout(next, 0));
    }
    expect(seen).toEqual([undefined, undefined, undefined, 1]);
  });
});

test("a platform list loads page after page and returns the total count", async () => {
  const pages = [
    { items: ["a", "b"], next: "second", total: 3 },
    { items: ["c"], next: null, total: 3 },
  ];
  const asked: unknown[] = [];
  const hook = await onPage(() =>
    usePlatformList(
      ["letters"],
      async (_client, paging) => {
        asked.push(paging);
        return pages[paging.cursor ? 1 : 0] ?? { items: [], next: null };
      },
      { limit: 2 },
    ),
  );
  const first = await hook.settle(({ isSuccess }) => isSuccess);
  expect([first.items, first.total, first.hasNextPage]).toEqual([["a", "b"], 3, true]);
  await hook.do(({ fetchNextPage }) => fetchNextPage());
  const all = await hook.settle(({ items }) => items?.length === 3);
  expect([all.items, all.hasNextPage]).toEqual([["a", "b", "c"], false]);
  expect(asked).toEqual([{ limit: 2 }, { limit: 2, cursor: "second" }]);
});

describe("a platform action", () => {
  const use = (of: Thing) =>
    onPage(() => ({
      query: whole(usePlatformQuery(of.key, read(of))),
      act: usePlatformAction(...(of.key as string[])),
    }));

  test("a platform action returns its result and refetches the queries with the given names", async () => {
    const counted = thing("counted");
    const hook = await use(counted);
    await hook.settle(({ query }) => query.isSuccess);
    const done = await hook.do(({ act }) => act(async () => (counted.value = 7)));
    expect(done).toBe(7);
    await hook.settle(({ query }) => query.data === 7);
  });

  test("a platform action shows the optimistic result at once and reverts it on rejection", async () => {
    const shown = thing("shown at once");
    const hook = await use(shown);
    await hook.settle(({ query }) => query.isSuccess);
    const refusal = new PlatformError("", { kind: "application", status: 409, code: "SESSION_OVER" });
    let refuse: (error: Error) => void = () => {};
    const attempt = hook.now().act(
      () => new Promise((_, reject) => (refuse = reject)),
      () => setCachedResponse<number>(["shown at once"], () => 99),
    );
    const told = attempt.catch((error: unknown) => error);
    await hook.settle(({ query }) => query.data === 99);
    await hook.do(() => refuse(refusal));
    expect(await told).toBe(refusal);
    await hook.settle(({ query }) => query.data === 1);
  });

  test("a platform action remains the same function as long as its names are the same", async () => {
    const hook = await onPage(() => [usePlatformAction("a", "b"), useState(0)] as const);
    const [before] = hook.now();
    await hook.do(([, [, set]]) => set(1));
    expect(hook.now()[0]).toBe(before);
  });
});
