import type { Service } from "@uola/contract";
import { Check, TextArea } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";

type How = {
  preserveFutureSessionsWithParticipants: boolean;
  participantNotification: { notifyParticipants: boolean; message: string | null };
};
type DeleteDialogProps = { services: readonly Service[]; onClose: () => void; onSure: (how: How) => void };

/** Asks for confirmation of a deletion, because it cancels sessions and emails people. */
export function DeleteDialog({ services, onClose, onSure }: DeleteDialogProps) {
  const [keep, setKeep] = useState(true);
  const [notify, setNotify] = useState(true);
  const [message, setMessage] = useState("");
  const count = services.length;
  return (
    <FormDialog
      title={say("services.delete.title", { count })}
      sure={say("services.delete")}
      giveUp={say("delete.not")}
      onClose={onClose}
      form={() => {
        onSure({
          preserveFutureSessionsWithParticipants: keep,
          participantNotification: { notifyParticipants: notify, message: message.trim() || null },
        });
      }}
    >
      <p>{say("services.delete.lead", { names: services.map(({ name }) => `„${name}“`).join(", ") })}</p>
      <Check id="keep-booked" checked={keep} onChange={({ target }) => setKeep(target.checked)}>
        {say("services.delete.keep")}
      </Check>
      {!keep && (
        <>
          <Check id="notify" checked={notify} onChange={({ target }) => setNotify(target.checked)}>
            {say("services.delete.notify")}
          </Check>
          {notify && (
            <TextArea
              id="delete-message"
              label={say("dialog.message")}
              hint={say("dialog.message.hint")}
              maxLength={2000}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
