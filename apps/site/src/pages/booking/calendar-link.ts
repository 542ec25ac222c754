import { useEffect, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

/**
 * The address of a booking's calendar file; nothing until it is known, or when it cannot be had. `key` is that of the link in its
 * mail, where no account is signed in.
 */
export function useCalendarLink(bookingId: string, key?: string): string | undefined {
  const app = useApp();
  const [link, setLink] = useState<{ bookingId: string; url: string }>();
  useEffect(() => {
    const ask = async () => {
      const { notifications } = await platform(app);
      const { url } = await (key
        ? notifications.calendarLinkByLink({ key })
        : notifications.calendarLink({ bookingId }));
      setLink({ bookingId, url });
    };
    // The mail carries the same file.
    ask().catch(() => {});
  }, [app, bookingId, key]);
  return link?.bookingId === bookingId ? link.url : undefined;
}
