import type { Database } from "@uola/database";
import type { KyselyPlugin } from "kysely";

export class Crash extends Error {}

/** A database whose process dies before its nth statement. */
export const dyingAt = (db: Database, statement: number): Database => {
  let left = statement;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left--;
      if (left === 0) throw new Crash();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin);
};
