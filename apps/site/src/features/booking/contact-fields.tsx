import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import { inputsOf } from "../use-form.ts";
import { longest } from "./form-problems.ts";

type Contact = { firstName: string; lastName: string; email: string; phone: string; note: string };
type Name = keyof Contact;
type Form = { draft: Contact; set(part: Partial<Contact>, fields: Name[]): void };
type ErrorOf = (field: Name) => string | undefined;

/**
 * Returns the props of a text input. `maxLength` exceeds the limit, so that a text that is too long
 * is reported instead of cut off.
 */
export function contactInputs(form: Form, errorOf: ErrorOf) {
  const input = inputsOf(form, errorOf);
  return (name: Name, autoComplete?: string) => ({
    ...input(name),
    name,
    autoComplete,
    maxLength: longest[name] + 50,
  });
}

type Props = { form: Form; errorOf: ErrorOf; emailHint: string; phoneHint: string; phoneRequired?: boolean };

/** Inputs for the contact details of the person who books or sends a request. */
export function ContactFields({ form, errorOf, emailHint, phoneHint, phoneRequired = false }: Props) {
  const input = contactInputs(form, errorOf);
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
