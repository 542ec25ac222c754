import { capital } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { Reason } from "../../reasons.ts";
import { PrimaryButton, SecondaryButton } from "../../ui/buttons.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { momentOf, whenOf } from "../booking/show.ts";
import type { Mine } from "./mine.ts";

type Props = { mine: Mine | undefined; onClose: () => void; onConfirm: (mine: Mine) => Promise<void> };

/** Asks once: the place goes to others at once and cannot be taken back. */
export function CancelDialog({ mine, onClose, onConfirm }: Props) {
  const [sending, setSending] = useState(false);
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
        {capital(whenOf(mine.start))} · {say("participants", { count: mine.participants })}
      </p>
      <p className="mt-4">{say("account.cancel.lose")}</p>
      {mine.cancellation?.kind === "until" && (
        <p className="mt-2 text-muted">{say("account.cancel.until", { when: momentOf(mine.cancellation.until) })}</p>
      )}
      <div className="mt-7 flex flex-wrap gap-4">
        <PrimaryButton onClick={confirm} disabled={sending}>
          {say(sending ? "account.cancel.sending" : "action.cancelBooking")}
        </PrimaryButton>
        <SecondaryButton className="min-h-[56px]" onClick={onClose}>
          {say("account.cancel.keep")}
        </SecondaryButton>
      </div>
    </Overlay>
  );
}

export const cancelRefusalText = (reason: Reason<"cancel">, phone: string): string =>
  say(`account.refusal.${reason}`, { phone });
