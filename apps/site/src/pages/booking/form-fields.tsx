import { Check, Field, TextArea } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import type { Activity } from "../../features/booking/activities.ts";
import { contactInputs } from "../../features/booking/contact-fields.tsx";
import { longest, type Problem } from "../../features/booking/form-problems.ts";
import { fieldsAsked, yearOf } from "../../features/booking/participants.ts";
import type { Time } from "../../features/booking/times.ts";
import type { Form } from "./form.ts";

type Props = { activity: Activity; time: Time; form: Form; errorOf: (field: Problem["field"]) => string | undefined };

/** The form fields specific to the activity, or a note if it has none. */
export function FormFields({ activity, time, form, errorOf }: Props) {
  const { draft, set } = form;
  if (activity.fields.length === 0) {
    return (
      <TextArea
        label={say("field.notes")}
        hint={say("booking.form.note.hint")}
        optional={say("field.optional")}
        {...contactInputs(form, errorOf)("note")}
      />
    );
  }
  return fieldsAsked(draft, activity, yearOf(time.start)).map(({ id: fieldId, label, valueType, required }) => {
    const id = `answer-${fieldId}` as const;
    const value = draft.answers[fieldId] ?? "";
    const put = (answer: string) => set({ answers: { ...draft.answers, [fieldId]: answer } }, [id]);
    const error = errorOf(id);
    if (valueType === "CHECK_BOX") {
      return (
        <Check
          key={id}
          id={id}
          name={id}
          checked={value === "true"}
          required={required}
          {...(error && { error })}
          onChange={(event) => put(String(event.target.checked))}
        >
          {label} {!required && <small>({say("field.optional")})</small>}
        </Check>
      );
    }
    const input = {
      id,
      name: id,
      label,
      value,
      required,
      maxLength: longest.answer,
      ...(error && { error }),
      ...(!required && { optional: say("field.optional") }),
    };
    return valueType === "LONG_TEXT" ? (
      <TextArea key={id} {...input} onChange={(event) => put(event.target.value)} />
    ) : (
      <Field key={id} {...input} onChange={(event) => put(event.target.value)} />
    );
  });
}
