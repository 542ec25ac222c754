import type { Fields } from "@uola/kernel";
import { sql } from "kysely";

const column = (name: string, type: Fields[string]["type"]) => ({ column: sql.ref(`booking.${name}`), type });
const inJson = (name: string, ...path: string[]): Fields[string] => ({
  column: sql`${sql.ref(`booking.${name}`)} #>> ${sql.lit(`{${path.join(",")}}`)}`,
  type: "text",
});

const inParticipants = (name: string): Fields[string] => ({
  column: sql`array(select each ->> ${sql.lit(name)} from jsonb_array_elements(
    case jsonb_typeof(booking.participants) when 'array' then booking.participants end) each)`,
  type: "textArray",
});

/**
 * Fields of the booked entity, each with and without the `item.` path segment that clients of this
 * API use.
 */
const entity = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, field]) => [
      [`bookedEntity.${path}`, field],
      [`bookedEntity.item.${path}`, field],
    ]),
  );

/** The id of the staff member who made the booking; null for other bookings. */
const byStaff = sql`case when booking.source ->> 'staff' = 'true' then booking.member_id end`;

/** Fields by which bookings can be filtered and sorted. */
export const fields: Fields = {
  id: column("id", "uuid"),
  ...entity({
    "slot.sessionId": column("sessionId", "uuid"),
    "slot.serviceId": column("serviceId", "uuid"),
    "slot.scheduleId": column("scheduleId", "uuid"),
    "slot.resource.id": column("resourceId", "uuid"),
    "slot.location.id": inJson("bookedEntity", "slot", "location", "id"),
    "slot.location.locationType": inJson("bookedEntity", "slot", "location", "locationType"),
    // The places of a course are counted under the id of its schedule.
    "schedule.serviceId": {
      column: sql`case when booking.places_id = booking.schedule_id then booking.service_id end`,
      type: "uuid",
    },
    "schedule.scheduleId": {
      column: sql`case when booking.places_id = booking.schedule_id then booking.schedule_id end`,
      type: "uuid",
    },
    "schedule.location.id": inJson("bookedEntity", "schedule", "location", "id"),
    "schedule.location.locationType": inJson("bookedEntity", "schedule", "location", "locationType"),
  }),
  "bookedEntity.title": inJson("bookedEntity", "title"),
  "bookedEntity.tags": {
    column: sql`array(select jsonb_array_elements_text(booking.booked_entity -> 'tags'))`,
    type: "textArray",
  },
  "contactDetails.contactId": column("contactId", "uuid"),
  "contactDetails.email": column("contactEmail", "text"),
  "contactDetails.firstName": inJson("contactDetails", "firstName"),
  "contactDetails.lastName": inJson("contactDetails", "lastName"),
  "contactDetails.phone": inJson("contactDetails", "phone"),
  status: column("status", "text"),
  paymentStatus: column("paymentStatus", "text"),
  selectedPaymentOption: column("selectedPaymentOption", "text"),
  externalUserId: column("externalUserId", "text"),
  "createdBy.contactId": column("contactId", "uuid"),
  "createdBy.id.wixUserId": { column: byStaff, type: "uuid" },
  "createdBy.wixUserId": { column: byStaff, type: "uuid" },
  "bookingSource.platform": {
    column: sql`coalesce(booking.source ->> 'platform', 'UNDEFINED_PLATFORM')`,
    type: "text",
  },
  "bookingSource.actor": {
    column: sql`coalesce(booking.source ->> 'actor', case when booking.app_id is null then 'UNDEFINED_ACTOR' else 'BUSINESS' end)`,
    type: "text",
  },
  "createdBy.id.memberId": column("memberId", "uuid"),
  "createdBy.id.anonymousVisitorId": column("visitorId", "uuid"),
  "createdBy.id.appId": column("appId", "uuid"),
  "createdBy.memberId": column("memberId", "uuid"),
  "createdBy.anonymousVisitorId": column("visitorId", "uuid"),
  "createdBy.appId": column("appId", "uuid"),
  "participants.firstName": inParticipants("firstName"),
  "participants.lastName": inParticipants("lastName"),
  "multiServiceBookingInfo.id": column("multiServiceBookingId", "uuid"),
  "multiServiceBookingInfo.type": column("multiServiceBookingType", "text"),
  totalParticipants: column("totalParticipants", "number"),
  doubleBooked: column("doubleBooked", "boolean"),
  createdDate: column("createdDate", "date"),
  updatedDate: column("updatedDate", "date"),
  canceledDate: column("canceledDate", "date"),
  revision: column("revision", "number"),
  startDate: column("startDate", "date"),
  endDate: column("endDate", "date"),
};
