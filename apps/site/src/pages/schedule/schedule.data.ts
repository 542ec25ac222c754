import { localizeService } from "@uola/browser/gym/service-translation.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, type Day, daysBetween, instantOf, localDate, mondayOf } from "@uola/words/formats";
import { readContent, type Texts, textsOf } from "../../content/read.ts";
import { type HoursOfDay, hoursOn } from "../../features/hours.ts";
import { gym, sessionEvent } from "../../features/structured-data.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import { readBusiness } from "../business.data.ts";
import { page } from "./schedule.content.ts";
import { weekToCome } from "./week.ts";

export type DayHours = { day: Day } & HoursOfDay;

export type ScheduleData = {
  texts: Texts<typeof page>;
  /** The service named in the URL, with its booking link. */
  asked: { title: string; href: string } | null;
  /** Whether the URL names an unknown service. */
  unknown: boolean;
  monday: Day;
  today: Day;
  rows: Row[];
  /** The opening hours of each weekday. */
  hours: DayHours[];
  /** Whether there is an earlier or later week to navigate to. */
  earlier: boolean;
  later: boolean;
};

/** How many weeks ahead the timetable is generated. */
const weeksAhead = 25;
const weeksBack = 4;

export async function data(input: DataInput): Promise<ScheduleData> {
  const { client, now, search, describe, expires } = input;
  const today = localDate(now);
  const asked = await eventOf(client, search.get("event"), now);
  const monday = mondayOf(weekAsked(search.get("week"), asked?.day ?? weekToCome(now), today));
  const [content, rows, business] = await Promise.all([
    readContent(input, page),
    timetable(client, instantOf(monday), instantOf(addDays(monday, 7)), now),
    readBusiness(client),
  ]);
  for (const { opens } of rows) expires(opens);
  const toCome = rows.filter(({ state }) => state !== "past" && state !== "started");
  describe(gym(business), ...toCome.map(sessionEvent));
  return {
    texts: textsOf(page, content),
    asked: asked && { title: asked.title, href: asked.href },
    unknown: search.has("event") && !asked,
    monday,
    today,
    rows,
    hours: Array.from({ length: 7 }, (_, index) => {
      const day = addDays(monday, index);
      return { day, ...hoursOn(business, day) };
    }),
    earlier: daysBetween(monday, mondayOf(today)) < weeksBack * 7,
    later: daysBetween(mondayOf(today), monday) < weeksAhead * 7,
  };
}

/**
 * The number of days in which the next session of a service is searched: the range that the
 * timetable returns in one request.
 */
const daysAhead = 60;

/** Returns a service by its slug or id, and the next day on which it takes place. */
async function eventOf(client: DataInput["client"], event: string | null, now: Date) {
  if (!event) return null;
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(event);
  const filter: Record<string, string> = isId ? { id: event } : { "mainSlug.name": event };
  const { services } = await client.services.query({ query: { filter, paging: { limit: 1, offset: 0 } } });
  const [service] = services;
  if (!service || service.hidden) return null;
  const to = instantOf(addDays(localDate(now), daysAhead));
  const { sessions } = await client.availability.sessions({ from: now, to, serviceIds: [service.id] });
  const next = sessions.filter(({ status }) => status === "CONFIRMED").sort((a, b) => +a.startDate - +b.startDate)[0];
  const href = linkTo(`/booking/?service=${encodeURIComponent(service.mainSlug.name)}`);
  return { title: localizeService(service).name, href, day: next ? localDate(next.startDate) : null };
}

/** Returns the day in the URL if it is valid and within the timetable, else `otherwise`. */
function weekAsked(asked: string | null, otherwise: Day, today: Day): Day {
  if (!asked || !/^\d{4}-\d{2}-\d{2}$/.test(asked) || Number.isNaN(Date.parse(asked))) return otherwise;
  const day = new Date(asked).toISOString().slice(0, 10);
  const away = daysBetween(mondayOf(today), mondayOf(day));
  return away >= -weeksBack * 7 && away <= weeksAhead * 7 ? day : otherwise;
}
