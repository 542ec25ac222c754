import type { BookingForm, contract } from "@uola/contract";
import { json, newId, type Schema } from "@uola/database";
import { type Context, entity, type Handlers, Refusal, Violation } from "@uola/kernel";
import type { Selectable } from "kysely";
import { seesHidden } from "./rules.ts";
import * as store from "./store.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "bookingForm.fields": BookingForm["fields"];
  }
}

const toForm = ({ siteId: _, fields, revision, ...row }: Selectable<Schema["bookingForm"]>): BookingForm => ({
  ...row,
  fields,
  revision: String(revision),
});

type FormFieldInput = Omit<BookingForm["fields"][number], "id"> & { id?: string | null | undefined };
/** Assigns an id to each new field, because answers are stored by field id. */
function withIds(fields: readonly FormFieldInput[]): string {
  const known = fields.map(({ id, ...field }) => ({ id: id ?? newId(), ...field }));
  const twice = known.findIndex(({ id }, index) => known.findIndex((other) => other.id === id) < index);
  if (twice >= 0) throw new Violation([{ field: `form.fields.${twice}.id`, description: "is used once" }]);
  return json(known);
}

/** Handlers for the forms filled in when booking. */
export function forms(context: Context): Handlers<typeof contract.forms> {
  const { db, siteId } = context;
  const form = entity(context, {
    table: "bookingForm",
    audit: { entity: "booking_form", subject: "form" },
    notFound: { code: "FORM_NOT_FOUND", name: "booking form" },
    limit: { max: 500, code: "TOO_MANY_FORMS", names: "booking forms" },
    publish: ["services"],
    order: ["name"],
    toWire: (rows) => rows.map(toForm),
  });
  return {
    list: async (_, { caller }) => {
      const all = await form.list(caller);
      if (seesHidden(caller.role)) return { forms: all };
      const shown = await store.visibleFormIds(db, siteId);
      return { forms: all.filter(({ id }) => shown.has(id)) };
    },
    create: ({ form: { name, fields } }, { caller }) =>
      form.change(caller, async ({ insert }) => ({ form: await insert({ name, fields: withIds(fields) }) })),
    update: ({ form: { id, revision, name, fields } }, { caller }) =>
      form.change(caller, async ({ lock, update }) => {
        const locked = await lock(id, revision);
        return { form: await update(locked, { name, fields: fields && withIds(fields) }) };
      }),
    delete: ({ formId }, { caller }) =>
      form.change(caller, async ({ tx, lock, remove }) => {
        const locked = await lock(formId);
        const serviceId = await store.serviceWithForm(tx, siteId, formId);
        if (serviceId) throw new Refusal("FORM_IN_USE", `Service ${serviceId} uses this form.`, 409, { serviceId });
        await remove(locked);
        return {};
      }),
  };
}
