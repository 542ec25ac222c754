import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe } from "./wire.ts";

/** The events that can be subscribed to, under the names used by existing clients. */
export const EventType = z.enum([
  "wix.bookings.v2.booking_created",
  "wix.bookings.v2.booking_updated",
  "wix.bookings.v2.booking_canceled",
  "wix.bookings.v2.booking_confirmed",
  "wix.bookings.v2.booking_declined",
  "wix.bookings.v2.booking_rescheduled",
  "wix.bookings.v2.booking_number_of_participants_updated",
  "wix.bookings.services.v2.service_created",
  "wix.bookings.services.v2.service_updated",
  "wix.bookings.services.v2.service_deleted",
  "wix.bookings.v1.booking_policy_default_booking_policy_set",
  "wix.data.v1.external_database_connection_created",
  "wix.data.v1.external_database_connection_updated",
  "wix.data.v1.external_database_connection_deleted",
  "wix.data.v2.data_item_created",
  "wix.data.v2.data_item_updated",
  "wix.data.v2.data_item_deleted",
  "wix.data.v2.data_collection_created",
  "wix.data.v2.data_collection_updated",
  "wix.data.v2.data_collection_deleted",
  "wix.data.v2.data_collection_cloned",
  "wix.data.v2.data_collection_changed",
]);
export type EventType = z.infer<typeof EventType>;

/** An external server that receives events. */
export const Webhook = z
  .object({
    id: guid,
    /** The URL, with https; http is allowed only if private addresses are allowed. */
    url: z.url({ protocol: /^https?$/ }).max(2000),
    /** An empty list means all events. */
    eventTypes: z.array(EventType).max(100),
    enabled: z.boolean(),
    /** SPKI in PEM: the key that verifies a delivery's signature. */
    publicKey: z.string(),
    createdDate: instant,
    waiting: z.int(),
    dead: z.int(),
    lastDeliveredDate: maybe(instant),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

const DeliveryStatus = z.enum(["WAITING", "DELIVERED", "DEAD"]);
export const WebhookDelivery = z
  .object({
    id: guid,
    webhookId: guid,
    eventId: guid,
    eventType: EventType,
    entityId: guid,
    entityEventSequence: z.string(),
    status: DeliveryStatus,
    attempts: z.int(),
    createdDate: instant,
    nextAttemptDate: maybe(instant),
    deliveredDate: maybe(instant),
    /** The status of the last response, or the reason why there was none. */
    responseStatus: maybe(z.int()),
    error: maybe(z.string()),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const owner = { access: "owner" } as const;
const input = z.object({
  url: Webhook.shape.url,
  eventTypes: maybe(Webhook.shape.eventTypes),
  enabled: maybe(z.boolean()),
});
const output = z.object({ webhook: Webhook });

export const webhooks = {
  list: endpoint({
    method: "GET",
    path: "/v1/webhooks",
    ...owner,
    input: z.object({}),
    output: z.object({ webhooks: z.array(Webhook) }),
    errors: [],
    summary: "Read who is told of events.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/webhooks",
    ...owner,
    input: z.object({ webhook: input }),
    output,
    errors: ["ADDRESS_NOT_ALLOWED", "TOO_MANY_WEBHOOKS"],
    summary: "Tell a server of events from now on.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/webhooks/{webhookId}",
    ...owner,
    input: z.object({ webhookId: guid, webhook: input.partial() }),
    output,
    errors: ["WEBHOOK_NOT_FOUND", "ADDRESS_NOT_ALLOWED"],
    summary: "Change a webhook's address, events or whether it is on. Events of the time it is off are not told later.",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/webhooks/{webhookId}",
    ...owner,
    input: z.object({ webhookId: guid }),
    output: z.object({}),
    errors: ["WEBHOOK_NOT_FOUND"],
    summary: "Stop telling a server, and forget what was told.",
  }),
  deliveries: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/webhooks/{webhookId}/deliveries",
    ...owner,
    input: z.object({
      webhookId: guid,
      status: maybe(DeliveryStatus),
      cursorPaging: maybe(z.object({ limit: maybe(z.int().min(1).max(100)), cursor: maybe(z.string().max(500)) })),
    }),
    output: z.object({ deliveries: z.array(WebhookDelivery), cursors: z.object({ next: maybe(z.string()) }) }),
    errors: ["WEBHOOK_NOT_FOUND", "INVALID_CURSOR"],
    summary: "Read what was told, newest first.",
  }),
  replay: endpoint({
    method: "POST",
    path: "/v1/webhooks/{webhookId}/replay",
    ...owner,
    input: z.object({ webhookId: guid, deliveryIds: maybe(z.array(guid).min(1).max(1000)) }),
    output: z.object({ count: z.int() }),
    errors: ["WEBHOOK_NOT_FOUND"],
    summary: "Try dead deliveries again, in their order; without ids, all of them.",
  }),
  test: endpoint({
    method: "POST",
    path: "/v1/webhooks/{webhookId}/test",
    ...owner,
    input: z.object({ webhookId: guid }),
    output: z.object({ delivered: z.boolean(), responseStatus: maybe(z.int()), error: maybe(z.string()) }),
    errors: ["WEBHOOK_NOT_FOUND", "ADDRESS_NOT_ALLOWED"],
    summary: "Send one signed event about nothing, now, and tell how it went.",
  }),
};
