import type { Database } from "@uola/database";
import { linkKeys } from "../../kernel/link-keys.ts";

/** Links to a booking's calendar file that open without signing in: who has the mail has the link, and no other booking's. */
export function calendarLinks(db: Database, siteId: string, platformUrl: string, now: () => Date) {
  const { keyOf, opens } = linkKeys(db, siteId, now, "calendar-link-secret");
  return {
    linkTo: async (bookingId: string) =>
      `${platformUrl}/v1/bookings/${bookingId}/calendar.ics?key=${await keyOf(bookingId)}`,
    opens,
  };
}
export type CalendarLinks = ReturnType<typeof calendarLinks>;
