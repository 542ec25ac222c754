import type { Service } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { Check, TextArea } from "../../ui/field.tsx";
import { Overlay } from "../../ui/overlay.tsx";

type How = {
  preserveFutureSessionsWithParticipants: boolean;
  participantNotification: { notifyParticipants: boolean; message: string | null };
};
type DeleteDialogProps = { services: readonly Service[]; onClose: () => void; onSure: (how: How) => void };

/** Deleting calls sessions off and writes to people, so there is one question. */
export function DeleteDialog({ services, onClose, onSure }: DeleteDialogProps) {
  const [keep, setKeep] = useState(true);
  const [notify, setNotify] = useState(true);
  const [message, setMessage] = useState("");
  const count = services.length;
  return (
    <Overlay title={say("services.delete.title", { count })} close={say("form.cancel")} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
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
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton type="submit">{say("services.delete")}</PrimaryButton>
          <TextButton onClick={onClose}>{say("form.cancel")}</TextButton>
        </div>
      </form>
    </Overlay>
  );
}
