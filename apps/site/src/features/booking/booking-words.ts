import type { AgePriced, PersonPrice } from "@uola/contract/booking-price";
import {
  capitalized,
  time as clock,
  dayAccusative,
  dayRange,
  dayShort,
  duration,
  money,
  price as roundPrice,
  timeRange,
} from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type Activity, opensAt } from "./activities.ts";
import { costOf, priceOf } from "./activity-price.ts";
import { centsOf } from "./choices.ts";
import type { Deadline } from "./deadline.ts";
import type { Draft } from "./draft.ts";
import { minutesBetween, type Time } from "./times.ts";

/** Formats a start: "trečiadienį, rugsėjo 9 d., 18:00". */
export const whenOf = (start: string | Date): string => {
  const at = new Date(start);
  return say("booking.when", { day: dayAccusative(at), time: clock(at) });
};

/** Formats a moment for use after "iki" and similar words: "rugsėjo 8 d., 18:00". */
export const momentOf = (at: Date): string => say("booking.when", { day: dayShort(at), time: clock(at) });

/** Formats the start of registration: "Registracija prasideda gruodžio 7 d., 12:00". */
export const beginsText = (activity: Pick<Activity, "registrations">, now: Date): string => {
  const opens = opensAt(activity, now);
  return opens ? say("season.begins", { day: momentOf(opens) }) : say("season.open");
};

export const rangeOf = ({ start, end }: Pick<Time, "start" | "end">): string =>
  timeRange(new Date(start), new Date(end));

/** Formats the total for all participants, or the price text if the price is not a number. */
export const totalOf = (
  activity: Pick<Activity, "price" | "variants" | "agePrices" | "memberPrice" | "category" | "ages">,
  draft: Draft,
  { start }: Pick<Time, "start">,
): string => {
  const cents = activity.price.kind === "each" ? centsOf(activity, draft, start) : undefined;
  return cents === undefined ? priceOf(activity) : money(cents);
};

/** Formats an age price: "vaikams iki 12 m. – 15 €". */
export const agePriceOf = ({ group, ages: { min, max }, cents }: AgePriced): string =>
  say("booking.age.price", {
    group: say(`booking.age.${group}`),
    ages:
      max == null
        ? say("booking.age.from", { min: min ?? 0 })
        : min == null
          ? say("booking.age.to", { max })
          : say("booking.age.range", { min, max }),
    price: roundPrice(cents),
  });

/**
 * Formats the number of people with an age price: "vaikams 2 × 15,00 €". Without a group, the price
 * is the usual one.
 */
export const peopleAt = ({ group, cents, count }: PersonPrice & { count: number }): string =>
  [group ? say(`booking.age.${group}`) : "", say("booking.age.people", { count, price: money(cents) })]
    .filter(Boolean)
    .join(" ");

/**
 * Formats the dates of a course: "Rugsėjo 8 d. – gruodžio 15 d.", or a text that they are not known
 * yet.
 */
export const spanOf = ({ start, end, undated }: Pick<Time, "start" | "end" | "undated">): string =>
  undated ? say("booking.course.undated") : capitalized(dayRange(new Date(start), new Date(end)));

/**
 * Formats the total for a number of participants whose choices are unknown, as a range from the
 * lowest to the highest price.
 */
export const totalRangeOf = (
  { price, variants, agePrices }: Pick<Activity, "price" | "variants" | "agePrices">,
  participants: number,
): string => {
  if (price.kind !== "each") return priceOf({ price });
  const each = variants.length > 0 ? variants : [price, ...agePrices];
  const all = each.map(({ cents }) => cents * participants);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most
    ? money(least)
    : say(variants.length > 0 ? "booking.price.range" : "booking.price.rangeByAge", {
        least: money(least),
        most: money(most),
      });
};

/** Formats duration and price: "1 val. 30 min. · 25 €". */
export const durationAndPriceOf = (
  activity: Pick<Activity, "price" | "kind" | "maxParticipants">,
  time: Pick<Time, "start" | "end" | "lessons" | "lessonsInAll"> | undefined,
) => {
  const lesson = time?.lessons ? time.lessons[0] : time;
  const length = time?.lessonsInAll && say("booking.course.sessions", { count: time.lessonsInAll });
  // An event is booked for a whole group, so its price needs "per person". Places in a class are
  // booked individually.
  const isForParty = activity.kind === "APPOINTMENT" && activity.maxParticipants > 1 && activity.price.kind === "each";
  const cost = isForParty ? say("private.cost.each", { price: costOf(activity) }) : costOf(activity);
  return [length ?? (lesson && duration(minutesBetween(lesson))), cost].filter(Boolean).join(" · ");
};

export const cancellationOf = (offered: Deadline): string => {
  if (offered.kind === "until") return say("booking.cancellation.until", { when: momentOf(offered.until) });
  return say(`booking.cancellation.${offered.kind}`);
};

export const namesOf = (staff: readonly string[]): string => staff.join(", ");
