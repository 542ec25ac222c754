import { z } from "zod";
import { Actor } from "./actor.ts";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe } from "./wire.ts";

/** One change: who made it, when, and the old and new value of each field. */
export const HistoryEntry = z
  .object({
    id: guid,
    createdDate: instant,
    /** `booking.cancel`, `service.update` … */
    action: z.string(),
    actor: Actor,
    /** The reason, if one was required. */
    reason: maybe(z.string()),
    changes: z.array(z.object({ field: z.string(), from: maybe(z.json()), to: maybe(z.json()) })),
  })
  .meta({ id: "HistoryEntry" });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

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
};
