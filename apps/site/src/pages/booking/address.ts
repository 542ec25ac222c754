import { linkTo } from "../../loader/locale.ts";
import type { Activity } from "./activities.ts";
import { dayOf, hasToWait, nextFree, obstacle, type Time } from "./times.ts";

/**
 * What the address of the booking page says. `step=time` keeps a chosen time marked while the list is open, `step=wait`
 * asks to wait for places in a full one.
 */
export type Address = {
  service?: string;
  /** Who or what it is to be with: a trainer, a wall. */
  resource?: string;
  day?: string;
  session?: string;
  /** When it is to begin, ISO 8601, where no session is named. */
  start?: string;
  step?: "time" | "wait";
  done?: string;
};

export type Step = "activity" | "time" | "details" | "done";

/** Where in the booking somebody is. `lost` is a time of the address, or an activity, that can no longer be chosen. */
export type Place =
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

/** The address of a step, in the language of the request or of the document. */
export function bookingLink(address: Address): string {
  const query = new URLSearchParams();
  for (const name of ["service", "resource", "day", "session", "start", "step", "done"] as const) {
    const value = address[name];
    if (value) query.set(name, value);
  }
  return linkTo(query.size > 0 ? `/booking/?${query}` : "/booking/");
}

/** A moment as clients write it: with an offset, or as wall time of a zone, the gym's unless told. */
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

/** The time that begins then, with whom it was asked for where that was said. */
const beginning = (times: readonly Time[], { start, resource }: Address): Time | undefined =>
  start === undefined
    ? undefined
    : times.find((time) => time.start === start && (!resource || !time.trainer || time.trainer.id === resource));

export const bookingLinkTo = (activity: Activity, time: Time, step?: Address["step"]): string =>
  bookingLink({ service: activity.slug, day: dayOf(time.start), session: time.id, ...(step ? { step } : {}) });

/**
 * Read the address against what there is, for a party of so many. An address that names nothing known leads to the first
 * step that makes sense; one that asks to wait where there are places leads to those.
 */
export function placeOf(
  address: Address,
  activities: readonly Activity[],
  times: readonly Time[],
  now: Date,
  participants = 1,
): Place {
  if (address.done) return { step: "done", bookingId: address.done };
  const time = times.find(({ id }) => id === address.session) ?? beginning(times, address);
  const named = activities.find(({ slug, id }) => slug === address.service || id === address.service);
  const activity = time ? activities.find(({ id }) => id === time.activityId) : named;
  if (!activity && address.service) return { step: "activity", lost: "gone" };
  // Times are read for one activity: without its name nobody can tell whose this one is.
  if (!activity) return { step: "activity", ...((address.session || address.start) && { lost: "unnamed" }) };

  const own = times.filter(({ activityId }) => activityId === activity.id);
  const asked = time ? dayOf(time.start) : address.day;
  const today = dayOf(now);
  const first = nextFree(own, now.toISOString());
  const day = asked && asked >= today ? asked : first ? dayOf(first.start) : today;
  if (!address.session && !address.start) return { step: "time", activity, day };
  if (!time) return { step: "time", activity, day, lost: "gone" };
  if (address.step === "wait" && hasToWait(time, activity, participants, now)) {
    return { step: "details", activity, day, time, waiting: true };
  }
  if (obstacle(time, activity, now)) return { step: "time", activity, day, time, lost: "taken" };
  return { step: address.step === "time" ? "time" : "details", activity, day, time };
}
