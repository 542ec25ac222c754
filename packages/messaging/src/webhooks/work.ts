import type { Work } from "@uola/kernel";
import { createDeliveries, type Telling } from "./delivery.ts";
import { createDispatch } from "./dispatch.ts";
import type { WebhookSettings } from "./post.ts";
import { deliveredKeptDays } from "./rules.ts";
import { sweepDelivered } from "./store.ts";

const pauseMs = 500;
const sweepEveryMs = 3_600_000;
const sweptAtOnce = 1000;

/** Does something again and again, at most `pauseMs` after it last had nothing to do. `turn` tells whether it did something. */
function createLoop(turn: () => Promise<boolean>, failed: (error: unknown) => void) {
  let stopping = false;
  let woken = false;
  let rouse = () => {};
  let running: Promise<void> = Promise.resolve();
  const run = async () => {
    while (!stopping) {
      woken = false;
      const busy = await turn().catch((error) => {
        failed(error);
        return false;
      });
      if (busy || woken || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const wake = () => {
    woken = true;
    rouse();
  };
  return {
    wake,
    start() {
      stopping = false;
      running = run();
    },
    async stop() {
      stopping = true;
      wake();
      await running;
    },
  };
}

/** Tells followers of events: one loop turns events into deliveries, another one delivers. */
export function webhookWork(context: Telling, settings: WebhookSettings = {}): Work {
  const { db, siteId, now, log } = context;
  const dispatch = createDispatch(context);
  const deliveries = createDeliveries(context, settings);
  let sweepAt = 0;

  const sweep = async () => {
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + sweepEveryMs;
    const made = new Date(now().getTime() - deliveredKeptDays * 86_400_000);
    while ((await sweepDelivered(db, siteId, made, sweptAtOnce)) === sweptAtOnce);
  };
  const delivering = createLoop(
    async () => (await deliveries.begin(() => delivering.wake())) > 0,
    (error) => log.error({ err: error }, "deliveries could not be claimed"),
  );
  const dispatching = createLoop(
    async () => {
      const told = await dispatch();
      if (told > 0) delivering.wake();
      await sweep();
      return told > 0;
    },
    (error) => log.error({ err: error }, "events could not be dispatched"),
  );
  return {
    async start() {
      dispatching.start();
      delivering.start();
    },
    async stop() {
      await dispatching.stop();
      await delivering.stop();
      await deliveries.idle();
    },
  };
}
