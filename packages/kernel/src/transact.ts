import { type Database, type TransactOptions, type TransactWork, transact as transactOnDatabase } from "@uola/database";
import type { Changes, Topic } from "./changes.ts";

/**
 * Thrown in a transaction if data that was read before the transaction is outdated. Both the read
 * and the transaction are repeated.
 */
export class LookUpOutdated extends Error {
  override name = "LookUpOutdated";
  /** SQLSTATE of a serialization failure. */
  readonly code = "40001";
}

type OnDatabase = { db: Database };
type Publishing = OnDatabase & { changes: Changes };

type Topics = Topic | readonly Topic[];

type Options<Known, Result> = TransactOptions<Known> & {
  /** Topics to publish after the commit, never after a rollback. A function receives the result. */
  publish?: Topics | ((result: Result) => Topics);
};
type Quiet<Known> = TransactOptions<Known> & { publish?: never };

/** Runs the retrying transaction of `@uola/database` and publishes the changes after the commit. */
export function transact<Result>(context: OnDatabase, work: (tx: Database) => Promise<Result>): Promise<Result>;
export function transact<Result, Known = undefined>(
  context: OnDatabase,
  options: Quiet<Known>,
  work: TransactWork<Known, Result>,
): Promise<Result>;
export function transact<Result, Known = undefined>(
  context: Publishing,
  options: Options<Known, Result>,
  work: TransactWork<Known, Result>,
): Promise<Result>;
export async function transact<Result, Known>(
  { db, changes }: OnDatabase & Partial<Publishing>,
  ...given: [TransactWork<Known, Result>] | [Options<Known, Result>, TransactWork<Known, Result>]
): Promise<Result> {
  const [{ publish = [], ...options }, work] = given.length === 1 ? [{}, given[0]] : given;
  const result = await transactOnDatabase({ db }, options, work);
  const topics = typeof publish === "function" ? publish(result) : publish;
  for (const topic of [topics].flat()) changes?.publish(topic);
  return result;
}
