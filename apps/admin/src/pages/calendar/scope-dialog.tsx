import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import type { Scope } from "./moves.ts";

const scopes = ["THIS", "THIS_AND_LATER", "ALL"] as const satisfies readonly Scope[];

type Props = {
  title: string;
  /** The change that is about to be made, with the old and the new value. */
  about: string;
  sure: string;
  asks: { scope: boolean; notify: boolean };
  onClose: () => void;
  onSure: (how: { scope: Scope; notify: boolean }) => void;
};

/**
 * Asks which sessions of a weekly series a change applies to, and whether to notify the people who
 * booked. Mounted only while open.
 */
export function ScopeDialog({ title, about, sure, asks, onClose, onSure }: Props) {
  const [scope, setScope] = useState<Scope>("THIS");
  const [notify, setNotify] = useState(true);
  return (
    <FormDialog
      title={title}
      sure={sure}
      onClose={onClose}
      form={() => {
        onSure({ scope: asks.scope ? scope : "THIS", notify: asks.notify && notify });
      }}
    >
      <p>{about}</p>
      {asks.scope && (
        <RadioGroup
          shown
          legend={say("calendar.scope")}
          name="scope"
          value={scope}
          onChange={(value) => setScope(value as Scope)}
          choices={scopes.map((value) => ({ value, label: say(`calendar.scope.${value}`) }))}
        />
      )}
      {asks.notify && (
        <Check checked={notify} onChange={(event) => setNotify(event.target.checked)}>
          {say("calendar.notify")}
        </Check>
      )}
    </FormDialog>
  );
}
