import { isId } from "@uola/database";
import { type KeyStore, linkKeys } from "@uola/kernel";
import { defaultLocale, type Locale } from "@uola/words/language";

export type CalendarReader = "PERSON" | "TEAM";

/**
 * Links to calendar files that need no sign-in. A link opens one booking only and tells whether the person who booked or the
 * team asked for it: a trainer sees bookings but may not cancel them, so the team's file must not carry a guest's key.
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
    /** Who asked for the link with this key, if the key opens the booking. */
    readerOf: async (bookingId: string, key: string): Promise<CalendarReader | undefined> => {
      if (!isId(bookingId)) return undefined;
      if (await opens(subjectOf(bookingId, "PERSON"), key)) return "PERSON";
      return (await opens(subjectOf(bookingId, "TEAM"), key)) ? "TEAM" : undefined;
    },
  };
}
export type CalendarLinks = ReturnType<typeof calendarLinks>;
