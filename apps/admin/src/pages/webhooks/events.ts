import type { EventType } from "@uola/contract";
import { keysOf } from "@uola/contract/entries";
import { say } from "@uola/words/admin";

// The event names are repeated here because importing the contract's schema would bundle its whole
// library.
const names = {
  "wix.bookings.v2.booking_created": "webhooks.event.booking_created",
  "wix.bookings.v2.booking_updated": "webhooks.event.booking_updated",
  "wix.bookings.v2.booking_canceled": "webhooks.event.booking_canceled",
  "wix.bookings.v2.booking_confirmed": "webhooks.event.booking_confirmed",
  "wix.bookings.v2.booking_declined": "webhooks.event.booking_declined",
  "wix.bookings.v2.booking_rescheduled": "webhooks.event.booking_rescheduled",
  "wix.bookings.v2.booking_number_of_participants_updated": "webhooks.event.booking_participants",
  "wix.bookings.services.v2.service_created": "webhooks.event.service_created",
  "wix.bookings.services.v2.service_updated": "webhooks.event.service_updated",
  "wix.bookings.services.v2.service_deleted": "webhooks.event.service_deleted",
  "wix.bookings.v1.booking_policy_default_booking_policy_set": "webhooks.event.policy_default",
  "wix.data.v1.external_database_connection_created": "webhooks.event.connection_created",
  "wix.data.v1.external_database_connection_updated": "webhooks.event.connection_updated",
  "wix.data.v1.external_database_connection_deleted": "webhooks.event.connection_deleted",
  "wix.data.v2.data_item_created": "webhooks.event.item_created",
  "wix.data.v2.data_item_updated": "webhooks.event.item_updated",
  "wix.data.v2.data_item_deleted": "webhooks.event.item_deleted",
  "wix.data.v2.data_collection_created": "webhooks.event.collection_created",
  "wix.data.v2.data_collection_updated": "webhooks.event.collection_updated",
  "wix.data.v2.data_collection_deleted": "webhooks.event.collection_deleted",
  "wix.data.v2.data_collection_cloned": "webhooks.event.collection_cloned",
  "wix.data.v2.data_collection_changed": "webhooks.event.collection_changed",
} as const satisfies Record<EventType, string>;

export const eventTypes = keysOf(names);
export const eventName = (type: EventType): string => say(names[type]);
