import type { Business } from "@uola/contract";
import { addDays, type Day, dayAccusative, duration, instantOf, localDate, time, weekdayOf } from "@uola/words/formats";
import { say } from "@uola/words/site";

/**
 * The opening hours on a date, in local time. If they differ from those of the weekday, `name` is
 * the reason.
 */
export type HoursOfDay = { open: string; close: string; name?: string } | { closed: true; name?: string };

type Hours = Pick<Business, "openingHours" | "specialHours">;

export function hoursOn(business: Hours, day: Day): HoursOfDay {
  const special = business.specialHours.find(({ date }) => date === day);
  if (special?.closed) return { closed: true, name: special.name };
  const usual = business.openingHours.find(({ weekday }) => weekday === weekdayOf(day));
  const open = special?.open ?? usual?.open;
  const close = special?.close ?? usual?.close;
  const name = special ? { name: special.name } : {};
  return open && close ? { open, close, ...name } : { closed: true, ...name };
}

const at = (day: Day, wall: string) => {
  const [hour = 0, minute = 0] = wall.split(":").map(Number);
  return instantOf(day, hour, minute);
};

/** The current opening state: open until a time, or closed with the next opening. */
export type OpenNow =
  | { state: "open"; closes: Date; minutesLeft: number }
  | { state: "opens"; opens: Date; day: Day }
  | { state: "closed"; nextOpens: Date | null };

export function openNow(business: Hours, now: Date): OpenNow {
  const today = localDate(now);
  const hours = hoursOn(business, today);
  if ("open" in hours) {
    const [opens, closes] = [at(today, hours.open), at(today, hours.close)];
    if (now < opens) return { state: "opens", opens, day: today };
    if (now < closes)
      return { state: "open", closes, minutesLeft: Math.ceil((closes.getTime() - now.getTime()) / 60_000) };
  }
  for (let ahead = 1; ahead <= 14; ahead++) {
    const day = addDays(today, ahead);
    const next = hoursOn(business, day);
    if ("open" in next) return { state: "closed", nextOpens: at(day, next.open) };
  }
  return { state: "closed", nextOpens: null };
}

/**
 * Returns the current opening state as a sentence; undefined if it is only known that the gym is
 * closed.
 */
export function openSentence(business: Hours, now: Date): string | undefined {
  const state = openNow(business, now);
  const clock = time(now);
  if (state.state === "open") return say("home.hours.open", { time: clock, duration: duration(state.minutesLeft) });
  if (state.state === "opens") return say("home.hours.opens", { time: clock, opens: time(state.opens) });
  if (!state.nextOpens) return undefined;
  return say("home.hours.closed", { time: clock, when: `${dayAccusative(state.nextOpens)}, ${time(state.nextOpens)}` });
}
