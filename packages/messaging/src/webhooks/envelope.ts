import {
  Booking,
  BookingPolicy,
  DataCollection,
  DataItem,
  ExternalDatabaseConnection,
  isTeam,
  roles,
  Service,
} from "@uola/contract";
import type { z } from "zod";
import { entityNames } from "./rules.ts";

/** A stored event with its actor. */
export type OutgoingEvent = {
  eventId: string;
  type: string;
  slug: string;
  entityId: string;
  entitySequence: number;
  body: unknown;
  createdDate: Date;
  actor: unknown;
  action: string | null;
};

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const schemas: Record<string, z.ZodType> = {
  booking: Booking,
  service: Service,
  booking_policy: BookingPolicy,
  external_database_connection: ExternalDatabaseConnection,
  data_collection: DataCollection,
  data_item: DataItem,
};

/** For each kind of event body, the fields that hold whole entities. */
const entityFields: Record<string, readonly string[]> = {
  createdEvent: ["entity"],
  updatedEvent: ["currentEntity"],
  deletedEvent: ["deletedEntity"],
  body: ["booking", "currentDefaultBookingPolicy", "previousDefaultBookingPolicy"],
};

/**
 * Encodes the entities in a body with the contract's schema, so that fields not in the contract are
 * not sent.
 */
function encodeByContract(body: Json, schema: z.ZodType | undefined): Json {
  const changed = Object.entries(body).map(([name, value]) => {
    if (!isObject(value)) return [name, value];
    if (name === "actionEvent") return [name, encodeByContract(value, schema)];
    const entities = (entityFields[name] ?? []).flatMap((place) => {
      const read = isObject(value[place]) ? schema?.safeParse(value[place]) : undefined;
      return read?.success ? [[place, read.data]] : [];
    });
    return [name, { ...value, ...Object.fromEntries(entities) }];
  });
  return Object.fromEntries(changed);
}

/** The identity that caused the event, in the format that receivers expect. */
function identityOf(actor: unknown): Json {
  const { kind, id, role }: Json = isObject(actor) ? actor : {};
  if (kind === "visitor") return { identityType: "ANONYMOUS_VISITOR", anonymousVisitorId: id };
  if (kind === "member" && roles.some((each) => each === role && isTeam(each)))
    return { identityType: "WIX_USER", wixUserId: id };
  if (kind === "member") return { identityType: "MEMBER", memberId: id };
  return kind === "apiKey" ? { identityType: "APP", appId: id } : { identityType: "UNKNOWN" };
}

/** The event body in the format that existing clients parse. */
function bodyOf({ type, body, actor }: OutgoingEvent): Json {
  const read = encodeByContract(isObject(body) ? body : {}, schemas[type]);
  const action = read.actionEvent;
  if (type !== "booking" || !isObject(action) || !isObject(action.body)) return read;
  return { ...read, actionEvent: { ...action, body: { initiatedBy: identityOf(actor), ...action.body } } };
}

/**
 * The domain event in the format that existing clients parse. The body has an `entityId` for
 * entities whose id is not a UUID.
 */
export const domainEvent = (event: OutgoingEvent): Json => ({
  id: event.eventId,
  entityFqdn: entityNames[event.type] ?? event.type,
  slug: event.slug,
  entityId: event.entityId,
  eventTime: event.createdDate.toISOString(),
  triggeredByAnonymizeRequest: false,
  originatedFrom: event.action ?? "",
  entityEventSequence: String(event.entitySequence),
  ...bodyOf(event),
});

/** The `data` of a delivery is JSON within JSON, because receivers parse each layer separately. */
export const dataOf = (
  event: Json,
  { eventType, siteId, actor }: { eventType: string; siteId: string; actor: unknown },
) =>
  JSON.stringify({
    data: JSON.stringify(event),
    instanceId: siteId,
    eventType,
    identity: JSON.stringify(identityOf(actor)),
  });
