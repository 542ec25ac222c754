import { useRead } from "../use-read.ts";

type BookingLinks = { calendar: string | undefined; manage?: string | undefined };

/**
 * Returns the links to a booking's calendar file and, for a guest, to the page for cancelling it.
 * The links are undefined until they are loaded; if they are unavailable, the email contains the
 * same links. `key` is the key from the emailed link, used when no account is signed in.
 */
export function useBookingLinks(bookingId: string, key?: string): BookingLinks {
  const { data } = useRead<BookingLinks>(`${bookingId} ${key}`, async ({ notifications }) => {
    if (key) return { calendar: (await notifications.calendarLinkByLink({ key })).url };
    const { url, manageUrl } = await notifications.calendarLink({ bookingId });
    return { calendar: url, manage: manageUrl };
  });
  return data ?? { calendar: undefined };
}
