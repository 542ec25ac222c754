import { EventType } from "@uola/contract";
import { hourMs, minuteMs, secondMs } from "@uola/kernel";

export const webhooksMax = 20;
/** Concurrent deliveries per process, in total and per webhook. */
export const atOnceMax = 16;
export const atOncePerWebhookMax = 4;
export const timeoutMs = 10_000;
/** How long a process owns a claimed delivery; after that, another process may retry it. */
export const claimMs = 30_000;
/** Maximum stored characters of an error response. */
export const errorLengthMax = 500;
export const deliveredRetentionDays = 30;

/** Pauses between attempts; about five days in total. */
const retryDelaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  ...[1, 3, 6, 12, 24, 24, 24, 24].map((hours) => hours * hourMs),
];

/** Pause after the given number of attempts, in ms; undefined after the last one. */
export const retryDelay = (attempts: number): number | undefined => retryDelaysMs[attempts - 1];

/** Entity names in event types. */
export const entityNames: Record<string, string> = {
  booking: "wix.bookings.v2.booking",
  service: "wix.bookings.services.v2.service",
  booking_policy: "wix.bookings.v1.booking_policy",
  external_database_connection: "wix.data.v1.external_database_connection",
  data_collection: "wix.data.v2.data_collection",
  data_item: "wix.data.v2.data_item",
};

const known: ReadonlySet<string> = new Set(EventType.options);

/** The public event type; undefined when the event is not published. */
export function eventTypeOf({ type, slug }: { type: string; slug: string }): EventType | undefined {
  const name = `${entityNames[type]}_${slug}`;
  return known.has(name) ? (name as EventType) : undefined;
}

export const isSubscribedTo = (webhook: { eventTypes: readonly string[] }, type: EventType): boolean =>
  webhook.eventTypes.length === 0 || webhook.eventTypes.includes(type);
