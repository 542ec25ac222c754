import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { ErrorSummary } from "../../ui/notice.tsx";
import { wrongLine } from "./sentences.ts";
import { Sheet } from "./sheet.tsx";
import type { EntityForm } from "./use-entity-form.ts";

type FormSheetProps<Draft extends object> = {
  title: string;
  form: EntityForm<Draft>;
  /** A field's label, and its value as the form's reader would say it. */
  label: (field: keyof Draft & string) => string;
  show: (field: keyof Draft & string, value: unknown) => string;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Beside the buttons: the way to the history, to deleting. */
  more?: ReactNode;
};

/** The frame of every form: what another changed, what is wrong, the fields, the buttons. Fields have their names as ids. */
export function FormSheet<Draft extends object>({
  title,
  form,
  label,
  show,
  wide = false,
  onClose,
  children,
  more,
}: FormSheetProps<Draft>) {
  const { told, failure, wrong } = form;
  const theirs = Object.entries(told) as [keyof Draft & string, unknown][];
  return (
    <Sheet title={title} isChanged={form.isChanged} wide={wide} onClose={onClose}>
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        {failure && (
          <ErrorSummary
            key={failure.time}
            title={failure.text || say("form.wrong")}
            errors={failure.fields.map((field) => ({
              field,
              text: wrong[field]
                ? wrongLine(label(field as keyof Draft & string), wrong[field])
                : label(field as never),
            }))}
          >
            {theirs.length > 0 && (
              <ul className="grid gap-1">
                {theirs.map(([field, value]) => (
                  <li key={field}>{say("form.theirs", { field: label(field), value: show(field, value) || "–" })}</li>
                ))}
              </ul>
            )}
          </ErrorSummary>
        )}
        {children}
        <footer className="sheet-foot">
          <PrimaryButton type="submit" disabled={form.busy}>
            {say(form.busy ? "form.saving" : "form.save")}
          </PrimaryButton>
          <TextButton onClick={onClose}>{say("form.cancel")}</TextButton>
          <span className="grow" />
          {more}
        </footer>
      </form>
    </Sheet>
  );
}

/** Fields that belong together, under a heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="form-part">
    <legend className="title">{title}</legend>
    {children}
  </fieldset>
);
