import { setTimeout as wait } from "node:timers/promises";

const serializationFailure = "40001";
const deadlockDetected = "40P01";

/**
 * Runs a transaction again from the start if PostgreSQL rolled it back because of a conflict with
 * another transaction.
 */
export async function withRetry<T>(transaction: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (attempt >= attempts || (code !== serializationFailure && code !== deadlockDetected)) throw error;
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}
