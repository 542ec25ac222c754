import type { Attendance, contract } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, recordChange, transact, Violation } from "@uola/kernel";
import type { Participant } from "./booking-input.ts";
import { notFound, refuseImpossible } from "./refusals.ts";
import * as store from "./store.ts";
import { markOf, toAttendance, toBooking } from "./to-booking.ts";

type Attending = Handlers<Pick<typeof contract.bookings, "setAttendance" | "sessionAttendance" | "markAll">>;
type Mark = Pick<Attendance, "status" | "numberOfAttendees" | "present">;

/** Who came: one mark per booking and session. It changes no revision and tells nobody. */
export function attendance({ db, siteId, now }: Context): Attending {
  async function mark(tx: Database, booking: store.BookingRow, sessionId: string, mark: Mark, actor: Caller) {
    const before = await store.attendance(tx, siteId, booking.id, sessionId);
    const ids = { siteId, bookingId: booking.id, sessionId, id: before?.id ?? newId() };
    const row: store.AttendanceRow = { ...ids, ...mark, updatedDate: now() };
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

  /** The session of a mark: the booking's own, or one of its course. */
  async function sessionOf(tx: Database, booking: store.BookingRow, named: string | null | undefined): Promise<string> {
    if (booking.sessionId) {
      if (!named || named === booking.sessionId) return booking.sessionId;
      throw noSession(named);
    }
    if (!named) throw new Violation([{ field: "sessionId", description: "is required for a course" }]);
    const session = await store.session(tx, siteId, named);
    if (session?.scheduleId !== booking.scheduleId) throw noSession(named);
    return named;
  }

  return {
    setAttendance: ({ bookingId, sessionId: named, status, ...wish }, { caller }) =>
      transact({ db }, async (tx) => {
        const booking = await store.lock(tx, siteId, bookingId);
        if (!booking) throw notFound(bookingId);
        refuseImpossible(booking, "attendance");
        const sessionId = await sessionOf(tx, booking, named);
        return { attendance: await mark(tx, booking, sessionId, readMark(booking, { status, ...wish }), caller) };
      }),

    async sessionAttendance({ sessionId }) {
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
      const bookings = rows.map((row) => {
        const marked = marks.get(row.id);
        return { booking: toBooking(row), attendance: marked ? markOf(marked) : unmarked(row.id) };
      });
      return { bookings };
    },

    markAll: ({ sessionId, status }, { caller }) =>
      transact({ db }, async (tx) => {
        const session = await store.session(tx, siteId, sessionId);
        if (!session) throw noSession(sessionId);
        const rows = await store.bookingsOfSession(tx, siteId, session, ["CONFIRMED"]).forUpdate().execute();
        const ids = rows.map(({ id }) => id);
        const known = await store.attendances(tx, siteId, ids, sessionId);
        const marked = new Set(known.flatMap(({ bookingId, status }) => (status === "NOT_SET" ? [] : [bookingId])));
        const open = rows.filter(({ id }) => !marked.has(id));
        for (const row of open) await mark(tx, row, sessionId, readMark(row, { status }), caller);
        return { count: open.length };
      }),
  };
}

const noSession = (id: string) => new Refusal("SESSION_NOT_FOUND", `The booking has no session ${id}.`, 404);

type MarkWish = Pick<Mark, "status"> & { numberOfAttendees?: number | null; present?: string[] | null };

/** Names that are ticked are counted; without names everybody came, or nobody. */
function readMark({ totalParticipants, participants }: store.BookingRow, wish: MarkWish): Mark {
  const { status } = wish;
  const names = new Set(((participants ?? []) as Participant[]).map(({ id }) => id));
  const usual = status === "ATTENDED" ? [...names].flatMap((id) => id ?? []) : [];
  const counted = wish.numberOfAttendees ?? wish.present?.length;
  const numberOfAttendees = counted ?? (status === "ATTENDED" ? totalParticipants : 0);
  // A bare number below all of them does not say who.
  const present = [...new Set(wish.present ?? (numberOfAttendees === totalParticipants ? usual : []))];
  if (present.some((id) => !names.has(id))) {
    throw new Violation([{ field: "present", description: "must name participants of the booking" }]);
  }
  if (numberOfAttendees > totalParticipants) {
    const description = `must be at most ${totalParticipants}, as many as were booked for`;
    throw new Violation([{ field: "numberOfAttendees", description }]);
  }
  return { status, numberOfAttendees, present };
}
