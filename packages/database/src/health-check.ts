import { withDeadline } from "./deadline.ts";
import type { Connection } from "./open.ts";

/** Whether the database responds and the pool has a free connection. */
export const isDatabaseResponding = async ({ pool }: Pick<Connection, "pool">, ms?: number): Promise<boolean> =>
  (await withDeadline(pool.query("select 1"), ms)) !== undefined;
