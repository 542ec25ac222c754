import type { Database } from "@uola/database";
import { Refusal } from "@uola/kernel";
import { sql } from "kysely";
import type { Prepared } from "./prepare-booking.ts";
import { isOwner } from "./rules.ts";

const asking = ["CREATED", "PENDING", "WAITING_LIST"];

/**
 * A service may want one request of a person at a time: as long as that is neither confirmed nor over, another one is refused
 * with BOOKING_POLICY_VIOLATION. In a transaction those who ask twice at once wait for each other.
 */
export async function refuseAnotherRequest(tx: Database, { booking, offer: { service }, actor }: Prepared) {
  const oneOnly = service.type === "APPOINTMENT" && service.onlineBooking.allowMultipleRequests === false;
  if (!oneOnly || isOwner(actor) || !asking.includes(booking.status)) return;
  const { siteId, visitorId, memberId, contactEmail } = booking;
  for (const who of [visitorId, memberId, contactEmail].flatMap((each) => each ?? []).toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`request ${siteId} ${service.id} ${who}`}, 0))`.execute(
      tx,
    );
  }
  const earlier = await tx
    .selectFrom("booking")
    .select("id")
    .where("siteId", "=", siteId)
    .where("serviceId", "=", service.id)
    .where("status", "in", asking)
    .where((eb) =>
      eb.or([eb("visitorId", "=", visitorId), eb("memberId", "=", memberId), eb("contactEmail", "=", contactEmail)]),
    )
    .executeTakeFirst();
  if (!earlier) return;
  const data = { multipleRequestsNotAllowed: true };
  throw new Refusal("BOOKING_POLICY_VIOLATION", "One request at a time: the earlier one waits.", 409, data);
}
