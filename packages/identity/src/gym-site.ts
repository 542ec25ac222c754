import { gymName } from "@uola/accounts";
import type { Database } from "@uola/database";
import type { Middleware } from "koa";
import type { Site } from "./pages/layout.ts";

type Options = { db: Database; siteId: string; url: string; cacheSeconds?: number | undefined };

/** The gym's site as pages name it, and what keeps its name current: a rename is seen after `cacheSeconds`. */
export function createGymSite({ db, siteId, url, cacheSeconds = 5 }: Options): { site: Site; refresh: Middleware } {
  const site: Site = { name: "", url };
  let readAt = 0;
  return {
    site,
    refresh: async (_ctx, next) => {
      if (Date.now() - readAt >= cacheSeconds * 1000) {
        // A page that says the database is away is called as the gym was called.
        const name = await gymName(db, siteId).catch(() => undefined);
        if (name !== undefined) [site.name, readAt] = [name, Date.now()];
      }
      await next();
    },
  };
}
