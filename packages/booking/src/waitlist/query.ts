import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { type BookingServices, toBooking } from "../bookings/bookings.ts";
import * as store from "./store.ts";
import { toEntry } from "./to-entry.ts";
import type { WaitingList } from "./waiting-list.ts";

const defaultLimit = 100;

/** Handlers that list a person's waiting-list entries, and the entries of a session or a course. */
export function queryHandlers(
  { db, siteId, now }: Context,
  { shown }: WaitingList,
  { verifiedEmail }: BookingServices["store"],
): Handlers<Pick<typeof contract.waitlist, "mine" | "query">> {
  return {
    async mine(_, { caller }) {
      const visitorId = caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : undefined;
      const person = { visitorId, memberId: caller.memberId, email: await verifiedEmail(caller) };
      return { entries: await Promise.all((await store.liveOf(db, siteId, person)).map(shown)) };
    },

    async query({ sessionId, scheduleId, ended, limit }) {
      const views = await store.search(db, siteId, {
        sessionId: sessionId ?? undefined,
        scheduleId: scheduleId ?? undefined,
        ended: ended === true,
        limit: limit ?? defaultLimit,
        now: now(),
      });
      const rows = await store.bookingsOf(
        db,
        siteId,
        views.map(({ bookingId }) => bookingId),
      );
      const bookings = new Map(rows.map((row) => [row.id, toBooking(row)]));
      const entries = views.flatMap((view) => {
        const booking = bookings.get(view.bookingId);
        return booking ? [{ entry: toEntry(view), booking }] : [];
      });
      return { entries };
    },
  };
}
