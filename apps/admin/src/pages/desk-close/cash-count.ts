import type { DeskClosing, DeskSums } from "@uola/contract";
import { parseCents } from "@uola/ui/kit/money.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";

/** The values typed when closing a day. */
export type Draft = {
  day: string;
  opening: string;
  counted: string;
  takenAway: string;
  note: string;
  again: boolean;
};

/** The takings so far, and the previous day close. */
export type Takings = { sums: DeskSums; opening: number; today: string; last: DeskClosing | undefined };

/** Parses an optional amount; empty is 0. */
const optionalCents = (text: string): number | undefined => (text.trim() === "" ? 0 : parseCents(text));

/**
 * Returns the cash that should be in the drawer. Before the first day close, the user types the
 * opening amount.
 */
export function expectedOf({ sums: { cash }, opening, last }: Takings, typed: string): number {
  const before = last ? opening : (optionalCents(typed) ?? 0);
  return before + cash.received - cash.paidOut;
}

export const cardTotalOf = ({ card }: DeskSums): number => card.received - card.paidOut;

/** Returns the counted amount minus the expected one; undefined until the input is a valid amount. */
export function differenceOf(takings: Takings, { counted, opening }: Draft): number | undefined {
  const cents = parseCents(counted);
  return cents === undefined ? undefined : cents - expectedOf(takings, opening);
}

export function differenceText(difference: number): string {
  if (difference === 0) return say("deskClose.difference.none");
  return say(difference > 0 ? "deskClose.difference.more" : "deskClose.difference.less", {
    amount: money(Math.abs(difference)),
  });
}

/** Returns the validation errors by field. */
export function closeErrors({ last }: Pick<Takings, "last">, draft: Draft): Partial<Record<keyof Draft, string>> {
  const counted = parseCents(draft.counted);
  const takenAway = optionalCents(draft.takenAway);
  return {
    ...(!draft.day && { day: say("deskClose.wrong.day") }),
    ...(!last && optionalCents(draft.opening) === undefined && { opening: say("deskClose.wrong.amount") }),
    ...(counted === undefined && { counted: say("deskClose.wrong.counted") }),
    ...(takenAway === undefined && { takenAway: say("deskClose.wrong.amount") }),
    ...(takenAway !== undefined &&
      counted !== undefined &&
      takenAway > counted && { takenAway: say("deskClose.wrong.takenAway") }),
    ...(last?.day === draft.day && !draft.again && { again: say("deskClose.wrong.again") }),
  };
}

/** Converts the draft to the platform's request. */
export const closeInputOf = (takings: Takings, draft: Draft) => ({
  day: draft.day,
  expected: expectedOf(takings, draft.opening),
  cardTotal: cardTotalOf(takings.sums),
  counted: parseCents(draft.counted) ?? 0,
  takenAway: optionalCents(draft.takenAway) ?? 0,
  ...(!takings.last && { opening: optionalCents(draft.opening) ?? 0 }),
  ...(draft.note.trim() && { note: draft.note.trim() }),
  ...(takings.last?.day === draft.day && { again: draft.again }),
});
