import { useInfiniteQuery } from "@tanstack/react-query";
import { useRead } from "../../admin/kit/use-platform.ts";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

const atOnce = 20;

/** Somebody by their id, or by a booking they made. */
export function usePerson(id: string, isOfBooking: boolean) {
  return useRead(["people", "one", id, isOfBooking], async ({ people }) =>
    isOfBooking ? (await people.ofBooking({ bookingId: id })).person : (await people.get({ personId: id })).person,
  );
}

export type When = "AHEAD" | "PAST" | "WAITING";

/** A person's bookings, a page at a time. */
export function useBookings(personId: string, when: When) {
  const app = useApp();
  const query = useInfiniteQuery({
    queryKey: ["people", "bookings", personId, when],
    initialPageParam: "",
    queryFn: async ({ pageParam: cursor }) =>
      (await platform(app)).people.bookings({ personId, when, limit: atOnce, ...(cursor && { cursor }) }),
    getNextPageParam: ({ pagingMetadata: { hasNext, cursors } }) => (hasNext ? cursors?.next : undefined),
  });
  return { ...query, bookings: query.data?.pages.flatMap(({ bookings }) => bookings) };
}

export function useNotes(personId: string) {
  const app = useApp();
  const query = useInfiniteQuery({
    queryKey: ["people", "notes", personId],
    initialPageParam: "",
    queryFn: async ({ pageParam: cursor }) =>
      (await platform(app)).people.notes({ personId, limit: atOnce, ...(cursor && { cursor }) }),
    getNextPageParam: ({ pagingMetadata: { hasNext, cursors } }) => (hasNext ? cursors?.next : undefined),
  });
  return { ...query, notes: query.data?.pages.flatMap(({ notes }) => notes) };
}
