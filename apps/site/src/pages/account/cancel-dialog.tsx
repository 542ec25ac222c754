import type { Reason } from "@uola/browser/error-messages.ts";
import type { RefundQuoteLine } from "@uola/contract";
import { PrimaryButton, SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { capitalized } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useEffect, useEffectEvent, useState } from "react";
import { momentOf, whenOf } from "../../features/booking/booking-words.ts";
import { RefundSummary } from "../../features/refund-summary.tsx";
import type { OwnBooking } from "./own-booking.ts";

type Quote = (mine: OwnBooking) => Promise<RefundQuoteLine | null | undefined>;
type Props = {
  mine: OwnBooking | undefined;
  quote: Quote;
  onClose: () => void;
  onConfirm: (mine: OwnBooking) => Promise<void>;
};

/**
 * Asks for confirmation once, because the place is released to others at once and the cancellation
 * cannot be undone. The refund is loaded first.
 */
export function CancelDialog({ mine, quote, onClose, onConfirm }: Props) {
  const [sending, setSending] = useState(false);
  const [back, askAgain] = useQuote(mine, quote);
  const confirm = async () => {
    if (!mine || sending) return;
    setSending(true);
    await onConfirm(mine).finally(() => setSending(false));
  };
  if (!mine) return null;
  return (
    <Overlay title={say("account.cancel.ask")} close={say("action.close")} onClose={onClose}>
      <p>
        <strong>{mine.title}</strong>
        <br />
        {capitalized(whenOf(mine.start))} · {say("participants", { count: mine.participants })}
      </p>
      {back.at === "read" && back.quote && (
        <div className="mt-4">
          <RefundSummary quote={back.quote} people={namesOf(mine)} />
        </div>
      )}
      {back.at === "loading" && <Skeleton lines={2} label={say("state.loading")} />}
      {back.at === "failed" && (
        <p role="alert" className="mt-4 flex flex-wrap items-center gap-x-4">
          {say("account.cancel.quoteFailed")}
          <TextButton onClick={askAgain}>{say("action.retry")}</TextButton>
        </p>
      )}
      <p className="mt-4">{say("account.cancel.lose")}</p>
      {mine.cancellation?.kind === "until" && (
        <p className="mt-2 text-muted">{say("account.cancel.until", { when: momentOf(mine.cancellation.until) })}</p>
      )}
      <div className="mt-7 flex flex-wrap gap-4">
        <PrimaryButton onClick={confirm} disabled={sending || back.at !== "read"}>
          {say(sending ? "account.cancel.sending" : "action.cancelBooking")}
        </PrimaryButton>
        <SecondaryButton className="min-h-[56px]" onClick={onClose}>
          {say("account.cancel.keep")}
        </SecondaryButton>
      </div>
    </Overlay>
  );
}

type Back = { at: "loading" | "failed"; quote?: never } | { at: "read"; quote: RefundQuoteLine | null | undefined };

/** Returns the current refund quote and a function to load it again. Only paid bookings have one. */
export function useQuote(mine: OwnBooking | undefined, quote: Quote): [Back, () => void] {
  const isPaid = mine?.paymentStatus === "PAID";
  const [back, setBack] = useState<Back>(isPaid ? { at: "loading" } : { at: "read", quote: null });
  const [tries, setTries] = useState(0);
  const ask = useEffectEvent(async () => {
    if (!mine || !isPaid) return;
    setBack({ at: "loading" });
    setBack(
      await quote(mine).then(
        (quote): Back => ({ at: "read", quote }),
        (): Back => ({ at: "failed" }),
      ),
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => void ask(), [tries]);
  return [back, () => setTries(tries + 1)];
}

/** Returns the participants' names, or a numbered label where no name was given. */
const namesOf = ({ participants, names }: OwnBooking): string[] =>
  Array.from({ length: participants }, (_, index) => names[index] || say("back.person", { number: index + 1 }));

export const cancelRefusalText = (reason: Reason<"cancel">, phone: string): string =>
  say(`account.refusal.${reason}`, { phone });
