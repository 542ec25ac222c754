import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, TextArea } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import type { Scope } from "../calendar/moves.ts";

const scopes = ["THIS", "THIS_AND_LATER", "ALL"] as const;

type Props = {
  about: { title: string; when: string; count: number };
  /** The number of bookings with an email address; guests at the front desk may have given none. */
  reachable: number;
  /**
   * The number of bookings paid at the front desk without an order; these are not refunded
   * automatically.
   */
  paidByHand: number;
  isSeries: boolean;
  onClose: () => void;
  onSure: (how: { scope: Scope; notify: boolean; message: string }) => void;
};

/**
 * Cancels a session. This also cancels its bookings and notifies people, so the dialog first shows
 * how many are affected.
 */
export function CancelSession({ about, reachable, paidByHand, isSeries, onClose, onSure }: Props) {
  const [scope, setScope] = useState<Scope>("THIS");
  const [notify, setNotify] = useState(true);
  const [message, setMessage] = useState("");
  return (
    <FormDialog
      title={say("session.cancel.title")}
      sure={say("session.cancel")}
      onClose={onClose}
      form={() => {
        onSure({ scope, notify, message: notify ? message.trim() : "" });
      }}
    >
      <p>{say("session.cancel.about", about)}</p>
      {paidByHand > 0 && <p className="font-bold">{say("session.cancel.paid", { count: paidByHand })}</p>}
      {isSeries && (
        <RadioGroup
          shown
          legend={say("session.cancel.scope")}
          name="scope"
          value={scope}
          onChange={(value) => setScope(value as Scope)}
          choices={scopes.map((value) => ({ value, label: say(`calendar.scope.${value}`) }))}
        />
      )}
      <Check checked={notify} onChange={({ target }) => setNotify(target.checked)}>
        {say("calendar.notify")}
      </Check>
      {notify && (
        <>
          <TextArea
            id="cancel-message"
            label={say("dialog.message")}
            hint={say("dialog.message.hint")}
            maxLength={2000}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
          <p role="status">
            {scope === "THIS" ? say("session.cancel.mails", { count: reachable }) : say("session.cancel.series")}
          </p>
          {scope === "THIS" && about.count > reachable && (
            <p>{say("session.cancel.mailless", { count: about.count - reachable })}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
