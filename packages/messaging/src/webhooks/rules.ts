import { EventType } from "@uola/contract";

export const webhooksMax = 20;
/** On their way at once in one process, in all and to one webhook. */
export const atOnceMax = 16;
export const atOncePerWebhookMax = 4;
export const timeoutMs = 10_000;
/** Whoever delivers has this long to note how it went; then another process may try. */
export const claimMs = 30_000;
/** Of what a receiver says when it refuses. */
export const errorLengthMax = 500;
export const deliveredKeptDays = 30;

const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** Between one attempt and the next: some five days in all. */
const retryDelaysMs = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute],
  ...[1, 3, 6, 12, 24, 24, 24, 24].map((hours) => hours * hour),
];

/** The pause after so many attempts, in milliseconds; undefined: it was the last one. */
export const retryDelay = (attempts: number): number | undefined => retryDelaysMs[attempts - 1];

/** What kinds of entities are called outside of the platform. */
export const entityNames: Record<string, string> = {
  booking: "wix.bookings.v2.booking",
  service: "wix.bookings.services.v2.service",
  booking_policy: "wix.bookings.v1.booking_policy",
  external_database_connection: "wix.data.v1.external_database_connection",
  data_collection: "wix.data.v2.data_collection",
  data_item: "wix.data.v2.data_item",
};

const known: ReadonlySet<string> = new Set(EventType.options);

/** The name under which what happened to an entity can be followed, if it can. */
export function eventTypeOf({ type, slug }: { type: string; slug: string }): EventType | undefined {
  const name = `${entityNames[type]}_${slug}`;
  return known.has(name) ? (name as EventType) : undefined;
}

export const isSubscribedTo = (webhook: { eventTypes: readonly string[] }, type: EventType): boolean =>
  webhook.eventTypes.length === 0 || webhook.eventTypes.includes(type);
