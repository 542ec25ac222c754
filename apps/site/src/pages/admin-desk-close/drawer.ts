import type { DeskClose, DeskSums } from "@uola/contract";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { centsOf } from "../../admin/kit/money.ts";

/** What is typed when a day is closed. */
export type Draft = {
  day: string;
  opening: string;
  counted: string;
  takenAway: string;
  note: string;
  again: boolean;
};

/** What was taken by now, and the close before. */
export type Takings = { sums: DeskSums; opening: number; today: string; last: DeskClose | undefined };

/** An amount that may be left out. */
const leftOut = (text: string): number | undefined => (text.trim() === "" ? 0 : centsOf(text));

/** The cash that should be there: what was there before is typed where no close knows it. */
export function expectedOf({ sums: { cash }, opening, last }: Takings, typed: string): number {
  const before = last ? opening : (leftOut(typed) ?? 0);
  return before + cash.received - cash.paidOut;
}

export const cardTotalOf = ({ card }: DeskSums): number => card.received - card.paidOut;

/** What was counted above what should be there; nothing until it is an amount. */
export function differenceOf(takings: Takings, { counted, opening }: Draft): number | undefined {
  const cents = centsOf(counted);
  return cents === undefined ? undefined : cents - expectedOf(takings, opening);
}

export function differenceText(difference: number): string {
  if (difference === 0) return say("deskClose.difference.none");
  return say(difference > 0 ? "deskClose.difference.more" : "deskClose.difference.less", {
    amount: money(Math.abs(difference)),
  });
}

/** What is wrong with what is typed, by field. */
export function wrongIn({ last }: Pick<Takings, "last">, draft: Draft): Partial<Record<keyof Draft, string>> {
  const counted = centsOf(draft.counted);
  const takenAway = leftOut(draft.takenAway);
  return {
    ...(!draft.day && { day: say("deskClose.wrong.day") }),
    ...(!last && leftOut(draft.opening) === undefined && { opening: say("deskClose.wrong.amount") }),
    ...(counted === undefined && { counted: say("deskClose.wrong.counted") }),
    ...(takenAway === undefined && { takenAway: say("deskClose.wrong.amount") }),
    ...(takenAway !== undefined &&
      counted !== undefined &&
      takenAway > counted && { takenAway: say("deskClose.wrong.takenAway") }),
    ...(last?.day === draft.day && !draft.again && { again: say("deskClose.wrong.again") }),
  };
}

/** As the platform is told of it. */
export const closeOf = (takings: Takings, draft: Draft) => ({
  day: draft.day,
  expected: expectedOf(takings, draft.opening),
  cardTotal: cardTotalOf(takings.sums),
  counted: centsOf(draft.counted) ?? 0,
  takenAway: leftOut(draft.takenAway) ?? 0,
  ...(!takings.last && { opening: leftOut(draft.opening) ?? 0 }),
  ...(draft.note.trim() && { note: draft.note.trim() }),
  ...(takings.last?.day === draft.day && { again: draft.again }),
});
