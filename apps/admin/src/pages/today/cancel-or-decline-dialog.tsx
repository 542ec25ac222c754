import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { Check, TextArea } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";

type Props = {
  asking: { kind: "decline" | "cancel" } | undefined;
  /** Describes the booking: person, time and number of people. */
  about: string;
  /** The id of the booking; the amount that an order paid for it is refunded. */
  bookingId: string | undefined;
  onClose: () => void;
  onSure: (how: { notify: boolean; message: string }) => void;
};

/**
 * Asks for confirmation of a cancellation or rejection, because it frees the place and notifies a
 * person. A message can be added.
 */
export function CancelOrDeclineDialog({ asking, about, bookingId, onClose, onSure }: Props) {
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

/**
 * The amount to be refunded. When the gym cancels, this is everything that an order paid,
 * regardless of the policy.
 */
function PaidBack({ bookingId }: { bookingId: string }) {
  const read = usePlatformQuery(
    ["booking-paid", bookingId],
    async ({ orders }) => (await orders.quoteBooking({ bookingId })).quote?.price ?? 0,
    { refetch: true },
  );
  return read.data ? <p className="font-bold">{say("dialog.back", { sum: money(read.data) })}</p> : null;
}
