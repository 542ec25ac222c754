import { linkTo } from "@uola/page-loader/locale.ts";
import type { Activity } from "./activities.ts";
import { dayOf, mustJoinWaitlist, nextFree, obstacle, type Time } from "./times.ts";

/**
 * The parameters in the URL of the booking page. `step=time` opens the list with a chosen time
 * selected; `step=wait` requests the waiting list of a full session.
 */
export type Address = {
  service?: string;
  /** The requested trainer or resource, such as a wall. */
  resource?: string;
  day?: string;
  session?: string;
  /** The requested start in ISO 8601 format, if no session is specified. */
  start?: string;
  step?: "time" | "wait";
  done?: string;
};

export type Step = "activity" | "time" | "details" | "done";

/**
 * The current step of the booking. `lost` is set if the activity or time in the URL can no longer
 * be chosen.
 */
export type BookingStep =
  | { step: "activity"; lost?: "gone" | "unnamed" }
  | { step: "time"; activity: Activity; day: string; time?: Time; lost?: "gone" | "taken" }
  | { step: "details"; activity: Activity; day: string; time: Time; lost?: "gone" | "taken"; waiting?: true }
  | { step: "done"; bookingId: string };

export function addressOf(search: string): Address {
  const query = new URLSearchParams(search);
  const address: Address = {};
  for (const name of ["service", "resource", "day", "session", "done"] as const) {
    const value = query.get(name);
    if (value) address[name] = value;
  }
  const start = momentOf(query.get("start"), query.get("timezone"));
  if (start && !address.session) {
    address.start = start;
    address.day ??= dayOf(start);
  }
  const step = query.get("step");
  if (step === "time" || step === "wait") address.step = step;
  if (address.day && !/^\d{4}-\d{2}-\d{2}$/.test(address.day)) delete address.day;
  return address;
}

/** Builds the URL of a step, in the language of the request or document. */
export function bookingLink(address: Address): string {
  const query = new URLSearchParams();
  for (const name of ["service", "resource", "day", "session", "start", "step", "done"] as const) {
    const value = address[name];
    if (value) query.set(name, value);
  }
  return linkTo(query.size > 0 ? `/booking/?${query}` : "/booking/");
}

/** Parses a moment that has an offset or is local time in a zone; the default zone is the gym's. */
function momentOf(text: string | null, zone: string | null): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return undefined;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const read = Date.parse(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(read)) return undefined;
  if (hasOffset) return new Date(read).toISOString();
  try {
    const shown = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone ?? "Europe/Vilnius",
      dateStyle: "short",
      timeStyle: "medium",
    }).format(read);
    return new Date(read - (Date.parse(`${shown.replace(" ", "T")}Z`) - read)).toISOString();
  } catch {
    return undefined;
  }
}

/** Returns the time with the requested start and, if given, resource. */
const beginning = (times: readonly Time[], { start, resource }: Address): Time | undefined =>
  start === undefined
    ? undefined
    : times.find((time) => time.start === start && (!resource || !time.trainer || time.trainer.id === resource));

export const bookingLinkTo = (activity: Activity, time: Time, step?: Address["step"]): string =>
  bookingLink({ service: activity.slug, day: dayOf(time.start), session: time.id, ...(step ? { step } : {}) });

/**
 * Determines the step for a URL and a number of participants. A URL without any known parameter
 * leads to the first applicable step. A URL that requests the waiting list although places are free
 * leads to booking them.
 */
export function bookingStepOf(
  address: Address,
  activities: readonly Activity[],
  times: readonly Time[],
  now: Date,
  participants = 1,
): BookingStep {
  if (address.done) return { step: "done", bookingId: address.done };
  const time = times.find(({ id }) => id === address.session) ?? beginning(times, address);
  const named = activities.find(({ slug, id }) => slug === address.service || id === address.service);
  const activity = time ? activities.find(({ id }) => id === time.activityId) : named;
  if (!activity && address.service) return { step: "activity", lost: "gone" };
  // Times are loaded for one activity only, so the activity of a time cannot be determined without
  // it.
  if (!activity) return { step: "activity", ...((address.session || address.start) && { lost: "unnamed" }) };

  const own = times.filter(({ activityId }) => activityId === activity.id);
  const asked = time ? dayOf(time.start) : address.day;
  const today = dayOf(now);
  const first = nextFree(own, now.toISOString());
  const day = asked && asked >= today ? asked : first ? dayOf(first.start) : today;
  if (!address.session && !address.start) return { step: "time", activity, day };
  if (!time) return { step: "time", activity, day, lost: "gone" };
  if (address.step === "wait" && mustJoinWaitlist(time, activity, participants, now)) {
    return { step: "details", activity, day, time, waiting: true };
  }
  if (obstacle(time, activity, now)) return { step: "time", activity, day, time, lost: "taken" };
  return { step: address.step === "time" ? "time" : "details", activity, day, time };
}
