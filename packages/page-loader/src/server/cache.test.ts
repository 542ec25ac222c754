import { afterEach, expect, test, vi } from "vitest";
import { Busy, createCache, type InventedLimits, type Made } from "./cache.ts";

afterEach(() => vi.useRealTimers());

/** A cache with a fake clock; each value is pending until the test completes it. */
function set(options: { gapMs?: number; limits?: Partial<InventedLimits> } = {}) {
  vi.useFakeTimers();
  const makings: { key: string; done: (made?: Partial<Made<string>>) => void; fail: (error: Error) => void }[] = [];
  const errors: unknown[] = [];
  const cache = createCache<string>({
    ...options,
    isUnboundedKey: (key) => key.includes("?"),
    now: () => Date.now(),
    onError: (error) => errors.push(error),
    make: (key) =>
      new Promise((resolve, reject) => {
        const made = {
          value: `${key} ${makings.length + 1}`,
          topics: ["services" as const],
          until: Date.now() + 60_000,
        };
        makings.push({ key, done: (other) => resolve({ ...made, ...other }), fail: reject });
      }),
  });
  return { cache, makings, errors, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

test("the cache shares a pending value among all concurrent requests", async () => {
  const { cache, makings } = set();
  const all = Promise.all(Array.from({ length: 50 }, () => cache.get("/")));
  expect(makings).toHaveLength(1);
  makings[0]?.done();
  expect(new Set(await all)).toEqual(new Set(["/ 1"]));
  expect(await cache.get("/")).toBe("/ 1");
  expect(makings).toHaveLength(1);
});

test("the cache invalidates a value when its own topic changes, but not when another does", async () => {
  const { cache, makings, pass } = set();
  const first = cache.get("/");
  makings[0]?.done();
  await first;
  await pass(5000);
  cache.invalidate("business");
  expect(cache.peek("/")).toBe("/ 1");
  expect(makings).toHaveLength(1);
  cache.invalidate("services");
  expect(cache.peek("/")).toBe("/ 1");
  expect(makings).toHaveLength(2);
  makings[1]?.done();
  await pass(0);
  expect(cache.peek("/")).toBe("/ 2");
});

test("the cache rebuilds a value at most once a second during frequent changes and serves the old one", async () => {
  const { cache, makings, pass } = set();
  const first = cache.get("/");
  makings[0]?.done();
  await first;
  for (let ms = 0; ms < 5000; ms += 50) {
    cache.invalidate("services");
    expect(cache.peek("/")).toBeDefined();
    await pass(50);
    makings.at(-1)?.done();
  }
  expect(makings.length).toBeGreaterThanOrEqual(5);
  expect(makings.length).toBeLessThanOrEqual(7);
});

test("the cache serves a stale value for one second, after which requests wait for the new one", async () => {
  const { cache, makings, pass } = set();
  const first = cache.get("/");
  makings[0]?.done();
  await first;
  await pass(60_000);
  expect(cache.peek("/")).toBe("/ 1");
  await pass(1001);
  expect(cache.peek("/")).toBeUndefined();
  const waiting = cache.get("/");
  expect(makings).toHaveLength(2);
  makings[1]?.done();
  expect(await waiting).toBe("/ 2");
});

test("the cache never serves a value that became stale without being requested", async () => {
  const { cache, makings, pass } = set();
  const first = cache.get("/");
  makings[0]?.done();
  await first;
  await pass(3_600_000);
  expect(cache.peek("/")).toBeUndefined();
});

test("a change while a value is being built makes the built value stale from the start", async () => {
  const { cache, makings, pass } = set();
  const first = cache.get("/");
  await pass(10);
  cache.invalidate("services");
  makings[0]?.done();
  await first;
  expect(cache.peek("/")).toBe("/ 1");
  await pass(1000);
  expect(makings).toHaveLength(2);
});

test("the cache waits for a fresh dependency when it builds a value from it", async () => {
  const { cache, makings } = set({ gapMs: 0 });
  const first = cache.get("part");
  makings[0]?.done();
  await first;
  cache.invalidate("services");
  const fresh = cache.get("part", true);
  makings[1]?.done();
  expect(await fresh).toBe("part 2");
});

test("the cache serves the old value for five minutes if rebuilding fails, and reports the failure", async () => {
  const { cache, makings, errors, pass } = set();
  const first = cache.get("/");
  makings[0]?.done();
  await first;
  await pass(60_500);
  expect(cache.peek("/")).toBe("/ 1");
  makings[1]?.fail(new Error("platform away"));
  await pass(200_000);
  expect(cache.peek("/")).toBe("/ 1");
  expect(errors).toHaveLength(1);
  makings[2]?.fail(new Error("still away"));
  await pass(120_000);
  expect(cache.peek("/")).toBeUndefined();
});

test("the cache does not store a failed first build", async () => {
  const { cache, makings } = set();
  const first = cache.get("/x/");
  makings[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  const second = cache.get("/x/");
  makings[1]?.done();
  expect(await second).toBe("/x/ 2");
});

test("made-up URLs evict only the oldest made-up cache entries, not the site's own pages", async () => {
  const { cache, makings } = set({ limits: { kept: 3 } });
  for (const key of ["/", "?a", "?b", "?c", "?d"]) {
    const value = cache.get(key);
    makings.at(-1)?.done();
    await value;
  }
  expect(cache.peek("?a")).toBeUndefined();
  expect(cache.peek("?d")).toBe("?d 5");
  expect(cache.peek("/")).toBe("/ 1");
});

test("made-up URLs are rendered a few at a time in a short queue, the site's own pages at once", async () => {
  const { cache, makings, pass } = set({ limits: { making: 2, waiting: 3 } });
  const answers = Promise.allSettled(Array.from({ length: 20 }, (_, index) => cache.get(`?${index}`)));
  await pass(0);
  expect(makings.map(({ key }) => key)).toEqual(["?0", "?1"]);
  const page = cache.get("/");
  expect(makings.at(-1)?.key).toBe("/");
  makings.at(-1)?.done();
  expect(await page).toBe("/ 3");
  for (let made = 0; made < 6; made++) {
    makings[made]?.done();
    await pass(0);
  }
  const settled = await answers;
  expect(settled.slice(0, 5).every(({ status }) => status === "fulfilled")).toBe(true);
  expect(settled.slice(5).every((each) => each.status === "rejected" && each.reason instanceof Busy)).toBe(true);
  const later = cache.get("?20");
  makings.at(-1)?.done();
  expect(await later).toContain("?20");
});

test("does not serve a value after the moment from which it is wrong", async () => {
  const { cache, makings, pass } = set();
  const first = cache.get("/");
  makings[0]?.done({ wrongFrom: Date.now() + 5000 });
  await first;
  await pass(4999);
  expect(cache.peek("/")).toBe("/ 1");
  await pass(1);
  expect(cache.peek("/")).toBeUndefined();
  const second = cache.get("/");
  makings[1]?.done();
  expect(await second).toBe("/ 2");
});
