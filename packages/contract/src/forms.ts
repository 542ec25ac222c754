import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe, revision, typedLine } from "./wire.ts";

const FormValueType = z.enum(["SHORT_TEXT", "LONG_TEXT", "CHECK_BOX"]);
const BookingFormField = z.object({
  id: guid,
  label: z.string().min(1).max(200),
  valueType: FormValueType,
  required: z.boolean(),
  /** Asked only if a participant may be under 18, for example for a parent's consent. */
  onlyForMinors: z.boolean().optional(),
});
/** The extra fields of a booking form, in addition to name, email address and phone number. */
export const BookingForm = z
  .object({
    id: guid,
    name: z.string().max(200),
    fields: z.array(BookingFormField).max(50),
    revision,
    createdDate: instant,
    updatedDate: instant,
  })
  .meta({ id: "BookingForm" });
export type BookingForm = z.infer<typeof BookingForm>;

const FormInput = z.object({
  name: typedLine().min(1).max(200),
  /** A field without an id is added. An existing field that is not in the list is deleted. */
  fields: z.array(BookingFormField.extend({ id: maybe(guid) })).max(50),
});
const owner = { access: "owner" } as const;
const output = z.object({ form: BookingForm });

export const forms = {
  list: endpoint({
    method: "GET",
    path: "/v1/booking-forms",
    access: "visitor",
    input: z.object({}),
    output: z.object({ forms: z.array(BookingForm) }),
    errors: [],
    summary: "Read the booking forms; visitors and members those of services on the site.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/booking-forms",
    ...owner,
    input: z.object({ form: FormInput }),
    output,
    errors: ["TOO_MANY_FORMS"],
    summary: "Add a booking form.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/booking-forms/{form.id}",
    ...owner,
    input: z.object({ form: FormInput.partial().extend({ id: guid, revision }) }),
    output,
    errors: ["FORM_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Change what is given of a form; its fields are replaced as a whole.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/v1/booking-forms/{formId}",
    ...owner,
    input: z.object({ formId: guid }),
    output: z.object({}),
    errors: ["FORM_NOT_FOUND", "FORM_IN_USE"],
    summary: "Delete a form no service uses.",
  }),
};
