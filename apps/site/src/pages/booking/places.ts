import type { Client } from "@uola/client";
import { dayMs } from "@uola/contract/durations";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { useEffect, useEffectEvent, useState } from "react";
import type { Activity } from "../../features/booking/activities.ts";
import { fortnight, freeTimes } from "../../features/booking/free-times.ts";
import { type Time, timeOf } from "../../features/booking/times.ts";

const everyMs = 30_000;
/**
 * The period for which places are refreshed in the background, counted from the shown day, in
 * milliseconds.
 */
const aheadMs = 14 * dayMs;

/** Returns the times with updated places; times of the period that no longer exist are removed. */
export function withFresh(times: readonly Time[], fresh: readonly Time[], from: Date, to: Date): Time[] {
  const byId = new Map(fresh.map((time) => [time.id, time]));
  return times.flatMap((time) => {
    const start = Date.parse(time.start);
    const looked = start >= from.getTime() && start < to.getTime() && !time.lessons;
    return looked ? (byId.get(time.id) ?? []) : time;
  });
}

/** Replaces the times between two moments with freshly loaded ones, as needed for appointments. */
function withLooked(times: readonly Time[], fresh: readonly Time[], from: Date, to: Date): Time[] {
  const isElsewhere = ({ start }: Time) => Date.parse(start) < from.getTime() || Date.parse(start) >= to.getTime();
  return [...times.filter(isElsewhere), ...fresh];
}

type Update = (times: readonly Time[]) => Time[];

/**
 * Counts the places of an activity since a given moment; for a course, those of the whole course.
 * Returns the update to apply to the known times.
 */
export async function countPlaces(
  client: Client,
  activity: Activity,
  times: readonly Time[],
  from: Date,
): Promise<Update> {
  const course = times.find(({ lessons }) => lessons);
  if (course) {
    const { availability } = await client.availability.schedule({ scheduleId: course.id });
    const { openSpots: open = course.open, bookingPolicyViolations: violations } = availability;
    const bookable = !Object.values(violations).some(Boolean) && open !== 0;
    return (known) =>
      known.map((time) => (time.id === course.id ? { ...time, open: open ?? time.open, bookable } : time));
  }
  if (activity.kind === "APPOINTMENT") {
    const fresh = await freeTimes(client, activity, { from, days: fortnight });
    const to = instantOf(addDays(localDate(from), fortnight));
    return (known) => withLooked(known, fresh, from, to);
  }
  const to = new Date(from.getTime() + aheadMs);
  const { sessions } = await client.availability.sessions({ from, to, serviceIds: [activity.id] });
  const fresh = sessions.filter(({ status }) => status === "CONFIRMED").map(timeOf);
  return (known) => withFresh(known, fresh, from, to);
}

type Counted = { read: readonly Time[]; times: readonly Time[] };

/**
 * Returns the times of the page with up-to-date numbers of places. The places are counted again
 * every half minute while the tab is visible, when the visitor returns to it, and at once by
 * `refresh`. If counting fails, the known numbers stay.
 */
export function usePlaces(
  platform: () => Promise<Client>,
  read: readonly Time[],
  activity: Activity | undefined,
  from: Date,
): { times: readonly Time[]; refresh(around?: Date): Promise<void> } {
  const [counted, setCounted] = useState<Counted>({ read, times: read });
  const times = counted.read === read ? counted.times : read;

  const refresh = async (around = from) => {
    if (!activity || (times.length === 0 && activity.kind !== "APPOINTMENT")) return;
    try {
      const update = await countPlaces(await platform(), activity, times, around);
      setCounted((before) => ({ read, times: update(before.read === read ? before.times : read) }));
    } catch {
      // The known numbers of places stay; the platform checks again when a booking is made.
    }
  };
  const refreshIfShown = useEffectEvent(() => {
    if (document.visibilityState === "visible") void refresh();
  });
  const looking = activity?.id;
  useEffect(() => {
    if (!looking) return;
    const timer = setInterval(refreshIfShown, everyMs);
    addEventListener("focus", refreshIfShown);
    document.addEventListener("visibilitychange", refreshIfShown);
    return () => {
      clearInterval(timer);
      removeEventListener("focus", refreshIfShown);
      document.removeEventListener("visibilitychange", refreshIfShown);
    };
  }, [looking]);
  return { times, refresh };
}
