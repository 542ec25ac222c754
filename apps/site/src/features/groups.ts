import { factsOf, type Level } from "@uola/browser/gym/service-facts.ts";
import type { LocalizedService } from "@uola/browser/gym/service-translation.ts";
import type { Client } from "@uola/client";
import type { AgeRange, CategoryKind, LessonsLeft, Session } from "@uola/contract";
import { withProRataPrices } from "@uola/contract/booking-price";
import { centsOf } from "@uola/contract/cents";
import { registrationOpensAt } from "@uola/contract/registration";
import { linkTo } from "@uola/page-loader/locale.ts";
import { addDays, instantOf, localDate, time, weekdayOf } from "@uola/words/formats";
import { sessionsUntil } from "./sessions-ahead.ts";
import { type Row, rowOf } from "./timetable.ts";

/** A time at which a group meets, with its next session. Moments are ISO 8601 text. */
export type GroupTime = {
  /** Monday is 1. */
  weekday: number;
  /** `18:00` */
  start: string;
  end: string;
  /** Whether the group meets at this time every week; false for a single session. */
  weekly: boolean;
  next: string;
  open: number;
  total: number;
  state: Row["state"];
  waits: boolean;
  href: string;
  /** The moment when registration opens; null once it has opened. */
  opens: string | null;
  staff: string[];
};

/** A course, which is booked as a whole, so its places apply to all its sessions. */
export type WholeCourse = {
  first: string | null;
  last: string | null;
  lessons: number;
  /** Set if the price is reduced to the share of the remaining lessons. */
  share: LessonsLeft | null;
  open: number;
  total: number;
  state: "free" | "full" | "closed";
  waits: boolean;
  href: string;
  /** The moment when registration opens; null once it has opened. */
  opens: string | null;
};

/** A weekly class or a course that people can join. Prices are in cents. */
export type Group = {
  id: string;
  slug: string;
  name: string;
  tagLine: string;
  kind: CategoryKind;
  category: string;
  ages: AgeRange | null;
  levels: Level[];
  /**
   * The price. For a course that has begun, the price of the remaining lessons, if the gym offers
   * that.
   */
  cents: number | null;
  priceWords: string;
  staff: string[];
  times: GroupTime[];
  course: WholeCourse | null;
};

const daysAhead = 56;
/** The maximum number of service ids per call. */
const idsAtOnce = 100;

/** Returns the classes and courses among services, with their weekly times and places. */
export async function groupsOf(client: Client, services: readonly LocalizedService[], now: Date): Promise<Group[]> {
  const taught = services.filter(({ type }) => type === "CLASS" || type === "COURSE");
  const until = instantOf(addDays(localDate(now), daysAhead));
  const parts = Array.from({ length: Math.ceil(taught.length / idsAtOnce) }, (_, n) =>
    taught.slice(n * idsAtOnce, (n + 1) * idsAtOnce).map(({ id }) => id),
  );
  const sessions = (await Promise.all(parts.map((ids) => sessionsUntil(client, now, until, ids)))).flat();
  const byService = Map.groupBy(sessions, ({ serviceId }) => serviceId);
  return Promise.all(
    taught.map(async (service) => {
      const own = byService.get(service.id) ?? [];
      const course = service.type === "COURSE" ? await wholeCourse(client, service, own, now) : null;
      return groupOf(service, own, course, now);
    }),
  );
}

/** Returns the moments when registration for these groups opens. */
export const openingsOf = (groups: readonly Group[]): (string | null)[] =>
  groups.flatMap(({ times, course }) => [...times.map(({ opens }) => opens), course?.opens ?? null]);

export function groupOf(
  service: LocalizedService,
  sessions: readonly Session[],
  course: WholeCourse | null,
  now: Date,
): Group {
  const times = timesOf(sessions, service, now);
  const { payment } = withProRataPrices(service, course?.share);
  const money = payment.fixed?.price ?? payment.varied?.defaultPrice;
  const isFree = service.payment.rateType === "NO_FEE";
  return {
    id: service.id,
    slug: service.mainSlug.name,
    name: service.name,
    tagLine: service.tagLine ?? "",
    kind: service.category?.kind ?? "other",
    category: service.category?.name ?? "",
    ages: service.ageRange ?? null,
    levels: factsOf(service).levels,
    cents: money ? centsOf(money) : isFree ? 0 : null,
    priceWords: service.payment.custom?.description ?? "",
    staff: [...new Set(times.flatMap(({ staff }) => staff))],
    times,
    course,
  };
}

/** Returns each weekly time once, with its next session, in the order of the week. */
function timesOf(sessions: readonly Session[], service: LocalizedService, now: Date): GroupTime[] {
  const rows = sessions
    .map((session) => rowOf(session, service, now))
    .filter(({ state }) => state === "free" || state === "full" || state === "closed")
    .toSorted((a, b) => a.start.localeCompare(b.start));
  const timeOf = ({ start, end }: Row) =>
    `${weekdayOf(new Date(start))} ${localTime(start)} ${Date.parse(end) - Date.parse(start)}`;
  const times = [...Map.groupBy(rows, timeOf).values()].flatMap((same) => {
    const [row] = same;
    if (!row) return [];
    const { start, end, open, total, state, waits, href, opens } = row;
    return {
      weekday: weekdayOf(new Date(start)),
      start: time(new Date(start)),
      end: time(new Date(end)),
      weekly: same.length > 1 || row.course !== null,
      next: start,
      open,
      total,
      state,
      waits,
      href,
      opens,
      staff: [...new Set(same.flatMap(({ staff }) => staff))],
    };
  });
  return times.toSorted((a, b) => a.weekday - b.weekday || localTime(a.next).localeCompare(localTime(b.next)));
}

/** Formats a time as `09:30`, so that times sort as text. */
const localTime = (moment: string) => time(new Date(moment)).padStart(5, "0");

export async function wholeCourse(
  client: Client,
  { schedule, mainSlug, bookingPolicy, onlineBooking, defaultCapacity, registrations }: LocalizedService,
  sessions: readonly Session[],
  now: Date,
): Promise<WholeCourse> {
  const { availability } = await client.availability.schedule({ scheduleId: schedule.id });
  const open = availability.openSpots ?? defaultCapacity;
  const opens = registrationOpensAt(registrations, now);
  const { tooEarlyToBook, ...otherViolations } = availability.bookingPolicyViolations;
  // Before registration opens the course is too early to book, which `opens` already expresses.
  const violates = Object.values(otherViolations).some(Boolean) || (tooEarlyToBook === true && !opens);
  const bookable = !violates && onlineBooking.enabled !== false;
  const waits = bookingPolicy.waitlistPolicy?.enabled === true;
  const full = open <= 0;
  const query = `/booking/?service=${encodeURIComponent(mainSlug.name)}`;
  return {
    first: schedule.firstSessionStart?.toISOString() ?? null,
    last: schedule.lastSessionEnd?.toISOString() ?? null,
    lessons: sessions[0]?.courseSession?.of ?? sessions.length,
    share: availability.lessons ?? null,
    open: Math.max(0, open),
    total: availability.totalSpots ?? defaultCapacity,
    state: full ? "full" : bookable ? "free" : "closed",
    waits,
    href: linkTo(full && waits ? `${query}&session=${schedule.id}&step=wait` : query),
    opens: opens?.toISOString() ?? null,
  };
}
