import { Refusal } from "@uola/kernel";

export const notFound = (id: string) => new Refusal("BOOKING_NOT_FOUND", `No booking ${id}.`, 404);
export const unauthorized = (message: string) => new Refusal("UNAUTHORIZED_OPERATION", message, 403);

/** The booking belongs to no group, or to a group other than the one in the request. */
export const notInGroup = (id: string) =>
  new Refusal("BOOKING_NOT_FOUND", `The booking ${id} does not belong to it.`, 404);

/** The caller's revision of the booking is outdated. */
export const revisionMismatch = (revision: number, seen: string) =>
  new Refusal("BOOKING_REVISION_MISMATCH", `The booking is at revision ${revision}, not ${seen}.`, 409, {
    revision: String(revision),
  });

export const noOpenSpots = ({ totalParticipants }: { totalParticipants: number }) =>
  new Refusal("NO_OPEN_SPOTS", `There are no ${totalParticipants} places left.`);

/** `left`: the number of free places; undefined if unknown. */
export function full(isCourse: boolean, count: number, left: number | undefined): Refusal {
  const code = isCourse ? "SCHEDULE_CAPACITY_EXCEEDED" : "SESSION_CAPACITY_EXCEEDED";
  const rest = left === undefined ? "not there" : `${left} are left`;
  return new Refusal(
    code,
    `${count} places are wanted and ${rest}.`,
    409,
    left === undefined ? {} : { openSpots: left },
  );
}
