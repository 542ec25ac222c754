import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { Form } from "./form.tsx";
import type { EntityForm } from "./use-entity-form.ts";

type FormDialogProps<Draft extends object> = {
  title: string;
  /** What is about to happen, on the button that does it. */
  sure: string;
  /** What the way out is called. */
  giveUp?: string;
  /** What is asked, or what to do with a question that has no wrong answers. */
  form: EntityForm<Draft> | (() => void);
  /** Above what is wrong. */
  wrong?: string;
  disabled?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/** A question in the middle of the page, with one thing that is done when it is answered. */
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
