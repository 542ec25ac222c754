import { isCurrent } from "@uola/database";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import type { Pages } from "./serve.ts";

const headers = { "cache-control": "no-store" };

/** `/health`: the process is up. `/ready`: the database answers and has the tables of this version. */
export function health({ connection }: Context): Pages {
  return {
    "GET /health": () => Response.json({ status: "up" }, { headers }),
    "GET /ready": async () => {
      const current = await isCurrent(connection.pool).catch(() => {
        throw new Refusal("UNAVAILABLE", "The database does not answer.", 503);
      });
      if (!current) throw new Refusal("UNAVAILABLE", "The database lacks migrations of this version.", 503);
      return Response.json({ status: "ready" }, { headers });
    },
  };
}
