import type { BookingStatus } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Context, recordChange } from "@uola/kernel";
import { lockPlaces, places, takesPlaces } from "../availability/availability.ts";
import {
  beforeBookingsEnd,
  type ChangeCause,
  type SessionCancellation,
  type SessionReschedule,
  sessionsCanceled,
  sessionsRescheduled,
} from "../events.ts";
import type { BookingServices } from "./booking-services.ts";
import { languageOf } from "./member-store.ts";
import { type ChangedSession, notificationFor } from "./notification.ts";
import { previously } from "./reschedule.ts";
import * as store from "./session-store.ts";

/** Updates bookings when the gym cancels or moves their sessions. */
export function followSessions(
  { siteId, now, events }: Context,
  { store: { transition, endSale } }: Pick<BookingServices, "store">,
) {
  const activeStatuses: BookingStatus[] = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"];

  async function cancel(tx: Database, cancellation: SessionCancellation) {
    const { actor, notification, scheduleId, sessionIds, course } = cancellation;
    const placesIds = course ? [scheduleId, ...sessionIds] : [...sessionIds];
    const cancelAll = async () => {
      const bookingIds = await store.idsByPlaces(tx, siteId, placesIds, activeStatuses);
      if (bookingIds.length === 0) return;
      await events.emit(tx, beforeBookingsEnd, { bookingIds });
      for (const before of await store.lockByPlaces(tx, siteId, placesIds, activeStatuses)) {
        const sold = await endSale(tx, before, { by: "GYM", actor });
        await transition(tx, before, { name: "cancel", actor, set: { status: "CANCELED", ...sold }, notification });
      }
    };
    await cancelAll();
    // Bookings are locked before their places. Bookings made before the counter was locked are
    // canceled as well.
    for (const id of placesIds.toSorted()) await lockPlaces(tx, siteId, id);
    await cancelAll();
    if (!course)
      await followCourse(tx, cancellation, async () => {
        const times = await store.timesOf(tx, siteId, sessionIds);
        return times.map((from) => changedSessionOf(from, null));
      });
  }

  async function follow(tx: Database, move: SessionReschedule) {
    const { actor, notification, sessions } = move;
    await followCourse(tx, move, async () => sessions.map(({ from, to }) => changedSessionOf(from, to)));
    const times = new Map(sessions.map(({ sessionId, to }) => [sessionId, to]));
    for (const before of await store.lockByPlaces(tx, siteId, [...times.keys()], activeStatuses)) {
      const time = times.get(before.placesId);
      if (!time) continue;
      const { startDate, endDate } = time;
      const entity = before.bookedEntity;
      const slot = {
        ...required(entity.slot, "slot"),
        startDate: startDate.toISOString(),
        endDate: endDate.toISOString(),
      };
      await transition(tx, before, {
        name: "reschedule",
        actor,
        set: { startDate, endDate, bookedEntity: { ...entity, slot } },
        slug: "rescheduled",
        template: takesPlaces(before.status) ? "booking-rescheduled" : null,
        notification,
        eventDetails: previously(before),
      });
    }
  }

  /**
   * Updates the bookings of a course, which last from its first to its last session even if
   * sessions in between change.
   */
  async function followCourse(
    tx: Database,
    { actor, notification, scheduleId }: ChangeCause & { scheduleId: string },
    changed: () => Promise<ChangedSession[]>,
  ) {
    // Only a course has a place counter under its schedule id.
    const times = (await places(tx, siteId, scheduleId)) && (await store.courseTimes(tx, siteId, scheduleId));
    if (!times) return;
    const { startDate, endDate } = times;
    const lessons = await changed();
    for (const before of await store.lockByPlaces(tx, siteId, [scheduleId], activeStatuses)) {
      const template = takesPlaces(before.status) ? ("booking-rescheduled" as const) : null;
      const isLonger = before.startDate?.getTime() !== +startDate || before.endDate?.getTime() !== +endDate;
      const entity = before.bookedEntity;
      const ends = { firstSessionStart: startDate.toISOString(), lastSessionEnd: endDate.toISOString() };
      const mail = { template, notification, lessons };
      if (isLonger) {
        const schedule = { ...required(entity.schedule, "schedule"), ...ends };
        await transition(tx, before, {
          name: "reschedule",
          actor,
          set: { startDate, endDate, bookedEntity: { ...entity, schedule } },
          slug: "rescheduled",
          eventDetails: previously(before),
          ...mail,
          // People who booked a course without sessions were promised a message when its times are
          // known.
          always: before.startDate === null,
        });
        continue;
      }
      const payload =
        lessons.length > 0 &&
        notificationFor(before, {
          ...mail,
          actor,
          always: false,
          language: await languageOf(tx, before),
        });
      if (!payload) continue;
      await recordChange(tx, {
        siteId,
        at: now(),
        entity: "booking",
        entityId: before.id,
        audit: { actor, action: "booking.lessons", after: { lessons } },
        outbox: [{ kind: "mail", payload }],
      });
    }
  }

  events.subscribe(sessionsCanceled, { name: "bookings" }, cancel);
  events.subscribe(sessionsRescheduled, { name: "bookings" }, follow);
}

const changedSessionOf = (from: Span, to: Span | null): ChangedSession => ({
  from: asText(from),
  to: to && asText(to),
});
type Span = { startDate: Date; endDate: Date };
const asText = ({ startDate, endDate }: Span) => ({
  startDate: startDate.toISOString(),
  endDate: endDate.toISOString(),
});
