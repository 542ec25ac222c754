import type { Attendance, AttendanceCare, Booking, contract } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, recordChange, transact, Violation } from "@uola/kernel";
import { notFound } from "./refusals.ts";
import { managesBookings, requireAllowedTransition } from "./rules.ts";
import * as store from "./session-store.ts";
import { lock } from "./store.ts";
import { type AttendanceRow, type BookingRow, markOf, toAttendance, toBooking } from "./to-booking.ts";

type Mark = Pick<Attendance, "status" | "numberOfAttendees" | "present">;

/**
 * Returns the handlers for attendance: one mark per booking and session. A mark does not change the
 * booking's revision and triggers no event or mail.
 */
export function attendanceHandlers(
  context: Context,
): Handlers<Pick<typeof contract.bookings, "setAttendance" | "sessionAttendance" | "markAll">> {
  const { db, siteId, now } = context;

  async function mark(tx: Database, booking: BookingRow, sessionId: string, mark: Mark, actor: Caller) {
    const before = await store.attendance(tx, siteId, booking.id, sessionId);
    const ids = { siteId, bookingId: booking.id, sessionId, id: before?.id ?? newId() };
    const row: AttendanceRow = { ...ids, ...mark, updatedDate: now() };
    await store.putAttendance(tx, row);
    await recordChange(tx, {
      siteId,
      at: row.updatedDate,
      entity: "booking",
      entityId: booking.id,
      audit: { actor, action: "booking.attendance", before: before && markOf(before), after: markOf(row) },
    });
    return markOf(row);
  }

  /** Returns the session to mark: the booking's own, or one of its course. */
  async function sessionOf(tx: Database, booking: BookingRow, requested: string | null | undefined): Promise<string> {
    if (booking.sessionId) {
      if (!requested || requested === booking.sessionId) return booking.sessionId;
      throw noSession(requested);
    }
    if (!requested) throw new Violation([{ field: "sessionId", description: "is required for a course" }]);
    const session = await store.session(tx, siteId, requested);
    if (session?.scheduleId !== booking.scheduleId) throw noSession(requested);
    return requested;
  }

  /**
   * Whether the caller may see the participant details needed on the day: the front desk, the owner
   * and the session's trainers may; other trainers see only the bookings.
   */
  async function mayReadCareDetails(staffIds: readonly string[], caller: Caller): Promise<boolean> {
    if (managesBookings(caller)) return true;
    return caller.memberId !== undefined && store.isAccountOf(db, siteId, caller.memberId, staffIds);
  }

  return {
    setAttendance: ({ bookingId, sessionId: requested, ...input }, { caller }) =>
      transact(context, async (tx) => {
        const booking = await lock(tx, siteId, bookingId);
        if (!booking) throw notFound(bookingId);
        requireAllowedTransition(booking, "attendance");
        const sessionId = await sessionOf(tx, booking, requested);
        return { attendance: await mark(tx, booking, sessionId, readMark(booking, input), caller) };
      }),

    async sessionAttendance({ sessionId }, { caller }) {
      const session = await store.session(db, siteId, sessionId);
      if (!session) throw noSession(sessionId);
      const rows = await store.bookingsOfSession(db, siteId, session, ["CONFIRMED", "PENDING"]).execute();
      const ids = rows.map(({ id }) => id);
      const marks = new Map((await store.attendances(db, siteId, ids, sessionId)).map((row) => [row.bookingId, row]));
      const unmarked = (bookingId: string): Attendance => ({
        ...toAttendance(undefined),
        bookingId,
        sessionId,
      });
      const cares = (await mayReadCareDetails(session.staffIds, caller))
        ? await store.earlierVisits(db, siteId, ids, session.startDate)
        : undefined;
      const bookings = rows.map((row) => {
        const marked = marks.get(row.id);
        return {
          booking: toBooking(row),
          attendance: marked ? markOf(marked) : unmarked(row.id),
          care: cares ? careOf(toBooking(row), cares.get(row.id)) : null,
        };
      });
      return { bookings };
    },

    markAll: ({ sessionId, status }, { caller }) =>
      transact(context, async (tx) => {
        const session = await store.session(tx, siteId, sessionId);
        if (!session) throw noSession(sessionId);
        const rows = await store.bookingsOfSession(tx, siteId, session, ["CONFIRMED"]).forUpdate().execute();
        const ids = rows.map(({ id }) => id);
        const marks = await store.attendances(tx, siteId, ids, sessionId);
        const marked = new Set(marks.flatMap(({ bookingId, status }) => (status === "NOT_SET" ? [] : [bookingId])));
        const unmarked = rows.filter(({ id }) => !marked.has(id));
        for (const row of unmarked) await mark(tx, row, sessionId, readMark(row, { status }), caller);
        return { count: unmarked.length };
      }),
  };
}

const noSession = (id: string) => new Refusal("SESSION_NOT_FOUND", `The booking has no session ${id}.`, 404);

/** `earlier`: the first names in earlier bookings of the same contact; undefined if there are none. */
function careOf(
  { contactDetails, additionalFields, participants }: Booking,
  earlier: ReadonlySet<string | null> | undefined,
): AttendanceCare {
  return {
    phone: contactDetails?.phone,
    email: contactDetails?.email,
    answers: (additionalFields ?? []).flatMap(({ label, value }) => (value ? [{ label: label ?? "", value }] : [])),
    firstTime: !earlier,
    participants: (participants ?? []).flatMap(({ id, firstName, birthYear }) =>
      id ? [{ id, birthYear, firstTime: !earlier?.has(firstName.toLowerCase()) }] : [],
    ),
  };
}

type MarkInput = Pick<Mark, "status"> & { numberOfAttendees?: number | null; present?: string[] | null };

/**
 * If names are ticked, only those people count as present; otherwise either all participants
 * attended or none.
 */
function readMark({ totalParticipants, participants }: BookingRow, input: MarkInput): Mark {
  const { status } = input;
  const names = new Set((participants ?? []).map(({ id }) => id));
  const everybody = status === "ATTENDED" ? [...names].flatMap((id) => id ?? []) : [];
  const counted = input.numberOfAttendees ?? input.present?.length;
  const numberOfAttendees = counted ?? (status === "ATTENDED" ? totalParticipants : 0);
  // A number smaller than the total does not identify who attended.
  const present = [...new Set(input.present ?? (numberOfAttendees === totalParticipants ? everybody : []))];
  if (present.some((id) => !names.has(id))) {
    throw new Violation([{ field: "present", description: "must name participants of the booking" }]);
  }
  if (numberOfAttendees > totalParticipants) {
    const description = `must be at most ${totalParticipants}, as many as were booked for`;
    throw new Violation([{ field: "numberOfAttendees", description }]);
  }
  return { status, numberOfAttendees, present };
}
