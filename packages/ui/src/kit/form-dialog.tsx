import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { PrimaryButton, TextButton } from "../buttons.tsx";
import { Overlay } from "../overlay.tsx";
import { Form } from "./form.tsx";
import type { EntityForm } from "./use-entity-form.ts";

type FormDialogProps<Draft extends object> = {
  title: string;
  /** The label of the confirm button, which names the action. */
  sure: string;
  /** The label of the cancel button. */
  giveUp?: string;
  /** The form, or the handler of a dialog in which nothing can be invalid. */
  form: EntityForm<Draft> | (() => void);
  /** The heading above the errors. */
  wrong?: string;
  disabled?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A modal dialog with a form and one action, which submits it. */
export function FormDialog<Draft extends object>({
  title,
  sure,
  giveUp = say("dialog.keep"),
  form,
  wrong,
  disabled = false,
  onClose,
  children,
}: FormDialogProps<Draft>) {
  return (
    <Overlay title={title} close={giveUp} onClose={onClose}>
      <Form form={form} wrong={wrong}>
        {children}
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton type="submit" disabled={disabled}>
            {sure}
          </PrimaryButton>
          <TextButton onClick={onClose}>{giveUp}</TextButton>
        </div>
      </Form>
    </Overlay>
  );
}
