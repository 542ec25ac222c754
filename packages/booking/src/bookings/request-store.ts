import type { Database } from "@uola/database";
import { sql } from "kysely";
import type { BookingRow } from "./to-booking.ts";

/**
 * Serializes transactions in which one person requests the same service. `names` must always be in
 * the same order, to avoid deadlocks.
 */
export async function lockRequests(tx: Database, siteId: string, serviceId: string, names: readonly string[]) {
  for (const name of names) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`request ${siteId} ${serviceId} ${name}`}, 0))`.execute(
      tx,
    );
  }
}

type Requests = {
  serviceId: string;
  statuses: readonly BookingRow["status"][];
  person: Pick<BookingRow, "visitorId" | "memberId" | "contactEmail">;
};
/** Whether a person has a booking of a service in one of the given statuses. */
export const hasRequest = async (db: Database, siteId: string, { serviceId, statuses, person }: Requests) => {
  const { visitorId, memberId, contactEmail } = person;
  const found = await db
    .selectFrom("booking")
    .select("id")
    .where("siteId", "=", siteId)
    .where("serviceId", "=", serviceId)
    .where("status", "in", [...statuses])
    .where((eb) =>
      eb.or([eb("visitorId", "=", visitorId), eb("memberId", "=", memberId), eb("contactEmail", "=", contactEmail)]),
    )
    .executeTakeFirst();
  return found !== undefined;
};
