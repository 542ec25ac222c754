import { Booking, BookingPolicy, DataCollection, DataItem, ExternalDatabaseConnection, Service } from "@uola/contract";
import type { z } from "zod";
import { entityNames } from "./rules.ts";

/** An event as it was written, and who made it happen. */
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

/** Where a body of each kind keeps whole entities. */
const places: Record<string, readonly string[]> = {
  createdEvent: ["entity"],
  updatedEvent: ["currentEntity"],
  deletedEvent: ["deletedEntity"],
  body: ["booking", "currentDefaultBookingPolicy", "previousDefaultBookingPolicy"],
};

/** A body in which every entity is as operations answer it: without what the contract does not name. */
function asAnswered(body: Json, schema: z.ZodType | undefined): Json {
  const changed = Object.entries(body).map(([name, value]) => {
    if (!isObject(value)) return [name, value];
    if (name === "actionEvent") return [name, asAnswered(value, schema)];
    const entities = (places[name] ?? []).flatMap((place) => {
      const read = isObject(value[place]) ? schema?.safeParse(value[place]) : undefined;
      return read?.success ? [[place, read.data]] : [];
    });
    return [name, { ...value, ...Object.fromEntries(entities) }];
  });
  return Object.fromEntries(changed);
}

/** Who made it happen, as receivers are told. */
export function identityOf(actor: unknown): Json {
  const { kind, id, role }: Json = isObject(actor) ? actor : {};
  if (kind === "visitor") return { identityType: "ANONYMOUS_VISITOR", anonymousVisitorId: id };
  if (kind === "member" && (role === "owner" || role === "trainer")) return { identityType: "WIX_USER", wixUserId: id };
  if (kind === "member") return { identityType: "MEMBER", memberId: id };
  return kind === "apiKey" ? { identityType: "APP", appId: id } : { identityType: "UNKNOWN" };
}

/** The event's body in the form existing clients read. */
function bodyOf({ type, body, actor }: OutgoingEvent): Json {
  const read = asAnswered(isObject(body) ? body : {}, schemas[type]);
  const action = read.actionEvent;
  if (type !== "booking" || !isObject(action) || !isObject(action.body)) return read;
  return { ...read, actionEvent: { ...action, body: { initiatedBy: identityOf(actor), ...action.body } } };
}

/** The domain event of existing clients. A body tells the `entityId` of what is not known by a uuid. */
export const domainEvent = (happening: OutgoingEvent): Json => ({
  id: happening.eventId,
  entityFqdn: entityNames[happening.type] ?? happening.type,
  slug: happening.slug,
  entityId: happening.entityId,
  eventTime: happening.createdDate.toISOString(),
  triggeredByAnonymizeRequest: false,
  originatedFrom: happening.action ?? "",
  entityEventSequence: String(happening.entitySequence),
  ...bodyOf(happening),
});

/** The `data` of a delivery: JSON in JSON, because receivers parse each layer by itself. */
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
