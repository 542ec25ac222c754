import { servicesOf } from "@uola/browser/gym/services.ts";
import { setCachedResponse, usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { type Client, readAllPages } from "@uola/client";
import type { ExtendedBooking, PaymentMethod } from "@uola/contract";
import { addDays, type Day, instantOf } from "@uola/words/formats";
import type { Mark } from "../attendance/marks.ts";
import { counted, type DaySession, dayOf, withMark } from "./today.ts";

const everyMs = 15_000;

/**
 * Loads the sessions of a day with their participants, and refreshes them every 15 s and when the
 * window receives the focus.
 */
export function useDay(day: Day) {
  return usePlatformQuery(["day", day], (client) => readDay(client, day), { everyMs, keeps: true });
}

async function readDay(client: Client, day: Day): Promise<DaySession[]> {
  const [from, to] = [instantOf(day), instantOf(addDays(day, 1))];
  const { sessions } = await client.availability.sessions({ from, to });
  const courses = [
    ...new Set(sessions.filter(({ courseSession }) => courseSession).map(({ scheduleId }) => scheduleId)),
  ];
  const [services, ...bookings] = await Promise.all([
    servicesOf(
      client,
      sessions.map(({ serviceId }) => serviceId),
    ),
    allBookings(client, { startDate: { $gte: from.toISOString(), $lt: to.toISOString() } }),
    courses.length > 0 ? allBookings(client, { "bookedEntity.item.schedule.scheduleId": { $in: courses } }) : [],
  ]);
  const once = new Map(bookings.flat().map((one) => [one.booking.id, one]));
  const ofCourses = sessions.filter(({ courseSession }) => courseSession);
  const marks = await Promise.all(
    ofCourses.map(async ({ id: sessionId }) => (await client.bookings.sessionAttendance({ sessionId })).bookings),
  );
  const attendance = marks.flat().map((one) => one.attendance);
  return dayOf(sessions, services, [...once.values()], attendance);
}

type Filter = NonNullable<NonNullable<Parameters<Client["bookings"]["queryExtended"]>[0]>["query"]>["filter"];

async function allBookings({ bookings }: Client, filter: Filter): Promise<ExtendedBooking[]> {
  const sort = [{ fieldName: "createdDate", order: "ASC" as const }];
  const { items } = await readAllPages(async ({ limit, cursor }) => {
    const query = cursor ? { cursorPaging: { limit, cursor } } : { filter, sort, cursorPaging: { limit } };
    const wanted = { query, withBookingAttendanceInfo: true, withBookingAllowedActions: true };
    const page = await bookings.queryExtended(wanted);
    return { items: page.extendedBookings, next: page.pagingMetadata.cursors?.next };
  });
  return items;
}

/** A change to one booking. Attendance is shown immediately and reverted if the platform rejects it. */
export type Change =
  | { kind: "attendance"; one: ExtendedBooking; sessionId: string; mark: Mark }
  | { kind: "payment"; one: ExtendedBooking; received: { method: PaymentMethod; note: string } | null }
  | { kind: "confirm"; one: ExtendedBooking }
  | { kind: "decline" | "cancel"; one: ExtendedBooking; notify: boolean; message: string };

export function useChange(day: Day) {
  const act = usePlatformAction("day");
  return (change: Change) =>
    act(
      (client) => apply(client, change),
      change.kind === "attendance" ? () => showAttendance(day, change) : undefined,
    );
}

async function apply(client: Client, change: Change): Promise<void> {
  const { id: bookingId, revision } = change.one.booking;
  if (change.kind === "attendance") {
    const { sessionId, mark } = change;
    await client.bookings.setAttendance({ ...mark, sessionId, present: [...mark.present] });
  } else if (change.kind === "payment") {
    await client.bookings.setPayment({ bookingId, revision, received: change.received });
  } else if (change.kind === "confirm") {
    await client.bookings.confirm({ bookingId, revision, participantNotification: { notifyParticipants: true } });
  } else {
    const participantNotification = { notifyParticipants: change.notify, message: change.message || null };
    if (change.kind === "decline") await client.bookings.decline({ bookingId, revision, participantNotification });
    else {
      const flowControlSettings = { ignoreCancellationPolicy: true };
      await client.bookings.cancel({ bookingId, revision, participantNotification, flowControlSettings });
    }
  }
}

const showAttendance = (day: Day, { one, sessionId, mark }: Change & { kind: "attendance" }) =>
  setCachedResponse<DaySession[]>(["day", day], (sessions) =>
    sessions?.map((session) => {
      if (session.session.id !== sessionId) return session;
      const marked = session.bookings.map((other) =>
        other.booking.id === one.booking.id ? withMark(other, mark) : other,
      );
      return { ...session, ...counted(marked) };
    }),
  );
