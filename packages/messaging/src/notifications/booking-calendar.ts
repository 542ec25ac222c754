import type { contract } from "@uola/contract";
import { type Context, type Handlers, type PageHandlers, Refusal } from "@uola/kernel";
import { words } from "@uola/words/mail";
import { readFacts } from "./booking-facts.ts";
import { calendarFile } from "./calendar.ts";
import { calendarLinks } from "./calendar-link.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { accountLink, manageLinks } from "./manage-link.ts";

/**
 * Handlers that return the link to a booking's calendar file to callers who may read the booking
 * through their account or through the link in the booking's mail.
 */
export function bookingCalendarHandlers(
  context: Context,
  { queryExtended, readByLink }: Pick<Handlers<typeof contract.bookings>, "queryExtended" | "readByLink">,
): Handlers<Pick<typeof contract.notifications, "calendarLink" | "calendarLinkByLink">> {
  const { db, siteId, urls } = context;
  const links = calendarLinks(context, urls.platform);
  const manageLink = manageLinks(context);
  return {
    async calendarLink({ bookingId }, call) {
      const { extendedBookings } = await queryExtended({ query: { filter: { id: bookingId } } }, call);
      if (extendedBookings.length === 0) throw new Refusal("BOOKING_NOT_FOUND", `No booking ${bookingId}.`, 404);
      const locale = localeOf(call.caller.language);
      const { role } = call.caller;
      const url = await links.linkTo(bookingId, locale, role === "visitor" || role === "member" ? "PERSON" : "TEAM");
      // A visitor can only find their own bookings. Staff cancel bookings under their own accounts
      // and need no key.
      const facts = role === "visitor" ? await readFacts(db, siteId, bookingId) : undefined;
      return facts?.booking.guest ? { url, manageUrl: await manageLink(siteIn(locale, urls), facts) } : { url };
    },

    async calendarLinkByLink({ key }, call) {
      const { extendedBooking } = await readByLink({ key }, call);
      return { url: await links.linkTo(extendedBooking.booking.id, localeOf(call.caller?.language)) };
    },
  };
}

/**
 * Serves the calendar file behind a link. The key in the link is the only credential. A guest's
 * calendar entry contains the key that cancels the booking, unless staff requested the link.
 */
export function bookingCalendarPages(context: Context): PageHandlers {
  const { db, siteId, urls } = context;
  const links = calendarLinks(context, urls.platform);
  const manageLink = manageLinks(context);
  return {
    "GET /v1/bookings/{bookingId}/calendar.ics": async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const bookingId = pathname.split("/")[3] ?? "";
      const reader = await links.readerOf(bookingId, searchParams.get("key") ?? "");
      const facts = reader ? await readFacts(db, siteId, bookingId) : undefined;
      if (!facts) throw new Refusal("BOOKING_NOT_FOUND", "There is no such booking, or the link is incomplete.", 404);
      const locale = localeOf(searchParams.get("language"));
      const translate = words(locale);
      const site = siteIn(locale, urls);
      const page = reader === "TEAM" ? accountLink(site, bookingId) : await manageLink(site, facts);
      return new Response(calendarFile(facts, translate, page, locale), {
        headers: {
          "content-type": "text/calendar; charset=utf-8",
          "content-disposition": `attachment; filename="${translate("calendar.file")}"`,
          "cache-control": "private, no-store",
        },
      });
    },
  };
}
