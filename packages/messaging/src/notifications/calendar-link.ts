import { type KeyStore, linkKeys } from "@uola/kernel";

/** Links to a booking's calendar file that open without signing in: who has the mail has the link, and no other booking's. */
export function calendarLinks(place: KeyStore, platformUrl: string) {
  const { keyOf, opens } = linkKeys(place, "calendar-link-secret");
  return {
    linkTo: async (bookingId: string) =>
      `${platformUrl}/v1/bookings/${bookingId}/calendar.ics?key=${await keyOf(bookingId)}`,
    opens,
  };
}
export type CalendarLinks = ReturnType<typeof calendarLinks>;
