import type { Database, Schema } from "@uola/database";
import { type Expression, type Insertable, sql } from "kysely";
import type { Fields } from "../../kernel/filters.ts";

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
  "bookingPolicy.id as policyId",
  "bookingPolicy.name as policyName",
  "bookingPolicy.isDefault as policyIsDefault",
  "bookingPolicy.rules as policyRules",
  "bookingPolicy.createdDate as policyCreatedDate",
  "bookingPolicy.updatedDate as policyUpdatedDate",
] as const;

const surroundings = [
  sql<unknown>`case when category.id is not null then
    jsonb_build_object('id', category.id, 'name', category.name, 'sortOrder', category.sort_order) end`.as("category"),
  sql<unknown>`(select jsonb_agg(jsonb_build_object('staffMemberId', staff.id, 'name', staff.name)
      order by array_position(service.staff_ids, staff.id))
    from staff where staff.site_id = service.site_id and staff.id = any(service.staff_ids))`.as("staff"),
  // Each end is one step into the index, however long the history.
  sql<Date | null>`(select start_date from session
    where session.site_id = service.site_id and session.schedule_id = service.schedule_id and session.status = 'CONFIRMED'
    order by start_date limit 1)`.as("firstSessionStart"),
  sql<Date | null>`(select end_date from session
    where session.site_id = service.site_id and session.schedule_id = service.schedule_id and session.status = 'CONFIRMED'
    order by start_date desc limit 1)`.as("lastSessionEnd"),
] as const;

/** Services with policy, category, staff and the ends of their timetable: one statement for one as for a hundred. */
export const readServices = (db: Database, siteId: string) =>
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

const json = (column: string, ...path: string[]): Expression<unknown> =>
  sql`${sql.ref(column)} #>> ${sql.lit(`{${path.join(",")}}`)}`;

/** What services can be found and ordered by. */
export const fields: Fields = {
  id: { column: sql.ref("service.id"), type: "uuid" },
  type: { column: sql.ref("service.type"), type: "text" },
  name: { column: sql.ref("service.name"), type: "text" },
  description: { column: sql.ref("service.description"), type: "text" },
  tagLine: { column: sql.ref("service.tagLine"), type: "text" },
  defaultCapacity: { column: sql.ref("service.defaultCapacity"), type: "number" },
  sortOrder: { column: sql.ref("service.sortOrder"), type: "number" },
  hidden: { column: sql.ref("service.hidden"), type: "boolean" },
  "category.id": { column: sql.ref("service.categoryId"), type: "uuid" },
  "category.name": { column: sql.ref("category.name"), type: "text" },
  "category.sortOrder": { column: sql.ref("category.sortOrder"), type: "number" },
  "bookingPolicy.id": { column: sql.ref("service.policyId"), type: "uuid" },
  "schedule.id": { column: sql.ref("service.scheduleId"), type: "uuid" },
  staffMemberIds: { column: sql.ref("service.staffIds"), type: "uuidArray" },
  "payment.rateType": { column: json("service.payment", "rateType"), type: "text" },
  "onlineBooking.enabled": { column: sql`(service.online_booking ->> 'enabled')::boolean`, type: "boolean" },
  "mainSlug.name": { column: sql`service.slugs -> -1 ->> 'name'`, type: "text" },
  "supportedSlugs.name": {
    column: sql`array(select slug ->> 'name' from jsonb_array_elements(service.slugs) slug)`,
    type: "textArray",
  },
  createdDate: { column: sql.ref("service.createdDate"), type: "date" },
  updatedDate: { column: sql.ref("service.updatedDate"), type: "date" },
};

export const staffNames = async (db: Database, siteId: string, ids: readonly string[]) => {
  const staff = db.selectFrom("staff").select(["id", "name"]).where("siteId", "=", siteId);
  const rows = await staff.where("id", "=", sql<string>`any(${[...ids]}::uuid[])`).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Which services schedules belong to, by schedule. */
export const serviceIdsOf = async (db: Database, siteId: string, scheduleIds: readonly string[]) => {
  const services = db.selectFrom("service").select(["id", "scheduleId"]).where("siteId", "=", siteId);
  const rows = await services.where("scheduleId", "=", sql<string>`any(${[...scheduleIds]}::uuid[])`).execute();
  return new Map(rows.map(({ id, scheduleId }) => [scheduleId, id]));
};

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>;

export const insertService = (db: Database, row: Row<"service">) => db.insertInto("service").values(row).execute();
export const insertPolicy = (db: Database, row: Row<"bookingPolicy">) =>
  db.insertInto("bookingPolicy").values(row).execute();
export const insertStaff = (db: Database, row: Row<"staff">) => db.insertInto("staff").values(row).execute();
export const insertCategory = (db: Database, row: Row<"category">) => db.insertInto("category").values(row).execute();

export const defaultPolicyId = async (db: Database, siteId: string): Promise<string | undefined> => {
  const policies = db.selectFrom("bookingPolicy").select("id").where("siteId", "=", siteId);
  return (await policies.where("isDefault", "=", true).orderBy("id").limit(1).executeTakeFirst())?.id;
};

/** Names in use among services, so that no two share an address. */
export const slugNames = async (db: Database, siteId: string): Promise<Set<string>> => {
  const { rows } = await sql<{ name: string }>`select slug ->> 'name' as name
    from service, jsonb_array_elements(slugs) slug where site_id = ${siteId}`.execute(db);
  return new Set(rows.map(({ name }) => name));
};
