import type { Participant } from "@uola/contract";
import { fitsAges as fitsRange, mayBeMinor } from "@uola/contract/age-range";
import type { Activity, FormField } from "./activities.ts";
import type { Draft, Name } from "./draft.ts";
import { dayOf } from "./times.ts";

/** Returns the year of a start time, in the gym's time zone. */
export const yearOf = (start: string): number => Number(dayOf(start).slice(0, 4));

const noName: Name = { firstName: "", lastName: "" };

type Kind = Pick<Activity, "category" | "ages" | "agePrices" | "memberPrice">;
const isForChildren = ({ category }: Kind) => category?.kind === "children";
/** Whether every participant's age is required. */
export const needsAges = ({ ages }: Kind) => ages !== null && (ages.min != null || ages.max != null);
/** Whether ages are asked for at all. */
export const asksAges = (activity: Kind): boolean =>
  needsAges(activity) || isForChildren(activity) || activity.agePrices.length > 0;

/**
 * Whether participants' names are needed: not for one person booking for themselves, but for
 * several people and for children.
 */
export const wantsNames = (activity: Kind, participants: number): boolean =>
  participants > 1 || asksAges(activity) || activity.memberPrice !== null;

/** Returns the participants' birth years, as far as they are known. */
export const birthYearsOf = (draft: Draft, activity: Kind): (number | undefined)[] =>
  [
    ...(bookerParticipates(draft, activity) ? [draft.birthYear] : []),
    ...othersOf(draft, activity).map(({ birthYear }) => birthYear ?? ""),
  ].map((typed) => (asksAges(activity) && /^(19|20)\d\d$/.test(typed.trim()) ? Number(typed) : undefined));

/**
 * Whether somebody born in that year has, or reaches in the given year, an age that the activity
 * allows.
 */
export const fitsAges = ({ ages }: Kind, birthYear: string, year: number): boolean =>
  ages === null || fitsRange(ages, year - Number(birthYear));

/** Whether the booker participates; the default is yes, except for children's activities. */
export const bookerParticipates = ({ self }: Pick<Draft, "self">, activity: Kind): boolean =>
  self ?? !isForChildren(activity);

/** Returns the other participants, one entry each, whether filled in or not. */
export function othersOf(draft: Pick<Draft, "self" | "names" | "participants">, activity: Kind): Name[] {
  if (!wantsNames(activity, draft.participants)) return [];
  const count = draft.participants - (bookerParticipates(draft, activity) ? 1 : 0);
  return Array.from({ length: Math.max(0, count) }, (_, index) => draft.names[index] ?? noName);
}

/** Whether a phone number is required: for a child, somebody must be reachable during the session. */
export const needsPhone = (draft: Draft, activity: Kind, year: number): boolean =>
  isForChildren(activity) ||
  (activity.ages?.max ?? Number.POSITIVE_INFINITY) < 18 ||
  birthYearsOf(draft, activity).some((birthYear) => birthYear !== undefined && mayBeMinor(birthYear, year));

/** Returns the participants for the request; undefined if no names are required. */
export function participantsOf(draft: Draft, activity: Kind): Participant[] | undefined {
  if (!wantsNames(activity, draft.participants)) return undefined;
  const all: Name[] = [...(bookerParticipates(draft, activity) ? [draft] : []), ...othersOf(draft, activity)];
  return all.map(({ firstName, lastName, birthYear }) => ({
    firstName: firstName.trim(),
    ...(lastName.trim() && { lastName: lastName.trim() }),
    ...(asksAges(activity) && birthYear?.trim() && { birthYear: Number(birthYear) }),
  }));
}

/**
 * Returns the form fields to show. Fields for minors are included only if a participant may be one;
 * if birth years are required, only once they are known.
 */
export function fieldsAsked(draft: Draft, activity: Kind & Pick<Activity, "fields">, year: number): FormField[] {
  const born = birthYearsOf(draft, activity);
  const isMinor = (birthYear: number | undefined) =>
    birthYear === undefined && needsAges(activity) ? false : mayBeMinor(birthYear, year);
  return activity.fields.filter(({ onlyForMinors }) => !onlyForMinors || born.some(isMinor));
}
