import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";
import { FormDialog } from "../../admin/kit/form-dialog.tsx";
import { Check, TextArea } from "../../ui/field.tsx";
import { usePlatformQuery } from "../../use-platform.ts";

type Props = {
  asking: { kind: "decline" | "cancel" } | undefined;
  /** Whose booking, when, for how many. */
  about: string;
  /** Of which booking; what was paid for it by an order comes back. */
  bookingId: string | undefined;
  onClose: () => void;
  onSure: (how: { notify: boolean; message: string }) => void;
};

/** Cancelling and declining give the place away and write to a person, so there is one question, and room for a word. */
export function MoveDialog({ asking, about, bookingId, onClose, onSure }: Props) {
  const [notify, setNotify] = useState(true);
  const [message, setMessage] = useState("");
  if (!asking) return null;
  const { kind } = asking;
  return (
    <FormDialog
      title={say(`dialog.${kind}`)}
      sure={say(`dialog.${kind}`)}
      onClose={onClose}
      form={() => {
        onSure({ notify, message: notify ? message.trim() : "" });
        setMessage("");
      }}
    >
      <p>{about}</p>
      {bookingId && <PaidBack bookingId={bookingId} />}
      <Check checked={notify} onChange={(event) => setNotify(event.target.checked)}>
        {say("dialog.notify")}
      </Check>
      {notify && (
        <TextArea
          id="move-message"
          label={say("dialog.message")}
          hint={say(kind === "cancel" ? "dialog.message.hint" : "dialog.message.hint.decline")}
          maxLength={2000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

/** The team cancels for the gym, so that all of what an order paid comes back, whatever the policy keeps. */
function PaidBack({ bookingId }: { bookingId: string }) {
  const read = usePlatformQuery(
    ["booking-paid", bookingId],
    async ({ orders }) => (await orders.quoteBooking({ bookingId })).quote?.price ?? 0,
    { anew: true },
  );
  return read.data ? <p className="font-bold">{say("dialog.back", { sum: money(read.data) })}</p> : null;
}
