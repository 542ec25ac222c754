import type { BookingInput, Service } from "@uola/contract";
import { mayBeMinor } from "@uola/contract/age-range";
import { type Context, type FieldError, Refusal, ttlCache, Violation } from "@uola/kernel";
import * as members from "./member-store.ts";

type Fields = BookingInput["additionalFields"];
type FormField = {
  id: string;
  label: string;
  valueType: NonNullable<NonNullable<Fields>[number]["valueType"]>;
  required: boolean;
  onlyForMinors?: boolean;
};
/** The participants for whom a form is answered, and the year in which they attend. */
type Answering = { participants: BookingInput["participants"]; year: number; isRequired: boolean };

/**
 * Whether a question is asked. Questions about minors are asked if a participant may be a minor, or
 * if no participants are named.
 */
const isAsked = ({ onlyForMinors }: FormField, { participants, year }: Answering): boolean =>
  !onlyForMinors || !participants?.length || participants.some(({ birthYear }) => mayBeMinor(birthYear, year));

/** A required checkbox counts as answered only if it is ticked. */
const isAnswered = ({ valueType }: FormField, value: string | null | undefined): boolean =>
  valueType === "CHECK_BOX" ? value === "true" : Boolean(value?.trim());

/**
 * Creates the functions that validate the answers to a service's form and add the form's labels;
 * answers to questions that are not asked are dropped. They reject with EMPTY_FORM_INFO if a
 * required form has no answers at all, and with the violations of individual fields.
 */
export function createForms({ db, siteId, changes }: Context) {
  const forms = ttlCache((id: string) => members.formFields(db, siteId, id), { ttlMs: 5000 });
  changes.subscribe(["services"], () => forms.forget());

  return async function filled({ form }: Service, input: Fields, answering: Answering): Promise<Fields> {
    const all = form ? ((await forms.get(form.id)) as FormField[] | undefined) : undefined;
    if (!all?.length) return input;
    const fields = all.filter((field) => isAsked(field, answering));
    const answers = new Map((input ?? []).map((answer) => [answer.id, answer]));
    const missing = answering.isRequired
      ? fields.filter((field) => field.required && !isAnswered(field, answers.get(field.id)?.value))
      : [];
    if (missing.length > 0 && answers.size === 0) {
      throw new Refusal("EMPTY_FORM_INFO", "The service's form has to be filled in.", 400, {
        fields: missing.map(({ id }) => id),
      });
    }
    const fieldById = new Map(all.map((field) => [field.id, field]));
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
