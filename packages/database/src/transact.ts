import type { Database } from "./open.ts";
import { withRetry } from "./retry.ts";

export type TransactOptions<Known> = {
  /** Reads before the transaction what the work needs to know: a transaction has one connection. Runs again with it. */
  lookUp?: () => Promise<Known>;
  /** False for work that must not run twice, such as sending a mail while its row is locked. */
  retry?: boolean;
};
export type TransactWork<Known, Result> = (tx: Database, known: Known) => Promise<Result>;

/**
 * Runs `work` in a transaction and returns its result: all of it is written, or nothing. If PostgreSQL rolls the
 * transaction back because of another one, it runs again, up to five times, so `work` changes nothing outside of `tx`.
 * A transaction within a transaction would wait for a second connection; the databases of the tests refuse it.
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
  const [{ lookUp, retry = true }, work] = given.length === 1 ? [{} as TransactOptions<Known>, given[0]] : given;
  const attempt = async () => {
    const known = (await lookUp?.()) as Known;
    return db.transaction().execute((tx) => work(tx, known));
  };
  return retry ? withRetry(attempt) : attempt();
}
