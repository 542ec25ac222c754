import { type KeyStore, linkKeys } from "@uola/kernel";
import { defaultLocale, type Locale } from "@uola/words/language";

/** Links to calendar files that need no sign-in. A link opens one booking only. */
export function calendarLinks(store: KeyStore, platformUrl: string) {
  const { keyOf, opens } = linkKeys(store, "calendar-link-secret");
  return {
    linkTo: async (bookingId: string, locale: Locale) => {
      const link = `${platformUrl}/v1/bookings/${bookingId}/calendar.ics?key=${await keyOf(bookingId)}`;
      return locale === defaultLocale ? link : `${link}&language=${locale}`;
    },
    opens,
  };
}
export type CalendarLinks = ReturnType<typeof calendarLinks>;
