import type { Booking } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Context, SessionEnding, SessionMove } from "../../kernel/context.ts";
import { lockPlaces } from "../availability/availability.ts";
import type { BookingMoves } from "./moves.ts";
import { previously } from "./rescheduling.ts";
import { holdsPlaces } from "./rules.ts";
import * as store from "./store.ts";

/** What becomes of bookings when the gym calls their sessions off or moves them. */
export function followSessions({ siteId, sessionEndings, sessionMoves }: Context, { change }: BookingMoves) {
  const live = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"];

  async function cancel(tx: Database, { actor, notification, scheduleId, sessionIds, course }: SessionEnding) {
    const placesIds = course ? [scheduleId, ...sessionIds] : [...sessionIds];
    const cancelAll = async () => {
      for (const before of await store.lockByPlaces(tx, siteId, placesIds, live)) {
        await change(tx, before, { name: "cancel", actor, set: { status: "CANCELED" }, notification });
      }
    };
    await cancelAll();
    // Bookings come before their places; who got in between, before the counter was locked, goes as well.
    for (const id of placesIds.toSorted()) await lockPlaces(tx, siteId, id);
    await cancelAll();
  }

  async function follow(tx: Database, { actor, notification, sessions }: SessionMove) {
    const times = new Map(sessions.map((session) => [session.sessionId, session]));
    for (const before of await store.lockByPlaces(tx, siteId, [...times.keys()], live)) {
      const time = times.get(before.placesId);
      if (!time) continue;
      const { startDate, endDate } = time;
      const entity = before.bookedEntity as Booking["bookedEntity"];
      const slot = { ...entity.slot, startDate: startDate.toISOString(), endDate: endDate.toISOString() };
      await change(tx, before, {
        name: "reschedule",
        actor,
        set: { startDate, endDate, bookedEntity: { ...entity, slot } },
        slug: "rescheduled",
        template: holdsPlaces(before.status) ? "booking-rescheduled" : null,
        notification,
        about: previously(before),
      });
    }
  }

  sessionEndings.push(cancel);
  sessionMoves.push(follow);
}
