import type { BookingInput } from "@uola/contract";
import type { Activity, Variant } from "./activities.ts";
import type { Draft } from "./draft.ts";

type Priced = Pick<Activity, "variants" | "price">;
type Typed = Pick<Draft, "participants" | "choices">;

/** How many chose what; whoever has not chosen yet has the first. */
export function chosenOf({ variants }: Priced, { participants, choices }: Typed): (Variant & { count: number })[] {
  const counted = variants.map((variant) => ({ ...variant, count: choices[variant.key] ?? 0 }));
  const missing = participants - counted.reduce((sum, { count }) => sum + count, 0);
  return counted.map((each, index) => (index === 0 ? { ...each, count: Math.max(0, each.count + missing) } : each));
}

/** What everybody pays together, in cents; undefined where the price is told in words. */
export function centsOf(activity: Priced, draft: Typed): number | undefined {
  if (activity.price.kind === "free") return 0;
  if (activity.price.kind !== "each") return undefined;
  if (activity.variants.length === 0) return activity.price.cents * draft.participants;
  return chosenOf(activity, draft).reduce((sum, { cents, count }) => sum + cents * count, 0);
}

/** How many come, as the platform is told: by number, or by what was chosen. */
export function countsOf(
  activity: Priced,
  draft: Typed,
): Pick<BookingInput, "totalParticipants" | "participantsChoices"> {
  if (activity.variants.length === 0) return { totalParticipants: draft.participants };
  const serviceChoices = chosenOf(activity, draft).flatMap(({ choices, count }) =>
    count > 0 ? [{ numberOfParticipants: count, choices }] : [],
  );
  return { participantsChoices: { serviceChoices } };
}
