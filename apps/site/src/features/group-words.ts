import type { PlacesTone } from "@uola/ui/session-row.tsx";
import { capitalized, dayRange, dayShort, onWeekdays } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOfCents } from "./cost.ts";
import type { Group, GroupTime, WholeCourse } from "./groups.ts";
import { placesOf } from "./places.ts";

/** Formats an age range: "5–7 metų", "nuo 14 metų", "iki 12 metų"; empty if there is no age limit. */
export function agesOf({ ages }: Pick<Group, "ages">): string {
  const { min, max } = ages ?? {};
  if (min != null && max != null) return say("group.ages.between", { min, max });
  if (min != null) return say("group.ages.from", { min });
  return max != null ? say("group.ages.to", { max }) : "";
}

/** Formats the price of a group: "14 €", "Nemokamai", or the owner's text about the price. */
export const costOf = ({ cents, priceWords }: Pick<Group, "cents" | "priceWords">): string =>
  cents === null ? priceWords || say("booking.price.ask") : costOfCents(cents);

/** Formats the weekday of a group time: "Antradieniais"; for a single session, its date. */
export const dayOf = ({ weekday, weekly, next }: Pick<GroupTime, "weekday" | "weekly" | "next">): string =>
  weekly ? onWeekdays(weekday) : dayShort(new Date(next));

/**
 * Formats the dates of a course: "Rugsėjo 8 d. – gruodžio 15 d."; if they are not known, a text
 * that says so.
 */
export function spanOf({ first, last }: Pick<WholeCourse, "first" | "last">): string {
  if (!first || !last) return say("booking.course.undated");
  return capitalized(dayRange(new Date(first), new Date(last)));
}

type Offered = Pick<GroupTime | WholeCourse, "state" | "open" | "opens">;

/**
 * Returns the usual text about the places left. For a course that is closed to registration, the
 * text says that registration has ended.
 */
export const placesIn = (offered: Offered, isCourse: boolean): { tone: PlacesTone; text: string } =>
  isCourse && offered.state === "closed" && !offered.opens
    ? { tone: "full", text: say("booking.activity.none.COURSE") }
    : placesOf(offered);

/**
 * Returns the available action: booking, joining the waiting list, or no action, for example before
 * registration opens.
 */
export function groupAction(
  { state, waits, href, opens }: Pick<GroupTime, "state" | "waits" | "href" | "opens">,
  isCourse: boolean,
) {
  if (opens) return undefined;
  if (state === "free") return { href, label: say(isCourse ? "action.register" : "action.book") };
  return state === "full" && waits ? { href, label: say("action.joinListShort") } : undefined;
}
