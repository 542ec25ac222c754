import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import type { Connection } from "./open.ts";
import type { Schema } from "./schema.ts";

/** The transaction the code that runs is part of, as long as it is open. */
const within = new AsyncLocalStorage<{ open: boolean }>();

/**
 * From here on whoever asks a pool for a connection while a transaction of theirs holds one is refused: as many at once
 * as the pool has connections would wait for one another for ever. Returns what fails if anybody was, even where the
 * refusal was caught on its way.
 */
export function oneConnectionEach({ db, pool, questions }: Pick<Connection, "db" | "pool" | "questions">): () => void {
  const refused: Error[] = [];
  // Each pool has its own `connect`, with or without a callback; a pool's `query` goes through it as well.
  for (const each of [pool, questions]) {
    const connect = each.connect.bind(each) as (callback?: unknown) => unknown;
    each.connect = ((callback?: (error: Error) => void) => {
      if (!within.getStore()?.open) return connect(callback);
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
      if (name === "execute") return <Result>(work: Work<Result>) => target.execute(inside(work));
      const settle = Reflect.get(target, name, target) as (...given: unknown[]) => Builder;
      return (...given: unknown[]) => watched(settle.apply(target, given));
    },
  });

type Work<Result> = (tx: Transaction<Schema>) => Promise<Result>;

const inside =
  <Result>(work: Work<Result>): Work<Result> =>
  async (tx) => {
    const transaction = { open: true };
    try {
      return await within.run(transaction, () => work(tx));
    } finally {
      transaction.open = false;
    }
  };
