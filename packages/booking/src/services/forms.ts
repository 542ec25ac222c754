import type { BookingForm, contract } from "@uola/contract";
import { type Database, json, newId, type Schema } from "@uola/database";
import {
  type Caller,
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  Violation,
} from "@uola/kernel";
import { type Selectable, sql } from "kysely";
import { seesHidden } from "./rules.ts";

const formsMax = 500;

const toForm = ({ siteId: _, fields, revision, ...row }: Selectable<Schema["bookingForm"]>): BookingForm => ({
  ...row,
  fields: fields as BookingForm["fields"],
  revision: String(revision),
});

type FormFieldInput = Omit<BookingForm["fields"][number], "id"> & { id?: string | null | undefined };
/** Every field with an id of its own; answers are kept by it. */
function withIds(fields: readonly FormFieldInput[]): BookingForm["fields"] {
  const known = fields.map(({ id, ...field }) => ({ id: id ?? newId(), ...field }));
  const twice = known.findIndex(({ id }, index) => known.findIndex((other) => other.id === id) < index);
  if (twice >= 0) throw new Violation([{ field: `form.fields.${twice}.id`, description: "is used once" }]);
  return known;
}

/** What bookings ask for. */
export function forms(context: Context): Handlers<typeof contract.forms> {
  const { db, siteId, now } = context;
  const all = (tx: Database) => tx.selectFrom("bookingForm").selectAll().where("siteId", "=", siteId);
  const ofShownServices = sql<boolean>`exists (select from service where service.site_id = booking_form.site_id
    and service.deleted_date is null and not service.hidden and service.extra #>> '{form,id}' = booking_form.id::text)`;
  const locked = async (tx: Database, id: string) => {
    const row = await all(tx).where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal("FORM_NOT_FOUND", `No booking form ${id}.`, 404);
    return row;
  };
  const record = (tx: Database, actor: Caller, action: string, id: string, before?: BookingForm, after?: BookingForm) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "booking_form",
      entityId: id,
      audit: { actor, action: `form.${action}`, before, after },
    });

  return {
    async list(_, { caller }) {
      const found = seesHidden(caller.role) ? all(db) : all(db).where(ofShownServices);
      return { forms: (await found.orderBy("name").orderBy("id").execute()).map(toForm) };
    },

    create: ({ form: { name, fields } }, { caller }) =>
      transact(context, async (tx) => {
        const counted = tx.selectFrom("bookingForm").where("siteId", "=", siteId);
        const { count } = await counted.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
        if (count >= formsMax) throw new Refusal("TOO_MANY_FORMS", `There are ${formsMax} booking forms at most.`);
        const dates = { createdDate: now(), updatedDate: now() };
        const row = { siteId, id: newId(), name, fields: json(withIds(fields)), ...dates };
        const form = toForm(await tx.insertInto("bookingForm").values(row).returningAll().executeTakeFirstOrThrow());
        await record(tx, caller, "create", form.id, undefined, form);
        return { form };
      }),

    update: async ({ form: { id, revision, name, fields } }, { caller }) => {
      const form = await transact(context, { publish: "services" }, async (tx) => {
        const row = await locked(tx, id);
        refuseStaleRevision(row, revision);
        const after = await tx
          .updateTable("bookingForm")
          .set({
            ...(name !== undefined && { name }),
            ...(fields !== undefined && { fields: json(withIds(fields)) }),
            revision: row.revision + 1,
            updatedDate: now(),
          })
          .where("siteId", "=", siteId)
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await record(tx, caller, "update", id, toForm(row), toForm(after));
        return toForm(after);
      });
      return { form };
    },

    delete: ({ formId }, { caller }) =>
      transact(context, async (tx) => {
        const before = toForm(await locked(tx, formId));
        const user = await tx
          .selectFrom("service")
          .select("id")
          .where("siteId", "=", siteId)
          .where("deletedDate", "is", null)
          .where(sql<boolean>`extra #>> '{form,id}' = ${formId}`)
          .limit(1)
          .executeTakeFirst();
        if (user) throw new Refusal("FORM_IN_USE", `Service ${user.id} uses this form.`, 409, { serviceId: user.id });
        await tx.deleteFrom("bookingForm").where("siteId", "=", siteId).where("id", "=", formId).execute();
        await record(tx, caller, "delete", formId, before);
        return {};
      }),
  };
}
