import type { Service } from "@uola/contract";
import { type Activity, activityOf } from "../booking/activities.ts";

export const kinds = ["individual", "group", "birthday", "company", "school"] as const;
export type Kind = (typeof kinds)[number];

/** The address each kind has in the catalogue, and how many come at least. */
const known: Record<Kind, { slug: string; least: number }> = {
  individual: { slug: "individuali-treniruote", least: 1 },
  group: { slug: "maza-grupe", least: 2 },
  birthday: { slug: "gimtadienis", least: 6 },
  company: { slug: "imones-renginys", least: 6 },
  school: { slug: "klases-isvyka", least: 10 },
};
const most: Partial<Record<Kind, number>> = { individual: 1, birthday: 15, school: 30 };

const lessons: readonly Kind[] = ["individual", "group"];

/** Something that is arranged for one party alone. */
export type Offer = {
  kind: Kind;
  activity: Activity;
  minutes: number[];
  /** How many may come. */
  least: number;
  most: number;
  /** Asked for on this page; a lesson is booked on the booking page. */
  asks: boolean;
};

/** What of it the catalogue has, in the order of the page. An old address of a service finds it too. */
export function offersIn(services: readonly Service[]): Offer[] {
  return kinds.flatMap((kind) => {
    const { slug, least } = known[kind];
    const service = services.find(
      ({ type, supportedSlugs, mainSlug, onlineBooking }) =>
        type === "APPOINTMENT" &&
        onlineBooking.enabled !== false &&
        [mainSlug, ...supportedSlugs].some(({ name }) => name === slug),
    );
    if (!service) return [];
    const activity = activityOf(service);
    return {
      kind,
      activity,
      minutes: service.schedule.availabilityConstraints?.sessionDurations ?? [],
      least,
      most: Math.max(least, Math.min(activity.maxParticipants, most[kind] ?? activity.maxParticipants)),
      asks: !lessons.includes(kind),
    };
  });
}

export const offerOf = (offers: readonly Offer[], kind: string | null): Offer | undefined =>
  offers.find((offer) => offer.kind === kind) ?? offers[0];
