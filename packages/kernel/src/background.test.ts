import { NoConnection } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type BackgroundTask, createBackground, processItems } from "./background.ts";
import { createChanges } from "./changes.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Simulates a process with some tasks and captures its log. */
function process(...tasks: (Partial<BackgroundTask> & Pick<BackgroundTask, "run">)[]) {
  const { connection, siteId } = database;
  const logged: { level: number; task?: string; msg: string }[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const changes = createChanges(connection, siteId, log);
  const now = () => new Date("2026-09-01T09:00:00Z");
  const named = tasks.map((task, n) => ({ name: `task ${n}`, everyMs: 1000, ...task }));
  const background = createBackground({ connection, siteId, changes, log, now }, named);
  const errors = () => logged.filter(({ level }) => level === 50);
  return { ...background, changes, logged, errors, firstReport: () => background.report()[0] };
}

/** A step that waits until the test ends it. */
function waitingStep() {
  const ends: ((more?: boolean) => void)[] = [];
  const run = () => new Promise<boolean>((resolve) => ends.push((more = false) => resolve(more)));
  return { run, ends };
}

test("runs a task at the start and after each pause", async () => {
  let runs = 0;
  const { start, stop } = process({ run: async () => void runs++ });
  await start();
  expect(runs).toBe(1);
  await later(999);
  expect(runs).toBe(1);
  await later(1);
  expect(runs).toBe(2);
  await stop();
  await later(10_000);
  expect(runs).toBe(2);
});

test("runs the next step at once if the previous one may have left work", async () => {
  let left = 3;
  const { start, stop } = process({ run: async () => --left > 0 });
  await start();
  await later(0);
  expect(left).toBe(0);
  await stop();
});

test("steps of a task never overlap, however many change notifications arrive", async () => {
  const { run, ends } = waitingStep();
  const { start, stop, changes } = process({ run, wakeOn: ["availability"] });
  await start();
  changes.publish("availability");
  changes.publish("availability");
  await later(5000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  // The task was notified while it was running, so it runs once more.
  await later(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await stop();
});

test("a change triggers the subscribed tasks, once for several changes within a short time", async () => {
  let runs = 0;
  const { start, stop, changes } = process({
    run: async () => void runs++,
    wakeOn: ["availability"],
    debounceMs: 200,
    everyMs: 60_000,
  });
  await start();
  await later(0);
  changes.publish("services");
  await later(300);
  expect(runs).toBe(1);
  changes.publish("availability");
  await later(199);
  changes.publish("availability");
  expect(runs).toBe(1);
  await later(1);
  expect(runs).toBe(2);
  await later(59_999);
  expect(runs).toBe(2);
  await stop();
  changes.publish("availability");
  await later(60_000);
  expect(runs).toBe(2);
});

test("a task can end the pause of another task", async () => {
  let runs = 0;
  const { start, stop } = process(
    { run: async ({ wake }) => wake("task 1"), everyMs: 1000 },
    { run: async () => void runs++, everyMs: 60_000 },
  );
  await start();
  await later(0);
  const atStart = runs;
  await later(1001);
  expect(runs).toBe(atStart + 1);
  await stop();
});

test("start waits for the first step of a task with startWaits", async () => {
  const { run, ends } = waitingStep();
  const { start, stop } = process({ run, startWaits: true });
  let started = false;
  const starting = start().then(() => {
    started = true;
  });
  await later(1000);
  expect(started).toBe(false);
  ends[0]?.();
  await starting;
  await stop();
});

test("logs a failing step and retries it after growing pauses until it succeeds", async () => {
  let runs = 0;
  const { start, stop, errors, logged, firstReport, changes } = process({
    run: async () => {
      if (++runs <= 3) throw new Error("no");
    },
    wakeOn: ["availability"],
    everyMs: 100,
  });
  await start();
  await later(0);
  expect([runs, errors().length]).toEqual([1, 1]);
  // A change does not end the pause; otherwise a failing task would run on every change.
  changes.publish("availability");
  await later(999);
  expect(runs).toBe(1);
  await later(1);
  expect(runs).toBe(2);
  await later(2000);
  expect(runs).toBe(3);
  expect(firstReport()).toMatchObject({ runs: 3, failures: 3, failing: 3, lastError: "no" });
  await later(4000);
  expect(runs).toBe(4);
  expect(firstReport()).toMatchObject({ runs: 4, failures: 3, failing: 0, lastRun: new Date("2026-09-01T09:00:00Z") });
  expect(logged.some(({ msg }) => msg === "background task recovered")).toBe(true);
  await later(100);
  expect(runs).toBe(5);
  await stop();
});

test("limits the pause after repeated failures", async () => {
  let runs = 0;
  const { start, stop } = process({
    run: async () => {
      runs++;
      throw new Error("no");
    },
  });
  await start();
  await later(600_000);
  expect(runs).toBeGreaterThan(600_000 / 15_000);
  await stop();
});

test("a failing task does not block other tasks", async () => {
  let runs = 0;
  const { start, stop } = process(
    {
      run: () => {
        throw new Error("no");
      },
    },
    { run: async () => void runs++ },
  );
  await start();
  await later(2000);
  expect(runs).toBe(3);
  await stop();
});

test("stop aborts the running step and waits for it and for its concurrent work", async () => {
  const { run, ends } = waitingStep();
  const alongside = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const { start, stop, firstReport } = process({
    run: (step) => {
      signal = step.signal;
      step.alongside(alongside.promise);
      return run();
    },
  });
  await start();
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await later(1000);
  expect([stopped, signal?.aborted, firstReport()?.state]).toEqual([false, true, "RUNNING"]);
  ends[0]?.(true);
  await later(1000);
  expect([stopped, ends.length]).toEqual([false, 1]);
  alongside.resolve();
  await stopping;
  expect(firstReport()?.state).toBe("STOPPED");
});

test("stop gives up on a step that does not end, and logs the name of its task", async () => {
  const { run, ends } = waitingStep();
  const { start, stop, errors } = process({ run }, { run: async () => {} });
  await start();
  const stopping = stop();
  await later(20_000);
  await stopping;
  expect(errors()).toMatchObject([{ tasks: ["task 0"], msg: "background tasks did not stop in time" }]);
  ends[0]?.();
});

test("when concurrent work ends, its task runs again, and a failure is logged", async () => {
  let runs = 0;
  const { start, stop, errors } = process({
    run: async ({ alongside }) => {
      if (runs++ === 0) alongside(Promise.reject(new Error("no")));
    },
  });
  await start();
  await later(0);
  expect([runs, errors().length]).toEqual([2, 1]);
  await stop();
});

test("runs a task after resume if a change arrived while the task was paused", async () => {
  const runs: [number, number] = [0, 0];
  const { start, stop, pause, resume, changes, report } = process(
    { run: async () => void runs[0]++, wakeOn: ["availability"] },
    { run: async () => void runs[1]++ },
  );
  await start();
  await later(0);
  await pause("task 0");
  changes.publish("availability");
  await later(3000);
  expect(runs).toEqual([1, 4]);
  expect(report().map(({ state }) => state)).toEqual(["PAUSED", "RESTING"]);
  resume("task 0");
  await later(0);
  expect(runs).toEqual([2, 4]);
  await stop();
});

test("drain runs tasks until no work is left, including work that one task creates for another", async () => {
  let [first, second] = [0, 3];
  const { drain, firstReport } = process(
    {
      run: async ({ alongside }) => {
        if (first === 0) return false;
        first--;
        alongside(Promise.resolve());
        return true;
      },
    },
    {
      run: async () => {
        if (second === 0) return false;
        second--;
        first += 2;
        return true;
      },
    },
  );
  await drain();
  expect([first, second]).toEqual([0, 0]);
  expect(firstReport()?.state).toBe("STOPPED");
});

test("drain rejects with the error of a failing step, or if the task name is unknown", async () => {
  const { drain } = process({
    run: async () => {
      throw new Error("no");
    },
  });
  await expect(drain("task 0")).rejects.toThrow("no");
  await expect(drain("task 1")).rejects.toThrow("There is no background task task 1.");
});

test("processes the remaining items after a failed one, and still fails the step", async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item % 2 === 1) throw new Error(`not ${item}`);
    done.push(item);
  };
  await expect(processItems([1, 2, 3, 4], work)).rejects.toThrow("not 1");
  expect(done).toEqual([2, 4]);
  await processItems([6], work);
  expect(done).toEqual([2, 4, 6]);
});

test("stops at the first item if no database connection is available", async () => {
  const tried: number[] = [];
  const work = async (item: number) => {
    tried.push(item);
    throw new NoConnection("none");
  };
  await expect(processItems([1, 2, 3], work)).rejects.toThrow(NoConnection);
  expect(tried).toEqual([1]);
});

test("drain never overlaps the steps of a running task", async () => {
  const { run, ends } = waitingStep();
  const { start, stop, drain } = process({ run });
  await start();
  const drained = drain();
  await later(0);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await later(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await drained;
  await stop();
});

test("skips a task with oneProcessAtATime while another process runs it", async () => {
  vi.useRealTimers();
  const { run, ends } = waitingStep();
  const began = Promise.withResolvers<void>();
  const here = process({
    run: () => {
      began.resolve();
      return run();
    },
    oneProcessAtATime: true,
  });
  let runs = 0;
  const there = process({ run: async () => void runs++, oneProcessAtATime: true });
  const draining = here.drain();
  await began.promise;
  await there.drain();
  expect(runs).toBe(0);
  ends[0]?.();
  await draining;
  await there.drain();
  expect(runs).toBe(1);
});

test("rejects duplicate task names", () => {
  expect(() => process({ name: "a", run: async () => {} }, { name: "a", run: async () => {} })).toThrow("two tasks a");
});
