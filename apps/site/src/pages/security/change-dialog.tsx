import type { Security } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { say } from "@uola/words/site";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Refusal } from "./refusal.ts";

export type Given = Record<string, string>;
type FieldName = NonNullable<Refusal["field"]>;
type Input = {
  name: FieldName;
  label: string;
  hint?: string;
  type?: "password" | "email" | "text";
  autoComplete: string;
  inputMode?: "numeric";
};

type Props = {
  title: string;
  /** Explains the effect of the change. */
  children?: ReactNode;
  inputs?: Input[];
  /** If set, the dialog asks for the current password first, provided that the member has one. */
  proves?: Pick<Security, "password">;
  action: string;
  onClose: () => void;
  onSignIn: () => void;
  /** Performs the change; on a rejection the dialog stays open with its input. */
  onDone: (given: Given) => Promise<Refusal | undefined>;
};

/** A dialog for one change: its effect, the required input, and errors next to the fields. */
export function ChangeDialog({ title, children, inputs = [], proves, action, onClose, onSignIn, onDone }: Props) {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const proof: Input = {
    name: "currentPassword",
    label: say("security.password.current"),
    type: "password",
    autoComplete: "current-password",
  };
  const asked = proves?.password.isSet ? [proof, ...inputs] : inputs;

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const form = event.currentTarget;
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setSending(true);
    setRefusal(undefined);
    const refused = await onDone(given);
    setSending(false);
    if (!refused) return;
    setRefusal(refused);
    if (refused.field) form.querySelector<HTMLInputElement>(`#security-${refused.field}`)?.focus();
  };

  return (
    <Overlay title={title} close={say("action.close")} onClose={onClose}>
      <form className="grid gap-5" noValidate onSubmit={send}>
        {children}
        {asked.map(({ name, label, ...input }) => (
          <Field
            key={name}
            {...input}
            id={`security-${name}`}
            name={name}
            label={label}
            required
            {...(refusal?.field === name && { error: say(`security.refusal.${refusal.kind}`) })}
          />
        ))}
        <Notice urgent>
          {refusal && !refusal.field && (
            <>
              {say(`security.refusal.${refusal.kind}`)}{" "}
              {refusal.kind === "signInAgain" && <TextButton onClick={onSignIn}>{say("action.signIn")}</TextButton>}
            </>
          )}
        </Notice>
        <PrimaryButton type="submit" className="justify-self-start" disabled={sending}>
          {sending ? say("security.sending") : action}
        </PrimaryButton>
      </form>
    </Overlay>
  );
}
