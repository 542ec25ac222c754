import { withDeadline } from "./deadline.ts";
import type { Connection } from "./open.ts";

/** Whether the database answers and the pool still gives out connections. */
export const isAnswering = async ({ pool }: Pick<Connection, "pool">, ms?: number): Promise<boolean> =>
  (await withDeadline(pool.query("select 1"), ms)) !== undefined;
