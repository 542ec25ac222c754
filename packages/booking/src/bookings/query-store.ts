import type { Database } from "@uola/database";
import { sql } from "kysely";
import { readBookings } from "./store.ts";
import type { BookingRow } from "./to-booking.ts";

/** Selects a person's own bookings. Each condition is backed by an index. */
export function ownBookings(
  db: Database,
  siteId: string,
  person: Partial<Record<"bookingId" | "visitorId" | "memberId" | "verifiedEmail", string | undefined>>,
) {
  return readBookings(db, siteId).where((eb) =>
    eb.or([
      ...(person.bookingId ? [eb("booking.id", "=", person.bookingId)] : []),
      ...(person.visitorId ? [eb("visitorId", "=", person.visitorId)] : []),
      ...(person.memberId ? [eb("memberId", "=", person.memberId)] : []),
      ...(person.verifiedEmail ? [eb("contactEmail", "=", person.verifiedEmail)] : []),
    ]),
  );
}

/** Returns the bookings of groups, ordered by time. */
export const readGroups = (db: Database, siteId: string, groupIds: readonly string[]): Promise<BookingRow[]> =>
  readBookings(db, siteId)
    .where("multiServiceBookingId", "=", sql<string>`any(${[...groupIds]}::uuid[])`)
    .orderBy("startDate")
    .orderBy("id")
    .execute();

type Conference = { guestUrl?: string; password?: string } | null;
/**
 * Returns the video conferences of bookings: the conference of the booked session or, for a course,
 * of the next session.
 */
export const conferences = async (db: Database, siteId: string, bookingIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; conference: Conference }>`
    select booking.id, coalesce(own.extra, next.extra) -> 'calendarConference' as conference
    from booking
    left join session own on own.site_id = booking.site_id and own.id = booking.session_id
    left join lateral (
      select extra from session
      where session.site_id = booking.site_id and session.schedule_id = booking.schedule_id
        and session.status = 'CONFIRMED' and session.end_date > now()
      order by start_date limit 1
    ) next on booking.places_id = booking.schedule_id
    where booking.site_id = ${siteId} and booking.id = any(${[...bookingIds]}::uuid[]) and booking.status = 'CONFIRMED'`.execute(
    db,
  );
  return new Map(rows.map(({ id, conference }) => [id, conference]));
};

/**
 * Returns the positions of bookings on their waiting lists, counted from 1. An entry with an offer
 * comes first.
 */
export const waitingPositions = async (db: Database, siteId: string, bookingIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; position: number; offerExpiresDate: Date | null }>`
    select entry.booking_id as id, entry.offer_expires_date as "offerExpiresDate",
      case entry.state when 'OFFERED' then 1 else (select count(*)::int + 1 from waitlist_entry before
        where before.site_id = entry.site_id and before.places_id = entry.places_id
          and before.state = 'WAITING' and (before.rank, before.id) < (entry.rank, entry.id)) end as position
    from waitlist_entry entry
    where entry.site_id = ${siteId} and entry.booking_id = any(${[...bookingIds]}::uuid[])
      and entry.state in ('WAITING', 'OFFERED')`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};
