import { usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";

/** Loads a person by their id, or by the id of a booking they made. */
export function usePerson(id: string, isOfBooking: boolean) {
  return usePlatformQuery(["people", "one", id, isOfBooking], async ({ people }) =>
    isOfBooking ? (await people.ofBooking({ bookingId: id })).person : (await people.get({ personId: id })).person,
  );
}

export type When = "AHEAD" | "PAST" | "WAITING";
const some = { limit: 20 };

/** A person's bookings, a page at a time. */
export function useBookings(personId: string, when: When) {
  const { items: bookings, ...found } = usePlatformList(
    ["people", "bookings", personId, when],
    async ({ people }, cursorPaging) => {
      const { bookings: items, pagingMetadata } = await people.bookings({ personId, when, ...cursorPaging });
      return { items, next: pagingMetadata.hasNext ? pagingMetadata.cursors?.next : undefined };
    },
    some,
  );
  return { ...found, bookings };
}

export function useNotes(personId: string) {
  const { items: notes, ...found } = usePlatformList(
    ["people", "notes", personId],
    async ({ people }, cursorPaging) => {
      const { notes: items, pagingMetadata } = await people.notes({ personId, ...cursorPaging });
      return { items, next: pagingMetadata.hasNext ? pagingMetadata.cursors?.next : undefined };
    },
    some,
  );
  return { ...found, notes };
}
