import { useRead } from "../use-read.ts";

type BookingLinks = { calendar: string | undefined; manage?: string | undefined };

/**
 * The links to a booking's calendar file and, for a guest, to the page on which to cancel it;
 * undefined until they are loaded or if they are unavailable, because the email contains the same
 * links. `key` is the one of the emailed link, used when no account is signed in.
 */
export function useBookingLinks(bookingId: string, key?: string): BookingLinks {
  const { data } = useRead<BookingLinks>(`${bookingId} ${key}`, async ({ notifications }) => {
    if (key) return { calendar: (await notifications.calendarLinkByLink({ key })).url };
    const { url, manageUrl } = await notifications.calendarLink({ bookingId });
    return { calendar: url, manage: manageUrl };
  });
  return data ?? { calendar: undefined };
}
