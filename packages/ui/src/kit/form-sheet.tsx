import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { PrimaryButton, TextButton } from "../buttons.tsx";
import { Form } from "./form.tsx";
import { Sheet } from "./sheet.tsx";
import type { EntityForm } from "./use-entity-form.ts";

type FormSheetProps<Draft extends object> = {
  title: string;
  form: EntityForm<Draft>;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Shown next to the buttons: links to the history and to deletion. */
  more?: ReactNode;
};

/** A form in a sheet next to the page; closing it with unsaved changes asks for confirmation first. */
export function FormSheet<Draft extends object>({
  title,
  form,
  wide = false,
  onClose,
  children,
  more,
}: FormSheetProps<Draft>) {
  return (
    <Sheet title={title} isChanged={form.isChanged} wide={wide} onClose={onClose}>
      <Form form={form} wrong={say("form.wrong")}>
        {children}
        <footer className="sheet-foot">
          <PrimaryButton type="submit" disabled={form.busy}>
            {say(form.busy ? "form.saving" : "form.save")}
          </PrimaryButton>
          <TextButton onClick={onClose}>{say("form.cancel")}</TextButton>
          <span className="grow" />
          {more}
        </footer>
      </Form>
    </Sheet>
  );
}

/** A group of related fields under a heading. */
export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="form-part">
    <legend className="title">{title}</legend>
    {children}
  </fieldset>
);
