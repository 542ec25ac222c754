import type { Connection, Database } from "@uola/database";
import type { KyselyPlugin } from "kysely";

export class Crash extends Error {}

const before = (transformQuery: KyselyPlugin["transformQuery"]): KyselyPlugin => ({
  transformQuery,
  transformResult: async ({ result }) => result,
});

/** Returns a database whose process crashes before its nth statement. */
export const crashingBefore = (db: Database, statement: number): Database => {
  let left = statement;
  return db.withPlugin(
    before(({ node }) => {
      left--;
      if (left === 0) throw new Crash();
      return node;
    }),
  );
};

/**
 * Simulates a killed process as the database server sees it: its connections break before the nth
 * statement, it sends no rollback, and no further statement follows.
 */
export function killedBefore({ db, pool }: Connection, statement: number): { db: Database; isKilled(): boolean } {
  const clients: { connection: { stream: { destroy(): void } } }[] = [];
  pool.on("connect", (client) => clients.push(client as never));
  let left = statement;
  const killed = db.withPlugin(
    before(({ node }) => {
      left--;
      if (left > 0) return node;
      for (const { connection } of clients.splice(0)) connection.stream.destroy();
      throw new Crash();
    }),
  );
  return { db: killed, isKilled: () => left <= 0 };
}
