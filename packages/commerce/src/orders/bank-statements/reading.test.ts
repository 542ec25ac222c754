import { expect, test } from "vitest";
import { type EntryFixture, statementOf } from "./bank-statements.testing.ts";
import { readInWorker } from "./reading.ts";

const iban = "LT601010012345678901";
const bytes = (text: string) => Buffer.from(text);
const paid: EntryFixture = { cents: 2500, text: "laipiojimas", payer: "Ona Sava" };
const large = bytes(statementOf(Array.from({ length: 4000 }, (_, index) => ({ ...paid, ref: `R${index}` }))));

/**
 * Measures the processor time of the main thread and of all threads during the work, in
 * microseconds. Unlike elapsed time, it does not depend on the load of the computer.
 */
async function processorTime(work: () => Promise<unknown>): Promise<{ main: number; all: number }> {
  const [main, all] = [process.threadCpuUsage(), process.cpuUsage()];
  await work();
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  return { main: sum(process.threadCpuUsage(main)), all: sum(process.cpuUsage(all)) };
}

test.each([
  ["a statement with 4,000 entries", large],
  [
    "an element with 100,000 attributes",
    bytes(`<Document ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(" ")}/>`),
  ],
])("reads %s without blocking the main thread", async (_, file) => {
  const { main, all } = await processorTime(() => readInWorker(file, iban).catch(() => {}));
  expect(main).toBeLessThan(all / 4);
});

test("returns the entries and statements of a file from the worker", async () => {
  const { entries, statements } = await readInWorker(large, iban);
  expect([statements, entries.length, entries[0]?.payerName]).toEqual([1, 4000, "Ona Sava"]);
});

test.each([
  ["in another format", "<html/>", "NOT_A_STATEMENT"],
  ["with wrong balances", statementOf([paid], { closing: 1 }), "STATEMENT_INCOMPLETE"],
])("rejects a file %s", async (_, text, code) => {
  await expect(readInWorker(bytes(text), iban)).rejects.toMatchObject({ code });
});

test.each([
  ["time", { timeMs: 50, memoryMb: 512 }],
  ["memory", { timeMs: 60_000, memoryMb: 8 }],
])("rejects a file that takes too much %s, and reads the next one", async (_, limits) => {
  await expect(readInWorker(large, iban, limits)).rejects.toMatchObject({ code: "NOT_A_STATEMENT" });
  expect((await readInWorker(bytes(statementOf([paid])), iban)).entries).toHaveLength(1);
});
