import type { DeskMethod, DeskPayment, DeskSum, DeskSums } from "@uola/contract";
import { sumOf } from "../money/money.ts";

type Who = { kind: string; id: string };

/** The money that one person received and paid out with one payment method. */
export type Group = DeskSum & { method: DeskMethod; actor: Who; marks: number };

/** The sums as stored, with ids only; names are looked up when the sums are read. */
export type StoredSums = Pick<DeskSums, "cash" | "card" | "marks"> & {
  people: { actor: Who; cash: DeskSum; card: DeskSum }[];
};

const total = (groups: readonly Group[], method: DeskMethod): DeskSum => {
  const own = groups.filter((group) => group.method === method);
  return {
    payments: sumOf(own.map(({ payments }) => payments)),
    received: sumOf(own.map(({ received }) => received)),
    refunds: sumOf(own.map(({ refunds }) => refunds)),
    paidOut: sumOf(own.map(({ paidOut }) => paidOut)),
  };
};
const marksOf = (groups: readonly Group[], method: DeskMethod): number =>
  sumOf(groups.filter((group) => group.method === method).map(({ marks }) => marks));

/** Calculates the totals and each person's share; the shares add up to the totals. */
export function sumsOf(groups: readonly Group[]): StoredSums {
  const people = new Map(groups.map(({ actor }) => [`${actor.kind} ${actor.id}`, actor]));
  return {
    cash: total(groups, "CASH"),
    card: total(groups, "CARD"),
    people: [...people.values()].map((actor) => {
      const own = groups.filter((group) => group.actor.kind === actor.kind && group.actor.id === actor.id);
      return { actor, cash: total(own, "CASH"), card: total(own, "CARD") };
    }),
    marks: { cash: marksOf(groups, "CASH"), card: marksOf(groups, "CARD") },
  };
}

/** Returns the amount received minus the amount paid out by one payment method. */
export const balanceOf = ({ received, paidOut }: DeskSum): number => received - paidOut;

/** Returns the cash expected in the drawer. */
export const expectedOf = (opening: number, { cash }: Pick<StoredSums, "cash">): number => opening + balanceOf(cash);

type Closed = { day: string; counted: number; takenAway: number };

/** Returns the cash that a day close leaves in the drawer for the next one. */
export const cashLeftBy = (last: Closed | undefined): number => (last ? last.counted - last.takenAway : 0);

/**
 * Checks whether a day may be closed: not a future day, not a day before the last close, and a
 * second time only with `again`.
 */
export function closeRefusal(
  day: string,
  { today, last, again }: { today: string; last: Pick<Closed, "day"> | undefined; again: boolean },
): "DAY_NOT_OPEN" | "DAY_CLOSED" | undefined {
  if (day > today || (last && day < last.day)) return "DAY_NOT_OPEN";
  return last?.day === day && !again ? "DAY_CLOSED" : undefined;
}

/**
 * Whether a desk payment lacks the receipt number of the till, which is a separate system. Bank
 * transfers need none.
 */
export const lacksReceipt = ({ method, receiptNumber }: DeskPayment): boolean =>
  method !== "TRANSFER" && !receiptNumber;
