import { platform } from "@uola/browser/platform.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { useEffect, useState } from "react";

type BookingLinks = { calendar: string | undefined; manage: string | undefined };

/**
 * The links to a booking's calendar file and, for a guest, to the page on which to cancel it;
 * undefined until they are loaded or if they are unavailable. `key` is the one of the emailed link,
 * used when no account is signed in.
 */
export function useBookingLinks(bookingId: string, key?: string): BookingLinks {
  const app = useApp();
  const [links, setLinks] = useState<BookingLinks & { bookingId: string }>();
  useEffect(() => {
    const ask = async () => {
      const { notifications } = await platform(app);
      const { url, manageUrl } = key
        ? { ...(await notifications.calendarLinkByLink({ key })), manageUrl: undefined }
        : await notifications.calendarLink({ bookingId });
      setLinks({ bookingId, calendar: url, manage: manageUrl });
    };
    // Failures are ignored, because the email contains the same links.
    ask().catch(() => {});
  }, [app, bookingId, key]);
  return links?.bookingId === bookingId ? links : { calendar: undefined, manage: undefined };
}
