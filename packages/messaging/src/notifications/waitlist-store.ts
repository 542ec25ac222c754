import type { Database } from "@uola/database";
import { sql } from "kysely";
import type { WaitlistPosition } from "./waitlist-view.ts";

/** The entry's state and its position in the waiting list. */
export function readPosition(db: Database, siteId: string, entryId: string): Promise<WaitlistPosition | undefined> {
  return db
    .selectFrom("waitlistEntry as entry")
    .where("entry.siteId", "=", siteId)
    .where("entry.id", "=", entryId)
    .select(["entry.state", "entry.totalParticipants as count", "entry.offerExpiresDate as until"])
    .select(
      sql<number>`1 + (select count(*)::int from waitlist_entry as before
        where before.site_id = entry.site_id and before.places_id = entry.places_id and before.state = 'WAITING'
          and (before.rank, before.id) < (entry.rank, entry.id))`.as("position"),
    )
    .executeTakeFirst();
}
