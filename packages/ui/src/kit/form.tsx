import { entriesOf } from "@uola/contract/entries";
import { say } from "@uola/words/admin";
import { type ReactNode, useEffect } from "react";
import { ErrorSummary } from "../error-summary.tsx";
import { errorSummaryLine } from "./sentences.ts";
import type { EntityForm } from "./use-entity-form.ts";

type FormProps<Draft extends object> = {
  /** The form, or the submit handler if nothing can be invalid. */
  form: EntityForm<Draft> | (() => void);
  /** The heading above the errors; without it the first invalid field gets the focus instead. */
  wrong?: string | undefined;
  children: ReactNode;
};

/**
 * The beginning of every form: the errors, with links to their fields, and the changes made by
 * another user.
 */
export function Form<Draft extends object>({ form, wrong, children }: FormProps<Draft>) {
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (typeof form === "function") form();
        else void form.submit();
      }}
    >
      {typeof form === "object" && <Summary form={form} title={wrong} />}
      {children}
    </form>
  );
}

function Summary<Draft extends object>({ form, title }: { form: EntityForm<Draft>; title: string | undefined }) {
  const { failure, wrong, label, show, prefix, told } = form;
  const theirs = entriesOf(told);
  const lineOf = (field: keyof Draft & string) => {
    const name = label(field);
    return wrong[field] && name ? errorSummaryLine(name, wrong[field]) : (wrong[field] ?? name);
  };
  if (!failure) return null;
  if (!failure.text && !title) return <Focus key={failure.time} id={prefix + failure.fields[0]} />;
  return (
    <ErrorSummary
      key={failure.time}
      title={failure.text || (title ?? "")}
      errors={failure.fields.map((field) => ({ field: prefix + field, text: lineOf(field as never) }))}
    >
      {theirs.length > 0 && (
        <ul className="grid gap-1">
          {theirs.map(([field, value]) => (
            <li key={field}>{say("form.theirs", { field: label(field), value: show(field, value) || "–" })}</li>
          ))}
        </ul>
      )}
    </ErrorSummary>
  );
}

function Focus({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return null;
}
