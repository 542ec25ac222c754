import { Worker } from "node:worker_threads";

type Limits = { timeMs: number; memoryMb: number };

/** Thrown when the work exceeds its time or memory limit. */
export class WorkerLimitExceeded extends Error {}

/**
 * Runs a module in a worker thread and returns the first message that it posts. The thread gets no
 * environment variables, because those contain secrets. It ends after the message, an error or a
 * limit.
 */
export function runInWorker<Output>(module: URL, input: object, { timeMs, memoryMb }: Limits): Promise<Output> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, {
      workerData: input,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const timer = setTimeout(() => end(() => reject(new WorkerLimitExceeded(`more than ${timeMs} ms`))), timeMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    worker.once("message", (output: Output) => end(() => resolve(output)));
    worker.once("error", (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      end(() => reject(isMemory ? new WorkerLimitExceeded(`more than ${memoryMb} MB`) : error));
    });
    worker.once("exit", () => end(() => reject(new Error("The worker ended without an answer."))));
  });
}
