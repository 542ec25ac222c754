import { isAnswering, isCurrent, withDeadline } from "@uola/database";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import type { PageHandlers } from "./serve.ts";

const headers = { "cache-control": "no-store" };

const unavailable = (message: string) => new Refusal("UNAVAILABLE", message, 503);

/**
 * `/health` reports that the process runs, the database responds and its pool has connections.
 * `/ready` also requires that the database has the tables of this version. Both respond within
 * seconds.
 */
export function health({ connection }: Context): PageHandlers {
  return {
    "GET /health": async () => {
      if (!(await isAnswering(connection))) throw unavailable("The database does not respond.");
      return Response.json({ status: "up" }, { headers });
    },
    "GET /ready": async () => {
      const current = await withDeadline(isCurrent(connection.pool));
      if (current === undefined) throw unavailable("The database does not respond.");
      if (!current) throw unavailable("The database lacks migrations of this version.");
      return Response.json({ status: "ready" }, { headers });
    },
  };
}
