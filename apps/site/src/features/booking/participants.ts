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
/** Whether the age of every participant is required. */
export const needsAges = ({ ages }: Kind) => ages !== null && (ages.min != null || ages.max != null);
/** Whether the form contains fields for ages. */
export const asksAges = (activity: Kind): boolean =>
  needsAges(activity) || isForChildren(activity) || activity.agePrices.length > 0;

/**
 * Whether participants' names are needed. They are not needed for one person who books for
 * themselves, but for several people and for children.
 */
export const wantsNames = (activity: Kind, participants: number): boolean =>
  participants > 1 || asksAges(activity) || activity.memberPrice !== null;

/** Returns the participants' birth years; undefined where they are unknown. */
export const birthYearsOf = (draft: Draft, activity: Kind): (number | undefined)[] =>
  [
    ...(bookerParticipates(draft, activity) ? [draft.birthYear] : []),
    ...othersOf(draft, activity).map(({ birthYear }) => birthYear ?? ""),
  ].map((typed) => (asksAges(activity) && /^(19|20)\d\d$/.test(typed.trim()) ? Number(typed) : undefined));

/** Whether a person born in `birthYear` has, or reaches in `year`, an age that the activity allows. */
export const fitsAges = ({ ages }: Kind, birthYear: string, year: number): boolean =>
  ages === null || fitsRange(ages, year - Number(birthYear));

/** Whether the booker participates; the default is yes, except for children's activities. */
export const bookerParticipates = ({ self }: Pick<Draft, "self">, activity: Kind): boolean =>
  self ?? !isForChildren(activity);

/** Returns one entry for each of the other participants, even if it is not filled in yet. */
export function othersOf(draft: Pick<Draft, "self" | "names" | "participants">, activity: Kind): Name[] {
  if (!wantsNames(activity, draft.participants)) return [];
  const count = draft.participants - (bookerParticipates(draft, activity) ? 1 : 0);
  return Array.from({ length: Math.max(0, count) }, (_, index) => draft.names[index] ?? noName);
}

/**
 * Whether a phone number is required: if a child participates, somebody must be reachable during
 * the session.
 */
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
 * Returns the form fields to show. Fields for minors are included only if a participant may be a
 * minor. If birth years are required, this is known only once all of them are filled in.
 */
export function fieldsAsked(draft: Draft, activity: Kind & Pick<Activity, "fields">, year: number): FormField[] {
  const born = birthYearsOf(draft, activity);
  const isMinor = (birthYear: number | undefined) =>
    birthYear === undefined && needsAges(activity) ? false : mayBeMinor(birthYear, year);
  return activity.fields.filter(({ onlyForMinors }) => !onlyForMinors || born.some(isMinor));
}
