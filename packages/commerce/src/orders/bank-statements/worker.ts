import { parentPort, workerData } from "node:worker_threads";
import { readStatements, type StatementFile } from "./file.ts";
import { StatementError } from "./xml.ts";

export type WorkerInput = { file: Uint8Array; iban: string };
export type WorkerOutput = { read: StatementFile } | { refused: Pick<StatementError, "code" | "message"> };

/** Runs in a worker thread, because a large file takes seconds to parse and other requests must not wait. */
const { file, iban } = workerData as WorkerInput;
try {
  answer({ read: readStatements(file, iban) });
} catch (error) {
  if (!(error instanceof StatementError)) throw error;
  answer({ refused: { code: error.code, message: error.message } });
}

function answer(output: WorkerOutput): void {
  parentPort?.postMessage(output);
}
