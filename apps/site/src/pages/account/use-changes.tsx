import type { Reason } from "@uola/browser/error-messages.ts";
import type { RefundQuoteLine } from "@uola/contract";
import { say } from "@uola/words/site";
import { useState } from "react";
import { whenOf } from "../../features/booking/booking-words.ts";
import { CancelDialog, cancelRefusalText } from "./cancel-dialog.tsx";
import type { Choice, slotOf } from "./move-choices.ts";
import { MoveDialog, moveRefusalText } from "./move-dialog.tsx";
import type { OwnBooking } from "./own-booking.ts";
import { useNotice } from "./use-notice.tsx";

/** `back` undoes the move, if that is possible. */
export type Moved =
  | { moved: OwnBooking; back?: () => Promise<Moved>; refusal?: never }
  | { moved?: never; refusal: Reason<"move"> };

type Changes = {
  phone: string;
  /** Returns the refund for a booking paid with an order; null for any other. */
  quote: (mine: OwnBooking) => Promise<RefundQuoteLine | null | undefined>;
  /** Returns the reason if the booking was not cancelled. */
  cancel: (mine: OwnBooking) => Promise<Reason<"cancel"> | undefined>;
  move: (mine: OwnBooking, slot: ReturnType<typeof slotOf>) => Promise<Moved>;
};

/**
 * Cancels or moves a booking after asking for confirmation, then reports the result and offers to
 * undo a move.
 */
export function useChanges({ phone, quote, cancel, move }: Changes) {
  const [canceling, setCanceling] = useState<OwnBooking>();
  const [moving, setMoving] = useState<OwnBooking>();
  const { done, fail, notice } = useNotice();

  const confirm = async (mine: OwnBooking) => {
    const refusal = await cancel(mine);
    setCanceling(undefined);
    if (refusal) fail(cancelRefusalText(refusal, phone));
    else done(say("account.cancel.done", { title: mine.title, when: whenOf(mine.start) }));
  };
  const takeBack = async (back: () => Promise<Moved>) => {
    const result = await back();
    if (result.refusal) fail(moveRefusalText(result.refusal, phone));
    else done(say("account.move.undone", { when: whenOf(result.moved.start) }));
  };
  const confirmMove = async (mine: OwnBooking, { slot }: Choice) => {
    const result = await move(mine, slot);
    if (result.refusal && result.refusal !== "changed" && result.refusal !== "over") return result.refusal;
    setMoving(undefined);
    if (result.refusal) fail(moveRefusalText(result.refusal, phone));
    else {
      const { moved, back } = result;
      const words = moved.status === "PENDING" ? "account.move.asked" : "account.move.done";
      // Undo is offered only if the policy allows the booking to be moved again.
      const undo = back && moved.move?.kind === "until" ? () => takeBack(back) : undefined;
      done(say(words, { title: moved.title, when: whenOf(moved.start) }), undo);
    }
    return undefined;
  };

  const dialogs = (
    <>
      <MoveDialog mine={moving} phone={phone} onClose={() => setMoving(undefined)} onMove={confirmMove} />
      <CancelDialog
        key={canceling?.id}
        mine={canceling}
        quote={quote}
        onClose={() => setCanceling(undefined)}
        onConfirm={confirm}
      />
    </>
  );
  return { onCancel: setCanceling, onMove: setMoving, notice, dialogs };
}
