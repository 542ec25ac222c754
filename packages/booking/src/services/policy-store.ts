import type { Database } from "@uola/database";
import { type SqlBool, sql } from "kysely";

/**
 * Selects policies for paging, each with the number of its services visible to the caller and the
 * first of these services.
 */
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

/**
 * Moves deleted services to the default policy when their policy is deleted. Deleted services are
 * only read for past sessions.
 */
export const reassignDeletedServices = (tx: Database, siteId: string, policyId: string, defaultPolicyId: string) =>
  tx
    .updateTable("service")
    .set({ policyId: defaultPolicyId })
    .where("siteId", "=", siteId)
    .where("policyId", "=", policyId)
    .where("deletedDate", "is not", null)
    .execute();
