import { categories } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { servicesOf } from "@uola/browser/gym/services.ts";
import type { Feed } from "@uola/page-loader/page.ts";
import { name, someOf } from "@uola/page-loader/table.ts";
import type { CalendarEntry, calendarText } from "@uola/words/calendar";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { language } from "@uola/words/language";
import { say } from "@uola/words/site";
import { rowOf } from "../features/timetable.ts";

/** The days included in the feed: as many as the timetable API returns per request. */
const [daysBack, daysAhead] = [7, 54];
const keptSeconds = 900;

/**
 * The public timetable as an iCalendar feed, with the same filters as its page: `kind` and `event`.
 * Cancelled sessions stay in the feed so that calendar programs remove them. Free places are left
 * out, because calendars do not refresh often enough to show them.
 */
export const timetableCalendar = (text: typeof calendarText): Feed => ({
  path: "/schedule.ics",
  type: "text/calendar",
  topics: ["availability", "services", "business"],
  search: { kind: someOf(...categories), event: name },
  keptSeconds,
  async text({ client, now, search, siteUrl }) {
    const today = localDate(now);
    const [{ sessions }, { business }] = await Promise.all([
      client.availability.sessions({
        from: instantOf(addDays(today, -daysBack)),
        to: instantOf(addDays(today, daysAhead)),
      }),
      client.business.get({}),
    ]);
    const services = await servicesOf(
      client,
      sessions.map(({ serviceId }) => serviceId),
    );
    const byId = new Map(services.map((service) => [service.id, service]));
    const kinds = search.get("kind")?.split(",") ?? [];
    const event = search.get("event");
    const entries = sessions.flatMap((session): CalendarEntry[] => {
      const service = byId.get(session.serviceId);
      if (!service || session.outsideHours) return [];
      const row = rowOf(session, service, now);
      const isEvent = !event || event === service.id || service.supportedSlugs.some((slug) => slug.name === event);
      if (!isEvent || (kinds.length > 0 && !kinds.includes(categoryOf(row.kind)))) return [];
      const url = new URL(row.href, siteUrl).href;
      return [
        {
          id: `${session.id}@uola`,
          sequence: session.sequence,
          start: session.startDate,
          end: session.endDate,
          summary: row.course ? `${row.title} (${say("schedule.course", row.course)})` : row.title,
          location: session.location?.formattedAddress || business.address,
          description: [row.tagLine, row.staff.join(", "), url].filter(Boolean).join("\n"),
          url,
          status: session.status,
          changed: session.updatedDate,
        },
      ];
    });
    const title = kinds.map((kind) => say(`category.${kind as (typeof categories)[number]}`)).join(", ");
    return text({
      method: "PUBLISH",
      gym: { name: business.name, email: business.email ?? "" },
      entries,
      locale: language(),
      name: [business.name, title || say("page.schedule")].join(" – "),
    });
  },
});
