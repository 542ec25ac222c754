import type { Service } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database, Schema } from "@uola/database";
import { type Insertable, sql, type Updateable } from "kysely";
import type { BusinessLocations, StoredStaff } from "./rules.ts";
import type { ExistingIds } from "./validation.ts";

/** SQL condition operand that matches any of these ids. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;

const columns = [
  "service.id",
  "service.type",
  "service.name",
  "service.description",
  "service.tagLine",
  "service.defaultCapacity",
  "service.sortOrder",
  "service.hidden",
  "service.scheduleId",
  "service.staffIds",
  "service.payment",
  "service.onlineBooking",
  "service.locations",
  "service.media",
  "service.slugs",
  "service.extra",
  "service.revision",
  "service.createdDate",
  "service.updatedDate",
  "service.deletedDate",
  "bookingPolicy.id as policyId",
  "bookingPolicy.name as policyName",
  "bookingPolicy.isDefault as policyIsDefault",
  "bookingPolicy.rules as policyRules",
  "bookingPolicy.createdDate as policyCreatedDate",
  "bookingPolicy.updatedDate as policyUpdatedDate",
] as const;

const surroundings = [
  sql<Service["category"] | null>`case when category.id is not null then
    jsonb_build_object('id', category.id, 'name', category.name, 'kind', category.kind, 'sortOrder', category.sort_order) end`.as(
    "category",
  ),
  sql<
    StoredStaff[] | null
  >`(select jsonb_agg(jsonb_build_object('staffMemberId', staff.id, 'name', staff.name, 'picture', staff.picture)
      order by array_position(service.staff_ids, staff.id))
    from staff where staff.site_id = service.site_id and staff.id = any(service.staff_ids))`.as("staff"),
  // The first and last session are each a single index lookup, regardless of the number of
  // sessions.
  sql<Date | null>`(select start_date from session
    where session.site_id = service.site_id and session.schedule_id = service.schedule_id and session.status = 'CONFIRMED'
    order by start_date limit 1)`.as("firstSessionStart"),
  sql<Date | null>`(select end_date from session
    where session.site_id = service.site_id and session.schedule_id = service.schedule_id and session.status = 'CONFIRMED'
    order by start_date desc limit 1)`.as("lastSessionEnd"),
  sql<BusinessLocations | null>`(select jsonb_object_agg(location.id, jsonb_build_object('id', location.id, 'name', location.name,
      'default', location.is_default, 'address', location.address, 'email', location.email, 'phone', location.phone))
    from jsonb_array_elements(service.locations) place
    join location on location.site_id = service.site_id and location.id::text = place #>> '{business,id}')`.as(
    "businessLocations",
  ),
] as const;

/**
 * Reads services with policy, category, staff and the first and last dates of their timetable, in
 * one statement for any number of services.
 */
export const readServices = (db: Database, siteId: string) =>
  readServicesIncludingDeleted(db, siteId).where("service.deletedDate", "is", null);

/** Includes deleted services, because past sessions and bookings refer to them. */
export const readServicesIncludingDeleted = (db: Database, siteId: string) =>
  db
    .selectFrom("service")
    .innerJoin("bookingPolicy", (join) =>
      join.onRef("bookingPolicy.siteId", "=", "service.siteId").onRef("bookingPolicy.id", "=", "service.policyId"),
    )
    .leftJoin("category", (join) =>
      join.onRef("category.siteId", "=", "service.siteId").onRef("category.id", "=", "service.categoryId"),
    )
    .where("service.siteId", "=", siteId)
    .select(columns)
    .select(surroundings);

export const staffNames = async (db: Database, siteId: string, ids: readonly string[]) => {
  const staff = db.selectFrom("staff").select(["id", "name"]).where("siteId", "=", siteId);
  const rows = await staff.where("id", "=", anyOf(ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Returns the id of the service that each schedule belongs to. */
export const serviceIdsOf = async (db: Database, siteId: string, scheduleIds: readonly string[]) => {
  const services = db.selectFrom("service").select(["id", "scheduleId"]).where("siteId", "=", siteId);
  const rows = await services.where("scheduleId", "=", anyOf(scheduleIds)).execute();
  return new Map(rows.map(({ id, scheduleId }) => [scheduleId, id]));
};

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>;

export const insertService = (db: Database, row: Row<"service">) => db.insertInto("service").values(row).execute();

export const defaultPolicyId = async (db: Database, siteId: string): Promise<string | undefined> => {
  const policies = db.selectFrom("bookingPolicy").select("id").where("siteId", "=", siteId);
  return (await policies.where("isDefault", "=", true).orderBy("id").limit(1).executeTakeFirst())?.id;
};

/**
 * Returns the revision of a service and locks the service. The lock does not block rows that only
 * reference it.
 */
export const lockService = (tx: Database, siteId: string, id: string) =>
  tx
    .selectFrom("service")
    .select(["revision", "slugs"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("deletedDate", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateService = (tx: Database, siteId: string, id: string, to: Updateable<Schema["service"]>) =>
  tx.updateTable("service").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();

export const currency = async (db: Database, siteId: string): Promise<string> =>
  (await db.selectFrom("site").select("currency").where("id", "=", siteId).executeTakeFirstOrThrow()).currency;

type ReferencedIds = {
  categoryId: string | undefined;
  formId: string | undefined;
  policyId: string | undefined;
  staffIds: readonly string[];
  resourceIds: readonly string[];
  locationIds: readonly string[];
};
/** Returns which of these ids exist. Trainers who have left and archived locations count as missing. */
export async function existingIds(tx: Database, siteId: string, named: ReferencedIds): Promise<ExistingIds> {
  const here = (table: "category" | "bookingForm" | "bookingPolicy", id: string | undefined) =>
    sql<boolean>`exists (select from ${sql.table(table)} where site_id = ${siteId} and id = ${id ?? null}::uuid)`;
  const { rows } = await sql<{ category: boolean; form: boolean; policy: boolean } & Record<string, string[]>>`select
    ${here("category", named.categoryId)} as category,
    ${here("bookingForm", named.formId)} as form,
    ${here("bookingPolicy", named.policyId)} as policy,
    array(select id from staff where site_id = ${siteId} and removed_date is null
      and id = any(${[...named.staffIds]}::uuid[])) as staff_ids,
    array(select id from resource where site_id = ${siteId} and id = any(${[...named.resourceIds]}::uuid[])) as resource_ids,
    array(select id from location where site_id = ${siteId} and not archived
      and id = any(${[...named.locationIds]}::uuid[])) as location_ids`.execute(tx);
  const { category, form, policy, staffIds, resourceIds, locationIds } = required(rows[0], "row of existing ids");
  return {
    category,
    form,
    policy,
    staffIds: new Set(staffIds),
    resourceIds: new Set(resourceIds),
    locationIds: new Set(locationIds),
  };
}

/** Returns the names and types of the resources a service needs. */
export const resourcesOf = (db: Database, siteId: string, ids: readonly string[]) =>
  db
    .selectFrom("resource")
    .select(["id", "name", "type"])
    .where("siteId", "=", siteId)
    .where("id", "=", anyOf(ids))
    .orderBy("name")
    .execute();

/** Returns those of the given plans that exist and are not archived, in the given order. */
export const plansOf = async (db: Database, siteId: string, ids: readonly string[]): Promise<string[]> => {
  const plans = db.selectFrom("pricingPlan").select("id").where("siteId", "=", siteId).where("archived", "=", false);
  const rows = await plans.where("id", "=", anyOf(ids)).execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => known.has(id));
};

/** Returns the pricing plans that are not archived. */
export const plansOnSale = (db: Database, siteId: string) =>
  db
    .selectFrom("pricingPlan")
    .select(["id", "name", "price"])
    .where("siteId", "=", siteId)
    .where("archived", "=", false)
    .execute();

/** Counts the services in each of the given categories or with each of the given policies. */
export const serviceCounts = async (
  db: Database,
  siteId: string,
  column: "categoryId" | "policyId",
  { ids, hiddenToo }: { ids: readonly string[]; hiddenToo: boolean },
): Promise<(id: string) => number> => {
  const services = db.selectFrom("service").where("siteId", "=", siteId).where("deletedDate", "is", null);
  const shown = hiddenToo ? services : services.where("hidden", "=", false);
  const theirs = shown.where(column, "=", anyOf(ids));
  const counted = theirs.select([column, sql<number>`count(*)::int`.as("count")]).groupBy(column);
  const counts = new Map((await counted.execute()).map(({ [column]: id, count }) => [id, count]));
  return (id) => counts.get(id) ?? 0;
};

/** Returns the position of the last category; -1 if there is none. */
export const lastCategoryPosition = async (db: Database, siteId: string): Promise<number> => {
  const last = sql<number>`coalesce(max(sort_order), -1)`.as("last");
  return (await db.selectFrom("category").where("siteId", "=", siteId).select(last).executeTakeFirstOrThrow()).last;
};

export const servicesInCategory = async (db: Database, siteId: string, categoryId: string): Promise<string[]> => {
  const services = db.selectFrom("service").select("id").where("siteId", "=", siteId);
  const found = services.where("categoryId", "=", categoryId).where("deletedDate", "is", null).orderBy("id");
  return (await found.execute()).map(({ id }) => id);
};

/**
 * Removes the services from a category that is being deleted. Includes deleted services, which are
 * still read for past bookings.
 */
export const removeServicesFromCategory = (tx: Database, siteId: string, categoryId: string) =>
  tx
    .updateTable("service")
    .set({ categoryId: null })
    .where("siteId", "=", siteId)
    .where("categoryId", "=", categoryId)
    .where("deletedDate", "is not", null)
    .execute();

/** Returns the ids of the forms used by services that visitors can see. */
export const visibleFormIds = async (db: Database, siteId: string): Promise<Set<string>> => {
  const used = sql<boolean>`exists (select from service where service.site_id = booking_form.site_id
    and service.deleted_date is null and not service.hidden and service.extra #>> '{form,id}' = booking_form.id::text)`;
  const forms = db.selectFrom("bookingForm").select("id").where("siteId", "=", siteId).where(used);
  return new Set((await forms.execute()).map(({ id }) => id));
};

/** Returns the id of a service that uses a form, if there is one. */
export const serviceWithForm = async (db: Database, siteId: string, formId: string): Promise<string | undefined> => {
  const services = db.selectFrom("service").select("id").where("siteId", "=", siteId).where("deletedDate", "is", null);
  return (await services.where(sql<boolean>`extra #>> '{form,id}' = ${formId}`).limit(1).executeTakeFirst())?.id;
};
