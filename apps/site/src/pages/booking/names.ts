import type { Participant } from "@uola/contract";
import { categoryOf } from "../../features/category.ts";
import type { Activity } from "./activities.ts";
import type { Draft } from "./contact.ts";

/** Somebody who comes and is not the one who books. */
export type Name = { firstName: string; lastName: string };
const noName: Name = { firstName: "", lastName: "" };

type Kind = Pick<Activity, "category">;
const isForChildren = ({ category }: Kind) => categoryOf(category?.name ?? "") === "children";

/** One person who books for themselves is asked nothing more; of several, and of children, the names are asked. */
export const wantsNames = (activity: Kind, participants: number): boolean =>
  participants > 1 || isForChildren(activity);

/** Whether who books comes too: usually, but not among children. */
export const comesToo = ({ self }: Pick<Draft, "self">, activity: Kind): boolean => self ?? !isForChildren(activity);

/** The others who come, one row each, whether filled in or not. */
export function othersOf(draft: Pick<Draft, "self" | "names" | "participants">, activity: Kind): Name[] {
  if (!wantsNames(activity, draft.participants)) return [];
  const count = draft.participants - (comesToo(draft, activity) ? 1 : 0);
  return Array.from({ length: Math.max(0, count) }, (_, index) => draft.names[index] ?? noName);
}

/** What is said of those who come; nothing where no names are asked. */
export function participantsOf(draft: Draft, activity: Kind): Participant[] | undefined {
  if (!wantsNames(activity, draft.participants)) return undefined;
  const all = [...(comesToo(draft, activity) ? [draft] : []), ...othersOf(draft, activity)];
  return all.map(({ firstName, lastName }) => ({
    firstName: firstName.trim(),
    ...(lastName.trim() && { lastName: lastName.trim() }),
  }));
}
