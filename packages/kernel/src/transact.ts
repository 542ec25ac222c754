import { type Database, withRetry } from "@uola/database";
import type { Changes, Topic } from "./changes.ts";

/** Thrown in a transaction when what was looked up before it is no longer so: look-up and transaction run again. */
export class LookUpOutdated extends Error {
  override name = "LookUpOutdated";
  /** The code of a serialization failure, which is what this is. */
  readonly code = "40001";
}

/** What of a context a transaction needs. */
type OnDatabase = { db: Database };
type Publishing = OnDatabase & { changes: Changes };

type Topics = Topic | readonly Topic[];

type Options<Known, Result> = {
  /** What has changed, published after the commit and never after a rollback; by the result where it depends on that. */
  publish?: Topics | ((result: Result) => Topics);
  /** Reads before the transaction what the work needs to know: a transaction has one connection. Runs again with it. */
  lookUp?: () => Promise<Known>;
  /** False for work that must not run twice, such as sending a mail while its row is locked. */
  retry?: boolean;
};
type Quiet<Known> = { lookUp?: () => Promise<Known>; retry?: boolean; publish?: never };
type Work<Known, Result> = (tx: Database, known: Known) => Promise<Result>;

/**
 * Runs `work` in a transaction and returns its result: all of it is written, or nothing. A transaction that PostgreSQL
 * took back for the sake of another one runs again, up to five times, so `work` changes nothing outside of `tx`.
 * A transaction within a transaction would wait for a second connection; the databases of the tests refuse it.
 */
export function transact<Result>(context: OnDatabase, work: (tx: Database) => Promise<Result>): Promise<Result>;
export function transact<Result, Known = undefined>(
  context: OnDatabase,
  options: Quiet<Known>,
  work: Work<Known, Result>,
): Promise<Result>;
export function transact<Result, Known = undefined>(
  context: Publishing,
  options: Options<Known, Result>,
  work: Work<Known, Result>,
): Promise<Result>;
export async function transact<Result, Known>(
  { db, changes }: OnDatabase & Partial<Publishing>,
  ...given: [Work<Known, Result>] | [Options<Known, Result>, Work<Known, Result>]
): Promise<Result> {
  const [options, work] = given.length === 1 ? [{} as Options<Known, Result>, given[0]] : given;
  const { publish = [], lookUp, retry = true } = options;
  const attempt = async () => {
    const known = (await lookUp?.()) as Known;
    return db.transaction().execute((tx) => work(tx, known));
  };
  const result = await (retry ? withRetry(attempt) : attempt());
  const topics = typeof publish === "function" ? publish(result) : publish;
  for (const topic of [topics].flat()) changes?.publish(topic);
  return result;
}
