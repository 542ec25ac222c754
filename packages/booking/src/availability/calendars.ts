import type { Service } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, dayMs, minuteMs, ttlCache } from "@uola/kernel";
import * as store from "./calendar-store.ts";
import {
  type AppointmentNeed,
  type BusyInterval,
  type Calendar,
  type Interval,
  intersectIntervals,
  subtractIntervals,
  weeklyOpen,
} from "./free-times.ts";
import { createOpeningHours, type OpeningHours } from "./opening-hours.ts";
import { dateOf } from "./recurrence.ts";
import type { SlotLocation } from "./rules.ts";

/** A service and the location where it is offered. */
export type CalendarQuery = { service: Service; location: SlotLocation | undefined };
type Options = {
  /**
   * Sessions that do not count as uses: the session being moved, and sessions of the same
   * multi-service booking.
   */
  excludeSessionIds?: readonly string[] | undefined;
  /** Trainers who take fewer participants at once are excluded. */
  totalParticipants?: number | undefined;
  db?: Database;
};

const hundredYears = 100 * 366 * dayMs;

export type Calendars = ReturnType<typeof createCalendars>;

/**
 * Creates the calendars, which contain when trainers, rooms and the gym are available and which
 * sessions use them.
 */
export function createCalendars({ db, siteId, changes }: Pick<Context, "db" | "siteId" | "changes">) {
  const opening = ttlCache<"opening", OpeningHours>(
    async () => createOpeningHours(await store.hoursSource(db, siteId)),
    { ttlMs: 5000 },
  );
  changes.subscribe(["business"], () => opening.forget());
  const openingHours = () => opening.get("opening");

  /**
   * Returns the trainers and resources that appointments need within a period, in the order of the
   * services.
   */
  async function needs(
    queries: readonly CalendarQuery[],
    range: Interval,
    options: Options = {},
  ): Promise<AppointmentNeed[]> {
    const { excludeSessionIds = [], totalParticipants = 1, db: from = db } = options;
    const staffIds = [...new Set(queries.flatMap(({ service }) => service.staffMemberIds))];
    const resourceIds = [...new Set(queries.flatMap(({ service }) => resourcesOf(service).flat()))];
    const ids = [...staffIds, ...resourceIds];
    const around = { from: new Date(range.from - dayMs), to: new Date(range.to + dayMs) };
    const [opening, trainers, resources, hours, off, uses] = await Promise.all([
      openingHours(),
      store.trainers(from, siteId, staffIds),
      resourceIds.length > 0 ? store.resources(from, siteId, resourceIds) : [],
      store.workingHours(from, siteId, ids),
      store.timesOff(from, siteId, ids, around),
      store.sessionsUsing(from, siteId, ids, around),
    ]);
    const { timeZone } = opening;
    const dates = { first: dateOf(around.from, timeZone), last: dateOf(around.to, timeZone), timeZone };
    const hoursOf = Map.groupBy(hours, ({ resourceId }) => resourceId);
    const offOf = Map.groupBy(off, ({ resourceId }) => resourceId);
    const usesOf = usesBy(uses, excludeSessionIds);
    const calendar = (id: string, units: number, defaultOpen: readonly Interval[]): Calendar => {
      const own = hoursOf.get(id)?.map(({ weekday, start, end }) => ({ weekday, start, end }));
      const open = own ? weeklyOpen(own, dates.first, dates.last, timeZone) : defaultOpen;
      const away = (offOf.get(id) ?? []).map(({ startDate, endDate }) => intervalBetween(startDate, endDate));
      return {
        id,
        units,
        open: subtractIntervals(open, away),
        uses: usesOf.get(id) ?? [],
      };
    };
    const always = [{ from: range.from - hundredYears, to: range.to + hundredYears }];
    const taking = trainers.filter(({ maxParticipants }) => (maxParticipants ?? Infinity) >= totalParticipants);
    const trainerBy = new Map(taking.map(({ id }) => [id, calendar(id, 1, [])]));
    const resourceBy = new Map(
      resources.map((row) => [row.id, { ...row, calendar: calendar(row.id, row.units, always) }]),
    );
    return queries.map(({ service, location }): AppointmentNeed => {
      const gymOpen = opening.openBetween(location, dates.first, dates.last) ?? always;
      const within = (each: Calendar) => ({ ...each, open: intersectIntervals(each.open, gymOpen) });
      return {
        trainers: service.staffMemberIds.flatMap((id) => trainerBy.get(id) ?? []).map(within),
        groups: resourcesOf(service).map((group) =>
          group.flatMap((id) => {
            const found = resourceBy.get(id);
            const isHere = found && (!found.locationId || !location?.id || found.locationId === location.id);
            return isHere ? [within(found.calendar)] : [];
          }),
        ),
        margin: marginOf(service),
      };
    });
  }

  return { needs, openingHours, timeZone: async () => (await openingHours()).timeZone };
}

type ResourceUse = Awaited<ReturnType<typeof store.sessionsUsing>>[number];
/**
 * Returns the times at which each trainer and resource is in use. A session that needs a resource
 * twice counts as two uses.
 */
export function usesBy(
  sessions: readonly ResourceUse[],
  excludeSessionIds: readonly string[],
): Map<string, BusyInterval[]> {
  const found = new Map<string, BusyInterval[]>();
  for (const { id, startDate, endDate, staffIds, resourceIds, margin } of sessions) {
    if (excludeSessionIds.includes(id)) continue;
    const use = { ...intervalBetween(startDate, endDate), margin: margin * minuteMs };
    for (const used of [...staffIds, ...resourceIds]) found.set(used, [...(found.get(used) ?? []), use]);
  }
  return found;
}

const resourcesOf = ({ resourceGroups }: Service): string[][] =>
  (resourceGroups ?? []).map(({ resourceIds }) => resourceIds);
/** Returns the free time in milliseconds that an appointment needs before and after it. */
export const marginOf = ({ schedule }: Service): number =>
  (schedule.availabilityConstraints?.timeBetweenSessions ?? 0) * minuteMs;
/** Returns the possible durations of a service's appointments in minutes. */
export const durationsOf = ({ type, schedule }: Service): readonly number[] =>
  type === "APPOINTMENT" ? (schedule.availabilityConstraints?.sessionDurations ?? []) : [];

export const intervalBetween = (from: Date, to: Date): Interval => ({ from: from.getTime(), to: to.getTime() });
