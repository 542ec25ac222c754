import type { Participant } from "@uola/contract";
import { fitsAges as fitsRange, mayBeMinor } from "@uola/contract/age-range";
import type { Activity, FormField } from "./activities.ts";
import type { Draft, Name } from "./draft.ts";
import { dayOf } from "./times.ts";

/** The year in which something that starts then takes place. */
export const yearOf = (start: string): number => Number(dayOf(start).slice(0, 4));

const noName: Name = { firstName: "", lastName: "" };

type Kind = Pick<Activity, "category" | "ages" | "agePrices" | "memberPrice">;
const isForChildren = ({ category }: Kind) => category?.kind === "children";
/** Whether everybody has to say how old they are. */
export const needsAges = ({ ages }: Kind) => ages !== null && (ages.min != null || ages.max != null);
/** Whether it is asked at all. */
export const asksAges = (activity: Kind): boolean =>
  needsAges(activity) || isForChildren(activity) || activity.agePrices.length > 0;

/** One person who books for themselves is asked nothing more; of several, and of children, the names are asked. */
export const wantsNames = (activity: Kind, participants: number): boolean =>
  participants > 1 || asksAges(activity) || activity.memberPrice !== null;

/** When those who come were born, as far as it is known. */
export const birthYearsOf = (draft: Draft, activity: Kind): (number | undefined)[] =>
  [
    ...(comesToo(draft, activity) ? [draft.birthYear] : []),
    ...othersOf(draft, activity).map(({ birthYear }) => birthYear ?? ""),
  ].map((typed) => (asksAges(activity) && /^(19|20)\d\d$/.test(typed.trim()) ? Number(typed) : undefined));

/** Whether somebody born then is, or becomes in that year, as old as the activity asks. */
export const fitsAges = ({ ages }: Kind, birthYear: string, year: number): boolean =>
  ages === null || fitsRange(ages, year - Number(birthYear));

/** Whether who books comes too: usually, but not among children. */
export const comesToo = ({ self }: Pick<Draft, "self">, activity: Kind): boolean => self ?? !isForChildren(activity);

/** The others who come, one row each, whether filled in or not. */
export function othersOf(draft: Pick<Draft, "self" | "names" | "participants">, activity: Kind): Name[] {
  if (!wantsNames(activity, draft.participants)) return [];
  const count = draft.participants - (comesToo(draft, activity) ? 1 : 0);
  return Array.from({ length: Math.max(0, count) }, (_, index) => draft.names[index] ?? noName);
}

/** Whether a phone number is required: somebody must be reachable during the session of a child. */
export const needsPhone = (draft: Draft, activity: Kind, year: number): boolean =>
  isForChildren(activity) ||
  (activity.ages?.max ?? Number.POSITIVE_INFINITY) < 18 ||
  birthYearsOf(draft, activity).some((birthYear) => birthYear !== undefined && mayBeMinor(birthYear, year));

/** What is said of those who come; nothing where no names are asked. */
export function participantsOf(draft: Draft, activity: Kind): Participant[] | undefined {
  if (!wantsNames(activity, draft.participants)) return undefined;
  const all: Name[] = [...(comesToo(draft, activity) ? [draft] : []), ...othersOf(draft, activity)];
  return all.map(({ firstName, lastName, birthYear }) => ({
    firstName: firstName.trim(),
    ...(lastName.trim() && { lastName: lastName.trim() }),
    ...(asksAges(activity) && birthYear?.trim() && { birthYear: Number(birthYear) }),
  }));
}

/**
 * What the activity's form asks of these people: what is about minors, where one of them may be one. Where everybody says when they
 * were born, it waits for that.
 */
export function fieldsAsked(draft: Draft, activity: Kind & Pick<Activity, "fields">, year: number): FormField[] {
  const born = birthYearsOf(draft, activity);
  const isMinor = (birthYear: number | undefined) =>
    birthYear === undefined && needsAges(activity) ? false : mayBeMinor(birthYear, year);
  return activity.fields.filter(({ onlyForMinors }) => !onlyForMinors || born.some(isMinor));
}
