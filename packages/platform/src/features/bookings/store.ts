import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Fields } from "../../kernel/filters.ts";

export type BookingRow = Selectable<Schema["booking"]>;

export const read = (db: Database, siteId: string, id: string): Promise<BookingRow | undefined> =>
  db.selectFrom("booking").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

export const lock = (db: Database, siteId: string, id: string): Promise<BookingRow | undefined> =>
  db.selectFrom("booking").selectAll().where("siteId", "=", siteId).where("id", "=", id).forUpdate().executeTakeFirst();

export type AttendanceRow = Selectable<Schema["attendance"]>;

export const attendance = (
  db: Database,
  siteId: string,
  bookingId: string,
  sessionId: string,
): Promise<AttendanceRow | undefined> =>
  db
    .selectFrom("attendance")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("bookingId", "=", bookingId)
    .where("sessionId", "=", sessionId)
    .executeTakeFirst();

export const putAttendance = (db: Database, row: AttendanceRow) =>
  db
    .insertInto("attendance")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["siteId", "bookingId", "sessionId"]).doUpdateSet({
        status: row.status,
        numberOfAttendees: row.numberOfAttendees,
        present: row.present,
        updatedDate: row.updatedDate,
      }),
    )
    .execute();

const jsonColumns = [
  "bookedEntity",
  "contactDetails",
  "participantsChoices",
  "participants",
  "additionalFields",
  "extendedFields",
  "flowControl",
] as const;
/** jsonb columns go in as text. */
function written<Values extends object>(values: Values): Values {
  const texts = jsonColumns.flatMap((name) => {
    const value = (values as Record<string, unknown>)[name];
    return value === undefined || value === null ? [] : [[name, json(value)]];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

export const insert = (db: Database, row: BookingRow) =>
  db
    .insertInto("booking")
    .values(written(row) as Insertable<Schema["booking"]>)
    .execute();

/** What of a booking may be set: values of jsonb columns as they are read. */
export type Changes = Partial<BookingRow>;

/** Changes a booking and returns it as it then is. */
export const change = (db: Database, siteId: string, id: string, to: Changes): Promise<BookingRow> =>
  db
    .updateTable("booking")
    .set(written(to) as Updateable<Schema["booking"]>)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const readBookings = (db: Database, siteId: string) =>
  db.selectFrom("booking").selectAll("booking").where("booking.siteId", "=", siteId);

/** What is a person's own: each way has its index. */
export function ownBookings(
  db: Database,
  siteId: string,
  person: { visitorId: string | undefined; memberId: string | undefined; verifiedEmail: string | undefined },
) {
  return readBookings(db, siteId).where((eb) =>
    eb.or([
      ...(person.visitorId ? [eb("visitorId", "=", person.visitorId)] : []),
      ...(person.memberId ? [eb("memberId", "=", person.memberId)] : []),
      ...(person.verifiedEmail ? [eb("contactEmail", "=", person.verifiedEmail)] : []),
    ]),
  );
}

/** What a visitor booked becomes the member's. */
export const claimVisitorBookings = (db: Database, siteId: string, visitorId: string, memberId: string) =>
  db
    .updateTable("booking")
    .set({ memberId })
    .where("siteId", "=", siteId)
    .where("visitorId", "=", visitorId)
    .where("memberId", "is", null)
    .execute();

/** The member's address, if it is known to be theirs. */
export const verifiedEmail = async (db: Database, siteId: string, memberId: string): Promise<string | undefined> => {
  const account = db.selectFrom("account").select("email").where("siteId", "=", siteId).where("id", "=", memberId);
  return (await account.where("emailVerified", "=", true).executeTakeFirst())?.email;
};

export const member = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("account")
    .select(["email", "firstName", "lastName", "language"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

const column = (name: string, type: Fields[string]["type"]) => ({ column: sql.ref(`booking.${name}`), type });
const inJson = (name: string, ...path: string[]): Fields[string] => ({
  column: sql`${sql.ref(`booking.${name}`)} #>> ${sql.lit(`{${path.join(",")}}`)}`,
  type: "text",
});

/** Fields of the booked entity, each with and without the `item.` that clients of this API put between. */
const entity = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, field]) => [
      [`bookedEntity.${path}`, field],
      [`bookedEntity.item.${path}`, field],
    ]),
  );

/** What bookings can be found and ordered by. */
export const fields: Fields = {
  id: column("id", "uuid"),
  ...entity({
    "slot.sessionId": column("sessionId", "uuid"),
    "slot.serviceId": column("serviceId", "uuid"),
    "slot.scheduleId": column("scheduleId", "uuid"),
    "slot.resource.id": inJson("bookedEntity", "slot", "resource", "id"),
    "slot.location.id": inJson("bookedEntity", "slot", "location", "id"),
    "slot.location.locationType": inJson("bookedEntity", "slot", "location", "locationType"),
    "schedule.serviceId": {
      column: sql`case when booking.session_id is null then booking.service_id end`,
      type: "uuid",
    },
    "schedule.scheduleId": {
      column: sql`case when booking.session_id is null then booking.schedule_id end`,
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
  "contactDetails.contactId": inJson("contactDetails", "contactId"),
  "contactDetails.email": column("contactEmail", "text"),
  "contactDetails.firstName": inJson("contactDetails", "firstName"),
  "contactDetails.lastName": inJson("contactDetails", "lastName"),
  "contactDetails.phone": inJson("contactDetails", "phone"),
  status: column("status", "text"),
  paymentStatus: column("paymentStatus", "text"),
  selectedPaymentOption: column("selectedPaymentOption", "text"),
  externalUserId: column("externalUserId", "text"),
  "createdBy.id.memberId": column("memberId", "uuid"),
  "createdBy.id.anonymousVisitorId": column("visitorId", "uuid"),
  "createdBy.id.appId": column("appId", "uuid"),
  "createdBy.memberId": column("memberId", "uuid"),
  "createdBy.anonymousVisitorId": column("visitorId", "uuid"),
  "createdBy.appId": column("appId", "uuid"),
  totalParticipants: column("totalParticipants", "number"),
  doubleBooked: column("doubleBooked", "boolean"),
  createdDate: column("createdDate", "date"),
  updatedDate: column("updatedDate", "date"),
  startDate: column("startDate", "date"),
  endDate: column("endDate", "date"),
};
