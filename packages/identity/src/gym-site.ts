import { type Palette, paletteOf, tapeStyle } from "@uola/art";
import type { Database } from "@uola/database";
import type { Middleware } from "koa";
import type { Site } from "./pages/layout.ts";

type Options = { db: Database; siteId: string; url: string; cacheSeconds?: number | undefined };

/**
 * Returns the gym's site as shown on pages, and a middleware that keeps its name and colours
 * current. A change becomes visible after `cacheSeconds`.
 */
export function createGymSite({ db, siteId, url, cacheSeconds = 5 }: Options): { site: Site; refresh: Middleware } {
  const site: Site = { name: "", url, palette: paletteOf() };
  let readAt = 0;
  return {
    site,
    refresh: async (_ctx, next) => {
      if (Date.now() - readAt >= cacheSeconds * 1000) {
        // If the database is unavailable, the error page uses the last known name and colours.
        const current = await read(db, siteId).catch(() => undefined);
        if (current) {
          Object.assign(site, current);
          readAt = Date.now();
        }
      }
      await next();
    },
  };
}

/** Reads the gym's name and tape colours; the owner can change both. */
async function read(db: Database, siteId: string): Promise<{ name: string; palette: Palette }> {
  const site = db.selectFrom("site").select(["name", "business"]).where("id", "=", siteId);
  const { name, business } = await site.executeTakeFirstOrThrow();
  const { tape } = business;
  return { name, palette: paletteOf(tape && tapeStyle(tape)) };
}
