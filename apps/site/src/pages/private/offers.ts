import type { Service, ServiceRole } from "@uola/contract";
import { type Activity, activityOf } from "../../features/booking/activities.ts";

export const kinds = ["individual", "group", "birthday", "company", "school"] as const satisfies ServiceRole[];
export type Kind = (typeof kinds)[number];

/** Minimum and maximum numbers of participants. */
const fewest: Record<Kind, number> = { individual: 1, group: 2, birthday: 6, company: 6, school: 10 };
const largest: Partial<Record<Kind, number>> = { individual: 1, birthday: 15, school: 30 };

const events: readonly string[] = ["birthday", "company", "school"] satisfies Kind[];

/**
 * Whether this kind is an event. An event is requested on this page; a lesson is booked on the
 * booking page.
 */
export const isEvent = (kind: string | null): boolean => kind !== null && events.includes(kind);

const invoiced: readonly string[] = ["company", "school"] satisfies Kind[];

/** Schools and companies can pay by invoice, so their request has company fields. */
export const byInvoice = (kind: string): boolean => invoiced.includes(kind);

/** A service arranged for one group only. */
export type Offer = {
  kind: Kind;
  activity: Activity;
  minutes: number[];
  /** The minimum and maximum number of participants. */
  least: number;
  most: number;
  /** It is an event. */
  asks: boolean;
};

/** Returns the offers found in the catalogue, in the order of the page. */
export function offersIn(services: readonly Service[]): Offer[] {
  return kinds.flatMap((kind) => {
    const least = fewest[kind];
    const service = services.find(
      ({ type, role, onlineBooking }) => type === "APPOINTMENT" && role === kind && onlineBooking.enabled !== false,
    );
    if (!service) return [];
    const activity = activityOf(service);
    return {
      kind,
      activity,
      minutes: service.schedule.availabilityConstraints?.sessionDurations ?? [],
      least,
      most: Math.max(least, Math.min(activity.maxParticipants, largest[kind] ?? activity.maxParticipants)),
      asks: isEvent(kind),
    };
  });
}

/**
 * Returns the chosen offer, or the first lesson if none is chosen. An event is never the default,
 * because its form would have to be loaded.
 */
export const offerOf = (offers: readonly Offer[], kind: string | null): Offer | undefined =>
  offers.find((offer) => offer.kind === kind) ?? offers.find(({ asks }) => !asks);
