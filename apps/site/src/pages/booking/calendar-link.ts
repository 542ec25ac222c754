import { useEffect, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";

/** The address of a booking's calendar file; nothing until it is known, or when it cannot be had. */
export function useCalendarLink(bookingId: string): string | undefined {
  const app = useApp();
  const [link, setLink] = useState<{ bookingId: string; url: string }>();
  useEffect(() => {
    const ask = async () => {
      const { notifications } = await platform(app);
      const { url } = await notifications.calendarLink({ bookingId });
      setLink({ bookingId, url });
    };
    // The mail carries the same file.
    ask().catch(() => {});
  }, [app, bookingId]);
  return link?.bookingId === bookingId ? link.url : undefined;
}
