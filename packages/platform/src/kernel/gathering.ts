type Waiting<Question, Answer> = { question: Question; resolve(answer: Answer): void; reject(error: unknown): void };

/** Asks for many at once: while one round is on its way the next one gathers, so that a crowd costs a few questions. */
export function gathering<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { roundMax = 500 }: { roundMax?: number } = {},
): (question: Question) => Promise<Answer> {
  const queue: Waiting<Question, Answer>[] = [];
  let running = false;

  async function run() {
    running = true;
    while (queue.length > 0) {
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
