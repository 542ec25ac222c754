import type { Database } from "@uola/database";
import { type SqlBool, sql } from "kysely";

/** Policies to be paged, each with the number of its services that a caller may know of, and the first of them. */
export function policiesWithServices(
  db: Database,
  siteId: string,
  { shown, hiddenToo }: { shown: number; hiddenToo: boolean },
) {
  const followers = sql`from service where service.site_id = booking_policy.site_id
    and service.policy_id = booking_policy.id and service.deleted_date is null
    and ${hiddenToo ? sql<SqlBool>`true` : sql<SqlBool>`not service.hidden`}`;
  return db
    .selectFrom("bookingPolicy")
    .where("bookingPolicy.siteId", "=", siteId)
    .select(["id", "name", "isDefault", "rules", "revision", "createdDate", "updatedDate"])
    .select([
      sql<number>`(select count(*)::int ${followers})`.as("serviceCount"),
      sql<string[]>`array(select service.id ${followers} order by service.created_date, service.id limit ${shown})`.as(
        "serviceIds",
      ),
    ]);
}

/** Deleted services are read only for their past; they follow the default policy when theirs is deleted. */
export const leavePolicy = (tx: Database, siteId: string, policyId: string, defaultPolicyId: string) =>
  tx
    .updateTable("service")
    .set({ policyId: defaultPolicyId })
    .where("siteId", "=", siteId)
    .where("policyId", "=", policyId)
    .where("deletedDate", "is not", null)
    .execute();
