import { exclusive, isUnreachable } from "@uola/database";
import type { Topic } from "./changes.ts";
import type { Context } from "./context.ts";

export type Step = {
  /**
   * Aborted when the task has to stop. A long step should then end early; the task continues the
   * work on its next run.
   */
  signal: AbortSignal;
  /**
   * Registers work that runs concurrently with the next steps. The task runs again when the work
   * ends, and stopping waits for it.
   */
  alongside(work: Promise<unknown>): void;
  /** Ends the pause of another task, for which this step has created work. */
  wake(name: string): void;
};

/** A task that is repeated while the process runs. */
export type BackgroundTask = {
  name: string;
  /** Runs one step. Returns true if there may be more work; then the next step follows at once. */
  run(step: Step): Promise<boolean> | Promise<void>;
  /** How long to wait after a step that left no work, in milliseconds. */
  everyMs: number;
  /** Changes that end the pause early. */
  wakeOn?: readonly Topic[];
  /**
   * The time in milliseconds after a first change during which further changes trigger no
   * additional run.
   */
  debounceMs?: number;
  /** `start` waits until the task has run once. */
  startWaits?: boolean;
  /**
   * Only one process at a time runs the task: a step is skipped while another process runs one.
   * Intended for sweeps, which would only repeat each other's work. Tasks that claim rows do not
   * need it. A task with `wakeOn` must not use it: the change may have arrived too late for the
   * process that is running the step.
   */
  oneProcessAtATime?: boolean;
};

/**
 * Processes the items of a step one after another. A failing item does not block the others; the
 * step rejects at the end with the first error, so that the task counts as failing. If no database
 * connection is available, the step ends at once, because each further item would wait for one.
 */
export async function processItems<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}

/** Statistics of a task since the process started. */
export type TaskReport = {
  name: string;
  state: "STOPPED" | "PAUSED" | "RESTING" | "RUNNING";
  runs: number;
  failures: number;
  /** The number of consecutive failures so far. */
  failing: number;
  lastRun: Date | undefined;
  lastMs: number | undefined;
  lastError: string | undefined;
};

export type Background = {
  start(): Promise<void>;
  /** Stops all tasks. Resolves when no task is running, or after 20 seconds. */
  stop(): Promise<void>;
  /**
   * Pauses all or the named tasks and resolves when none of them is running. Changes in the
   * meantime are handled on `resume`.
   */
  pause(...names: string[]): Promise<void>;
  resume(...names: string[]): void;
  /**
   * Runs all or the named tasks until none has any work left. Rejects with the error of a failing
   * step.
   */
  drain(...names: string[]): Promise<void>;
  report(): TaskReport[];
};

type Needs = Pick<Context, "connection" | "siteId" | "changes" | "log" | "now">;

const firstBackOffMs = 1000;
/**
 * Bounds of the maximum pause after failures, in milliseconds. A frequent task is retried soon
 * after an outage; a rare one must not flood the log.
 */
const backOffMaxMs = { least: 15_000, most: 300_000 };
const stopMaxMs = 20_000;

/**
 * Runs tasks concurrently, each of them one step at a time. A failing step is logged and retried
 * after a growing pause; it stops neither its task nor the process.
 */
export function createBackground(needs: Needs, tasks: readonly BackgroundTask[]): Background {
  const wake = (name: string) => {
    for (const loop of named([name])) loop.wake();
  };
  const loops = tasks.map((task) => createLoop(task, wake, needs));
  const named = (names: string[]) => {
    const unknown = names.find((name) => !loops.some((loop) => loop.name === name));
    if (unknown !== undefined) throw new Error(`There is no background task ${unknown}.`);
    return names.length === 0 ? loops : loops.filter(({ name }) => names.includes(name));
  };
  const twice = loops.find(({ name }, n) => loops.findIndex((loop) => loop.name === name) < n);
  if (twice) throw new Error(`There are two tasks ${twice.name}.`);
  return {
    async start() {
      await Promise.all(loops.map((loop) => loop.start()));
    },
    async stop() {
      const stopped = Promise.all(loops.map((loop) => loop.stop()));
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, stopMaxMs).unref();
      await Promise.race([stopped, late.promise]);
      clearTimeout(timer);
      const tasks = loops.filter(({ report }) => report().state === "RUNNING").map(({ name }) => name);
      if (tasks.length > 0) needs.log.error({ tasks }, "background tasks did not stop in time");
    },
    async pause(...names) {
      await Promise.all(named(names).map((loop) => loop.pause()));
    },
    resume(...names) {
      for (const loop of named(names)) loop.resume();
    },
    async drain(...names) {
      const some = named(names);
      // A task can create work for any other task in the list.
      for (let found = true; found; ) {
        found = false;
        for (const loop of some) if (await loop.drain()) found = true;
      }
    },
    report: () => loops.map(({ report }) => report()),
  };
}

function createLoop(task: BackgroundTask, wakeOther: Step["wake"], { connection, siteId, changes, log, now }: Needs) {
  const { name, everyMs, wakeOn = [], debounceMs = 0, oneProcessAtATime = false } = task;
  const lock = `uola background ${siteId} ${name}`;
  const backOffMax = Math.min(Math.max(everyMs, backOffMaxMs.least), backOffMaxMs.most);
  const pending = new Set<Promise<unknown>>();
  const done = { runs: 0, failures: 0, failing: 0 };
  let last: Pick<TaskReport, "lastRun" | "lastMs" | "lastError"> = {
    lastRun: undefined,
    lastMs: undefined,
    lastError: undefined,
  };
  let started = false;
  let paused = false;
  let stopping = new AbortController();
  let leave = () => {};
  /** The running steps, one after another; they never overlap. */
  let steps: Promise<void> | undefined;
  let woken = false;
  let timer: { id: NodeJS.Timeout; wakes: boolean } | undefined;

  const isActive = () => started && !paused;

  function runConcurrently(work: Promise<unknown>): void {
    const tracked = work
      .catch((error) => log.error({ task: name, err: error }, "background work failed"))
      .finally(() => {
        pending.delete(tracked);
        wake();
      });
    pending.add(tracked);
  }

  /**
   * Runs one step and measures its duration. Returns true if another step should follow. Rejects
   * with the step's error.
   */
  async function step(): Promise<boolean> {
    const began = performance.now();
    done.runs++;
    woken = false;
    last.lastRun = now();
    try {
      const { signal } = stopping;
      const run = async () => (await task.run({ signal, alongside: runConcurrently, wake: wakeOther })) === true;
      const more = oneProcessAtATime ? ((await exclusive(connection, lock, run)) ?? false) : await run();
      if (done.failing > 0) log.info({ task: name, failed: done.failing }, "background task recovered");
      done.failing = 0;
      if (more) log.debug({ task: name, ms: Math.round(performance.now() - began) }, "background task ran");
      return more;
    } catch (error) {
      done.failures++;
      done.failing++;
      last = { ...last, lastError: error instanceof Error ? error.message : String(error) };
      throw error;
    } finally {
      last.lastMs = Math.round(performance.now() - began);
    }
  }

  /** Runs steps until no work is left, then pauses. */
  function begin(): void {
    clear();
    if (steps || !isActive()) return;
    steps = (async () => {
      try {
        while (isActive() && (await step())) {
          // The loop condition runs the steps.
        }
        rest();
      } catch (error) {
        log.error({ task: name, failing: done.failing, err: error }, "background task failed");
        const pause = Math.min(firstBackOffMs * 2 ** (done.failing - 1), backOffMax);
        rest(pause);
      }
    })();
  }

  function rest(backOff?: number): void {
    steps = undefined;
    if (!isActive()) return;
    if (backOff !== undefined) set(backOff, true);
    else if (woken) set(debounceMs, true);
    else set(everyMs, false);
  }

  /**
   * Sets the timer for the next run. If `wakes` is true, changes wait for this timer; if it is
   * false, a change replaces it with a shorter one.
   */
  function set(ms: number, wakes: boolean): void {
    clear();
    timer = { id: setTimeout(begin, ms).unref(), wakes };
  }
  function clear(): void {
    clearTimeout(timer?.id);
    timer = undefined;
  }

  function wake(): void {
    woken = true;
    if (isActive() && !steps && !timer?.wakes) set(debounceMs, true);
  }

  const isBusy = () => steps !== undefined || pending.size > 0;
  const settling = () => Promise.all([steps, ...pending]);

  async function pause(): Promise<void> {
    paused = true;
    clear();
    stopping.abort();
    while (isBusy()) await settling();
  }
  function resume(): void {
    paused = false;
    stopping = new AbortController();
    // A running step that was aborted may not have ended yet, so the task must run again after that
    // step.
    woken = true;
    begin();
  }

  return {
    name,
    wake,
    pause,
    resume,
    async start() {
      if (started) return;
      started = true;
      if (wakeOn.length > 0) leave = changes.subscribe(wakeOn, wake);
      resume();
      if (task.startWaits) await steps;
    },
    async stop() {
      leave();
      await pause();
      started = false;
      paused = false;
    },

    /** Returns true if any step had work to do. */
    async drain(): Promise<boolean> {
      let found = false;
      for (let more = true; more; ) {
        while (isBusy()) await settling();
        clear();
        const alone = Promise.withResolvers<void>();
        steps = alone.promise;
        try {
          more = await step();
          if (more) found = true;
        } finally {
          steps = undefined;
          alone.resolve();
          if (isActive()) set(everyMs, false);
        }
        if (pending.size > 0 || woken) more = true;
      }
      return found;
    },

    report(): TaskReport {
      const state = isBusy() ? "RUNNING" : paused ? "PAUSED" : started ? "RESTING" : "STOPPED";
      return { name, state, ...done, ...last };
    },
  };
}
