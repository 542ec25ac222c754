import { limitConcurrency, Refusal, runInWorker, secondMs, WorkerLimitExceeded } from "@uola/kernel";
import type { StatementFile } from "./file.ts";
import type { WorkerInput, WorkerOutput } from "./worker.ts";

const worker = new URL("./worker.ts", import.meta.url);
/** The largest accepted statement takes three seconds on an idle machine. */
const limits = { timeMs: 60 * secondMs, memoryMb: 512 };
const reading = limitConcurrency({ atOnceMax: 1, waitingMax: 10, what: "statements" });

/**
 * Reads a statement in a worker thread, without blocking other requests. Rejects with
 * NOT_A_STATEMENT or STATEMENT_INCOMPLETE.
 */
export async function readInWorker(
  file: Uint8Array,
  iban: string,
  { timeMs, memoryMb }: { timeMs: number; memoryMb: number } = limits,
): Promise<StatementFile> {
  const output = await reading(() =>
    runInWorker<WorkerOutput>(worker, { file, iban } satisfies WorkerInput, { timeMs, memoryMb }).catch(tooLarge),
  );
  if ("refused" in output) throw new Refusal(output.refused.code, output.refused.message, 400);
  return output.read;
}

function tooLarge(error: unknown): never {
  if (!(error instanceof WorkerLimitExceeded)) throw error;
  throw new Refusal("NOT_A_STATEMENT", "The file takes too long or too much memory to read. Divide it by days.", 400);
}
