import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import type { Schema } from "./columns.ts";
import type { Connection } from "./open.ts";

/** The transaction in which the current code runs, if any. */
const insideTransaction = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Rejects every query that would need a second connection inside a transaction: with as many
 * callers as the pool has connections, all of them would deadlock. Returns a function that throws
 * if a query was rejected, even if its error was caught.
 */
export function forbidNestedConnections({
  db,
  pool,
  questions,
}: Pick<Connection, "db" | "pool" | "questions">): () => void {
  const refused: Error[] = [];
  // Replaces `connect` of both pools. It can be called with or without a callback, and `pool.query`
  // calls it too.
  for (const each of [pool, questions]) {
    const connect = each.connect.bind(each) as (callback?: unknown) => unknown;
    each.connect = ((callback?: (error: Error) => void) => {
      if (!insideTransaction.getStore()?.open) return connect(callback);
      const error = new Error("A second connection was asked for within a transaction: look up before it, or by tx.");
      refused.push(error);
      return callback ? callback(error) : Promise.reject(error);
    }) as typeof each.connect;
  }
  const begin = db.transaction.bind(db);
  db.transaction = () => watched(begin());
  return () => {
    if (refused[0]) throw refused[0];
  };
}

type Builder = ReturnType<Connection["db"]["transaction"]>;

const watched = (builder: Builder): Builder =>
  new Proxy(builder, {
    get(target, name) {
      if (name === "execute") return <Result>(work: TransactionWork<Result>) => target.execute(inside(work));
      const settle = Reflect.get(target, name, target) as (...given: unknown[]) => Builder;
      return (...given: unknown[]) => watched(settle.apply(target, given));
    },
  });

type TransactionWork<Result> = (tx: Transaction<Schema>) => Promise<Result>;

const inside =
  <Result>(work: TransactionWork<Result>): TransactionWork<Result> =>
  async (tx) => {
    const transaction = { open: true };
    try {
      return await insideTransaction.run(transaction, () => work(tx));
    } finally {
      transaction.open = false;
    }
  };
