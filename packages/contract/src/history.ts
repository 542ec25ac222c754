import { z } from "zod";
import { Actor } from "./actor.ts";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe } from "./wire.ts";

/** One change: who made it, when, and the old and new value of each field. */
export const HistoryEntry = z
  .object({
    id: guid,
    createdDate: instant,
    /** The action: `booking.cancel`, `service.update` … */
    action: z.string(),
    actor: Actor,
    /** The reason, if one was required. */
    reason: maybe(z.string()),
    changes: z.array(z.object({ field: z.string(), from: maybe(z.json()), to: maybe(z.json()) })),
  })
  .meta({ id: "HistoryEntry" });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** A change found by searching the history of all entities. */
export const HistorySearchResult = HistoryEntry.extend({
  entity: z.string(),
  entityId: guid,
  /**
   * The name of the entity, from the last change that contains a name; for a session, the name of
   * its service.
   */
  name: maybe(z.string()),
}).meta({ id: "FoundEntry" });
export type HistorySearchResult = z.infer<typeof HistorySearchResult>;

export const history = {
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/history/query",
    access: "owner",
    input: z.object({
      entityId: guid,
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(500)) })),
    }),
    output: z.object({ entries: z.array(HistoryEntry), cursors: z.object({ next: maybe(z.string()) }) }),
    errors: ["INVALID_CURSOR"],
    summary: "Read what happened to a booking, a service or anything else, newest first.",
  }),
  search: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/history/search",
    access: "owner",
    input: z.object({
      /** The actor of the change: an account, an API key, or a component of the system by name. */
      actorId: maybe(z.string().max(100)),
      /** The kind of entity: "booking", "service" … */
      entity: maybe(z.string().max(100)),
      entityId: maybe(guid),
      from: maybe(instant),
      until: maybe(instant),
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(500)) })),
    }),
    output: z.object({ entries: z.array(HistorySearchResult), cursors: z.object({ next: maybe(z.string()) }) }),
    errors: ["INVALID_CURSOR"],
    summary: "Find changes by who made them, of what and when, newest first.",
  }),
};
