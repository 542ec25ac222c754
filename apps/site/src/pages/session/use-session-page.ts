import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Client, readAllPages } from "@uola/client";
import type { Booking, ExtendedBooking, Session, WaitlistEntry } from "@uola/contract";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

const everyMs = 15_000;
const dayMs = 86_400_000;

export type Waiting = { entry: WaitlistEntry; booking: Booking };
export type Panel = { session: Session; bookings: ExtendedBooking[]; waiting: Waiting[] };

/** A session with everybody who booked it, also those who cancelled, and those who wait; looked at again every 15 s. */
export function usePanel(sessionId: string) {
  const app = useApp();
  return useQuery({
    queryKey: ["session-panel", sessionId],
    refetchInterval: everyMs,
    queryFn: async () => read(await platform(app), sessionId),
  });
}

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

/** Any change of the session or of who is in it: the panel and the calendar are read again, also after a refusal. */
export function useAct() {
  const app = useApp();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (act: (client: Client) => Promise<unknown>) => act(await platform(app)),
    onSettled: () =>
      Promise.all(
        ["session-panel", "calendar", "history", "day"].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
}

/** Other times of the same activity that somebody can be moved to. */
export function useOtherTimes({ id, serviceId }: Session) {
  const app = useApp();
  return useQuery({
    queryKey: ["other-times", serviceId],
    queryFn: async () => {
      const from = new Date();
      const to = new Date(+from + 60 * dayMs);
      const { sessions } = await (await platform(app)).availability.sessions({ from, to, serviceIds: [serviceId] });
      return sessions.filter((other) => other.id !== id && other.status === "CONFIRMED" && !other.appointment);
    },
  });
}

export function useHistory(entityId: string, enabled: boolean) {
  const app = useApp();
  return useQuery({
    queryKey: ["history", "lines", entityId],
    enabled,
    queryFn: async () => {
      const { history } = await platform(app);
      const { items } = await readAllPages(async ({ limit, cursor }) => {
        const page = await history.query({ entityId, cursorPaging: { limit, ...(cursor && { cursor }) } });
        return { items: page.entries, next: page.cursors.next };
      });
      return items;
    },
  });
}
