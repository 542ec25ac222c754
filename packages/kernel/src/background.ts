import { exclusive, isUnreachable } from "@uola/database";
import type { Topic } from "./changes.ts";
import type { Context } from "./context.ts";

export type Step = {
  /** Aborted when the task has to stop. A long step should then end early; the task continues when it runs again. */
  signal: AbortSignal;
  /** Work that runs beside the next steps. The task runs again when it ends, and stopping waits for it. */
  alongside(work: Promise<unknown>): void;
  /** Ends the pause of another task that has new work. */
  wake(name: string): void;
};

/** Work that is repeated while the process runs. */
export type BackgroundTask = {
  name: string;
  /** One step. Returns true when there may be more to do; then the next step follows at once. */
  run(step: Step): Promise<boolean> | Promise<void>;
  /** Pause after a step that left nothing to do. */
  everyMs: number;
  /** Changes that end the pause. */
  wakeOn?: readonly Topic[];
  /** Wake-ups within this time of the first one count as one. */
  gatherMs?: number;
  /** `start` waits until the task has run once. */
  startWaits?: boolean;
  /**
   * One process at a time: a step is skipped while another process runs one. For sweeps, which would only repeat each
   * other's work. Tasks that claim rows do not need it. A task with `wakeOn` must not use it: the change may have come
   * too late for the process that is running.
   */
  takesTurns?: boolean;
};

/**
 * Works on each item of a step, one after the other. One that fails keeps no other waiting; the step rejects at its end with
 * the first error, so that the task is known to fail. A database that cannot be had ends the step: each item would wait for it.
 */
export async function workOnEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}

/** How a task has done since the process started. */
export type TaskReport = {
  name: string;
  state: "STOPPED" | "PAUSED" | "RESTING" | "RUNNING";
  runs: number;
  failures: number;
  /** Consecutive failures until now. */
  failing: number;
  lastRun: Date | undefined;
  lastMs: number | undefined;
  lastError: string | undefined;
};

export type Background = {
  start(): Promise<void>;
  /** Returns when no task is running, or after 20 seconds. */
  stop(): Promise<void>;
  /** Pauses all or the named tasks and returns when none is running. Wake-ups in between are handled on `resume`. */
  pause(...names: string[]): Promise<void>;
  resume(...names: string[]): void;
  /** Runs all or the named tasks until none has anything to do. Rejects with the error of a failing step. */
  drain(...names: string[]): Promise<void>;
  report(): TaskReport[];
};

type Needs = Pick<Context, "connection" | "siteId" | "changes" | "log" | "now">;

const firstBackOffMs = 1000;
/**
 * Limits of the pause after failures. A frequent task is retried soon after an outage; a rare one must not fill the
 * log.
 */
const backOffMaxMs = { least: 15_000, most: 300_000 };
const stopMaxMs = 20_000;

/**
 * Runs tasks concurrently, each one step at a time. A failing step is logged and retried after a growing pause; it ends
 * neither its task nor the process.
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
      // A task can create work for any other one in the list.
      for (let found = true; found; ) {
        found = false;
        for (const loop of some) if (await loop.drain()) found = true;
      }
    },
    report: () => loops.map(({ report }) => report()),
  };
}

function createLoop(task: BackgroundTask, wakeOther: Step["wake"], { connection, siteId, changes, log, now }: Needs) {
  const { name, everyMs, wakeOn = [], gatherMs = 0, takesTurns = false } = task;
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
  /** The running steps, one after another. Two never overlap. */
  let steps: Promise<void> | undefined;
  let woken = false;
  let timer: { id: NodeJS.Timeout; wakes: boolean } | undefined;

  const isActive = () => started && !paused;

  function alongside(work: Promise<unknown>): void {
    const tracked = work
      .catch((error) => log.error({ task: name, err: error }, "background work failed"))
      .finally(() => {
        pending.delete(tracked);
        wake();
      });
    pending.add(tracked);
  }

  /** Runs one step and measures it. Returns true when another one follows. Rejects with the step's error. */
  async function step(): Promise<boolean> {
    const began = performance.now();
    done.runs++;
    woken = false;
    last.lastRun = now();
    try {
      const { signal } = stopping;
      const run = async () => (await task.run({ signal, alongside, wake: wakeOther })) === true;
      const more = takesTurns ? ((await exclusive(connection, lock, run)) ?? false) : await run();
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

  /** Runs steps until nothing is left, then pauses. */
  function begin(): void {
    clear();
    if (steps || !isActive()) return;
    steps = (async () => {
      try {
        while (isActive() && (await step())) {
          // the step itself was the work
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
    else if (woken) set(gatherMs, true);
    else set(everyMs, false);
  }

  /** With `wakes` false, wake-ups wait for the timer. */
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
    if (isActive() && !steps && !timer?.wakes) set(gatherMs, true);
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
    // The running step was told to end and has not ended yet.
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

    /** Returns true when a step had something to do. */
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
