import type { Database } from "./open.ts";
import { withRetry } from "./retry.ts";

export type TransactOptions<Known> = {
  /**
   * Reads data that `work` needs, before the transaction starts, because a transaction has only one
   * connection. Runs again on each retry.
   */
  lookUp?: () => Promise<Known>;
  /** False for work that must not run twice, such as sending an e-mail while its row is locked. */
  retry?: boolean;
};
export type TransactWork<Known, Result> = (tx: Database, known: Known) => Promise<Result>;

/**
 * Runs `work` in a transaction and returns its result: either all writes are committed or none. If
 * PostgreSQL rolls the transaction back because of a conflict with another one, it is retried, up
 * to five attempts in total, so `work` must change nothing outside `tx`. A nested transaction would
 * wait for a second connection; the test databases reject it.
 */
export function transact<Result>(context: { db: Database }, work: (tx: Database) => Promise<Result>): Promise<Result>;
export function transact<Result, Known = undefined>(
  context: { db: Database },
  options: TransactOptions<Known>,
  work: TransactWork<Known, Result>,
): Promise<Result>;
export function transact<Result, Known>(
  { db }: { db: Database },
  ...given: [TransactWork<Known, Result>] | [TransactOptions<Known>, TransactWork<Known, Result>]
): Promise<Result> {
  const [{ lookUp, retry = true }, work] = given.length === 1 ? [{}, given[0]] : given;
  const attempt = async () => {
    const known = (await lookUp?.()) as Known;
    return db.transaction().execute((tx) => work(tx, known));
  };
  return retry ? withRetry(attempt) : attempt();
}
