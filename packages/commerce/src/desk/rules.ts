import type { DeskMethod, DeskSum, DeskSums } from "@uola/contract";
import { sumOf } from "../money/money.ts";

type Who = { kind: string; id: string };

/** What one person took and paid out in one way. */
export type Group = DeskSum & { method: DeskMethod; actor: Who; marks: number };

/** As they are kept: names are those of the day on which somebody reads them. */
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

/** Everything, and each person's part of it: parts sum to the whole. */
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

/** What is left of one way when what was paid out is taken off. */
export const balanceOf = ({ received, paidOut }: DeskSum): number => received - paidOut;

/** What should be in the drawer. */
export const expectedOf = (opening: number, { cash }: Pick<StoredSums, "cash">): number => opening + balanceOf(cash);

type Closed = { day: string; counted: number; takenAway: number };

/** What a close leaves in the drawer for the next one. */
export const leftBy = (last: Closed | undefined): number => (last ? last.counted - last.takenAway : 0);

/** Whether a day may be closed: not one that is yet to come, not one before the last close, and twice only knowingly. */
export function closing(
  day: string,
  { today, last, again }: { today: string; last: Pick<Closed, "day"> | undefined; again: boolean },
): "DAY_NOT_OPEN" | "DAY_CLOSED" | undefined {
  if (day > today || (last && day < last.day)) return "DAY_NOT_OPEN";
  return last?.day === day && !again ? "DAY_CLOSED" : undefined;
}
