import { setTimeout as sleep } from "node:timers/promises";

type PendingRequest<Question, Answer> = {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/**
 * Collects keys and loads them together, so that many concurrent callers cause few queries. A
 * single caller is served at once; callers within `everyMs` of the previous batch wait for the next
 * one.
 */
export function batched<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { roundMax = 500, everyMs = 10 }: { roundMax?: number; everyMs?: number } = {},
): (question: Question) => Promise<Answer> {
  const queue: PendingRequest<Question, Answer>[] = [];
  let running = false;
  let next = 0;

  async function run() {
    running = true;
    while (queue.length > 0) {
      const early = next - performance.now();
      if (early > 0) await sleep(early);
      next = performance.now() + everyMs;
      const round = queue.splice(0, roundMax);
      try {
        const answers = await ask(round.map(({ question }) => question));
        for (const [index, { resolve }] of round.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    running = false;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      queue.push({ question, resolve, reject });
      if (!running) void run();
    });
}
