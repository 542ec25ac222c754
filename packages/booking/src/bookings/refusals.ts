import type { BookingStatus } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import { isViolated, type PolicyViolations } from "../availability/availability.ts";
import { after, type Move } from "./rules.ts";
import type { BookingRow } from "./store.ts";

export const notFound = (id: string) => new Refusal("BOOKING_NOT_FOUND", `No booking ${id}.`, 404);
export const unauthorized = (message: string) => new Refusal("UNAUTHORIZED_OPERATION", message, 403);

/** Refuses a move that the status does not allow. */
export function refuseImpossible({ status }: Pick<BookingRow, "status">, move: Move) {
  if (after(status as BookingStatus, move)) return;
  throw new Refusal("INVALID_BOOKING_STATUS", `One cannot ${moveWords[move]} a ${status} booking.`, 409, { status });
}
const moveWords: Record<Move, string> = {
  confirm: "confirm",
  pend: "put up for approval",
  decline: "decline",
  cancel: "cancel",
  reschedule: "reschedule",
  participants: "change the number of participants of",
  settle: "settle",
  fields: "attach fields to",
  attendance: "mark the attendance of",
  payment: "note a payment of",
};

/** Refuses who has seen an older booking than there is. */
export function refuseStale({ revision }: Pick<BookingRow, "revision">, given: string) {
  if (Number(given) === revision) return;
  throw new Refusal("BOOKING_REVISION_MISMATCH", `The booking is at revision ${revision}, not ${given}.`, 409, {
    revision: String(revision),
  });
}

export const noOpenSpots = ({ totalParticipants }: Pick<BookingRow, "totalParticipants">) =>
  new Refusal("NO_OPEN_SPOTS", `There are no ${totalParticipants} places left.`);

export function full(isCourse: boolean, wanted: number, left: number | undefined): Refusal {
  const code = isCourse ? "SCHEDULE_CAPACITY_EXCEEDED" : "SESSION_CAPACITY_EXCEEDED";
  const known = left === undefined ? "not there" : `${left} are left`;
  return new Refusal(
    code,
    `${wanted} places are wanted and ${known}.`,
    409,
    left === undefined ? {} : { openSpots: left },
  );
}

export function refuseByPolicy(violations: PolicyViolations) {
  if (!isViolated(violations)) return;
  const named = Object.entries(violations).flatMap(([name, violated]) => (violated ? [name] : []));
  throw new Refusal("BOOKING_POLICY_VIOLATION", `The policy does not allow it: ${named.join(", ")}.`, 409, violations);
}
