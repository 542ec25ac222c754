import type { BookingPolicy, WaitlistState } from "@uola/contract";
import { hourMs } from "@uola/kernel";

export const isLive = (state: string): boolean => state === "WAITING" || state === "OFFERED";

const minutesMax = 30 * 24 * 60;

/** Returns the number of minutes a party has to answer an offer made now. */
export function minutesToAnswer(policy: BookingPolicy["waitlistPolicy"], start: Date | null, now: Date): number {
  if (policy?.reservationTimeInMinutes) return Math.min(policy.reservationTimeInMinutes, minutesMax);
  const ahead = start ? start.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (ahead <= 6 * hourMs) return 20;
  return ahead <= 48 * hourMs ? 120 : 1440;
}

type Places = { capacity: number | null; taken: number; held: number };
export const freePlaces = ({ capacity, taken, held }: Places): number =>
  capacity === null ? Number.POSITIVE_INFINITY : capacity - taken - held;

/** Returns the maximum number of parties on a waiting list. */
export const maxParties = (policy: BookingPolicy["waitlistPolicy"]): number => policy?.capacity ?? 1000;

export type Answer = "accept" | "decline" | "leave";
/**
 * The result of an answer: the new state, no change because the answer was already given, or an
 * error code.
 */
export type Outcome = "ACCEPTED" | "DECLINED" | "LEFT" | "as it is" | "OFFER_EXPIRED" | "NOT_OFFERED";

/** The rules of docs/rules/waiting-list.md as a table. `LATE` is an expired offer. */
const table: Record<WaitlistState | "LATE", Record<Answer, Outcome>> = {
  WAITING: { accept: "NOT_OFFERED", decline: "NOT_OFFERED", leave: "LEFT" },
  OFFERED: { accept: "ACCEPTED", decline: "DECLINED", leave: "LEFT" },
  LATE: { accept: "OFFER_EXPIRED", decline: "DECLINED", leave: "LEFT" },
  ACCEPTED: { accept: "as it is", decline: "NOT_OFFERED", leave: "as it is" },
  DECLINED: { accept: "NOT_OFFERED", decline: "as it is", leave: "as it is" },
  LAPSED: { accept: "OFFER_EXPIRED", decline: "NOT_OFFERED", leave: "as it is" },
  LEFT: { accept: "NOT_OFFERED", decline: "NOT_OFFERED", leave: "as it is" },
  CLOSED: { accept: "NOT_OFFERED", decline: "NOT_OFFERED", leave: "as it is" },
};
/** Whether it is too late to answer: the offer has expired or the session has begun. */
export const isTooLate = (offerExpiresDate: Date | null, start: Date | null, now: Date): boolean =>
  Boolean((offerExpiresDate && offerExpiresDate <= now) || (start && start <= now));

export const outcome = (state: WaitlistState, isLate: boolean, answer: Answer): Outcome =>
  table[state === "OFFERED" && isLate ? "LATE" : state][answer];

/** Returns the state of an entry after its booking was changed outside the waiting list. */
export const stateAfterBooking = (status: string): "ACCEPTED" | "DECLINED" | "LEFT" =>
  ["CONFIRMED", "PENDING", "CREATED"].includes(status) ? "ACCEPTED" : status === "DECLINED" ? "DECLINED" : "LEFT";

/**
 * Returns the parties that get an offer: in order, skipping those larger than the number of free
 * places.
 */
export function nextOffers<Party extends { totalParticipants: number }>(
  entries: readonly Party[],
  free: number,
): Party[] {
  let left = free;
  return entries.filter(({ totalParticipants }) => {
    if (totalParticipants > left) return false;
    left -= totalParticipants;
    return true;
  });
}

/**
 * Whether a party may join the waiting list. A party that would get places immediately has to book
 * instead.
 */
export const mayJoinWaitlist = (
  { free, waitingMin }: { free: number; waitingMin: number | null },
  totalParticipants: number,
): boolean => totalParticipants > free || (waitingMin !== null && waitingMin <= free);

const gapMin = 1e-6;
/**
 * Returns the rank for a position (from 1) among the other ranks; undefined when two neighbouring
 * ranks are too close.
 */
export function rankAt(others: readonly number[], position: number): number | undefined {
  const before = others[Math.min(position - 1, others.length) - 1];
  const after = others[position - 1];
  if (before === undefined) return (after ?? 2) - 1;
  if (after === undefined) return before + 1;
  return after - before < gapMin ? undefined : (before + after) / 2;
}
