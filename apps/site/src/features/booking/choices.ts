import type { BookingInput } from "@uola/contract";
import { ageReferenceYear, type PersonPrice, priceOfPerson } from "@uola/contract/booking-price";
import type { Activity, Variant } from "./activities.ts";
import type { Draft } from "./draft.ts";
import { birthYearsOf } from "./participants.ts";

type Priced = Pick<Activity, "variants" | "price">;
type PricedByAge = Priced & Pick<Activity, "agePrices" | "memberPrice" | "category" | "ages">;
type Typed = Pick<Draft, "participants" | "choices">;

/**
 * Returns the number of people for each choice; people who have not chosen yet count for the first
 * choice.
 */
export function chosenOf({ variants }: Priced, { participants, choices }: Typed): (Variant & { count: number })[] {
  const counted = variants.map((variant) => ({ ...variant, count: choices[variant.key] ?? 0 }));
  const missing = participants - counted.reduce((sum, { count }) => sum + count, 0);
  return counted.map((each, index) => (index === 0 ? { ...each, count: Math.max(0, each.count + missing) } : each));
}

/** Returns the number of people at each age-dependent price; empty if prices do not depend on age. */
export function byAgeOf(activity: PricedByAge, draft: Draft, start: string): (PersonPrice & { count: number })[] {
  const { price, agePrices, variants } = activity;
  if (price.kind !== "each" || agePrices.length === 0 || variants.length > 0) return [];
  const born = birthYearsOf(draft, activity);
  const people = Array.from({ length: draft.participants }, (_, index) =>
    priceOfPerson(price.cents, agePrices, born[index], ageReferenceYear(start)),
  );
  const same = Map.groupBy(people, ({ group, cents }) => `${group} ${cents}`);
  return [...same.values()].flatMap((all) => (all[0] ? [{ ...all[0], count: all.length }] : []));
}

/** Returns the total for all participants in cents; undefined if the price is only a text. */
export function centsOf(activity: PricedByAge, draft: Draft, start: string): number | undefined {
  if (activity.price.kind === "free") return 0;
  if (activity.price.kind !== "each") return undefined;
  const byAge = byAgeOf(activity, draft, start);
  if (byAge.length > 0) return byAge.reduce((sum, { cents, count }) => sum + cents * count, 0);
  if (activity.variants.length === 0) return activity.price.cents * draft.participants;
  return chosenOf(activity, draft).reduce((sum, { cents, count }) => sum + cents * count, 0);
}

/** Returns the participants in the platform's format: a number, or counts per choice. */
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
