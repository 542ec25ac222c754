import { type Connection, type Database, withRetry } from "@uola/database";
import { transact } from "@uola/kernel";
import { CompiledQuery } from "kysely";
import type { Statement } from "./write-statements.ts";

/** Runs statements, either individually or in a transaction that continues after a failed statement. */
export type StatementRunner = {
  query<Row>(statement: Statement): Promise<Row[]>;
  /** Runs several statements in one transaction. */
  inTransaction<Result>(work: (run: StatementRunner) => Promise<Result>): Promise<Result>;
};

export function statementRunner({ pool, db }: Pick<Connection, "pool" | "db">, tx?: Database): StatementRunner {
  if (tx) return within(tx);
  return {
    query: async <Row>(statement: Statement) => (await withRetry(() => pool.query(statement))).rows as Row[],
    inTransaction: (work) => transact({ db }, (inside) => work(within(inside))),
  };
}

function within(tx: Database): StatementRunner {
  const execute = (text: string, values: unknown[] = []) => tx.executeQuery(CompiledQuery.raw(text, values));
  const run: StatementRunner = {
    async query<Row>({ text, values }: Statement) {
      await execute("savepoint item_statement");
      try {
        const { rows } = await execute(text, values);
        await execute("release savepoint item_statement");
        return rows as Row[];
      } catch (error) {
        await execute("rollback to savepoint item_statement");
        throw error;
      }
    },
    inTransaction: (work) => work(run),
  };
  return run;
}
