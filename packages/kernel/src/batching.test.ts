import { expect, test } from "vitest";
import { batched } from "./batching.ts";

test("serves a single caller at once and batches concurrent callers, each with its own result", async () => {
  const rounds: number[][] = [];
  const double = batched(async (numbers: readonly number[]) => {
    rounds.push([...numbers]);
    return numbers.map((number) => number * 2);
  });
  const answers = await Promise.all(Array.from({ length: 1200 }, (_, number) => double(number)));
  expect(answers).toEqual(Array.from({ length: 1200 }, (_, number) => number * 2));
  expect(rounds.map(({ length }) => length)).toEqual([1, 500, 500, 199]);
});

test("a failed batch rejects only its own callers", async () => {
  let fails = true;
  const ask = batched(async (questions: readonly string[]) => {
    if (fails) throw new Error("no answer");
    return questions;
  });
  await expect(ask("a")).rejects.toThrow("no answer");
  fails = false;
  expect(await ask("b")).toBe("b");
});
