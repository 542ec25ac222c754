import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { type Client, readAllPages } from "@uola/client";
import type { Booking, ExtendedBooking, Session, WaitlistEntry } from "@uola/contract";
import { dayMs } from "@uola/contract/durations";

const everyMs = 15_000;

export type Waiting = { entry: WaitlistEntry; booking: Booking };
export type Panel = { session: Session; bookings: ExtendedBooking[]; waiting: Waiting[] };

/**
 * Loads a session with all its bookings, including canceled ones, and its waiting list; refreshed
 * every 15 s.
 */
export const usePanel = (sessionId: string) =>
  usePlatformQuery(["session-panel", sessionId], (client) => read(client, sessionId), { everyMs });

async function read(client: Client, sessionId: string): Promise<Panel> {
  const { session } = await client.schedules.getSession({ sessionId });
  const isCourse = Boolean(session.courseSession);
  const { scheduleId } = session;
  const [bookings, { entries }] = await Promise.all([
    bookingsOf(
      client,
      isCourse
        ? { "bookedEntity.item.schedule.scheduleId": scheduleId }
        : { "bookedEntity.item.slot.sessionId": sessionId },
    ),
    client.waitlist.query(isCourse ? { scheduleId } : { sessionId }),
  ]);
  return { session, bookings, waiting: entries };
}

type Filter = NonNullable<NonNullable<Parameters<Client["bookings"]["queryExtended"]>[0]>["query"]>["filter"];

async function bookingsOf({ bookings }: Client, filter: Filter): Promise<ExtendedBooking[]> {
  const sort = [{ fieldName: "createdDate", order: "ASC" as const }];
  const { items } = await readAllPages(async ({ limit, cursor }) => {
    const query = cursor ? { cursorPaging: { limit, cursor } } : { filter, sort, cursorPaging: { limit } };
    const page = await bookings.queryExtended({ query, withBookingAttendanceInfo: true });
    return { items: page.extendedBookings, next: page.pagingMetadata.cursors?.next };
  });
  return items;
}

/**
 * Runs any change to the session or its participants, then reloads the panel and the calendar, even
 * after a rejection.
 */
export const useAct = () => usePlatformAction("session-panel", "calendar", "day");

/** Loads other times of the same activity that a booking can be moved to. */
export const useOtherTimes = ({ id, serviceId }: Session) =>
  usePlatformQuery(["other-times", serviceId], async ({ availability }) => {
    const from = new Date();
    const to = new Date(+from + 60 * dayMs);
    const { sessions } = await availability.sessions({ from, to, serviceIds: [serviceId] });
    return sessions.filter((other) => other.id !== id && other.status === "CONFIRMED" && !other.appointment);
  });
