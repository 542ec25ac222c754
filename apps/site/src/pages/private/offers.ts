import type { Service, ServiceRole } from "@uola/contract";
import { type Activity, activityOf } from "../booking/activities.ts";

export const kinds = ["individual", "group", "birthday", "company", "school"] as const satisfies ServiceRole[];
export type Kind = (typeof kinds)[number];

/** How many come at least, and at most. */
const fewest: Record<Kind, number> = { individual: 1, group: 2, birthday: 6, company: 6, school: 10 };
const largest: Partial<Record<Kind, number>> = { individual: 1, birthday: 15, school: 30 };

const events: readonly string[] = ["birthday", "company", "school"] satisfies Kind[];

/** An event is asked for on this page; a lesson is booked on the booking page. */
export const isEvent = (kind: string | null): boolean => kind !== null && events.includes(kind);

const invoiced: readonly string[] = ["company", "school"] satisfies Kind[];

/** Schools and companies can pay by invoice, so their request has company fields. */
export const byInvoice = (kind: string): boolean => invoiced.includes(kind);

/** Something that is arranged for one party alone. */
export type Offer = {
  kind: Kind;
  activity: Activity;
  minutes: number[];
  /** How many may come. */
  least: number;
  most: number;
  /** It is an event. */
  asks: boolean;
};

/** What of it the catalogue has, in the order of the page. */
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

/** The chosen one; the first lesson as long as nothing is chosen, and no event, which comes with a form. */
export const offerOf = (offers: readonly Offer[], kind: string | null): Offer | undefined =>
  offers.find((offer) => offer.kind === kind) ?? offers.find(({ asks }) => !asks);
