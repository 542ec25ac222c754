import type { BookingInput, Service } from "@uola/contract";
import { type Context, type FieldError, Refusal, ttlCache, Violation } from "@uola/kernel";
import * as store from "./store.ts";

type Fields = BookingInput["additionalFields"];
type FormField = {
  id: string;
  label: string;
  valueType: NonNullable<NonNullable<Fields>[number]["valueType"]>;
  required: boolean;
};

/**
 * What a service's form asks for beyond name and address: filled in as the form says, with its labels. Refuses with EMPTY_FORM_INFO
 * when nothing was sent though something is required, and with violations of single fields.
 */
export function createForms({ db, siteId, changes }: Context) {
  const forms = ttlCache((id: string) => store.formFields(db, siteId, id), { ttlMs: 5000 });
  changes.subscribe(["services"], () => forms.forget());

  return async function filled({ form }: Service, given: Fields, isRequired: boolean): Promise<Fields> {
    const asked = form ? ((await forms.get(form.id)) as FormField[] | undefined) : undefined;
    if (!asked?.length) return given;
    const answers = new Map((given ?? []).map((answer) => [answer.id, answer]));
    const missing = isRequired ? asked.filter(({ id, required }) => required && !answers.get(id)?.value?.trim()) : [];
    if (missing.length > 0 && answers.size === 0) {
      throw new Refusal("EMPTY_FORM_INFO", "The service's form has to be filled in.", 400, {
        fields: missing.map(({ id }) => id),
      });
    }
    const known = new Map(asked.map((field) => [field.id, field]));
    const wrongs: FieldError[] = missing.map(({ id, label }) => ({
      field: "booking.additionalFields",
      description: `must answer "${label}"`,
      data: { id },
    }));
    (given ?? []).forEach(({ id, value }, index) => {
      const field = known.get(id);
      const at = `booking.additionalFields.${index}`;
      if (!field) wrongs.push({ field: `${at}.id`, description: "is not asked by the form" });
      else if (field.valueType === "CHECK_BOX" && value && !/^(true|false)$/.test(value)) {
        wrongs.push({ field: `${at}.value`, description: 'must be "true" or "false"' });
      }
    });
    if (wrongs.length > 0) throw new Violation(wrongs);
    return asked.flatMap(({ id, label, valueType }) => {
      const answer = answers.get(id);
      return answer ? [{ id, value: answer.value, label, valueType }] : [];
    });
  };
}
