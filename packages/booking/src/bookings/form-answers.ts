import type { BookingInput, Service } from "@uola/contract";
import { type Context, type FieldError, Refusal, ttlCache, Violation } from "@uola/kernel";
import * as members from "./member-store.ts";

type Fields = BookingInput["additionalFields"];
type FormField = {
  id: string;
  label: string;
  valueType: NonNullable<NonNullable<Fields>[number]["valueType"]>;
  required: boolean;
};

/**
 * The answers to a service's form, with the form's labels. Refuses with EMPTY_FORM_INFO when no answer was sent though one is
 * required, and with violations of single fields.
 */
export function createForms({ db, siteId, changes }: Context) {
  const forms = ttlCache((id: string) => members.formFields(db, siteId, id), { ttlMs: 5000 });
  changes.subscribe(["services"], () => forms.forget());

  return async function filled({ form }: Service, input: Fields, isRequired: boolean): Promise<Fields> {
    const fields = form ? ((await forms.get(form.id)) as FormField[] | undefined) : undefined;
    if (!fields?.length) return input;
    const answers = new Map((input ?? []).map((answer) => [answer.id, answer]));
    const missing = isRequired ? fields.filter(({ id, required }) => required && !answers.get(id)?.value?.trim()) : [];
    if (missing.length > 0 && answers.size === 0) {
      throw new Refusal("EMPTY_FORM_INFO", "The service's form has to be filled in.", 400, {
        fields: missing.map(({ id }) => id),
      });
    }
    const fieldById = new Map(fields.map((field) => [field.id, field]));
    const wrongs: FieldError[] = missing.map(({ id, label }) => ({
      field: "booking.additionalFields",
      description: `must answer "${label}"`,
      data: { id },
    }));
    (input ?? []).forEach(({ id, value }, index) => {
      const field = fieldById.get(id);
      const at = `booking.additionalFields.${index}`;
      if (!field) wrongs.push({ field: `${at}.id`, description: "is not asked by the form" });
      else if (field.valueType === "CHECK_BOX" && value && !/^(true|false)$/.test(value)) {
        wrongs.push({ field: `${at}.value`, description: 'must be "true" or "false"' });
      }
    });
    if (wrongs.length > 0) throw new Violation(wrongs);
    return fields.flatMap(({ id, label, valueType }) => {
      const answer = answers.get(id);
      return answer ? [{ id, value: answer.value, label, valueType }] : [];
    });
  };
}
