import type { BookingStatus } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, Refusal } from "@uola/kernel";
import type { Offer } from "../availability/availability.ts";
import { hasRequest, lockRequests } from "./request-store.ts";
import { managesBookings } from "./rules.ts";
import type { BookingRow } from "./to-booking.ts";

const openStatuses: BookingStatus[] = ["CREATED", "PENDING", "WAITING_LIST"];

type Requested = { booking: BookingRow; offer: Pick<Offer, "service">; actor: Caller };

/**
 * Enforces a service's limit of one open request per person: while a request is neither confirmed
 * nor ended, another one is rejected with BOOKING_POLICY_VIOLATION. In a transaction, concurrent
 * requests of one person are serialized.
 */
export async function enforceOneRequestLimit(db: Database, { booking, offer: { service }, actor }: Requested) {
  const oneOnly = service.type === "APPOINTMENT" && service.onlineBooking.allowMultipleRequests === false;
  if (!oneOnly || managesBookings(actor) || !openStatuses.includes(booking.status)) return;
  const { siteId, visitorId, memberId, contactEmail } = booking;
  const names = [visitorId, memberId, contactEmail].flatMap((each) => each ?? []).toSorted();
  await lockRequests(db, siteId, service.id, names);
  const person = { visitorId, memberId, contactEmail };
  const earlier = await hasRequest(db, siteId, { serviceId: service.id, statuses: openStatuses, person });
  if (!earlier) return;
  const data = { multipleRequestsNotAllowed: true };
  throw new Refusal("BOOKING_POLICY_VIOLATION", "One request at a time: the earlier one waits.", 409, data);
}
