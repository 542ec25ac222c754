import type { BookingPolicy, WaitlistState } from "@uola/contract";
import { hourMs } from "@uola/kernel";

export const isLive = (state: string): boolean => state === "WAITING" || state === "OFFERED";

const minutesMax = 30 * 24 * 60;

/** How many minutes a party has to answer an offer made now. */
export function minutesToAnswer(policy: BookingPolicy["waitlistPolicy"], start: Date | null, now: Date): number {
  if (policy?.reservationTimeInMinutes) return Math.min(policy.reservationTimeInMinutes, minutesMax);
  const ahead = start ? start.getTime() - now.getTime() : Number.POSITIVE_INFINITY;
  if (ahead <= 6 * hourMs) return 20;
  return ahead <= 48 * hourMs ? 120 : 1440;
}

type Places = { capacity: number | null; taken: number; held: number };
export const freePlaces = ({ capacity, taken, held }: Places): number =>
  capacity === null ? Number.POSITIVE_INFINITY : capacity - taken - held;

/** The most parties of a waiting list. */
export const lengthMax = (policy: BookingPolicy["waitlistPolicy"]): number => policy?.capacity ?? 1000;

export type Answer = "accept" | "decline" | "leave";
/** The result of an answer: a new state, the earlier answer, or a refusal. */
export type Outcome = "ACCEPTED" | "DECLINED" | "LEFT" | "as it is" | "OFFER_EXPIRED" | "NOT_OFFERED";

/** docs/rules/waiting-list.md as a table: `LATE` is an offer whose time is over. */
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
/** Whether the time to answer is over: that of the offer, or it has begun. */
export const isTooLate = (offerExpiresDate: Date | null, start: Date | null, now: Date): boolean =>
  Boolean((offerExpiresDate && offerExpiresDate <= now) || (start && start <= now));

export const outcome = (state: WaitlistState, isLate: boolean, answer: Answer): Outcome =>
  table[state === "OFFERED" && isLate ? "LATE" : state][answer];

/** The state of an entry whose booking was changed by somebody else. */
export const stateAfterBooking = (status: string): "ACCEPTED" | "DECLINED" | "LEFT" =>
  ["CONFIRMED", "PENDING", "CREATED"].includes(status) ? "ACCEPTED" : status === "DECLINED" ? "DECLINED" : "LEFT";

/** Who gets an offer: the parties in order, except those larger than the free places. */
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

/** Whether a party may join: one that would get places at once has to book instead. */
export const mustWait = (
  { free, waitingMin }: { free: number; waitingMin: number | null },
  totalParticipants: number,
): boolean => totalParticipants > free || (waitingMin !== null && waitingMin <= free);

const gapMin = 1e-6;
/** The rank at a position (from 1) among the ranks of the others; undefined when there is no room between two. */
export function rankAt(others: readonly number[], position: number): number | undefined {
  const before = others[Math.min(position - 1, others.length) - 1];
  const after = others[position - 1];
  if (before === undefined) return (after ?? 2) - 1;
  if (after === undefined) return before + 1;
  return after - before < gapMin ? undefined : (before + after) / 2;
}
