import type { MultiServiceBooking } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Caller, type Context, Refusal } from "@uola/kernel";
import { readGroups } from "./query-store.ts";
import { notInGroup } from "./refusals.ts";
import { isOver, isOwn, seesAll, type Target, type Transition } from "./rules.ts";
import type { BookingStore, Selection } from "./store.ts";
import { type BookingRow, toBooking } from "./to-booking.ts";

/** The maximum number of bookings in a group. */
export const groupMax = 8;

/** Creates the functions for groups of bookings, limited to bookings that the caller may see. */
export function createGroups({ db, siteId }: Context, { verifiedEmail, selectionFor }: BookingStore) {
  async function find(ids: readonly string[], caller: Caller): Promise<Map<string, BookingRow[]>> {
    const email = await verifiedEmail(caller);
    const visible = (await readGroups(db, siteId, ids)).filter((row) => seesAll(caller) || isOwn(caller, row, email));
    return Map.groupBy(visible, (row) => required(row.multiServiceBookingId, "multi service booking id"));
  }

  /** Returns the bookings of a group, at least one. Rejects with MULTI_SERVICE_BOOKING_NOT_FOUND. */
  async function read(id: string, caller: Caller): Promise<BookingRow[]> {
    const rows = (await find([id], caller)).get(id);
    if (!rows) throw groupNotFound(id);
    return rows;
  }

  return {
    find,
    read,

    /**
     * Returns the given bookings of a group, or all active ones. Rejects bookings of other groups
     * with BOOKING_NOT_FOUND.
     */
    async selectionFor<Each extends Target>(
      transition: Transition,
      id: string,
      caller: Caller,
      named?: readonly Each[] | null,
    ): Promise<Selection<Each | Target>> {
      const rows = await read(id, caller);
      const left = rows.filter((row) => !isOver(row));
      const targets: readonly (Each | Target)[] =
        named ?? (left.length > 0 ? left : rows).map((row) => ({ bookingId: row.id }));
      for (const { bookingId } of targets) {
        if (!rows.some((row) => row.id === bookingId)) throw notInGroup(bookingId);
      }
      const distinct = new Map(targets.map((target) => [target.bookingId, target]));
      return selectionFor(transition, [...distinct.values()], caller, id);
    },
  };
}
export type Groups = ReturnType<typeof createGroups>;

export type GroupType = BookingRow["multiServiceBookingType"];

/**
 * Rejects times that cannot be combined in a group with VALIDATION_FAILURE. Bookings that have
 * ended are ignored.
 */
export function requireCompatibleTimes(
  type: GroupType,
  rows: readonly Pick<BookingRow, "startDate" | "endDate" | "status">[],
) {
  const times = rows
    .filter((row) => !isOver(row))
    .map(({ startDate, endDate }) => [startDate?.getTime() ?? 0, endDate?.getTime() ?? 0] as const)
    .toSorted(([a], [b]) => a - b);
  const fits = {
    SEQUENTIAL_BOOKINGS: times.every(([start], index) => index === 0 || start === times[index - 1]?.[1]),
    PARALLEL_BOOKINGS: times.every(([start]) => start === times[0]?.[0]),
    SEPARATE_BOOKINGS: true,
  };
  if (type && fits[type]) return;
  throw new Refusal("VALIDATION_FAILURE", `The times do not fit together as ${type}.`, 400, { type });
}

export const groupNotFound = (id: string) =>
  new Refusal("MULTI_SERVICE_BOOKING_NOT_FOUND", `No bookings belong together as ${id}.`, 404);

export const groupAnswer = (id: string, rows: readonly BookingRow[], inFull: boolean | null | undefined) => ({
  multiServiceBooking: { id, bookings: groupBookings(rows, inFull) } satisfies MultiServiceBooking,
});
export const groupBookings = (rows: readonly BookingRow[], inFull: boolean | null | undefined) =>
  rows.map((row) => ({ bookingId: row.id, ...(inFull && { booking: toBooking(row) }) }));
