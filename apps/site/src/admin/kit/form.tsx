import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { ErrorSummary } from "../../ui/notice.tsx";
import { wrongLine } from "./sentences.ts";
import type { EntityForm } from "./use-entity-form.ts";

type FormProps<Draft extends object> = { form: EntityForm<Draft>; children: ReactNode };

/** What every form begins with: what is wrong, with the ways to it, and what another changed. */
export function Form<Draft extends object>({ form, children }: FormProps<Draft>) {
  const { failure, wrong, label, prefix } = form;
  const theirs = Object.entries(form.told) as [keyof Draft & string, unknown][];
  const lineOf = (field: keyof Draft & string) => {
    const name = label(field);
    return wrong[field] ? (name ? wrongLine(name, wrong[field]) : wrong[field]) : name;
  };
  return (
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
          errors={failure.fields.map((field) => ({ field: prefix + field, text: lineOf(field as never) }))}
        >
          {theirs.length > 0 && (
            <ul className="grid gap-1">
              {theirs.map(([field, value]) => (
                <li key={field}>
                  {say("form.theirs", { field: label(field), value: form.show(field, value) || "–" })}
                </li>
              ))}
            </ul>
          )}
        </ErrorSummary>
      )}
      {children}
    </form>
  );
}
