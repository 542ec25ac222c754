import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import type { Draft } from "./draft.ts";
import { longest } from "./form-problems.ts";

type Written = "firstName" | "lastName" | "email" | "phone" | "note";
type Form = {
  draft: Pick<Draft, Written>;
  edit(field: Written, value: string): void;
  errorOf(field: Written): string | undefined;
};

/**
 * Returns the props of a text input. `maxLength` exceeds the limit, so that a text that is too long
 * is reported instead of cut off.
 */
export const inputOf =
  ({ draft, edit, errorOf }: Form) =>
  (field: Written, autoComplete?: string) => ({
    id: field,
    name: field,
    autoComplete,
    value: draft[field],
    maxLength: longest[field] + 50,
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => edit(field, event.target.value),
  });

type Props = { form: Form; emailHint: string; phoneHint: string; phoneRequired?: boolean };

/** Contact details of the person booking or asking. */
export function ContactFields({ form, emailHint, phoneHint, phoneRequired = false }: Props) {
  const input = inputOf(form);
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2">
        <Field label={say("field.firstName")} {...input("firstName", "given-name")} required />
        <Field label={say("field.lastName")} {...input("lastName", "family-name")} required />
      </div>
      <Field
        label={say("field.email")}
        hint={emailHint}
        {...input("email", "email")}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label={say("field.phone")}
        hint={phoneHint}
        {...(phoneRequired ? { required: true } : { optional: say("field.optional") })}
        {...input("phone", "tel")}
        type="tel"
        inputMode="tel"
      />
    </>
  );
}
