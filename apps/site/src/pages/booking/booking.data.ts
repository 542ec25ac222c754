import { servicesBy } from "@uola/browser/gym/services.ts";
import type { Client } from "@uola/client";
import type { contract, Output, Service, Session } from "@uola/contract";
import type { DataInput } from "@uola/page-loader/page.ts";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { type Question, questionsOn, readContent, type Texts, textsOf } from "../../content/read.ts";
import { type Activity, opensAt, withForm } from "../../features/booking/activities.ts";
import { fortnight, freeTimes } from "../../features/booking/free-times.ts";
import { nextFree, type Time, timeOf } from "../../features/booking/times.ts";
import { sessionsUntil } from "../../features/sessions-ahead.ts";
import { isShopOpen } from "../../features/shop.ts";
import { page } from "./booking.content.ts";

export type BookingData = {
  texts: Texts<typeof page>;
  questions: Question[];
  activities: Activity[];
  /** Whether activities with a fixed price can be added to the cart. */
  shop: boolean;
  /** Whether there are more activities than these. */
  hasMore: boolean;
  /** The times of the activity named in the URL; empty if the URL names no activity. */
  times: Time[];
  /** The next time with free places for each activity; null if there is none. */
  next: Record<string, Time | null>;
  /** Ids of fully booked courses; their registration is not necessarily over. */
  full: string[];
};

/** Number of weeks ahead for which times are shown. */
const weeks = 8;

export async function data(input: DataInput): Promise<BookingData> {
  const { client, now, search, expires } = input;
  const named = search.get("service");
  const [content, { items: first, hasMore }, { forms }, shop] = await Promise.all([
    readContent(input, page, "Questions"),
    servicesBy(client, { hidden: false }),
    client.forms.list({}),
    isShopOpen(input),
  ]);
  const beyond = named && hasMore && !first.some((service) => isNamed(service, named));
  const services = beyond ? [...first, ...(await servicesNamed(client, named))] : first;
  const offered = services.filter(({ onlineBooking }) => onlineBooking.enabled !== false);
  const asked = offered.find(({ mainSlug, id }) => mainSlug.name === named || id === named);
  const courses = (asked ? [asked] : offered).filter(({ type }) => type === "COURSE");
  const places = new Map(
    await Promise.all(
      courses.map(async ({ id, schedule }) => {
        const { availability } = await client.availability.schedule({ scheduleId: schedule.id });
        return [id, availability] as const;
      }),
    ),
  );
  const activities = offered.map((service) => withForm(service, forms, places.get(service.id)?.lessons));
  const chosen = activities.find(({ slug, id }) => slug === named || id === named);
  const wanted = chosen ? [chosen] : activities;

  const lessons = await Promise.all(
    wanted
      .filter(({ kind }) => kind === "APPOINTMENT")
      // Unless an activity is chosen, only the first time of each is shown.
      .map((activity) =>
        freeTimes(client, activity, {
          from: now,
          days: chosen ? fortnight : weeks * 7,
          perDay: chosen ? undefined : 1,
        }),
      ),
  );
  const last = chosen && courses[0]?.schedule.lastSessionEnd;
  const until = last ?? instantOf(addDays(localDate(now), weeks * 7));
  const taking = await sessionsUntil(client, now, until, chosen && [chosen.id]);
  const times = [
    ...taking.filter(({ serviceId }) => !courses.some(({ id }) => id === serviceId)).map(timeOf),
    ...lessons.flat(),
    ...courses.flatMap(({ id, schedule }) => courseOf(id, schedule, places.get(id) as Places, taking, now)),
  ];
  for (const activity of activities) expires(opensAt(activity, now)?.toISOString());
  const next = wanted.map(({ id }) => {
    const own = times.filter(({ activityId }) => activityId === id);
    return [id, nextFree(own, own.some(({ lessons }) => lessons) ? "" : now.toISOString()) ?? null] as const;
  });
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    activities,
    shop,
    hasMore,
    times: chosen ? times : [],
    next: Object.fromEntries(next),
    full: times.flatMap(({ activityId, lessons, open }) => (lessons && open <= 0 ? [activityId] : [])),
  };
}

const isNamed = ({ id, mainSlug }: Service, name: string) => id === name || mainSlug.name === name;
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds the service in a URL, by id or slug. */
const servicesNamed = async (client: Client, name: string): Promise<Service[]> =>
  (await servicesBy(client, { hidden: false, ...(isId.test(name) ? { id: name } : { "mainSlug.name": name }) })).items;

type Places = Output<typeof contract.availability.schedule>["availability"];

/**
 * Returns a course as a single time: its places are counted for the whole course, and it can be
 * booked before it has dates.
 */
function courseOf(
  activityId: string,
  {
    id,
    firstSessionStart: first,
    lastSessionEnd: last,
  }: { id: string; firstSessionStart?: Date | null; lastSessionEnd?: Date | null },
  availability: Places,
  sessions: readonly Session[],
  now: Date,
): Time[] {
  const lessons = sessions.filter(({ scheduleId }) => scheduleId === id);
  const { openSpots, totalSpots, bookingPolicyViolations: violations, cancelableUntil } = availability;
  return [
    {
      id,
      activityId,
      start: (first ?? now).toISOString(),
      end: (last ?? now).toISOString(),
      ...(!first && { undated: true }),
      open: openSpots ?? 1000,
      total: totalSpots ?? 1000,
      bookable: !Object.values(violations).some(Boolean) && openSpots !== 0,
      cancelUntil: cancelableUntil?.toISOString() ?? null,
      staff: [...new Set(lessons.flatMap(({ staff }) => staff.map(({ name }) => name)))],
      lessonsInAll: lessons[0]?.courseSession?.of ?? lessons.length,
      lessons: lessons.map(({ startDate, endDate }) => ({
        start: startDate.toISOString(),
        end: endDate.toISOString(),
      })),
    },
  ];
}
