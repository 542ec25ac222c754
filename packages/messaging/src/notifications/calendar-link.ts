import { isId } from "@uola/database";
import { type KeyStore, linkKeys } from "@uola/kernel";
import { defaultLocale, type Locale } from "@uola/words/language";

export type CalendarReader = "PERSON" | "TEAM";

/**
 * Creates links to calendar files that need no sign-in. A link opens one booking only and records
 * whether the person who booked or staff requested it: a trainer can see bookings but may not
 * cancel them, so the staff's file must not contain a guest's key.
 */
export function calendarLinks(store: KeyStore, platformUrl: string) {
  const { keyOf, opens } = linkKeys(store, "calendar-link-secret");
  const subjectOf = (bookingId: string, reader: CalendarReader) =>
    reader === "TEAM" ? `${bookingId} team` : bookingId;
  return {
    linkTo: async (bookingId: string, locale: Locale, reader: CalendarReader = "PERSON") => {
      const key = await keyOf(subjectOf(bookingId, reader));
      const link = `${platformUrl}/v1/bookings/${bookingId}/calendar.ics?key=${key}`;
      return locale === defaultLocale ? link : `${link}&language=${locale}`;
    },
    /**
     * Returns who requested the calendar link with this key, or undefined if the key does not give
     * access to the booking.
     */
    readerOf: async (bookingId: string, key: string): Promise<CalendarReader | undefined> => {
      if (!isId(bookingId)) return undefined;
      if (await opens(subjectOf(bookingId, "PERSON"), key)) return "PERSON";
      return (await opens(subjectOf(bookingId, "TEAM"), key)) ? "TEAM" : undefined;
    },
  };
}
export type CalendarLinks = ReturnType<typeof calendarLinks>;
