import type { Client } from "@uola/client";
import type { SlotAvailability } from "@uola/contract";
import { minuteMs } from "@uola/contract/durations";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import type { Activity } from "./activities.ts";
import { dayOf, type Time } from "./times.ts";

/**
 * Number of days whose free times are loaded together; equal to the number of days shown in the
 * strip.
 */
export const fortnight = 14;

/** Returns the id of a time with a trainer for use in a URL: start, minutes and trainer. */
const idOf = (start: string, minutes: number, trainerId: string) => `${start}~${minutes}~${trainerId}`;

/** Converts the platform's slot, requested in UTC, to a time. */
export function timeOfSlot({ slot, bookable, openSpots, totalSpots, cancelableUntil }: SlotAvailability): Time {
  const [start, end] = [slot.startDate, slot.endDate].map((text) => new Date(text ?? "").toISOString()) as [
    string,
    string,
  ];
  const trainer = { id: slot.resource?.id ?? "", name: slot.resource?.name ?? "" };
  return {
    id: slot.sessionId ?? idOf(start, (Date.parse(end) - Date.parse(start)) / minuteMs, trainer.id),
    activityId: slot.serviceId,
    start,
    end,
    open: openSpots ?? 1,
    total: totalSpots ?? 1,
    bookable,
    cancelUntil: cancelableUntil?.toISOString() ?? null,
    staff: trainer.name ? [trainer.name] : [],
    ...(!slot.sessionId && { trainer }),
  };
}

type Range = { from: Date; days: number; perDay?: number | undefined };

/**
 * Returns the free times of an appointment for a number of days in the gym's time zone; `perDay`
 * limits the times per day.
 */
export async function freeTimes(client: Client, { id }: Pick<Activity, "id">, { from, days, perDay }: Range) {
  const to = instantOf(addDays(localDate(from), days));
  const { availabilityEntries } = await client.availability.query({
    query: { filter: { serviceId: id, startDate: from.toISOString(), endDate: to.toISOString() } },
    ...(perDay && { slotsPerDay: perDay }),
  });
  return availabilityEntries.map(timeOfSlot);
}

/**
 * Returns the time for an id in the URL that is later than the loaded days. The time is assumed to
 * be free until the platform rejects it.
 */
export function namedTime(
  session: string | undefined,
  activity: Activity | undefined,
  until: string,
): Time | undefined {
  const [start = "", minutes = "", trainerId = ""] = session?.split("~") ?? [];
  const from = Date.parse(start);
  const trainer = activity?.staff.find(({ id }) => id === trainerId);
  if (!session || !activity || !trainer || Number.isNaN(from) || !Number(minutes) || dayOf(start) < until)
    return undefined;
  const end = new Date(from + Number(minutes) * minuteMs).toISOString();
  const times = { start: new Date(from).toISOString(), end, open: 1, total: 1, bookable: true };
  return { id: session, activityId: activity.id, ...times, staff: [trainer.name], trainer };
}

/** Returns one time for each start: the time of the first free trainer. */
export function eachStart(times: readonly Time[]): Time[] {
  const starts = new Map<string, Time>();
  for (const time of times) if (!starts.has(time.start)) starts.set(time.start, time);
  return [...starts.values()].sort((a, b) => a.start.localeCompare(b.start));
}
